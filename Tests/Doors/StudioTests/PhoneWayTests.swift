import Foundation
import Inertial
import LocalServer
import PhoneLink
import PhoneMutations
import TestDisks
import TestTiers
import Testing

@testable import Studio

/// The way of a phone's events from the message to the disk.
@Suite("What a phone sends is taken as it should be, and what was acknowledged is kept")
struct PhoneWayTests {
  /// A phone that sends all its events, in batches of ten, from those on that have not been acknowledged, until one is refused.
  private struct Phone {
    var page = "page1"
    var name: String? = "phone1"
    var device = Samples.device
    var next = 0
    /// The phone's own recording, as its page knows it when it begins.
    var recording: String?

    mutating func send(_ events: [PhoneEvent], to bench: StudioBench) throws(PhoneError) {
      while next < events.count {
        let part = Array(events[next..<min(next + 10, events.count)])
        let batch = PhoneBatch(
          page: page, phone: name, first: next, recording: recording, device: device, events: part)
        next = try bench.routes.motion.take(batch).next
      }
    }
  }

  private func samples(_ events: [PhoneEvent]) -> [PhoneEvent] {
    events.filter { if case .motion = $0 { true } else { false } }
  }

  private func motion(at time: Double) -> PhoneEvent {
    .motion(
      .init(
        time: time, accelerationIncludingGravity: .init(0, 0, 9.8), acceleration: nil, rotationRate: .init(0, 0, 0),
        interval: 10))
  }

  @Test(
    "Times that no clock gives, in any order, end nothing: the meter, the recording and its trace go on",
    arguments: [
      [1000, 1e-300, 2e-300, 3e-300], [0, 1e-307, 2e-307, 1e10], [1e10, 0, 1e-300, 1e10], [3, 2, 1, 0], [7, 7, 7, 7],
      [0, 1e-300, 1e10, 1e-300],
    ])
  func oddTimes(times: [Double]) throws {
    let bench = try StudioBench()
    let queue = bench.routes.motion.listen()
    var phone = Phone()
    try phone.send([motion(at: 0)], to: bench)
    _ = try bench.routes.motion.startRecording()
    try phone.send((0..<40).map { motion(at: times[$0 % times.count]) }, to: bench)
    bench.routes.motion.beat()
    bench.routes.motion.close()
    var meters = 0
    while let bytes = queue.next() {
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.contains("meter"), let line = text.split(separator: "\n").last else { continue }
      meters += 1
      let json = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8)) as? [String: Any]
      #expect((json?["rate"] as? Double ?? .nan) <= 1e6 && (json?["dropped"] as? Int ?? -1) >= 0)
    }
    #expect(meters > 0)
    let id = try bench.routes.motion.stopRecording().id
    #expect(try samples(bench.routes.recordings.read(id).events).count == 39)
  }

  @Test("Samples that are missing are counted, whatever the times are")
  func missing() {
    #expect(SampleQuality.missing(in: 0.04, usual: 0.01) == 3 && SampleQuality.missing(in: 0.01, usual: 0.01) == 0)
    #expect(SampleQuality.missing(in: -1000, usual: 1e-300) == 0 && SampleQuality.missing(in: 1, usual: -1) == 0)
    #expect(SampleQuality.missing(in: 1000, usual: 1e-300) == 999_999)
    #expect(
      SampleQuality.missing(in: .infinity, usual: .infinity) == 0 && SampleQuality.missing(in: .nan, usual: 1) == 0)
    let odd = SampleQuality(times: [1, 1e-303, 2e-303, 3e-303])
    #expect(odd.rate == 0 && odd.dropped == 0)
  }

  @Test("Faulty conversations: nothing traps, pages get JSON, acknowledged events are kept")
  func conversations() throws {
    let count = Tier.count(30, proof: 600, or: "GIMBAL_PHONE_TALKS")
    let folder = "\(NSTemporaryDirectory())gimbal-talks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for seed in 0..<UInt64(count) {
      if let fault = try PhoneMutant(seed: seed).fault(in: folder) { Issue.record("seed \(seed): \(fault)") }
    }
  }

  // MARK: A recording and its phone

  @Test("When the phone's page is loaded again, the recording goes on with the new one, on one clock")
  func reloaded() throws {
    let bench = try StudioBench()
    let events = Samples.events(.specificForce, count: 60).events
    var phone = Phone()
    try phone.send(Array(events[..<20]), to: bench)
    let id = try bench.routes.motion.startRecording()
    try phone.send(Array(events[..<60]), to: bench)
    // Another page of the same phone, opened 700 ms after the first one; its clock begins again. What the first one had
    // not sent yet comes after it.
    var device = Samples.device
    device.origin += 700
    let later = Samples.events(.specificForce, count: 30).events
    var reloaded = Phone(page: "page2", device: device)
    try reloaded.send(Array(later[..<20]), to: bench)
    try phone.send(events, to: bench)
    try reloaded.send(later, to: bench)
    // A phone of another name does not come into it.
    var other = Phone(page: "page3", name: "phone2")
    try other.send(events, to: bench)
    #expect(try bench.routes.motion.stopRecording().count == 50 + 30)
    let recording = try bench.routes.recordings.read(id)
    #expect(recording.pages.map(\.events) == [Array(events[20...]), later])
    let times = samples(recording.events).map(\.time)
    #expect(times == times.sorted() && times.count == 80 && times.first == 5100 && times.last == 5700 + 290)
    let trace = try recording.trace(named: "a")
    #expect(trace.count == 80 && trace.notes.contains { $0.contains("loaded again") })
    let saved = try bench.routes.recordings.save(id, as: "both", seconds: nil)
    let text = try String(contentsOfFile: "\(bench.folder)/traces/both.events.jsonl", encoding: .utf8)
    #expect(try PhoneRecording(text: text) == recording && saved.file == "both.csv")
  }

  @Test("From an earlier page only events of the recording are used")
  func earlierPage() throws {
    let bench = try StudioBench()
    let events = Samples.events(.specificForce, count: 40).events
    var earlier = Phone()
    try earlier.send(Array(events[..<20]), to: bench)
    var device = Samples.device
    device.origin += 5000
    var phone = Phone(page: "page2", device: device)
    try phone.send(Array(events[..<20]), to: bench)
    let id = try bench.routes.motion.startRecording()
    try earlier.send(events, to: bench)
    try phone.send(events, to: bench)
    #expect(try bench.routes.recordings.read(id).pages.map(\.events) == [Array(events[20...])])
  }

  @Test("A phone that falls silent while it is recorded is named")
  func silent() async throws {
    let bench = try StudioBench()
    var phone = Phone()
    try phone.send(Samples.events(.apple, count: 20).events, to: bench)
    _ = try bench.routes.motion.startRecording()
    let queue = bench.routes.motion.listen()
    try await Task.sleep(for: .seconds(3.2))
    bench.routes.motion.beat()
    bench.routes.motion.close()
    var told = ""
    while let bytes = queue.next() { told += String(decoding: bytes, as: UTF8.self) }
    #expect(told.contains("has sent nothing for "))
  }

  @Test("A phone's own recording goes on when its page is loaded again, and when the studio is")
  func ownRecording() throws {
    let bench = try StudioBench()
    let events = Samples.events(.specificForce, count: 60).events
    var phone = Phone()
    let first = [.record(time: 1, isOn: true)] + events
    try phone.send(first, to: bench)
    // The page is loaded again: it knows the recording by name.
    let name = PhoneBatch.recordingName(page: "page1", number: 0)
    var device = Samples.device
    device.origin += 2000
    var reloaded = Phone(page: "page2", device: device, recording: name)
    try reloaded.send(Array(events[..<40]), to: bench)
    let ids = bench.routes.recordings.unnamed()
    #expect(ids.count == 1 && bench.routes.motion.running == Set(ids))
    #expect(try bench.routes.recordings.read(ids[0]).pages.map(\.events) == [events, Array(events[..<40])])
    // Another studio in the same folder: what comes goes into another recording.
    let recordings = RecordingShelf(folder: bench.folder)
    let desk = try MotionDesk(shelf: recordings)
    for start in stride(from: 40, to: 120, by: 20) {
      let batch = PhoneBatch(
        page: "page2", phone: "phone1", first: start, recording: name, device: device,
        events: Array(events[start..<start + 20]))
      #expect(try desk.take(batch).next == start + 20)
    }
    #expect(recordings.unnamed().count == 2)
    let all = try recordings.unnamed().flatMap { try samples(recordings.read($0).events) }
    #expect(all.count == 60 + 60)
    // The recording ends when the phone sends its end.
    let over = PhoneBatch(
      page: "page2", phone: "phone1", first: 120, device: device, events: [.record(time: 9999, isOn: false)])
    _ = try desk.take(over)
    #expect(desk.running.isEmpty)
  }

  // MARK: Bounds

  @Test("A phone whose session is over does not move; a virtual one has none")
  func sessionOver() throws {
    let bench = try StudioBench()
    let desk = bench.routes.motion
    for phone in ["phone1", nil] {
      _ = try desk.take(
        PhoneBatch(
          page: "page \(phone ?? "")", phone: phone, first: 0, device: Samples.device,
          events: [.record(time: 1, isOn: false)]))
      #expect(desk.calibration.phone?.name == Samples.device.name)
      desk.endSession()
      #expect((desk.calibration.phone == nil) == (phone != nil))
      if phone != nil { #expect(throws: StudioError.self) { try desk.startRecording() } }
    }
    _ = try desk.startRecording()
  }

  @Test("There is no file before the first sample, and none of a recording without any")
  func noSample() async throws {
    let bench = try StudioBench()
    var phone = Phone()
    try phone.send([.touch(time: 1, isDown: true)], to: bench)
    _ = try bench.routes.motion.startRecording()
    var quiet: [PhoneEvent] = []
    for number in 0..<200 {
      let time = Double(number)
      quiet += [.record(time: time, isOn: true), .touch(time: time, isDown: true), .record(time: time, isOn: false)]
    }
    try phone.send([.touch(time: 1, isDown: true)] + quiet, to: bench)
    #expect(bench.routes.recordings.unnamed().isEmpty)
    let stopped = try await bench.ask("POST", "recordings/stop")
    #expect(stopped.status == 200 && stopped.text.contains("\"count\":0"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(bench.folder)/traces").isEmpty)
  }

  @Test("One message does not make a thousand files, and what finds no place stays on the phone until there is one")
  func manyFiles() async throws {
    let bench = try StudioBench()
    let many = (0..<600).flatMap { number in
      let time = Double(number) * 10
      return [.record(time: time, isOn: true), motion(at: time), PhoneEvent.record(time: time, isOn: false)]
    }
    #expect(throws: PhoneError.self) { try bench.routes.motion.take(Samples.batch(many)) }
    #expect(bench.routes.recordings.unnamed().isEmpty)
    var phone = Phone()
    #expect {
      try phone.send(many, to: bench)
    } throws: {
      ($0 as? PhoneError)?.status == 507 && "\($0)".contains("50 recordings have no name yet")
    }
    let ids = bench.routes.recordings.unnamed()
    #expect(ids.count <= RecordingShelf.mostUnnamed && ids.count > RecordingShelf.mostUnnamed - 5)
    #expect(try await bench.ask("POST", "recordings/start").status == 409)
    for id in ids.prefix(10) { try bench.routes.recordings.discard(id) }
    #expect(throws: PhoneError.self) { try phone.send(many, to: bench) }
    #expect(bench.routes.recordings.unnamed().count > RecordingShelf.mostUnnamed - 5)
  }

  @Test("A recording that is full goes on in another one, and no sample falls between them")
  func full() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-full-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shelf = RecordingShelf(folder: folder)
    let desk = try MotionDesk(shelf: shelf, mostEvents: 100)
    let events = Samples.events(.specificForce, count: 160).events
    _ = try desk.take(Samples.batch([events[0]]))
    _ = try desk.startRecording()
    for start in stride(from: 1, to: 320, by: 11) {
      let part = Array(events[start..<min(start + 11, 320)])
      #expect(try desk.take(Samples.batch(part, first: start)).next == start + part.count)
    }
    let parts = try shelf.unnamed().map { try shelf.read($0).events }
    #expect(parts.count == 4 && parts.allSatisfy { $0.count <= 100 })
    #expect(parts.sorted { $0[0].time < $1[0].time }.flatMap { $0 } == Array(events[1...]))
    // Also what the phone's first page still had, when a second one had filled another file meanwhile.
    var device = Samples.device
    device.origin += 60_000
    for start in stride(from: 0, to: 120, by: 20) {
      let part = Array(events[start..<start + 20])
      _ = try desk.take(PhoneBatch(page: "page2", phone: "page1", first: start, device: device, events: part))
    }
    let late = Array(Samples.events(.specificForce, count: 170).events[320...])
    _ = try desk.take(Samples.batch(late, first: 320))
    let all = try shelf.unnamed().flatMap { try shelf.read($0).pages.flatMap(\.events) }
    #expect(all.count == 319 + 120 + 20 && late.allSatisfy(all.contains))
  }

  @Test("Samples that come twice hide none that are missing")
  func repeated() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-repeated-\(UUID().uuidString)"
    let recording = RunningRecording(
      id: "one", phone: "phone", origin: 0, mostEvents: 10_000, on: RecordingShelf(folder: folder))
    for (index, event) in Samples.events(.specificForce, count: 200).events.enumerated() where index / 6 != 50 {
      for _ in 0..<2 { recording.hold(event, from: Samples.device) }
    }
    #expect(recording.dropped == 3 && recording.count == 2 * 197, "\(recording.dropped) of \(recording.count)")
  }

  @Test("No recording's journal is made twice, so that none is written into another")
  func journals() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-journals-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shelf = RecordingShelf(folder: folder)
    close(try shelf.makeJournal("one"))
    #expect(throws: StudioError.self) { close(try shelf.makeJournal("one")) }
    close(try shelf.makeJournal("two"))
  }

  // MARK: The disk

  @Test(
    "A full disk: what finds no room is not acknowledged and said, and with room again nothing is missing",
    .enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"), arguments: [false, true])
  func fullDisk(isOwn: Bool) async throws {
    let disk = try SmallDisk(bytes: 1 << 20)
    let bench = try StudioBench(folder: "\(disk.folder)/studio")
    var phone = Phone()
    var events: [PhoneEvent] = [motion(at: 1)] + (isOwn ? [.record(time: 2, isOn: true)] : [])
    let samples = Samples.events(.specificForce, count: 2000).events
    events += samples
    try phone.send([motion(at: 1)], to: bench)
    if !isOwn { _ = try bench.routes.motion.startRecording() }
    try disk.fill(leaving: 60_000)
    let queue = bench.routes.motion.listen()
    for _ in 0..<5 {
      let before = phone.next
      #expect {
        try phone.send(events, to: bench)
      } throws: {
        ($0 as? PhoneError)?.status == 507 && "\($0)".contains("No space left on device")
      }
      // What was acknowledged can be read at any time.
      let id = try #require(bench.routes.recordings.unnamed().first)
      #expect(try bench.routes.recordings.read(id).events.count == phone.next - (events.count - samples.count))
      #expect(before <= phone.next && phone.next < events.count)
    }
    let batch = PhoneBatch(
      page: "page1", phone: "phone1", first: phone.next, device: Samples.device,
      events: Array(events[phone.next..<phone.next + 10]))
    let body = String(decoding: try Samples.json(batch), as: UTF8.self)
    #expect(try await bench.ask("POST", "motion/take", body).status == 507)
    #expect(queue.next().map { String(decoding: $0, as: UTF8.self) }?.contains("setup") ?? false)
    bench.routes.motion.beat()
    // The page's recording may end before there is room; then it says that the rest is not in it.
    if !isOwn {
      let other = try StudioBench(folder: "\(disk.folder)/other")
      var second = Phone()
      try second.send([motion(at: 1)], to: other)
      _ = try other.routes.motion.startRecording()
      #expect(throws: PhoneError.self) { try second.send(events, to: other) }
      #expect(try await other.ask("POST", "recordings/stop").text.contains("What the phone still keeps"))
    }
    disk.clear()
    try phone.send(events, to: bench)
    let id = try #require(bench.routes.recordings.unnamed().first)
    let kept = try bench.routes.recordings.read(id)
    #expect(kept.events == samples && kept.damagedLines.isEmpty)
    bench.routes.motion.close()
    var told = ""
    while let bytes = queue.next() { told += String(decoding: bytes, as: UTF8.self) }
    #expect(told.contains("No space left on device"))
  }

  @Test(
    "A journal that may not grow, as on a full disk, has all that was acknowledged, also for the next studio",
    .enabled(if: StudioProgram.isThere, "gimbal is not built"))
  func limitedFile() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-limited-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let events = Samples.events(.specificForce, count: 400).events
    var next = 0
    func send(to studio: StudioProgram) throws -> (status: Int, body: Data)? {
      let end = min(next + 10, events.count)
      let batch = PhoneBatch(
        page: "page1", phone: "phone1", first: next, recording: "page1r0", device: Samples.device,
        events: Array(events[next..<end]))
      let answer = studio.ask("POST", "motion/take", batch)
      if answer?.status == 200 { next = end }
      return answer
    }
    let studio = StudioProgram(folder: folder, cache: "\(folder)/cache", fileBlocks: 50)
    try #require(try studio.start())
    while try send(to: studio)?.status == 200, next < events.count {}
    let refused = try #require(try send(to: studio))
    let words = String(decoding: refused.body, as: UTF8.self)
    #expect(refused.status == 507 && words.contains("File too large"), "\(words)")
    #expect(next > 50 && next < events.count)
    studio.kill()
    studio.wait()
    let shelf = RecordingShelf(folder: folder)
    let first = try #require(shelf.unnamed().first)
    #expect(try shelf.read(first).events == Array(events[..<next]) && shelf.read(first).damagedLines.isEmpty)
    let later = StudioProgram(folder: folder, cache: "\(folder)/cache")
    try #require(try later.start())
    while next < events.count { #expect(try send(to: later)?.status == 200) }
    later.end()
    let all = try shelf.unnamed().map { try shelf.read($0).events }
    #expect(all.sorted { $0[0].time < $1[0].time }.flatMap { $0 } == events)
  }

  @Test(
    "A disk that is nearly full is named, to the phone and to the page",
    .enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"))
  func shortage() async throws {
    let disk = try SmallDisk(bytes: 1 << 20)
    let bench = try StudioBench(folder: "\(disk.folder)/studio")
    let answer = try bench.routes.motion.take(Samples.batch([motion(at: 1)]))
    #expect(answer.words?.contains("MB are free on the studio's disk") ?? false)
    #expect(try await bench.ask("GET", "recordings").text.contains("MB are free"))
    let large = try SmallDisk(bytes: 2 * RecordingShelf.littleRoom)
    let roomy = try StudioBench(folder: "\(large.folder)/studio")
    #expect(try roomy.routes.motion.take(Samples.batch([motion(at: 1)])).words == nil)
  }
}
