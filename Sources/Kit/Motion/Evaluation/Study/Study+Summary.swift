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
      /// The share of the recordings at whose end the device was in its 95 % region, if it has one.
      public var covered: Double?
      /// Whether something makes its error worthless: `standsStill`, `shrinks`, `noBetter`, or `returns` for one that is not ranked.
      public var worthless: String?
    }

    /// Two contenders.
    public struct Pair: Codable, Hashable, Sendable {
      /// Their names.
      public var first: String, second: String
      /// The first's error over the second's; nil where an error is 0, of which nothing is so many times.
      public var ratio: Double?
      /// There the first's error minus the second's, in `unit`.
      public var difference: Double?
      /// The ends of the 95 % interval of the ratio or difference.
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
            first: entries[first].name, second: entries[second].name,
            ratio: difference.kind == .ratio ? finite(difference.estimate.value) : nil,
            difference: difference.kind == .difference ? finite(difference.estimate.value) : nil,
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
        promised: outcome.promised.map(finite), won: won, kept: finite(outcome.kept), covered: outcome.covered,
        worthless: worthless?.word)
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
}
