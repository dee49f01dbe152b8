internal import Basics
import Stabilization
import Statistics

extension Study {
  /// Why a contender is worth nothing, however small its error is.
  public enum Worthlessness: Hashable, Sendable {
    /// It is the scheme that does nothing.
    case standsStill
    /// It leaves less than a tenth of the movement; the share is given.
    case shrinks(kept: Double)
    /// It draws a device that stays away back to its start, or, where the speed at a rest is ranked, slows it down by itself, and is right at the
    /// end of any movement. What it leaves of the distance or speed is given, less than half.
    case returns(left: Double)
    /// It is not shown to be better than standing still.
    case noBetter
  }

  /// A scheme that leaves less than this of a distance or speed that nothing changes is right at the end by construction.
  package static let leastLeft = 0.5

  /// Why a contender is worth nothing; nil where nothing speaks against it.
  public func worthlessness(of entry: Ranking.Entry) -> Worthlessness? {
    if entry.name == StandingStill.name { return .standsStill }
    if let null = worthlessness(of: outcome(of: entry)) { return null }
    guard let against = entry.againstReference else { return nil }
    return against.isShown && against.estimate.value < (against.kind == .ratio ? 1 : 0) ? nil : .noBetter
  }

  /// Why an outcome is worth nothing, whatever the others are.
  func worthlessness(of outcome: Outcome) -> Worthlessness? {
    if let left = outcome.left, left < Self.leastLeft { return .returns(left: left) }
    if let kept = outcome.kept, kept < NullBaseline.leastKept { return .shrinks(kept: kept) }
    return nil
  }

  /// What sums up an outcome's errors.
  package func estimate(of outcome: Outcome) -> Estimate { Estimate(ranking.center, of: outcome.errors) }

  /// The best contender that moves; nil where none has an error that is a finite number.
  public var winner: Ranking.Entry? { moving.first }

  /// The next one.
  public var runnerUp: Ranking.Entry? { moving.dropFirst().first }

  private var moving: [Ranking.Entry] {
    ranking.entries.filter {
      guard $0.estimate.value.isFinite else { return false }
      switch worthlessness(of: $0) {
      case .standsStill, .shrinks, .returns: return false
      case .noBetter, nil: return true
      }
    }
  }

  /// Contenders that cannot be told from each other, as names, best first; those with one name alone are left out.
  public var indistinguishable: [[String]] {
    ranking.groups.map { range in range.map { ranking.entries[$0].name } }
  }

  /// The fewest groups of recordings with which so many comparisons can show anything.
  public var fewestGroups: Int { PairedDifference.fewest(comparisons: ranking.comparisons) }

  /// How many groups of recordings would show the difference between the winner and the runner-up in four studies of five; nil where
  /// there is none, or more than a million would be needed.
  public var groupsNeeded: Int? {
    guard let winner, let runnerUp, let first = ranking.entries.firstIndex(of: winner),
      let second = ranking.entries.firstIndex(of: runnerUp)
    else { return nil }
    return ranking.difference(first, second)?.countNeeded(comparisons: ranking.comparisons)
  }
}

extension Study.Worthlessness {
  /// What programs read.
  var word: String {
    switch self {
    case .standsStill: "standsStill"
    case .shrinks: "shrinks"
    case .noBetter: "noBetter"
    case .returns: "returns"
    }
  }
}
