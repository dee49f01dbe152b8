import Foundation
import Statistics

extension Study {
  /// What a study found, for programs: `gimbal compare --json` prints it.
  ///
  /// Numbers that are not finite are nil. Errors are in `unit`, and belong to the recordings in their order.
  public struct Summary: Codable, Hashable, Sendable {
    /// One contender.
    public struct Contender: Codable, Hashable, Sendable {
      /// Its name.
      public var name: String
      /// What sums up its errors, and the 95 % interval.
      public var error: Double?
      /// The interval's ends.
      public var low: Double?, high: Double?
      /// Its error in each recording.
      public var errors: [Double?]
      /// The scheme that was chosen for each recording.
      public var chosen: [String]
      /// What tuning on the recording itself would have promised.
      public var promised: [Double?]
      /// The share of the recordings in which none was better.
      public var won: Double
      /// How much of the path's size it keeps.
      public var kept: Double?
      /// Whether something makes its error worthless: `standsStill`, `shrinks`, `noBetter`, or `returns` for one that is not ranked.
      public var worthless: String?
    }

    /// Two contenders.
    public struct Pair: Codable, Hashable, Sendable {
      /// Their names.
      public var first: String, second: String
      /// The first's error over the second's.
      public var ratio: Double?
      /// The ends of its 95 % interval.
      public var low: Double?, high: Double?
      /// The test's probability, alone, and corrected for all comparisons.
      public var p: Double, corrected: Double
      /// The test.
      public var test: String
    }

    /// What was ranked, in which unit, and what was known.
    public var measure: String, unit: String
    /// What sums up the errors.
    public var center: String
    /// The recordings, and the group of each.
    public var recordings: [String], groups: [String]
    /// What was left out, with the reason.
    public var omitted: [String]
    /// The contenders, best first.
    public var contenders: [Contender]
    /// All pairs that were compared.
    public var pairs: [Pair]
    /// Names that cannot be distinguished.
    public var indistinguishable: [[String]]
    /// The best one that moves.
    public var winner: String?
    /// Friedman's probability.
    public var friedman: Double?
    /// The error when the scheme is chosen on other recordings, too.
    public var nested: [Double?]?
    /// How many groups would show the difference between the first two, and how many any difference takes.
    public var needed: Int?, fewest: Int
  }

  /// What was found, for programs.
  public var summary: Summary {
    func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
    let entries = ranking.entries
    let pairs = entries.indices.flatMap { first in
      ((first + 1)..<max(first + 1, entries.count)).compactMap { second in
        ranking.difference(first, second).map { difference in
          Summary.Pair(
            first: entries[first].name, second: entries[second].name, ratio: finite(difference.estimate.value),
            low: finite(difference.estimate.interval?.lowerBound),
            high: finite(difference.estimate.interval?.upperBound),
            p: difference.test.p, corrected: difference.p, test: difference.test.method.rawValue)
        }
      }
    }
    func contender(
      _ outcome: Outcome, _ estimate: Estimate, won: Double, _ worthless: Worthlessness?
    ) -> Summary.Contender {
      Summary.Contender(
        name: outcome.contender.name, error: finite(estimate.value), low: finite(estimate.interval?.lowerBound),
        high: finite(estimate.interval?.upperBound), errors: outcome.errors.map(finite), chosen: outcome.chosen,
        promised: outcome.promised.map(finite), won: won, kept: finite(outcome.kept), worthless: worthless?.word)
    }
    return Summary(
      measure: "\(errorMeasure)", unit: errorMeasure.unit, center: ranking.center.rawValue,
      recordings: recordings.map(\.name), groups: recordings.map(\.group), omitted: omitted.map(\.description),
      contenders: entries.map { contender(outcome(of: $0), $0.estimate, won: $0.won, worthlessness(of: $0)) }
        + unranked.map { contender($0, estimate(of: $0), won: 0, worthlessness(of: $0)) }, pairs: pairs,
      indistinguishable: indistinguishable, winner: winner?.name, friedman: ranking.friedman?.p,
      nested: nestedErrors.map { $0.map(finite) }, needed: groupsNeeded, fewest: fewestGroups)
  }

  /// The summary as JSON with sorted keys.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return (try? encoder.encode(summary)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The groups in a table of two columns, the recording and its group, with or without a head: for `group:`.
  ///
  /// A recording is found by its path, its file's name, or that without its ending.
  ///
  /// - Throws: What reading throws, and ``StudyError/badGroups(path:line:)`` for a line without two entries.
  public static func groups(inFile path: String) throws -> (String) -> String? {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var groups: [String: String] = [:]
    for (number, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
      }
      guard fields.count >= 2, !fields[0].isEmpty, !fields[1].isEmpty else {
        throw StudyError.badGroups(path: path, line: number + 1)
      }
      groups[fields[0]] = fields[1]
    }
    return { [groups] name in
      let file = URL(fileURLWithPath: name).lastPathComponent
      let stem = file.split(separator: ".").first.map(String.init) ?? file
      return groups[name] ?? groups[file] ?? groups[stem]
    }
  }
}
