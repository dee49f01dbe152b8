import Display
import Evaluation
import Figures
import Foundation
import Inertial
import InertialFigures
import Statistics

// What a study says in words and tables.

extension Estimate: Readable, TableValue {
  /// “0.28 (95 % confidence: 0.21 to 0.36)”.
  public var readable: String {
    guard let words = interval.map(Self.words) else { return NumberFormat.significant(value) }
    return "\(NumberFormat.significant(value)) (95 % confidence: \(words))"
  }

  /// “0.21 to 0.36”.
  static func words(_ interval: ClosedRange<Double>) -> String {
    "\(NumberFormat.significant(interval.lowerBound)) to \(NumberFormat.significant(interval.upperBound))"
  }
}

extension PairedTest: Readable, TableValue {
  /// “p = 0.0009, McNemar's exact test”.
  public var readable: String { "\(PairedDifference.words(p)), \(method.rawValue)" }
}

extension PairedDifference: Readable, TableValue {
  /// “1.21 times (95 % confidence: 1.08 to 1.36; p = 0.003)”.
  public var readable: String {
    let interval = estimate.interval.map { "95 % confidence: \(Estimate.words($0)); " } ?? ""
    let value = NumberFormat.significant(estimate.value)
    return kind == .ratio
      ? "\(value) times (\(interval)\(Self.words(p)))" : "a difference of \(value) (\(interval)\(Self.words(p)))"
  }

  /// “p = 0.003”.
  static func words(_ p: Double) -> String {
    p < 1e-4 ? "p < 0.0001" : "p = \(NumberFormat.significant(p, digits: p < 0.1 ? 1 : 2))"
  }
}

extension Ranking: Displayable {
  /// One row a competitor, best first: its number with its 95 % interval, over how many recordings, how it differs from the best, the next
  /// and the reference, and in which share of the recordings none was better.
  public var table: Table { table(unit: nil) }

  /// The same with the unit of the numbers.
  public func table(unit: String?) -> Table {
    let hasReference = entries.contains { $0.againstReference != nil }
    let isMissing = entries.contains { !$0.missing.isEmpty }
    func times(_ difference: PairedDifference?) -> Table.Cell {
      difference.map { .text(Self.short($0)) } ?? .empty
    }
    var columns: [Table.Column] = [
      .init(""), .init("\(center.rawValue)", unit: unit), .init("95 % interval"), .init("n"),
      .init(kind == .ratio ? "÷ the best" : "− the best", missing: "–"),
      .init(kind == .ratio ? "÷ the next" : "− the next", missing: "–"),
    ]
    if hasReference { columns.append(.init(kind == .ratio ? "÷ reference" : "− reference", missing: "–")) }
    columns.append(.init("won", unit: "%", digits: 2))
    if isMissing { columns.append(.init("without", missing: "–")) }
    return Table(
      columns: columns,
      rows: entries.map { entry in
        let count = entry.missing.isEmpty ? "\(entry.estimate.count)" : "\(entry.estimate.count) of \(units.count)"
        var row: [Table.Cell] = [
          .text(entry.name), .number(entry.estimate.value),
          .text(entry.estimate.interval.map(Estimate.words) ?? "too few"), .text(count), times(entry.againstBest),
          times(entry.againstNext),
        ]
        if hasReference { row.append(times(entry.againstReference)) }
        row.append(.number(100 * entry.won))
        if isMissing { row.append(entry.missing.isEmpty ? .empty : .text(Counted.names(entry.missing, most: 4))) }
        return row
      })
  }

  public var mimeBundle: MIMEBundle { table.mimeBundle }

  /// “1.21 (1.08 to 1.36)”, with a star where the difference is shown.
  static func short(_ difference: PairedDifference) -> String {
    let interval = difference.estimate.interval.map { " (\(Estimate.words($0)))" } ?? ""
    return NumberFormat.significant(difference.estimate.value) + interval + (difference.isShown ? " *" : "")
  }
}

/// Names in a sentence.
enum Counted {
  /// “a, b and c”; “a, b and 4 more”.
  static func names(_ names: [String], most: Int = .max) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    if names.count > most { return names.prefix(most).joined(separator: ", ") + " and \(names.count - most) more" }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  static func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension Study: Displayable {
  /// One row a contender, best first: its error with the 95 % interval, its share of standing still's error, the difference to the best,
  /// how many recordings it won, and how much of the movement it keeps; of a scheme with covariances, in how many recordings the device ended
  /// in the 95 % region: 95 is right, fewer is too sure. One that hardly moves is marked. ``choiceTable`` has what was chosen.
  ///
  /// A star marks a difference that is shown at 5 %, corrected for all comparisons.
  public var table: Table {
    let unit = errorMeasure.unit.isEmpty ? nil : errorMeasure.unit
    let hasReference = ranking.entries.contains { $0.againstReference != nil }
    let isKept = outcomes.contains { $0.kept != nil }
    let isCovered = outcomes.contains { $0.covered != nil }
    let sign = ranking.kind == .ratio ? "÷" : "−"
    var columns: [Table.Column] = [
      .init("scheme"), .init(errorMeasure.title, unit: unit), .init("95 % interval"),
      .init("\(sign) the best", missing: "–"),
    ]
    if hasReference { columns.append(.init("\(sign) standing still", missing: "–")) }
    columns.append(.init("won", unit: "%", digits: 2, missing: "–"))
    if isKept { columns.append(.init("movement kept", unit: "%", digits: 2, missing: "–")) }
    if isCovered { columns.append(.init("in the 95 % region", unit: "%", digits: 2, missing: "–")) }
    func row(_ outcome: Outcome, _ estimate: Estimate, _ entry: Ranking.Entry?) -> [Table.Cell] {
      func times(_ difference: PairedDifference?) -> Table.Cell {
        difference.map { .text(Ranking.short($0)) } ?? .empty
      }
      var row: [Table.Cell] = [
        .text(outcome.contender.name + doubt(outcome, entry)), .number(estimate.value),
        .text(estimate.interval.map(Estimate.words) ?? "too few recordings"), times(entry?.againstBest),
      ]
      if hasReference { row.append(times(entry?.againstReference)) }
      row.append(entry.map { .number(100 * $0.won) } ?? .empty)
      if isKept { row.append(outcome.kept.map { .number(100 * $0) } ?? .empty) }
      if isCovered { row.append(outcome.covered.map { .number(100 * $0) } ?? .empty) }
      return row
    }
    return Table(
      columns: columns,
      rows: ranking.entries.map { row(outcome(of: $0), $0.estimate, $0) }
        + unranked.map { row($0, estimate(of: $0), nil) })
  }

  public var mimeBundle: MIMEBundle { table.mimeBundle }

  /// What a small error does not say of a contender, behind its name.
  private func doubt(_ outcome: Outcome, _ entry: Ranking.Entry?) -> String {
    guard let entry else { return " (not ranked)" }
    if case .shrinks = worthlessness(of: entry), outcome.contender.name != StandingStill.name {
      return " (hardly moves)"
    }
    return ""
  }

  /// One row for each contender whose values were chosen: what the others chose most often, the error with it, and what tuning on the
  /// recording itself would have promised; nil where nothing was chosen.
  public var choiceTable: Table? {
    let unit = errorMeasure.unit.isEmpty ? nil : errorMeasure.unit
    let tuned = outcomes.filter(\.contender.isTuned)
    guard !tuned.isEmpty else { return nil }
    return Table(
      columns: [
        .init("scheme"), .init("chosen"), .init("error", unit: unit), .init("tuned on itself", unit: unit),
      ],
      rows: tuned.map { outcome in
        [
          .text(outcome.contender.name), .text(outcome.mostChosen), .number(estimate(of: outcome).value),
          .number(Estimate(ranking.center, of: outcome.promised).value),
        ]
      })
  }

  /// The answer: which scheme is best, what that is worth, and how sure it is; a sentence each.
  public var sentences: [String] { [bestSentence, worthSentence, certaintySentence] }

  /// What else a reader has to know before using the answer.
  public var notes: [String] {
    var notes: [String] = []
    for entry in ranking.entries {
      if case .shrinks(let kept) = worthlessness(of: entry) {
        notes.append(
          "“\(entry.name)” keeps \(NumberFormat.significant(100 * kept, digits: 2)) % of the movement: it hardly moves, so its error "
            + "does not show how well it follows.")
      }
    }
    notes += returning.map { outcome in
      let left = NumberFormat.significant(100 * (outcome.left ?? 0), digits: 2)
      let why =
        truth == .loop
        ? "it draws a device that goes away and stays there back to its start (\(left) % of the way is left), and so closes any path"
        : "it slows a device down by itself (\(left) % of a steady speed is left), and so is slow at any rest"
      return "“\(outcome.contender.name)” is not ranked: \(why)."
    }
    for outcome in outcomes where outcome.isAtEnd {
      notes.append(
        "“\(outcome.contender.name)” takes the first or last value that was tried (\(outcome.mostChosen)): the best may lie beyond."
      )
    }
    for outcome in outcomes where outcome.errors.contains(.infinity) {
      let failed = zip(recordings, outcome.errors).filter { $0.1 == .infinity }.map(\.0.title)
      notes.append("“\(outcome.contender.name)” has no finite error in \(Counted.names(failed, most: 3)).")
    }
    for recording in recordings where truth == .recorded && recording.truthKnown < 1 {
      let share = NumberFormat.significant(100 * (1 - recording.truthKnown), digits: 2)
      notes.append(
        "In “\(recording.title)” the true position is unknown for \(share) % of the samples: the errors leave them out."
      )
    }
    switch truth {
    case .motionless:
      notes.append(
        "The device did not move, so a scheme that never moves would be right: this cannot show whether a scheme follows a movement."
      )
    case .loop:
      notes.append(
        "Only the end is known: a small closing error does not mean that the path has the right shape.")
    case .restAtEnd:
      notes.append(
        "Only the speed at one moment is known. A scheme that always gives a speed of 0 would be right there.")
    case .recorded: break
    }
    if !omitted.isEmpty {
      let phrases = Omission.phrases(omitted)
      notes.append(
        "Left out: " + phrases.prefix(5).joined(separator: "; ")
          + (phrases.count > 5 ? "; and \(phrases.count - 5) more" : "") + ".")
    }
    return notes
  }

  /// Contenders that are right at the end by construction.
  private var returning: [Outcome] { outcomes.filter { ($0.left ?? 1) < Self.leastLeft } }

  /// “12 recordings”, “3 groups of 12 recordings”.
  private var sample: String {
    groups.count == recordings.count
      ? Counted.plural(recordings.count, "recording")
      : "\(Counted.plural(groups.count, "group")) of \(Counted.plural(recordings.count, "recording"))"
  }

  private func amount(_ value: Double) -> String {
    errorMeasure.unit == "m"
      ? Length(value).readable
      : NumberFormat.significant(value) + (errorMeasure.unit.isEmpty ? "" : " \(errorMeasure.unit)")
  }

  private var bestSentence: String {
    guard let winner else {
      return returning.isEmpty
        ? "No scheme that moves gives a finite error on these recordings."
        : "None of these schemes can be judged by the end of a recording: each is right there whatever the device did."
    }
    let what =
      "“\(winner.name)” has the smallest \(errorMeasure.title) over \(sample): \(amount(winner.estimate.value))"
    let interval = winner.estimate.interval.map {
      " (95 % confidence: \(amount($0.lowerBound)) to \(amount($0.upperBound)))"
    }
    let start = what + (interval ?? "")
    let others = ranking.entries.filter { entry in
      guard entry.name != winner.name, entry.estimate.value.isFinite else { return false }
      switch worthlessness(of: entry) {
      case .standsStill, .shrinks, .returns: return false
      default: return true
      }
    }
    guard let next = others.first, let difference = try? self.difference(next.name, winner.name) else {
      return start + "."
    }
    let alike = others.filter { other in
      (try? self.difference(other.name, winner.name)).map { !$0.isShown } ?? false
    }
    if alike.isEmpty {
      let more =
        difference.kind == .ratio
        ? "has \(difference.readable) as much"
        : "has \(amount(difference.estimate.value)) more (\(PairedDifference.words(difference.p)))"
      return "\(start); the next, “\(next.name)”, \(more)."
    }
    return "\(start), but it cannot be told from \(Counted.names(alike.map { "“\($0.name)”" }, most: 4))."
  }

  private var worthSentence: String {
    switch truth {
    case .recorded: break
    case .motionless:
      return "The device did not move, so this ranks how far each scheme drifts, not how well it follows a movement."
    case .loop:
      return "Without true positions this ranks only how well each path closes, not whether its shape is right."
    case .restAtEnd:
      return "Without true positions this ranks only the speed that is left when the device comes to rest."
    }
    guard let winner, let against = winner.againstReference else {
      return "There is nothing to compare it with."
    }
    let (value, isRatio) = (against.estimate.value, against.kind == .ratio)
    let share =
      isRatio
      ? "\(NumberFormat.significant(value)) times standing still's error"
      : "\(amount(value.magnitude)) \(value < 0 ? "less" : "more") than standing still's error"
    let interval =
      against.estimate.interval.map { ends in
        isRatio ? " (\(Estimate.words(ends)))" : " (\(amount(ends.lowerBound)) to \(amount(ends.upperBound)))"
      } ?? ""
    if against.isShown, value < (isRatio ? 1 : 0) {
      return "That is \(share)\(interval): better than doing nothing, \(PairedDifference.words(against.p))."
    }
    if against.isShown {
      return "That is \(share)\(interval): worse than doing nothing, so no scheme is worth using here."
    }
    return
      "That is \(share)\(interval): not shown to be better than doing nothing, so no scheme is known to be worth using here."
  }

  private var certaintySentence: String {
    let count = groups.count
    let unit = groups.count == recordings.count ? "recording" : "group"
    if count == 1 {
      return
        "One \(unit) cannot show that a scheme is better, and values tuned on it are scored on it: record at least \(fewestGroups) for "
        + "\(Counted.plural(ranking.comparisons, "comparison"))."
    }
    var words: [String] = []
    if count < fewestGroups {
      words.append(
        "\(Counted.plural(count, unit)) cannot show any difference among \(Counted.plural(ranking.comparisons, "comparison")), which takes "
          + "at least \(fewestGroups)")
    } else if let winner, let runnerUp, let difference = try? self.difference(runnerUp.name, winner.name),
      !difference.isShown
    {
      let needed = groupsNeeded.map {
        "about \(NumberFormat.grouped($0)) \(unit)s would show a difference of this size"
      }
      words.append(
        "between the first two, \(difference.readable), nothing is shown" + (needed.map { "; \($0)" } ?? ""))
    }
    if let nestedErrors, let winner {
      let nested = Estimate(ranking.center, of: nestedErrors).value
      words.append(
        "choosing the scheme and its values on other \(unit)s gives \(amount(nested)), where the table's best has "
          + amount(winner.estimate.value))
    }
    if words.isEmpty {
      let unitOfSampling = "the unit of sampling is the \(unit)"
      words.append(
        ranking.comparisons < 2
          ? unitOfSampling
          : "probabilities are corrected for \(Counted.plural(ranking.comparisons, "comparison")) by Holm's method, and \(unitOfSampling)"
      )
    }
    let text = words.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Contenders that cannot be distinguished, a row a group; nil where all can.
  public var groupTable: Table? {
    let groups = indistinguishable
    guard !groups.isEmpty else { return nil }
    return Table(
      columns: [.init("cannot be told apart")], rows: groups.map { [.text(Counted.names($0.map { "“\($0)”" }))] })
  }

  /// The recordings in which the winner's error is largest, with the moment, next to the runner-up's error.
  public static func table(of failures: [Failure], measure: ErrorMeasure) -> Table {
    let unit = measure.unit.isEmpty ? nil : measure.unit
    return Table(
      columns: [
        .init("recording"), .init("worst moment", unit: "s"), .init("winner", unit: unit),
        .init("runner-up", unit: unit, missing: "–"),
      ],
      rows: failures.map {
        [
          .text($0.recording.title), .number($0.moment), .number($0.error),
          $0.runnerUpError.map { .number($0) } ?? .empty,
        ]
      })
  }
}

extension Study.Outcome {
  /// The value that was chosen most often.
  var mostChosen: String {
    let counts = chosen.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let most else { return "" }
    return most.value == chosen.count ? most.key : "\(most.key) in \(most.value) of \(chosen.count)"
  }
}
