import Foundation
import Gimbal
import Testing

/// A scheme that shrinks what the split step gives.
private struct Shrunken: Scheme {
  private var inner = (scheme: Unstabilized(), motion: Motion.zero)
  mutating func advance(_ motion: inout Motion, by step: Step) {
    inner.scheme.advance(&inner.motion, by: step)
    motion = Motion(velocity: inner.motion.velocity * 1e-3, position: inner.motion.position * 1e-3)
  }
}

/// A scheme whose numbers grow beyond all.
private struct Endless: Scheme {
  mutating func advance(_ motion: inout Motion, by step: Step) {
    motion = Motion(velocity: .init(repeating: .infinity), position: .init(repeating: .infinity))
  }
}

@Suite("What a study says")
struct StudyAnswerTests {
  private func eights(_ count: UInt64) throws -> [Trace] {
    try (1...count).map { try .simulated(.figureEight(), sensors: .currentPhone, seed: $0) }
  }

  @Test("Three sentences: which is best, what that is worth, how sure it is")
  func sentences() throws {
    let study = try Study(
      of: eights(12), comparing: [.scheme(.exponential(rate: 1)), .scheme(.exponential(rate: 3)), .scheme(.none)])
    #expect(study.sentences.count == 3)
    let winner = try #require(study.winner)
    #expect(study.sentences[0].contains("“\(winner.name)”") && study.sentences[0].contains("12 recordings"))
    #expect(study.sentences[1].contains("times standing still's error"))
    let isBetter = winner.againstReference.map { $0.isShown && $0.estimate.value < 1 } ?? false
    #expect(study.sentences[1].contains("better than doing nothing, ") == isBetter)
    #expect(study.table.rows.count == 4 && study.table.columns.map(\.title).contains("÷ standing still"))
  }

  @Test("Schemes that cannot be told apart are listed, with how many recordings would tell them")
  func alike() throws {
    let study = try Study(
      of: eights(9), comparing: [.scheme(.exponential(rate: 1)), .scheme(.exponential(rate: 0.681))])
    #expect(study.sentences[0].contains("cannot be told from"))
    #expect(study.groupTable != nil)
  }

  @Test("One recording says what it cannot show; without truth it says what the ranking is of")
  func few() throws {
    let one = try Study(of: eights(1), comparing: [.scheme(.exponential(rate: 1)), .scheme(.none)])
    #expect(one.sentences[2].hasPrefix("One recording cannot show"))
    let two = try Study(of: eights(2), comparing: [.scheme(.exponential(rate: 1)), .scheme(.none)])
    #expect(two.sentences[2].contains("at least 7"))
    let loops = try Study(of: eights(2), comparing: [.scheme(.none)], truth: .loop)
    #expect(loops.sentences[1].contains("closes") && loops.notes.contains { $0.contains("Only the end is known") })
    #expect(loops.table.columns.map(\.title).contains("÷ standing still") == false)
    // One scheme is compared with nobody, so nothing is corrected.
    let alone = try Study(of: eights(9), comparing: [.scheme(.none)])
    #expect(alone.sentences.last == "The unit of sampling is the recording.", "\(alone.sentences)")
  }

  @Test("A scheme that shrinks everything is called so in the table, however small its error")
  func worthless() throws {
    let study = try Study(of: eights(6), comparing: [.scheme(Shrunken()), .scheme(.none)])
    let names = study.table.rows.map { $0[0] }
    #expect(names.contains(.text("Shrunken (hardly moves)")) && names.contains(.text("none")), "\(names)")
  }

  @Test("The first of many recordings without a finite error are named, with the number of the others")
  func endless() throws {
    let study = try Study(of: eights(5), comparing: [.scheme(Endless()), .scheme(.none)])
    let titles = study.recordings.prefix(3).map(\.title).joined(separator: ", ")
    #expect(study.notes.contains("“Endless” has no finite error in \(titles) and 2 more."), "\(study.notes)")
  }

  @Test("A long work shows some hundred steps and its end", arguments: [1, 7, 99, 100, 101, 250, 5_000])
  func progress(count: Int) {
    var steps = ProgressSteps(of: count)
    let shown = (1...count).filter { steps.shows($0) }
    #expect(shown.count <= 200 && shown.count >= min(count, 100) && shown.last == count)
    let gaps = zip(shown, [0] + shown).map { $0 - $1 }.dropLast()
    #expect(Set(gaps).count <= 1)
  }

  @Test("A note says which share of the true positions is unknown")
  func gaps() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("holed-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try eights(1)[0].write(to: file.path)
    var text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let head = try #require(text.firstIndex { $0.hasPrefix("time_s") })
    let columns = text[head].split(separator: ",").map(String.init)
    let truth = columns.indices.filter { columns[$0].hasPrefix("true_position") }
    for row in (head + 300)..<(head + 490) {
      var fields = text[row].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      for column in truth { fields[column] = "nan" }
      text[row] = fields.joined(separator: ",")
    }
    try text.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let study = try Study(of: [Trace(contentsOf: file.path), eights(2)[1]], comparing: [.scheme(.none)])
    #expect(
      study.notes.contains { $0.contains("the true position is unknown") && $0.contains("10 % of the samples") },
      "\(study.notes)")
  }

  @Test("Tuned schemes show what tuning on the recording itself would have promised")
  func tuned() throws {
    let study = try Study(
      of: eights(4), comparing: [.tuned("exponential", over: 0.3...3, count: 5) { .exponential(rate: $0) }])
    let table = try #require(study.choiceTable)
    #expect(table.columns.map(\.title) == ["scheme", "chosen", "error", "tuned on itself"])
    let row = try #require(table.rows.first { $0[0] == .text("exponential, tuned") })
    #expect(try Study(of: eights(4), comparing: [.scheme(.none)]).choiceTable == nil)
    guard case .number(let held) = row[2], case .number(let promised) = row[3] else {
      Issue.record("no numbers")
      return
    }
    #expect(promised <= held)
    let decoded = try JSONDecoder().decode(Study.Summary.self, from: Data(study.json.utf8))
    #expect(decoded == study.summary)
  }

  @Test("Estimates and differences are in sentences")
  func words() {
    #expect(Estimate(0.28, in: 0.21...0.36, count: 9).readable == "0.280 (95 % confidence: 0.210 to 0.360)")
    let difference = PairedDifference(of: [2, 2, 2, 2, 2, 2], and: [1, 1, 1, 1, 1, 1])
    #expect(difference.readable == "2.00 times (95 % confidence: 2.00 to 2.00; p = 0.03)")
  }

  @Test("Figures have a row for each scheme, and the marks that they promise")
  func figures() throws {
    let study = try Study(
      of: eights(6), comparing: [.scheme(.exponential(rate: 1)), .scheme(.exponential(rate: 3)), .scheme(.none)])
    func plane(_ figure: Figure) throws -> Plane {
      try #require(figure.panels.compactMap { if case .plane(let plane) = $0 { plane } else { nil } }.first)
    }
    let names = study.ranking.entries.map(\.name)
    let figures = [study.differenceFigure(), study.errorFigure(), try #require(study.criticalDifferenceFigure())]
    for figure in figures { #expect(try plane(figure).y.categories == names.reversed()) }
    #expect(try plane(study.distributionFigure()).marks.map(\.name) == names)
    let points = try plane(study.errorFigure()).marks.filter { $0.kind == .points && $0.x.count == 6 }
    #expect(points.count == 4)
    for figure in figures + [study.distributionFigure()] {
      _ = try figure.script(for: .svg)
    }
  }
}
