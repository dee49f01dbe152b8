internal import Basics

/// Ranks competitors by numbers that all of them have in the same recordings, and says how certain each order is.
///
/// Studies, tunings and grids all rank by it. Differences are paired, and their probabilities
/// corrected for the number of all pairs of competitors (Holm).
public struct Ranking: Hashable, Sendable {
  /// Which numbers are better.
  public enum Goal: String, Hashable, Sendable {
    /// Small ones: errors.
    case smallest
    /// Large ones: shares of what was recognised.
    case largest
  }

  /// One competitor.
  public struct Entry: Hashable, Sendable {
    /// Its place in the list that was given, from 0.
    public let index: Int
    /// What tables call it.
    public let name: String
    /// Its number, over the recordings in which it has one.
    public let estimate: Estimate
    /// The recordings in which it has none.
    public let missing: [String]
    /// In which share of its recordings none is better; from 0 to 1.
    public let won: Double
    /// It against the best one; nil for the best one itself.
    public let againstBest: PairedDifference?
    /// It against the next one in the ranking; nil for the last one.
    public let againstNext: PairedDifference?
    /// It against the reference; nil without one, and for itself.
    public let againstReference: PairedDifference?
  }

  /// The competitors, best first; those without a number last.
  public let entries: [Entry]
  /// What the numbers are summed up by.
  public let center: Center
  /// What is taken of each pair.
  public let kind: PairedDifference.Kind
  /// The names of the recordings, or of groups of them.
  public let units: [String]
  /// Competitors that cannot be distinguished: places in ``entries`` from the first to the last of each such group, of
  /// two or more; of more than ``mostCompared`` competitors only the group of the best.
  public let groups: [ClosedRange<Int>]
  /// Whether any competitor differs from the others; nil for fewer than three, and where one lacks a number.
  public let friedman: FriedmanTest?
  /// How many comparisons the probabilities are corrected for.
  public let comparisons: Int
  private let pairs: [Pair: PairedDifference]

  private struct Pair: Hashable, Sendable { var first: Int, second: Int }

  /// Up to how many competitors each is compared with each; of more only with the best, the next and the reference.
  public static let mostCompared = 12

  /// Ranks competitors.
  ///
  /// - Parameters:
  ///   - names: What they are called.
  ///   - values: For each its number in each recording; infinite where it failed, and not a number where it has none.
  ///   - units: The names of the recordings.
  ///   - goal: Which numbers are better.
  ///   - center: What sums the numbers up; the median where one is infinite.
  ///   - reference: Which of them all are compared with, as with a scheme that stands still.
  ///   - seed: Draws the resamples of intervals.
  /// - Complexity: O(competitors² · 2ⁿ) for n up to 20 recordings, and O(competitors² · n) for more.
  public init(
    _ names: [String], values: [[Double]], units: [String], goal: Goal = .smallest, center: Center = .geometricMean,
    reference: Int? = nil, seed: UInt64 = 1
  ) {
    let all = values.joined().filter { !$0.isNaN }
    let center = Estimate.center(for: Array(all), asked: center)
    // Nothing is so many times zero.
    let kind: PairedDifference.Kind = all.contains { $0 <= 0 } ? .difference : .ratio
    let estimates = values.map { Estimate(center, of: $0, seed: seed) }
    let sign = goal == .smallest ? 1.0 : -1
    func rank(_ index: Int) -> (Int, Double) {
      let (lost, value) = (values[index].count { $0.isInfinite }, estimates[index].value)
      return value.isNaN ? (.max, 0) : (lost == values[index].count ? 1 : 0, sign * value)
    }
    let order = names.indices.sorted { (rank($0).0, rank($0).1, $0) < (rank($1).0, rank($1).1, $1) }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    // Which pairs of places are compared.
    var wanted: [Pair] = []
    for first in order.indices {
      for second in order.indices.dropFirst(first + 1) {
        let isOfReference = reference.map { [first, second].contains(places[$0]) } ?? false
        if order.count <= Self.mostCompared || first == 0 || second == first + 1 || isOfReference {
          wanted.append(Pair(first: first, second: second))
        }
      }
    }
    let compared = wanted.map { pair in
      PairedDifference(of: values[order[pair.first]], and: values[order[pair.second]], as: kind, seed: seed)
    }
    let comparisons = order.count * (order.count - 1) / 2
    // Those that were not compared count as if they had shown nothing.
    let adjusted = PairedTest.corrected(
      compared.map(\.test.p) + [Double](repeating: 1, count: comparisons - compared.count))
    let pairs = Dictionary(
      uniqueKeysWithValues: wanted.indices.map { (wanted[$0], compared[$0].corrected(to: adjusted[$0])) })
    func pair(_ first: Int, _ second: Int) -> PairedDifference? {
      first < second ? pairs[Pair(first: first, second: second)] : pairs[Pair(first: second, second: first)]?.reversed
    }
    let best = units.indices.map { unit in
      values.map { sign * $0[unit] }.filter { !$0.isNaN }.min() ?? .nan
    }
    entries = order.enumerated().map { place, index in
      let present = units.indices.filter { !values[index][$0].isNaN }
      let won = present.count { sign * values[index][$0] == best[$0] && values[index][$0].isFinite }
      return Entry(
        index: index, name: names[index], estimate: estimates[index],
        missing: units.indices.filter { values[index][$0].isNaN }.map { units[$0] },
        won: Double(won) / Double(max(1, present.count)), againstBest: place == 0 ? nil : pair(place, 0),
        againstNext: pair(place, place + 1),
        againstReference: reference.flatMap { $0 == index ? nil : places[$0].flatMap { pair(place, $0) } })
    }
    let found = Self.groups(of: order.count) { pair($0, $1).map { !$0.isShown } ?? true }
    // Among many competitors only the best was compared with all others.
    groups = order.count <= Self.mostCompared ? found : found.filter { $0.lowerBound == 0 }
    let hasAll = !values.joined().contains { $0.isNaN }
    friedman = hasAll ? FriedmanTest(of: order.map { index in values[index].map { sign * $0 } }) : nil
    (self.center, self.kind, self.units, self.comparisons, self.pairs) = (center, kind, units, comparisons, pairs)
  }

  /// The difference between two competitors by their places in ``entries``, the first over the second; nil where they were not compared.
  public func difference(_ first: Int, _ second: Int) -> PairedDifference? {
    first < second ? pairs[Pair(first: first, second: second)] : pairs[Pair(first: second, second: first)]?.reversed
  }

  /// The longest runs of places in which no two differ, each not part of another.
  private static func groups(of count: Int, cannotBeTold: (Int, Int) -> Bool) -> [ClosedRange<Int>] {
    var groups: [ClosedRange<Int>] = []
    for first in 0..<count {
      var last = first
      while last + 1 < count, (first...last).allSatisfy({ cannotBeTold($0, last + 1) }) { last += 1 }
      if last > first, groups.last.map({ $0.upperBound < last }) ?? true { groups.append(first...last) }
    }
    return groups
  }

  /// The competitors that cannot be told from the best one, which is the first of them; empty without one that has a number.
  public var leaders: [Entry] {
    guard let best = entries.first, !best.estimate.value.isNaN else { return [] }
    return [best] + entries.dropFirst().filter { !($0.againstBest?.isShown ?? true) && !$0.estimate.value.isNaN }
  }
}
