import Foundation
import Gestures
import Inertial
import LocalServer
import LoopbackClient
import NotebookDocument
import PhoneLink
import Preview
import Rotations
import Synchronization
import Testing

@testable import Studio

private struct Identity: Decodable { var id: String }
private struct Listing: Decodable {
  var named: [RecordingShelf.Entry]
  var unnamed: [String]
}

@Suite("A recording holds the events that were sent, and nothing that has arrived is lost")
struct RecordingTests {
  /// Sends the events in batches of ten.
  private func send(_ events: [PhoneEvent], to bench: StudioBench, page: String = "page1", from start: Int = 0)
    throws
  {
    for first in stride(from: 0, to: events.count, by: 10) {
      let part = Array(events[first..<min(first + 10, events.count)])
      _ = try bench.routes.motion.take(Samples.batch(part, first: start + first, page: page))
    }
  }

  @Test("From start to file: the events bit for bit, the trace as the library converts them, the notes of the device")
  func saved() async throws {
    let bench = try StudioBench()
    let (events, _) = Samples.events(.specificForce, count: 300)
    try send(Array(events[..<100]), to: bench)
    let started: Identity = try await bench.value("POST", "recordings/start")
    try send(Array(events[100..<500]), to: bench, from: 100)
    #expect(try await bench.ask("POST", "recordings/save/\(started.id)", #"{"name":"wave"}"#).status == 409)
    let stopped: Identity = try await bench.value("POST", "recordings/stop")
    #expect(stopped.id == started.id)
    try send(Array(events[500...]), to: bench, from: 500)
    let saved: RecordingShelf.Saved = try await bench.value(
      "POST", "recordings/save/\(stopped.id)", #"{"name":"wave"}"#)
    let kept = try PhoneRecording(
      text: String(contentsOfFile: "\(bench.folder)/traces/wave.events.jsonl", encoding: .utf8))
    #expect(kept.events == Array(events[100..<500]) && kept.device == Samples.device)
    let trace = try Trace(contentsOf: "\(bench.folder)/traces/\(saved.file)")
    let expected = try PhoneRecording(device: Samples.device, events: Array(events[100..<500])).trace(named: "wave")
    #expect(trace.timestamps == expected.timestamps && trace.userAcceleration == expected.userAcceleration)
    #expect(trace.attitude == expected.attitude && trace.count == 200)
    #expect(
      trace.notes.contains { $0.contains("Chrome 120 on Android 14") }
        && trace.notes.contains { $0.contains("100.0 Hz") })
    #expect(saved.doubts.isEmpty, "\(saved.doubts)")
    let listing: Listing = try await bench.value("GET", "recordings")
    #expect(listing.named.map(\.file) == ["wave.csv"] && listing.unnamed.isEmpty)
  }

  @Test("A name that is taken, or none, is refused, and the recording stays")
  func names() async throws {
    let bench = try StudioBench()
    try send(Samples.events(.apple, count: 40).events, to: bench)
    _ = try await bench.ask("POST", "recordings/start")
    try send(Samples.events(.apple, count: 80).events, to: bench, page: "page1")
    let stopped: Identity = try await bench.value("POST", "recordings/stop")
    try bench.write("mine", to: "traces/taken.csv")
    for name in [
      "taken", "", "../x", "a b", ".hidden", "a/b", String(repeating: "a", count: 61), "é", "CON", "nul", "com7", "-x",
      "a\\b", "a:b",
      "a\u{0}b", "taken\u{202E}vsc", "ａ", "..",
    ] {
      let body = String(decoding: try JSONEncoder().encode(["name": name]), as: UTF8.self)
      #expect(
        (400..<500).contains(try await bench.ask("POST", "recordings/save/\(stopped.id)", body).status), "\(name)")
    }
    #expect(try String(contentsOfFile: "\(bench.folder)/traces/taken.csv", encoding: .utf8) == "mine")
    #expect(bench.routes.recordings.unnamed() == [stopped.id])
    #expect(try await bench.ask("POST", "recordings/save/..%2F..%2Fetc", #"{"name":"a"}"#).status == 404)
  }

  @Test("When the server is killed in the middle of a recording, the next one finds what had arrived")
  func killed() async throws {
    let bench = try StudioBench()
    let (events, _) = Samples.events(.specificForce, count: 100)
    try send(Array(events[..<40]), to: bench)
    let started: Identity = try await bench.value("POST", "recordings/start")
    try send(Array(events[40..<150]), to: bench, from: 40)
    // Nothing is closed: another studio opens the same folder.
    let shelf = RecordingShelf(folder: bench.folder)
    #expect(shelf.unnamed() == [started.id])
    #expect(try shelf.read(started.id).events == Array(events[40..<150]))
    let saved = try shelf.save(started.id, as: "rescued", seconds: nil)
    #expect(try Trace(contentsOf: "\(bench.folder)/traces/\(saved.file)").count == 55)
  }

  @Test("Lost, repeated and late messages leave no trace in the recording")
  func unreliable() async throws {
    let bench = try StudioBench()
    let (events, _) = Samples.events(.specificForce, count: 200)
    try send(Array(events[..<20]), to: bench)
    let started: Identity = try await bench.value("POST", "recordings/start")
    var next = 20
    var generator = SystemRandomNumberGenerator()
    while next < events.count {
      let first = max(0, min(next + Int.random(in: -30...15, using: &generator), events.count - 1))
      let part = Array(events[first..<min(events.count, first + Int.random(in: 1...40, using: &generator))])
      next = try bench.routes.motion.take(Samples.batch(part, first: first)).next
    }
    _ = try await bench.ask("POST", "recordings/stop")
    #expect(try bench.routes.recordings.read(started.id).events == Array(events[20...]))
  }

  @Test("A phone that records by itself, and sends hours later, makes its own recording")
  func offline() async throws {
    let bench = try StudioBench()
    let (events, _) = Samples.events(.apple, count: 60)
    let all =
      Array(events[..<20]) + [.record(time: 0, isOn: true)] + Array(events[20..<100])
      + [.record(time: 0, isOn: false)] + Array(events[100...])
    try send(all, to: bench)
    let listing: Listing = try await bench.value("GET", "recordings")
    let id = try #require(listing.unnamed.first)
    #expect(try bench.routes.recordings.read(id).events == Array(events[20..<100]))
  }

  @Test("A recording that unpacks to more than is read is refused in words")
  func bomb() async throws {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "head -c 140000000 /dev/zero | gzip -1"]
    process.standardOutput = pipe
    try process.run()
    let bomb = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(bomb.count < 1 << 20)
    let request = StrictRequest("POST", "recordings/check/a.csv.gz", body: bomb)
    let answer = try StudioBench().routes.answer(request, "recordings/check/a.csv.gz")
    let words = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 400 && words.contains("unpacks to more bytes than are read"), "\(words)")
    #expect(!words.contains("largestUnpacked"))
  }

  @Test("A recording of another app is looked at as the command does, and kept as it is")
  func dropped() async throws {
    let bench = try StudioBench()
    let trace = try PhoneRecording(device: Samples.device, events: Samples.events(.apple).events).trace(named: "a")
    let checked: [String: String] = try await bench.value("POST", "recordings/check/a.csv", trace.table)
    #expect(checked["text"]?.contains("200 samples") ?? false, "\(checked)")
    #expect(try await bench.ask("POST", "recordings/check/a.csv", "").status == 400)
    let kept: [String: String] = try await bench.value("POST", "recordings/keep/a.csv", trace.table)
    #expect(kept["file"] == "a.csv")
    #expect(try Trace(contentsOf: "\(bench.folder)/traces/a.csv") == trace)
    for name in ["a.csv", "..%2Fa.csv", "x.sh", ".csv", "a%2Fb.csv"] {
      #expect(
        (400..<500).contains(try await bench.ask("POST", "recordings/keep/\(name)", trace.table).status), "\(name)")
    }
  }
}

@Suite("The live paths are those of the library")
struct WaveTests {
  private struct Message: Decodable {
    var kind: String
    var rows: [[Double]]?
  }

  @Test("Each scheme's path is what Integrator makes of the same samples")
  func paths() async throws {
    let bench = try StudioBench()
    let kinds: [WaveScheme] = [
      WaveScheme(.none), WaveScheme(.exponential, ["rate": 1.5]), WaveScheme(.nonlinear), WaveScheme(.highPass),
    ]
    _ = try bench.routes.motion.choose(kinds)
    var stream = bench.routes.motion.listen().stream.makeAsyncIterator()
    let (events, _) = Samples.events(.specificForce, count: 60)
    _ = try bench.routes.motion.take(Samples.batch(events))
    var rows: [[Double]] = []
    while rows.count < 60, let bytes = await stream.next() {
      let text = String(decoding: bytes, as: UTF8.self).dropFirst(6)
      let message = try JSONDecoder().decode(Message.self, from: Data(text.utf8))
      rows += message.rows ?? []
    }
    let trace = try PhoneRecording(device: Samples.device, events: events).trace(named: "a")
    for (index, kind) in kinds.enumerated() {
      var integrator = try Integrator(try kind.scheme())
      for sample in 0..<trace.count {
        let motion = try integrator.accumulate(trace[sample])
        let place = 7 + 3 * index
        for (axis, value) in [motion.position.x, motion.position.y, motion.position.z].enumerated() {
          #expect(rows[sample][place + axis] == Double("\(Float(value))"))
        }
      }
    }
  }

  @Test(
    "Every parameter of every scheme changes the path, and is refused outside its slider",
    arguments: WaveScheme.Kind.allCases)
  func knobs(kind: WaveScheme.Kind) throws {
    let trace = try PhoneRecording(
      device: Samples.device, events: Samples.events(.specificForce, count: 400).events
    ).trace(named: "a")
    func end(_ values: [String: Double]) throws -> Vector3 {
      let scheme = try WaveScheme(kind, values).scheme()
      return try scheme.integrate(trace).positions[399]
    }
    for knob in WaveScheme(kind).knobs {
      let usual = try end([:])
      let others = [knob.least, knob.greatest].filter { $0 != knob.value }
      #expect(try others.contains { try end([knob.name: $0]) != usual }, "\(knob.name)")
      #expect(throws: StudioError.self) { try end([knob.name: knob.greatest * 1.01 + 1]) }
      #expect(throws: StudioError.self) { try end([knob.name: .nan]) }
    }
  }

  @Test(
    "A moved slider acts at once and the path goes on from where it is; a page that does not read misses and is told")
  func sliders() async throws {
    var bench = try WaveBench([WaveScheme(.exponential, ["rate": 0])])
    let (events, _) = Samples.events(.specificForce, count: 200)
    var motion = PhoneMotion(convention: .specificForce)
    let samples = events.flatMap { motion.take($0) }
    var last = Vector3.zero
    for sample in samples[..<150] { last = bench.take(sample).positions[0] }
    try bench.choose([WaveScheme(.exponential, ["rate": 10])])
    let next = bench.take(samples[150]).positions[0]
    #expect((next - last).length < 0.05 && last.length > 0)
    for sample in samples[151...] { last = bench.take(sample).positions[0] }
    var free = try WaveBench([WaveScheme(.exponential, ["rate": 0])])
    var far = Vector3.zero
    for sample in samples { far = free.take(sample).positions[0] }
    #expect(last.length < far.length / 2)
    let stream = MotionStream()
    var iterator = stream.listen(first: "{}").stream.makeAsyncIterator()
    for number in 0..<100 { stream.send("{\"n\":\(number)}") }
    for _ in 0..<20 { _ = await iterator.next() }
    stream.send("{\"n\":100}")
    stream.close()
    var texts: [String] = []
    while let bytes = await iterator.next() { texts.append(String(decoding: bytes, as: UTF8.self)) }
    #expect(texts.contains { $0.contains("missed") } && texts.contains { $0.contains("100") })
  }

  @Test("A letter drawn in the air is recognised as the library recognises it")
  func letter() throws {
    let trace = try Trace.simulated(Path(named: "letter-L"))
    let samples = (0..<trace.count).map { trace[$0] }.filter { $0.isTouching != false }
    let letter = WaveBench.recognise(samples)
    let touch = try Trace(
      timestamps: samples.map(\.timestamp), attitude: samples.map(\.attitude),
      userAcceleration: samples.map(\.userAcceleration))
    let expected = try StrokeRecognizer.recommendedInAir.recognize(
      AirGesture(touch, scheme: .zeroEndVelocity).projected())
    #expect(letter.candidates == Array(expected.candidates.prefix(5)) && letter.stroke.count == samples.count)
    #expect(letter.candidates[0].label == "L")
    #expect(WaveBench.recognise(Array(samples.prefix(3))).problem != nil)
  }

  @Test("A replayed trace gives its own samples again")
  func replay() throws {
    let trace = try PhoneRecording(device: Samples.device, events: Samples.events(.specificForce).events).trace(
      named: "a")
    let again = try PhoneRecording(trace).trace(named: "a")
    try #require(again.count == trace.count)
    for index in 0..<trace.count {
      #expect((again.userAcceleration[index] - trace.userAcceleration[index]).length < 1e-9)
      #expect(again.attitude[index].angle(to: trace.attitude[index]) < 1e-7)
    }
  }
}

@Suite("Letters on the slate")
struct DrawingTests {
  private let letter = DrawingDesk.Letter(strokes: [
    [[150, 330, 0], [230, 80, 0.3], [310, 330, 0.6]], [[180, 240, 0.8], [280, 240, 1]],
  ])

  @Test("The page's answer is the library's")
  func answer() throws {
    let bench = try StudioBench()
    let answer = try bench.routes.drawing.recognise(letter)
    let stroke = try DrawingDesk.stroke(letter)
    #expect(answer.features == ZoneFeatures.course.features(of: stroke) && answer.features.count == 28)
    #expect(
      answer.answers[0].candidates == Array(try StrokeRecognizer.recommended.recognize(stroke).candidates.prefix(5)))
    #expect(answer.answers[1].candidates == Array(try StrokeRecognizer.course.recognize(stroke).candidates.prefix(5)))
    #expect(answer.board == [150, 80, 250])
    #expect(throws: (any Error).self) { try bench.routes.drawing.recognise(.init(strokes: [])) }
    #expect(throws: (any Error).self) {
      try bench.routes.drawing.recognise(.init(strokes: [[[0, 0, 1], [1, 1, 0]]]))
    }
  }

  @Test(
    "The training set is the log on the disk, out and in, and training gives accuracy and weights in the course's format"
  )
  func training() async throws {
    let bench = try StudioBench()
    #expect(try await bench.ask("POST", "letters/train").status == 409)
    var generator = SystemRandomNumberGenerator()
    for label in ["A", "L"] {
      for _ in 0..<8 {
        var strokes = label == "A" ? letter.strokes : [[[100, 50, 0], [100, 250, 0.4], [220, 250, 0.7]]]
        for stroke in strokes.indices {
          for point in strokes[stroke].indices {
            strokes[stroke][point][0] += Double.random(in: -8...8, using: &generator)
          }
        }
        _ = try bench.routes.drawing.add(.init(strokes: strokes, label: label))
      }
    }
    let (_, log) = try await bench.ask("GET", "letters/training-log.csv")
    #expect(try TrainingLog(csv: log, expecting: ZoneFeatures.course.names).examples.count == 16)
    #expect(try DrawingDesk(folder: bench.folder).counts.counts == ["A": 8, "L": 8])
    try bench.routes.drawing.train()
    while bench.routes.drawing.progress.state == "running" { usleep(50_000) }
    let result = try #require(bench.routes.drawing.progress.result)
    #expect(result.accuracies.count == 2 && result.accuracies.allSatisfy { $0.value > 0.8 })
    let (_, weights) = try await bench.ask("GET", "letters/weights.csv")
    #expect(try LinearClassifier(csv: weights, expecting: ZoneFeatures.course.names).labels == ["A", "L"])
    #expect(try bench.routes.drawing.recognise(letter).answers.map(\.name).contains("your perceptron"))
    let more: DrawingDesk.Counts = try await bench.value("POST", "letters/log", log + "\nB,1\n")
    #expect(more.total == 32 && more.message?.contains("Left out") ?? false)
    let taken: DrawingDesk.Counts = try await bench.value("POST", "letters/weights", weights)
    #expect(taken.message?.contains("2 labels") ?? false)
    #expect(try await bench.ask("POST", "letters/weights", "nonsense").status == 400)
    #expect(try bench.routes.drawing.removeLast().total == 31)
    #expect(try bench.routes.drawing.removeAll().total == 0)
  }
}

@Suite("Attitudes in all representations")
struct AttitudeTableTests {
  @Test("Whichever representation is typed, all others are those of the same rotation", arguments: 0..<30)
  func agree(seed: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let attitude = try Quaternion(
      normalizing: .random(in: -1...1, using: &generator), x: .random(in: -1...1, using: &generator),
      y: .random(in: -1...1, using: &generator), z: .random(in: -1...1, using: &generator))
    let table = AttitudeTable(attitude)
    let questions: [AttitudeTable.Question] = [
      .init(kind: .quaternion, values: table.quaternion), .init(kind: .angles, values: table.angles),
      .init(kind: .axisAngle, values: table.axis + [table.angle]),
      .init(kind: .rotationVector, values: table.rotationVector),
      .init(kind: .matrix, values: table.matrix.flatMap { $0 }),
      .init(kind: .slerp, values: table.quaternion + [1, 0, 0, 0], t: 0),
      .init(kind: .slerp, values: [1, 0, 0, 0] + table.quaternion, t: 1),
    ]
    for question in questions {
      #expect(try AttitudeTable.attitude(question).angle(to: attitude) < 1e-7, "\(question)")
    }
  }

  @Test(
    "What is no rotation is refused, and lock is said",
    arguments: [
      #"{"kind":"quaternion","values":[0,0,0,0]}"#, #"{"kind":"quaternion","values":[1,0,0]}"#,
      #"{"kind":"axisAngle","values":[0,0,0,1]}"#, #"{"kind":"matrix","values":[1,0,0,0,1,0,0,0,-1]}"#,
      #"{"kind":"matrix","values":[2,0,0,0,1,0,0,0,1]}"#, #"{"kind":"slerp","values":[1,0,0,0,1,0,0,0],"t":2}"#, "{}",
      "",
    ])
  func refusals(body: String) async throws {
    let bench = try StudioBench()
    #expect(try await bench.ask("POST", "attitude", body).status == 400)
    let lock = AttitudeTable(RollPitchYaw(roll: 0, pitch: .pi / 2, yaw: 1).quaternion)
    #expect(lock.isGimbalLocked && lock.distanceToLock < 1e-5)
  }
}

@Suite("Notebooks are saved without overwriting anybody's work")
struct NotebookShelfTests {
  private let text = "---\ntitle: One\nnotebook: {}\nparams:\n  alpha: 2.0   # s⁻¹\n---\nWords.\n"

  private func one(_ bench: StudioBench) async throws -> NotebookShelf.Entry {
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    return try #require(entries.first)
  }

  @Test("The list has title and state, and no file that is no notebook")
  func list() async throws {
    let bench = try StudioBench()
    try bench.write(text, to: "one.md")
    try bench.write("# No notebook\n", to: "readme.md")
    try bench.write("---\nnotebook: [\n---\n", to: "two.md")
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    #expect(entries.map(\.path) == ["one.md", "two.md"] && entries[0].title == "One")
    #expect(entries.map(\.state) == ["not run yet", "cannot be read"])
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/plots/one", withIntermediateDirectories: true)
    try bench.write("x", to: "plots/one/index.html")
    #expect(try await one(bench).state == "up to date")
  }

  @Test("A save goes through when the file is as it was, and shows both versions when it is not")
  func conflict() async throws {
    let bench = try StudioBench()
    let path = try bench.write(text, to: "one.md")
    let id = try await one(bench).id
    let open: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(id)/text")
    func save(_ text: String, _ base: String) async throws -> (status: Int, text: String) {
      let body = try JSONEncoder().encode(NotebookShelf.Draft(text: text, base: base))
      return try await bench.ask("POST", "notebooks/\(id)/text", String(decoding: body, as: UTF8.self))
    }
    let saved = try await save(text + "Mine.\n", open.hash)
    #expect(saved.status == 200)
    try bench.write(text + "Another's.\n", to: "one.md")
    let refused = try await save(text + "Mine again.\n", open.hash)
    #expect(refused.status == 409)
    let other = try JSONDecoder().decode(NotebookShelf.Text.self, from: Data(refused.text.utf8))
    #expect(other.text.contains("Another's"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text + "Another's.\n")
    #expect(try await save(text + "Mine again.\n", other.hash).status == 200)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text + "Mine again.\n")
  }

  @Test("What is typed is kept next to the notebook until it is saved")
  func drafts() async throws {
    let bench = try StudioBench()
    try bench.write(text, to: "one.md")
    let id = try await one(bench).id
    let open: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(id)/text")
    let draft = NotebookShelf.Draft(text: text + "typed", base: open.hash)
    let body = String(decoding: try JSONEncoder().encode(draft), as: UTF8.self)
    #expect(try await bench.ask("POST", "notebooks/\(id)/draft", body).status == 200)
    let later = NotebookShelf(folder: bench.folder, cacheFolder: nil)
    #expect(try later.text(id).drafts.map(\.text) == [draft.text])
    #expect(later.entries()[0].hasDraft)
    #expect(try await bench.ask("POST", "notebooks/\(id)/text", body).status == 200)
    #expect(try later.text(id).drafts == [])
    #expect(!later.entries()[0].hasDraft)
  }

  @Test("Each tab has its own draft: what one saves or forgets leaves what was typed in the others")
  func draftsOfTabs() async throws {
    let bench = try StudioBench()
    try bench.write(text, to: "one.md")
    let id = try await one(bench).id
    let open: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(id)/text")
    func send(_ place: String, _ tab: String, _ typed: String) async throws -> Int {
      let draft = NotebookShelf.Draft(text: text + typed, base: open.hash, tab: tab)
      let body = String(decoding: try JSONEncoder().encode(draft), as: UTF8.self)
      return try await bench.ask("POST", "notebooks/\(id)/\(place)", body).status
    }
    let later = NotebookShelf(folder: bench.folder, cacheFolder: nil)
    func kept() throws -> [String] { try later.text(id).drafts.map { String($0.text.dropFirst(text.count)) } }
    for (tab, typed) in [("a", "A"), ("b", "B"), ("a", "AA"), ("c", "C")] {
      #expect(try await send("draft", tab, typed) == 200)
    }
    #expect(try kept() == ["B", "AA", "C"])
    #expect(try await send("text", "b", "B") == 200)
    #expect(try kept() == ["AA", "C"])
    #expect(try await send("text", "a", "AA") == 409)
    #expect(try kept() == ["AA", "C"])
    #expect(try await send("forget", "c", "") == 200)
    #expect(try await send("forget", "c", "") == 404)
    #expect(try kept() == ["AA"])
    for number in 1..<50 { #expect(try await send("draft", "tab \(number)", "\(number)") == 200) }
    #expect(try await send("draft", "one more", "more") == 413)
    #expect(try kept().count == 50)
  }

  @Test(
    "A private notebook stays private: its draft, and what is written to save it", arguments: [0o600, 0o640, 0o644])
  func privacy(_ mode: Int) async throws {
    let bench = try StudioBench()
    let path = try bench.write(text, to: "one.md")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let id = try await one(bench).id
    // Whatever appears in the folder, at whatever moment.
    final class Watch: Sendable {
      let seen = Mutex(0)
      let isOver = Mutex(false)
    }
    let watch = Watch()
    let folder = bench.folder
    Thread.detachNewThread {
      while !watch.isOver.withLock(\.self) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.contains("one.md") || name.hasSuffix(".incoming") {
          var status = stat()
          if lstat("\(folder)/\(name)", &status) == 0 {
            watch.seen.withLock { $0 |= Int(status.st_mode) & 0o077 & ~mode }
          }
        }
      }
    }
    defer { watch.isOver.withLock { $0 = true } }
    var base = (try await bench.value("GET", "notebooks/\(id)/text") as NotebookShelf.Text).hash
    struct Saved: Decodable { var hash: String }
    for number in 0..<40 {
      let draft = NotebookShelf.Draft(text: text + "\(number)", base: base, tab: "a")
      let body = String(decoding: try JSONEncoder().encode(draft), as: UTF8.self)
      #expect(try await bench.ask("POST", "notebooks/\(id)/draft", body).status == 200)
      let permissions = try FileManager.default.attributesOfItem(atPath: "\(bench.folder)/.one.md.draft")[
        .posixPermissions]
      #expect(permissions as? Int == mode)
      base = (try await bench.value("POST", "notebooks/\(id)/text", body) as Saved).hash
    }
    #expect(watch.seen.withLock(\.self) == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
  }

  @Test(
    "A comparison of a recording reads that recording, whatever it is called",
    arguments: [
      "walk #2.csv", "run: a.csv", "a\nb.csv", "- x.csv", "'q'.csv", "\"q\".csv", "1.5", "null", "{a}.csv", "a\\b.csv",
      "é🎲.csv",
    ])
  func comparisonOf(_ recording: String) throws {
    let text = ComparisonNotebook.text(title: "walk", recording: recording, schemes: [WaveScheme(.none)])
    let notebook = try NotebookParser.parse(Data(text.utf8), path: "n.md")
    guard case .text(let value)? = notebook.frontMatter.parameters.first?.value else {
      Issue.record("no text")
      return
    }
    #expect(value == recording)
  }

  @Test("A notebook is renamed and deleted only where nothing is lost by it")
  func renamingAndDeleting() async throws {
    let bench = try StudioBench()
    let text = "---\nnotebook: {}\n---\nOne.\n"
    for name in ["one", "two"] { try bench.write(text, to: "\(name).md") }
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    let id = try #require(entries.first { $0.path == "one.md" }).id
    #expect(try await bench.ask("POST", "notebooks/\(id)/rename", #"{"name": "two"}"#).status == 409)
    #expect(try await bench.ask("POST", "notebooks/\(id)/rename", #"{"name": "../two"}"#).status == 400)
    // What was typed and not saved would be left behind.
    #expect(
      try await bench.ask("POST", "notebooks/\(id)/draft", #"{"text": "x", "base": "", "tab": "a"}"#).status == 200)
    #expect(try await bench.ask("POST", "notebooks/\(id)/rename", #"{"name": "three"}"#).status == 409)
    #expect(try await bench.ask("POST", "notebooks/\(id)/forget", #"{"tab": "a"}"#).status == 200)
    let renamed: Identity = try await bench.value("POST", "notebooks/\(id)/rename", #"{"name": "three"}"#)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder).filter { $0.hasSuffix(".md") }
      .sorted()
    #expect(names == ["three.md", "two.md"])
    let seen: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(renamed.id)/text")
    #expect(seen.text == text)
    try bench.write(text + "More.\n", to: "three.md")
    #expect(try await bench.ask("POST", "notebooks/\(renamed.id)/delete", "{\"hash\": \"\(seen.hash)\"}").status == 409)
    try bench.write(text, to: "three.md")
    #expect(try await bench.ask("POST", "notebooks/\(renamed.id)/delete", "{\"hash\": \"\(seen.hash)\"}").status == 200)
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder)/three.md"))
    #expect(try await bench.ask("GET", "notebooks/\(renamed.id)/text").status == 404)
  }

  @Test("A report is written to plots, and the page learns where, or what went wrong")
  func writingReports() async throws {
    let bench = try StudioBench()
    try bench.write("---\nnotebook: {}\n---\n```swift\nprint(6 * 7)\n```\n", to: "good.md")
    try bench.write("---\nnotebook: {}\n---\n```swift\nfatalError(\"no\")\n```\n", to: "bad.md")
    struct State: Decodable { var isRunning: Bool, words: String, isProblem: Bool }
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    for entry in entries {
      #expect(try await bench.ask("POST", "notebooks/\(entry.id)/write", #"{"pdf": false}"#).status == 200)
      var state: State = try await bench.value("GET", "notebooks/\(entry.id)/written")
      while state.isRunning {
        try await Task.sleep(for: .milliseconds(50))
        state = try await bench.value("GET", "notebooks/\(entry.id)/written")
      }
      let name = entry.path.dropLast(3)
      #expect(state.isProblem == (name == "bad") && state.words.hasPrefix("The report is in plots/\(name)"), "\(state)")
      let report = try String(contentsOfFile: "\(bench.folder)/plots/\(name)/README.md", encoding: .utf8)
      #expect(report.contains(name == "good" ? "\n42\n" : "fatalError"))
    }
  }

  @Test("A notebook with a byte-order mark is listed; one of another program is not")
  func listing() async throws {
    let bench = try StudioBench()
    try bench.write("\u{FEFF}---\nnotebook: {}\n---\nOne.\n", to: "marked.md")
    try bench.write("---\nnotebook: Work\n---\nOne.\n", to: "foreign.md")
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    #expect(entries.map(\.path) == ["marked.md"])
  }

  @Test(
    "A recording with a pause is saved with a warning, draws nothing there, and its notebook reads the longest piece")
  func pause() async throws {
    let bench = try StudioBench()
    let shelf = RecordingShelf(folder: bench.folder)
    var events = Samples.events(.specificForce, count: 600).events
    // Two seconds in, the page is hidden for 4.8 s.
    events = events.map { event in
      switch event {
      case .motion(var motion) where motion.time > 7000:
        motion.time += 4800
        return .motion(motion)
      case .orientation(var orientation) where orientation.time > 7000:
        orientation.time += 4800
        return .orientation(orientation)
      default: return event
      }
    }
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/traces", withIntermediateDirectories: true)
    try bench.write(
      PhoneRecording(device: Samples.device, events: events).text, to: "traces/.recording-a1.events.jsonl")
    struct Outline: Decodable { var levels: [Double?] }
    let outline: Outline = try await bench.value("GET", "recordings/outline/a1")
    let empty = outline.levels.indices.filter { outline.levels[$0] == nil }
    #expect(!empty.isEmpty && empty.last! - empty.first! == empty.count - 1)
    let share = Double(empty.count) / Double(outline.levels.count)
    #expect(abs(share - 4.8 / 10.8) < 0.03, "\(share)")
    let saved = try shelf.save("a1", as: "walk", seconds: nil)
    #expect(
      saved.doubts.first
        == "nothing came for 4.8 s from 2.0 s on; a notebook integrates the longest piece without such a pause")
    struct Made: Decodable { var id: String }
    let made: Made = try await bench.value("POST", "notebooks", #"{"name": "walk", "recording": "walk.csv"}"#)
    let text: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(made.id)/text")
    #expect(text.text.contains("try Trace(contentsOf: params.trace, options: .init(gaps: .longestPiece))"))
    let trace = try Trace(contentsOf: "\(bench.folder)/traces/walk.csv", options: .init(gaps: .longestPiece))
    #expect(abs(trace.duration - 3.99) < 0.1)
  }

  @Test("Schemes are compared on the recordings that a person ticks, by what is known of them")
  func comparing() async throws {
    let bench = try StudioBench()
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/traces", withIntermediateDirectories: true)
    for name in ["a", "b"] { try bench.write("t", to: "traces/\(name).csv") }
    struct Made: Decodable { var id: String }
    let made: Made = try await bench.value(
      "POST", "notebooks", #"{"name": "comparison", "recordings": ["a.csv", "b.csv"], "truth": "loop"}"#)
    let text: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(made.id)/text")
    for part in ["\"traces/a.csv\"", "\"traces/b.csv\"", "truth: .loop", "[Contender] = .course"] {
      #expect(text.text.contains(part), "\(part)")
    }
    #expect(try NotebookParser.parse(Data(text.text.utf8), path: "comparison.md").cells.count > 5)
    for (body, status) in [
      (#"{"name": "comparison", "recordings": ["a.csv"]}"#, 409), (#"{"name": "c", "recordings": ["c.csv"]}"#, 404),
      (#"{"name": "c", "recordings": []}"#, 400), (#"{"name": "c", "recordings": ["a.csv"], "truth": "all"}"#, 400),
      (#"{"name": "c", "recordings": ["../a.csv"]}"#, 404),
    ] {
      #expect(try await bench.ask("POST", "notebooks", body).status == status, "\(body)")
    }
  }

  @Test("A notebook that is deleted, or loses its front matter, while it is open: nothing typed is lost")
  func deleted() async throws {
    let bench = try StudioBench()
    let path = try bench.write(text, to: "one.md")
    let id = try await one(bench).id
    let open: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(id)/text")
    func body(_ text: String, _ base: String) throws -> String {
      String(decoding: try JSONEncoder().encode(NotebookShelf.Draft(text: text, base: base)), as: UTF8.self)
    }
    // What is no notebook for a moment can be saved again.
    struct Saved: Decodable { var hash: String }
    let broken: Saved = try await bench.value("POST", "notebooks/\(id)/text", try body("---\n---\n", open.hash))
    let mended: Saved = try await bench.value("POST", "notebooks/\(id)/text", try body(text, broken.hash))
    try FileManager.default.removeItem(atPath: path)
    #expect(try await bench.ask("GET", "notebooks/\(id)/text").status == 404)
    #expect(try await bench.ask("POST", "notebooks/\(id)/draft", try body("typed", mended.hash)).status == 200)
    let refused = try await bench.ask("POST", "notebooks/\(id)/text", try body("typed", mended.hash))
    #expect(refused.status == 409 && !FileManager.default.fileExists(atPath: path))
    // The studio is started again: the list has what was typed.
    let later = NotebookShelf(folder: bench.folder, cacheFolder: nil)
    #expect(later.entries().map(\.path) == ["one.md"] && later.entries()[0].state.hasPrefix("deleted"))
    #expect(try later.text(id).drafts.map(\.text) == ["typed"] && later.text(id).hash.isEmpty)
    #expect(try await bench.ask("POST", "notebooks/\(id)/text", try body(text, "")).status == 200)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(later.entries()[0].state == "not run yet" && !later.entries()[0].hasDraft)
  }

  @Test("Odd files: names in all scripts, Windows' lines, links, pipes, what is no text, and what is too large")
  func oddFiles() async throws {
    let bench = try StudioBench()
    let names = ["two  spaces.md", "Überlagerung 🎲.md", "a'b\"c&d<e>.md", "line\nbreak.md", "windows.md", "-rf.md"]
    for name in names { try bench.write(name == "windows.md" ? text.replacing("\n", with: "\r\n") : text, to: name) }
    #expect(mkfifo("\(bench.folder)/pipe.md", 0o600) == 0)
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/folder.md", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(bench.folder)/loop.md", withDestinationPath: "loop.md")
    try FileManager.default.createSymbolicLink(atPath: "\(bench.folder)/nothing.md", withDestinationPath: "gone")
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    #expect(Set(entries.map(\.path)) == Set(names) && Set(entries.map(\.id)).count == names.count)
    for entry in entries {
      let opened: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(entry.id)/text")
      let body = try JSONEncoder().encode(NotebookShelf.Draft(text: opened.text + "More.\n", base: opened.hash))
      let saved = try await bench.ask("POST", "notebooks/\(entry.id)/text", String(decoding: body, as: UTF8.self))
      #expect(saved.status == 200, "\(entry.path): \(saved.text)")
    }
    // A link stays a link.
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/alias.md", withDestinationPath: "windows.md")
    let shelf = NotebookShelf(folder: bench.folder, cacheFolder: nil)
    let alias = try #require(shelf.entries().first { $0.path == "alias.md" }).id
    _ = try shelf.save(alias, .init(text: text + "Through the link.\n", base: try shelf.text(alias).hash))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(bench.folder)/alias.md") == "windows.md")
    #expect(try String(contentsOfFile: "\(bench.folder)/windows.md", encoding: .utf8).contains("Through"))
    // What would be damaged is not opened.
    let bytes = Data(text.utf8) + [0xff, 0xfe, 0x0a]
    try bytes.write(to: URL(fileURLWithPath: "\(bench.folder)/bytes.md"))
    try bench.write(text + String(repeating: "x", count: NotebookShelf.largest), to: "huge.md")
    for (name, words) in [("bytes.md", "UTF-8"), ("huge.md", "MB at most")] {
      let entry = try #require(shelf.entries().first { $0.path == name })
      let answer = try await bench.ask("GET", "notebooks/\(entry.id)/text")
      #expect(answer.status >= 400 && answer.text.contains(words), "\(answer.text)")
    }
    #expect(FileManager.default.contents(atPath: "\(bench.folder)/bytes.md") == bytes)
  }

  @Test("A folder that is gone is reported, and one without notebooks has an empty list")
  func folders() async throws {
    let bench = try StudioBench()
    let none: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    #expect(none.isEmpty)
    try FileManager.default.removeItem(atPath: bench.folder)
    let answer = try await bench.ask("GET", "notebooks")
    #expect(answer.status == 404 && answer.text.contains("any more"))
    #expect(try await bench.ask("POST", "notebooks", #"{"name":"new"}"#).status == 404)
    #expect(try await bench.ask("GET", "recordings").status == 200)
    #expect(try await bench.ask("POST", "recordings/keep/a.csv", "t,x\n1,2\n").status == 200)
  }

  @Test("A notebook is written for a recording, with the schemes that were ticked, and never over another one")
  func create() async throws {
    let bench = try StudioBench()
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/traces", withIntermediateDirectories: true)
    try bench.write("x", to: "traces/a.csv")
    let body =
      #"{"name":"compare","recording":"a.csv","schemes":[{"kind":"exponential","values":{"rate":3}},{"kind":"rest","values":{}}]}"#
    let made: Identity = try await bench.value("POST", "notebooks", body)
    let text: NotebookShelf.Text = try await bench.value("GET", "notebooks/\(made.id)/text")
    let notebook = try NotebookParser.parse(Data(text.text.utf8), path: "compare.md")
    #expect(notebook.frontMatter.parameters.map(\.name) == ["trace", "alpha"] && text.text.contains("alpha: 3.0"))
    #expect(notebook.cells.count == 6 && text.text.contains(".restRecognition("))
    #expect(try await bench.ask("POST", "notebooks", body).status == 409)
    #expect(try await bench.ask("POST", "notebooks", #"{"name":"x","recording":"../one.md"}"#).status == 404)
    #expect(try await bench.ask("POST", "notebooks", #"{"name":"../x"}"#).status == 400)
  }
}

@Suite("Who may see the studio", .serialized)
struct StudioServerTests {
  @Test("The address with the secret, from this machine's own page; everything else is refused")
  func rules() async throws {
    let folder = "\(NSTemporaryDirectory())gimbal-studio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let studio = try StudioServer(.init(folder: folder))
    let (addresses, ready) = AsyncStream.makeStream(of: String.self)
    let running = Task { try await studio.run { ready.yield($0) } }
    defer {
      running.cancel()
      studio.close()
    }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next())
    let parts = address.dropFirst("http://".count).split(separator: "/", maxSplits: 1)
    let (host, root) = (String(parts[0]), "/" + parts[1])
    let port = UInt16(host.split(separator: ":")[1])!
    func status(_ method: String, _ path: String, _ host: String, _ more: String = "") async throws -> Int {
      let request = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(more)\r\n"
      let head = try await RawLine.answer(to: request, port: port) { $0.contains("\r\n") }
      return Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
    #expect(try await status("GET", root, host) == 200)
    #expect(try await status("GET", root + "assets/studio.js", host) == 200)
    #expect(try await status("GET", "/", host) == 403)
    #expect(try await status("GET", root, "evil.example:\(port)") == 403)
    #expect(
      try await status("POST", root + "motion/clear", host, "Origin: http://evil.example\r\nContent-Length: 0\r\n")
        == 403)
    #expect(try await status("POST", root + "motion/clear", host, "Origin: null\r\nContent-Length: 0\r\n") == 403)
    #expect(
      try await status("POST", root + "motion/clear", host, "Origin: http://\(host)\r\nContent-Length: 0\r\n") == 200)
    for path in [
      "assets/../studio.js", "editor/../../../etc/passwd", "editor/%2e%2e/x", "traces/a.csv", "one.md",
      "letters/..%2Fone.md",
    ] {
      #expect((400..<500).contains(try await status("GET", root + path, host)), "\(path)")
    }
    #expect(try await status("POST", root + "phone/invite", host, "Content-Length: 0\r\n") == 409)
  }
}
