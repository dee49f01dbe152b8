import Stabilization
import Statistics

extension Study {
  /// Why a contender is worth nothing, however small its error is.
  public enum Worthlessness: Hashable, Sendable {
    /// It is the scheme that does nothing.
    case standsStill
    /// Its path is less than a tenth of the true one's size; the share is given.
    case shrinks(kept: Double)
    /// It is not shown to be better than standing still.
    case noBetter
  }

  /// Paths that keep less of the true size than this say nothing of the movement.
  static let leastKept = 0.1

  /// Why a contender is worth nothing; nil where nothing speaks against it.
  public func worthlessness(of entry: Ranking.Entry) -> Worthlessness? {
    if entry.name == StandingStill.name { return .standsStill }
    if let kept = outcomes[entry.index].kept, kept < Self.leastKept { return .shrinks(kept: kept) }
    guard let against = entry.againstReference else { return nil }
    return against.isShown && against.estimate.value < 1 ? nil : .noBetter
  }

  /// The best contender that moves; nil where none has an error that is a finite number.
  public var winner: Ranking.Entry? { moving.first }

  /// The next one.
  public var runnerUp: Ranking.Entry? { moving.dropFirst().first }

  private var moving: [Ranking.Entry] {
    ranking.entries.filter {
      guard $0.estimate.value.isFinite else { return false }
      switch worthlessness(of: $0) {
      case .standsStill, .shrinks: return false
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
