import Basics
import Foundation
import Inertial
import Rotations
import Statistics
import Testing

@testable import Evaluation

/// A scheme that shrinks what the split step gives.
private struct Shrunken: Scheme {
  var base = Unstabilized()
  private var inner = Motion.zero
  mutating func advance(_ motion: inout Motion, by step: Step) {
    base.advance(&inner, by: step)
    motion = Motion(velocity: inner.velocity * 1e-3, position: inner.position * 1e-3)
  }
}

/// A scheme that forgets to move the position.
private struct Forgetful: Scheme {
  mutating func advance(_ motion: inout Motion, by step: Step) { motion.velocity += step.acceleration * step.duration }
}

@Suite struct StudyTests {
  /// Recordings of one movement with other errors of the sensors.
  private func eights(_ count: UInt64 = 12) throws -> [Trace] {
    try (1...count).map { try .simulated(.figureEight(), sensors: .currentPhone, seed: $0) }
  }

  @Test func `errors are those of a comparison, and differences are paired`() throws {
    let traces = try eights(6)
    let study = try Study(of: traces, comparing: [.scheme(.exponential(rate: 1)), .scheme(.exponential(rate: 2))])
    let comparisons = try traces.map { trace in
      try Comparison(of: trace, schemes: [.exponential(rate: 1), .exponential(rate: 2)])
    }
    let first = try study["exponential (1.0 s⁻¹)"]
    for (error, comparison) in zip(first.errors, comparisons) {
      #expect(
        (error - (comparison.runs.first { $0.label == "exponential (1.0 s⁻¹)" }?.score.rmsDrift ?? 0)).magnitude < 1e-12
      )
    }
    let difference = try #require(try study.difference("exponential (2.0 s⁻¹)", "exponential (1.0 s⁻¹)"))
    let logarithms = zip(try study["exponential (2.0 s⁻¹)"].errors, first.errors).map { log($0) - log($1) }
    #expect((difference.estimate.value - exp(logarithms.reduce(0, +) / 6)).magnitude < 1e-12)
    #expect(difference.test == PairedTest(of: logarithms))
    #expect(study.outcomes.first?.contender.name == "standing still")
    #expect(study.errorMeasure.title == "RMS drift" && study.errorMeasure.unit == "m")
  }

  @Test func `twelve simulated figures of eight: 0_68 cannot be told from 1, and 1_3 is worse`() throws {
    let rates = [0.681, 1, 1.3, 1.468, 2]
    let study = try Study(of: eights(), comparing: rates.map { .scheme(.exponential(rate: $0)) })
    let near = try #require(try study.difference("exponential (0.681 s⁻¹)", "exponential (1.0 s⁻¹)"))
    #expect(!near.isShown && near.test.p > 0.1)
    let far = try #require(try study.difference("exponential (1.3 s⁻¹)", "exponential (1.0 s⁻¹)"))
    #expect(far.isShown && far.estimate.value > 1)
    #expect((far.test.p - 2 * 0x1p-12).magnitude < 1e-12)
    #expect(
      study.indistinguishable.contains {
        $0.contains("exponential (0.681 s⁻¹)") && $0.contains("exponential (1.0 s⁻¹)")
      })
  }

  @Test func `a tuned scheme is scored with what was best on the others`() throws {
    let traces = try eights(6)
    let study = try Study(
      of: traces, comparing: [.tuned("exponential", over: 0.3...3, count: 5) { .exponential(rate: $0) }])
    let outcome = try study["exponential, tuned"]
    let errors = outcome.candidateErrors
    for recording in traces.indices {
      let others = traces.indices.filter { $0 != recording }
      let best =
        errors.indices.min { first, second in
          others.reduce(0) { $0 + log(errors[first][$1]) } < others.reduce(0) { $0 + log(errors[second][$1]) }
        } ?? 0
      #expect(outcome.errors[recording] == errors[best][recording])
      #expect(outcome.chosen[recording] == outcome.contender.candidates[best].label)
      #expect(outcome.promised[recording] == errors.map { $0[recording] }.min())
    }
    #expect(outcome.contender.candidates.count == 5)
    #expect(study.nestedErrors?.count == 6)
  }

  @Test func `recordings of one group are one unit, and are held out together`() throws {
    let traces = try eights(6)
    let names = traces.map(\.name)
    #expect(Set(names).count == 1)
    let renamed = traces.enumerated().map { index, trace in trace.renamed("r\(index)") }
    let study = try Study(of: renamed, comparing: [.scheme(.none), .scheme(.exponential(rate: 1))]) {
      ["r0": "Ada", "r1": "Ada", "r2": "Bob", "r3": "Bob", "r4": "Cy", "r5": "Cy"][$0]
    }
    #expect(study.groups == ["Ada", "Bob", "Cy"] && study.recordings.count == 6)
    #expect(study.ranking.entries[0].estimate.count == 3)
    #expect(throws: StudyError.noGroup(recording: "r5", known: ["r0", "r1", "r2", "r3", "r4"])) {
      try Study(of: renamed, comparing: [.scheme(.none)]) { $0 == "r5" ? nil : "x" }
    }
  }

  @Test func `a scheme that never moves, and one that shrinks everything, win nothing`() throws {
    let study = try Study(
      of: eights(6), comparing: [.scheme(Forgetful()), .scheme(Shrunken()), .scheme(.exponential(rate: 1))])
    let winner = try #require(study.winner)
    #expect(winner.name == "exponential (1.0 s⁻¹)")
    for entry in study.ranking.entries where entry.name != winner.name {
      #expect(study.worthlessness(of: entry) != nil, "\(entry.name)")
    }
    // If only the end is known, a path is not better for being small.
    let loops = try Study(
      of: eights(6), comparing: [.scheme(Forgetful()), .scheme(Shrunken()), .scheme(.none)], truth: .loop)
    let errors = try (shrunken: loops["Shrunken"].errors, whole: loops["none"].errors)
    #expect(zip(errors.shrunken, errors.whole).allSatisfy { ($0 - $1).magnitude < 1e-6 })
    #expect(try loops["Forgetful"].errors.allSatisfy { $0 == .infinity })
    #expect(loops.winner?.name != "Forgetful")
  }

  @Test func `what returns by itself is not ranked where only the end is known`() throws {
    let traces = try eights(6)
    let schemes: [Contender] = [
      .scheme(.exponential(rate: 2)), .scheme(.nonlinearStep()), .scheme(.none), .scheme(.restRecognition()),
      .scheme(Shrunken()), .tuned("exponential", over: 0.01...10) { .exponential(rate: $0) },
    ]
    let loops = try Study(of: traces, comparing: schemes, truth: .loop)
    #expect(Set(loops.unranked.map(\.contender.name)) == ["exponential (2.0 s⁻¹)", loops.outcomes[1].contender.name])
    // For a family only what leaves a device where it is may be chosen: exp(−αt) > ½ for the seconds that it stays.
    let half = log(2) / (traces[0].duration - 1)
    let rates = try loops["exponential, tuned"].chosen.map {
      try #require(Double($0.firstMatch(of: /[0-9.]+/)?.output ?? ""))
    }
    #expect(rates.allSatisfy { $0 < half * 1.1 }, "\(rates) \(half)")
    let rests = try Study(of: traces, comparing: schemes, truth: .restAtEnd(0.5))
    #expect(rests.unranked.contains { $0.contender.name == "exponential (2.0 s⁻¹)" })
    #expect(
      !rests.unranked.contains { ["none", "rest recognition"].contains($0.contender.name) },
      "\(rests.outcomes.map { ($0.contender.name, $0.left) })")
    let none = try Study(of: traces, comparing: [.scheme(.exponential(rate: 2))], truth: .loop)
    #expect(none.winner == nil && none.ranking.entries.count == 1)
  }

  @Test func `chosen settings differ visibly, also where labels leave the parameter out`() throws {
    let study = try Study(
      of: eights(4),
      comparing: [
        .scheme(.none), .tuned("rest recognition", over: 0.05...2, count: 5) { .restRecognition(threshold: $0) },
      ])
    let outcome = try study["rest recognition, tuned"]
    for (index, trace) in try eights(4).enumerated() {
      #expect(outcome.chosen[index].contains("threshold"))
      #expect(try outcome.scheme(chosenFor: index).measure(trace).rmsDrift == outcome.errors[index])
    }
  }

  @Test func `what is not known is not ranked`() throws {
    let traces = try eights(3).map(\.withoutTruth)
    #expect(throws: StudyError.unknowable(recordings: 3)) { try Study(of: traces, comparing: [.scheme(.none)]) }
    #expect("\(StudyError.unknowable(recordings: 1))".hasPrefix("The recording does not say where"))
    #expect("\(StudyError.unknowable(recordings: 3))".hasPrefix("None of the 3 recordings says where"))
    let mixed = try Study(of: traces + eights(2), comparing: [.scheme(.none)])
    #expect(mixed.recordings.count == 2 && mixed.omitted.count == 3)
    #expect(throws: StudyError.noContender) { try Study(of: traces, comparing: []) }
    #expect(throws: StudyError.repeatedName("none")) {
      try Study(of: traces, comparing: [.scheme(.none), .scheme(.none)])
    }
  }

  @Test func `the speed at a rest is that of a recording that is cut before it`() throws {
    let traces = try (1...3).map {
      try Trace.simulated(.square(), sensors: .currentPhone, seed: UInt64($0)).withoutTruth
    }
    let study = try Study(
      of: traces, comparing: [.scheme(.none), .scheme(.restRecognition())], truth: .restAtEnd(0.5))
    let cut = try traces.map { trace in
      let end = trace.timestamps[trace.count - 1] - 0.5
      return try Unstabilized().integrate(trace[0..<(trace.timestamps.firstIndex { $0 > end } ?? 0)])
    }
    #expect(try study["none"].errors == cut.map { $0[$0.count - 1].velocity.length })
    #expect(throws: StudyError.self) {
      try Study(of: traces, comparing: [.scheme(.none)], truth: .restAtEnd(1000))
    }
  }

  @Test func `a device that did not move is ranked by how far a scheme carries it`() throws {
    let traces = try (1...3).map {
      try Trace.simulated(.still(), sensors: .currentPhone, seed: UInt64($0)).withoutTruth
    }
    let study = try Study(of: traces, comparing: [.scheme(.none), .scheme(.exponential(rate: 1))], truth: .motionless)
    let direct = try Comparison(of: traces[0], schemes: [.exponential(rate: 1)], truth: .motionless)
    let expected = direct.runs.first { $0.scheme == "exponential" }?.score.rmsDrift
    #expect(try study["exponential (1.0 s⁻¹)"].errors[0] == expected)
    // Standing still is the truth here, and no competitor.
    #expect(!study.outcomes.contains { $0.contender.name == "standing still" })
  }

  @Test func `with too few recordings it says how many are needed`() throws {
    let study = try Study(of: eights(3), comparing: [.scheme(.none), .scheme(.exponential(rate: 1))])
    #expect(study.ranking.comparisons == 3)
    #expect(study.ranking.entries.allSatisfy { !($0.againstBest?.isShown ?? false) })
    #expect(study.fewestGroups == 7)
    #expect(try #require(study.groupsNeeded) >= 7)
    let one = try Study(
      of: eights(1),
      comparing: [.scheme(.none), .tuned("exponential", over: 1...2, count: 3) { .exponential(rate: $0) }])
    #expect(one.ranking.entries[0].estimate.interval == nil)
    #expect(try one["exponential, tuned"].errors == one["exponential, tuned"].promised)
    #expect(one.nestedErrors == nil)
  }

  @Test func `a best value at the end of its range is pointed out`() throws {
    let study = try Study(
      of: eights(4),
      comparing: [
        .tuned("low", over: 0.01...0.1, count: 4) { .exponential(rate: $0) },
        .tuned("wide", over: 0.1...10, count: 9) { .exponential(rate: $0) },
      ])
    #expect(try study["low, tuned"].isAtEnd)
    #expect(try !study["wide, tuned"].isAtEnd)
  }

  @Test func `long recordings are ranked by their drift after ten seconds, by windows that do not overlap`() throws {
    let traces = try (1...3).map {
      try Trace.simulated(.figureEight(loops: 40), sensors: .currentPhone, seed: UInt64($0))
    }
    try #require(traces[0].duration > 60)
    let study = try Study(of: traces, comparing: [.scheme(.none), .scheme(.exponential(rate: 1))])
    #expect(study.measure == .drift(after: 10))
    let windows = try WindowedDrift(of: traces[1], under: .none, duration: 10, spacing: 10)
    #expect(try study["none"].errors[1] == windows.median)
    #expect(windows.independentCount == windows.errors.count)
    let dense = try WindowedDrift(of: traces[1], under: .none, duration: 10, spacing: 1)
    #expect(dense.independentCount < dense.errors.count / 5)
    #expect((windows.independentCount - dense.independentCount).magnitude <= 1)
    let failures = try study.failures(2)
    #expect(failures.count == 2 && failures[0].error >= failures[1].error)
    #expect(failures[0].comparison.trace.duration < 10.5)
    let whole = try Study(of: traces, comparing: [.scheme(.none)], by: .rmsDrift)
    #expect(whole.measure == .rmsDrift)
    #expect(try Study(of: traces, comparing: [.scheme(.none)], by: .finalDrift)["none"].errors != whole["none"].errors)
  }

  @Test func `a recording of another length than most is ranked as they are`() throws {
    let long = try (1...2).map { try Trace.simulated(.figureEight(loops: 40), sensors: .currentPhone, seed: $0) }
    let short = try Trace.simulated(.figureEight(loops: 8), sensors: .currentPhone, seed: 3)
    try #require(long[0].duration > 60 && short.duration < 60 && short.duration > 12)
    let study = try Study(of: long + [short], comparing: [.scheme(.none)])
    #expect(study.measure == .drift(after: 10) && study.recordings.count == 3)
    #expect(try study["none"].errors[2] == WindowedDrift(of: short, under: .none, duration: 10, spacing: 10).median)
    let other = try Trace.simulated(.figureEight(loops: 8), sensors: .currentPhone, seed: 4)
    let few = try Study(of: [short, other, long[0]], comparing: [.scheme(.none)])
    #expect(try few.measure == .rmsDrift && few["none"].errors[2] == Unstabilized().measure(long[0]).rmsDrift)
  }

  @Test func `where the winner fails, the worst moment is shown next to the runner-up`() throws {
    let study = try Study(
      of: eights(5), comparing: [.scheme(.none), .scheme(.exponential(rate: 1)), .scheme(.exponential(rate: 3))])
    let (winner, runnerUp) = (try #require(study.winner), try #require(study.runnerUp))
    let failure = try #require(try study.failures(1).first)
    #expect(failure.error == study.outcomes[winner.index].errors.max())
    let labels = failure.comparison.runs.map(\.label)
    #expect(labels.contains(winner.name) && labels.contains(runnerUp.name))
    let drift = try #require(try failure.comparison[winner.name].drift)
    let place = drift.indices.max { drift[$0] < drift[$1] } ?? 0
    #expect(failure.moment == failure.comparison.trace.timestamps[place] - failure.comparison.trace.timestamps[0])
  }

  @Test func `threads and the order of recordings change no number`() throws {
    let traces = try eights(5).enumerated().map { $1.renamed("r\($0)") }
    let contenders: [Contender] = [
      .scheme(.none), .tuned("exponential", over: 0.3...3, count: 5) { .exponential(rate: $0) },
    ]
    let (one, two) = (
      try Study(of: traces, comparing: contenders, threads: 1),
      try Study(of: traces.reversed(), comparing: contenders, threads: 3)
    )
    #expect(one.outcomes.map(\.errors) == two.outcomes.map { $0.errors.reversed() })
    #expect(one.ranking.entries.map(\.name) == two.ranking.entries.map(\.name))
  }

  @Test func `files are read one after the other, and what cannot be read is named`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let traces = try eights(3)
    for (index, trace) in traces.enumerated() { try trace.write(to: "\(folder)/\(index).csv") }
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: "\(folder)/broken.csv"))
    let paths = (0..<3).map { "\(folder)/\($0).csv" } + ["\(folder)/broken.csv", "\(folder)/missing.csv"]
    var done: [Int] = []
    let study = try Study(ofFiles: paths, comparing: [.scheme(.none)], progress: { done.append($0) })
    #expect(study.recordings.count == 3)
    #expect(study.omitted.map { $0.name } == Array(paths.suffix(2)))
    #expect(done.last == 5)
    let direct = try Study(of: traces, comparing: [.scheme(.none)])
    #expect(try zip(study["none"].errors, direct["none"].errors).allSatisfy { ($0 - $1).magnitude < 1e-9 })
  }
}

/// A scheme whose positions are not numbers from some moment on.
private struct Broken: Scheme {
  var base = Unstabilized()
  mutating func advance(_ motion: inout Motion, by step: Step) {
    base.advance(&motion, by: step)
    if step.time > 5 { motion.position.x = .nan }
  }
}

@Suite struct OddStudyTests {
  private func eights(_ count: UInt64) throws -> [Trace] {
    try (1...count).map { try .simulated(.figureEight(), sensors: .currentPhone, seed: $0).renamed("e\($0)") }
  }

  @Test func `a recording that is given twice counts once, under whatever name`() throws {
    let traces = try eights(3)
    let copies = (1...9).map { traces[0].renamed("copy \($0)") }
    let study = try Study(of: traces + copies, comparing: [.scheme(.none), .scheme(.exponential(rate: 1))])
    #expect(study.recordings.map(\.name) == ["e1", "e2", "e3"])
    #expect(study.omitted.count == 9 && study.omitted.allSatisfy { $0.reason.contains("same samples as e1") })
    #expect(try !#require(study.ranking.entries[1].againstBest).isShown)
  }

  @Test func `a single sample is no recording`() throws {
    let traces = try eights(2)
    let study = try Study(of: [traces[0], traces[1][0..<1]], comparing: [.scheme(.none)])
    #expect(study.recordings.count == 1 && study.omitted.map(\.name) == ["e2"])
    #expect(throws: StudyError.self) { try Study(of: [traces[0][0..<1]], comparing: [.scheme(.none)]) }
  }

  @Test func `a measure that cannot be known is refused before any recording is read`() throws {
    var read = 0
    for (measure, truth) in [
      (Study.Measure.drift(after: 10), Study.Truth.motionless), (.finalDrift, .loop), (.rmsDrift, .restAtEnd(1)),
      (.closingShare, .recorded), (.speedAtRest, .loop),
    ] {
      let error = #expect(throws: StudyError.self) {
        try Study(of: eights(2), comparing: [.scheme(.none)], truth: truth, by: measure) { name in
          read += 1
          return name
        }
      }
      #expect(error.map { "\($0)".contains("cannot be ranked, as") } == true)
    }
    #expect(read == 0)
  }

  @Test func `schemes with one label are called by what differs, and equal ones are refused`() throws {
    let study = try Study(
      of: eights(2),
      comparing: [.scheme(.restRecognition(threshold: 0.1)), .scheme(.restRecognition(threshold: 0.5)), .scheme(.none)])
    let names = study.outcomes.map(\.contender.name)
    #expect(Set(names).count == 4 && names[1].contains("0.1") && names[2].contains("0.5"), "\(names)")
    #expect(throws: StudyError.repeatedName("exponential (2.0 s⁻¹)")) {
      try Study(of: eights(2), comparing: [.scheme(.exponential(rate: 2)), .scheme(.exponential(rate: 2))])
    }
  }

  @Test func `positions that are not numbers do not count as standing still`() throws {
    let study = try Study(of: eights(2), comparing: [.scheme(Broken()), .scheme(.none)])
    let outcome = try study["Broken"]
    #expect(outcome.errors.allSatisfy { $0 == .infinity } && outcome.kept == nil)
    #expect(study.summary.contenders.first { $0.name == "Broken" }?.worthless != "shrinks")
  }

  @Test func `recordings with one reason share a phrase, which has one full stop`() throws {
    let error = #expect(throws: StudyError.self) {
      try Study(of: eights(5), comparing: [.scheme(.none)], truth: .restAtEnd(1000))
    }
    let words = "\(try #require(error))"
    #expect(
      words.contains("e1, e2, e3 and 2 more: rest is 1000") && !words.contains("..") && !words.contains(".;"),
      "\(words)")
  }
}

@Suite struct GroupTableTests {
  private func groups(_ table: Data, of names: [String]) throws -> [String?] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".csv")
    try table.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try names.map(Study.groups(inFile: file.path))
  }

  @Test(arguments: [
    "recording,group\nw1.csv,Ada\nw2.csv,Bob\n", "\u{feff}recording;group\r\nw1.csv;Ada\r\n\r\nw2.csv;Bob\r\n",
    "w1.csv\tAda\nw2.csv\tBob", "# who walked\nFile,Person\n\n w1.csv , Ada \nw2.csv,Bob\n",
    "group,recording\nAda,w1.csv\nBob,w2.csv\n", "recording,person,device\nw1,Ada,x\nw2,Bob,y\n",
    "\"w1.csv\",\"Ada\"\n\"w2.csv\",\"Bob\"\n", "walks/w1.csv,Ada\n./walks/w2.csv,Bob\n",
  ])
  func `a table is read as spreadsheets and people write it`(text: String) throws {
    let names = ["../walks/w1.csv", "walks/w2.csv", "/data/walks/w3.csv"]
    #expect(try groups(Data(text.utf8), of: names) == ["Ada", "Bob", nil])
    #expect(try groups(#require(text.data(using: .utf16)), of: names) == ["Ada", "Bob", nil])
  }

  @Test func `separators may be in quotation marks, and folders tell two files of one name apart`() throws {
    #expect(try groups(Data("w1.csv,\"Ada, L.\"".utf8), of: ["w1.csv"]) == ["Ada, L."])
    let table = Data("ada/w.csv,Ada\nbob/w.csv,Bob\n".utf8)
    #expect(try groups(table, of: ["walks/ada/w.csv", "walks/bob/w.csv", "w.csv"]) == ["Ada", "Bob", nil])
  }

  @Test func `a mistake in a table is reported with its line`() throws {
    func error(_ text: String) -> StudyError? {
      #expect(throws: StudyError.self) { try groups(Data(text.utf8), of: []) }
    }
    if case .twoGroups(_, 3, "w1.csv")? = error("w1.csv,A\nw2.csv,B\nw1.csv,B") {} else { Issue.record("two groups") }
    if case .badGroups(_, 2)? = error("w1.csv,A\nw2.csv,") {} else { Issue.record("no group") }
    if case .badGroups(_, 1)? = error("") {} else { Issue.record("nothing") }
    #expect(throws: StudyError.self) { try groups(Data([0xe4, 0x2c, 0x41]), of: []) }
  }
}

@Suite struct RecordingFilesTests {
  @Test func `a file that is named twice is one, and folders in folders are looked through`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (index, place) in ["a.csv", "deep/b.csv", "deep/deeper/c.csv", "several/d.csv", "several/e.csv"].enumerated() {
      let path = "\(folder)/\(place)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Trace.simulated(.still(duration: 1), seed: UInt64(index + 1)).write(to: path)
    }
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link.csv", withDestinationPath: "a.csv")
    let one = try RecordingFiles(
      matching: ["\(folder)/a.csv", "\(folder)/./a.csv", "\(folder)/deep/../a.csv", "\(folder)/link.csv"])
    #expect(one.paths.count == 1)
    let all = try RecordingFiles(matching: [folder]).paths.map { String($0.dropFirst(folder.count + 1)) }
    // A folder with one recording in it is that recording.
    #expect(all.count == 5, "\(all)")
    #expect(all.contains("several/d.csv") && all.contains("several/e.csv"))
  }
}

@Suite struct RepeatsTests {
  @Test func `an experiment is repeated for each seed`() throws {
    let repeats = try Repeats(.seeds(1...8)) { seed in
      try Comparison(of: .simulated(.figureEight(), sensors: .currentPhone, seed: seed), schemes: [.none])
        .runs.first { $0.scheme == "none" }?.score.rmsDrift ?? .nan
    }
    #expect(Set(repeats.values).count == 8)
    #expect(repeats.estimate == Estimate(.mean, of: repeats.values))
    let interval = try #require(repeats.estimate.interval)
    #expect(interval.contains(repeats.estimate.value))
    // Half the width needs four times as many.
    let now = try #require(repeats.estimate.halfWidth)
    #expect(repeats.countNeeded(halfWidth: now / 2) == 32)
    #expect(repeats.countNeeded(halfWidth: 1e-9) == nil)
  }

  @Test func `two of them are compared seed by seed`() {
    func draw(_ seed: UInt64, _ shift: Double) -> Double {
      var random = SeededRandom(seed: seed)
      return 100 * random.normal() + shift
    }
    let (first, second) = (Repeats(.seeds(1...10)) { draw($0, 1) }, Repeats(.seeds(1...10)) { draw($0, 0) })
    let difference = first.difference(from: second)
    #expect((difference.estimate.value - 1).magnitude < 1e-9 && difference.isShown)
  }

  @Test func `curves have a band`() throws {
    let curves = Repeats(.seeds(1...9)) { seed in (0..<4).map { Double($0) + Double(seed % 3) } }
    #expect(curves.band.map(\.value) == [1, 2, 3, 4])
    #expect(curves.band.allSatisfy { $0.interval?.contains($0.value) == true })
  }
}

extension Trace {
  fileprivate func renamed(_ name: String) -> Trace {
    Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, gravity: gravity, magneticField: magneticField, truePosition: truePosition,
      trueAttitude: trueAttitude, truthHeading: truthHeading, isTouching: isTouching, notes: notes)
  }

  fileprivate var withoutTruth: Trace {
    Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, gravity: gravity, magneticField: magneticField, truePosition: nil,
      trueAttitude: nil, truthHeading: .shared, isTouching: isTouching, notes: notes)
  }
}
