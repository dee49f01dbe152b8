internal import Basics
import Statistics

/// Seeds of simulated recordings: `.seeds(1...20)`.
public struct Seeds: Hashable, Sendable {
  /// The seeds.
  public let range: ClosedRange<UInt64>

  /// These seeds.
  public static func seeds(_ range: ClosedRange<UInt64>) -> Seeds { Seeds(range: range) }
}

/// An experiment with simulated recordings, done again with other seeds: one simulated recording is one draw, and what it shows may be
/// luck.
///
///     let drift = try Repeats(.seeds(1...20)) { seed in
///       try Comparison(of: .simulated(.square(), seed: seed), schemes: [.none]).runs[0].score.rmsDrift ?? .nan
///     }
///     drift.estimate               // the mean, and the interval that holds the true one with 95 %
public struct Repeats<Value: Sendable>: Sendable {
  /// Which seeds.
  public let seeds: Seeds
  /// The outcomes, in their order.
  public let values: [Value]

  /// Does an experiment once for each seed, without the warnings that a comparison of one recording would give.
  ///
  /// - Complexity: O(seeds) times the experiment.
  public init(_ seeds: Seeds, _ experiment: (UInt64) throws -> Value) rethrows {
    self.seeds = seeds
    values = try Warnings.$isMuted.withValue(true) { try seeds.range.map(experiment) }
  }
}

extension Repeats where Value == Double {
  /// The mean over the seeds with its 95 % interval.
  public var estimate: Estimate { Estimate(.mean, of: values) }

  /// The median over the seeds with its 95 % interval.
  public var median: Estimate { Estimate(.median, of: values) }

  /// How many seeds would make the interval of the mean reach this far to either side; nil where two seeds or fewer have been
  /// tried, and where that many would be more than a million.
  ///
  /// The interval shrinks with the root of the count.
  public func countNeeded(halfWidth: Double) -> Int? {
    guard let now = estimate.halfWidth, halfWidth > 0, now.isFinite else { return nil }
    let count = Double(values.count) * (now / halfWidth) * (now / halfWidth)
    return count < 1e6 ? max(3, Int(count.rounded(.up))) : nil
  }

  /// How these differ from others with the same seeds, seed by seed.
  public func difference(from other: Repeats<Double>, as kind: PairedDifference.Kind = .difference) -> PairedDifference
  {
    PairedDifference(of: values, and: other.values, as: kind)
  }
}

extension Repeats where Value == [Double] {
  /// For each place of the curves their mean with its 95 % interval, as far as the shortest curve goes: what a ribbon shows.
  ///
  /// - Complexity: O(4000 · seeds · places).
  public var band: [Estimate] {
    (0..<(values.map(\.count).min() ?? 0)).map { place in Estimate(.mean, of: values.map { $0[place] }) }
  }
}
