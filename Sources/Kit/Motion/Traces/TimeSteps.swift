internal import Basics

/// What the steps between timestamps say about a recording's clock.
package struct TimeSteps {
  /// Seconds; 0 with fewer than two timestamps.
  package let median: Double

  /// A step longer than this many usual ones is a gap: three samples or more are missing.
  ///
  /// Browsers and phones under load deliver single samples up to 2.6 steps late; a count of lost samples starts above.
  package static let gapFactor = 3.5

  /// The step from which on samples are missing, s. In a recording that comes in bursts, a row for each sensor's event or a batch from
  /// a radio, the step from one burst to the next is as usual as that within one.
  package let shortestGap: Double

  /// Seconds between samples in the mean, gaps left out, where that and the median disagree by more than a tenth; the median where they
  /// agree.
  package let usual: Double

  /// Whether samples come in bursts.
  package let areBursts: Bool

  package init(_ timestamps: [Double]) {
    guard timestamps.count > 1 else {
      (median, shortestGap, usual, areBursts) = (0, .infinity, 0, false)
      return
    }
    var steps = [Double]()
    steps.reserveCapacity(timestamps.count - 1)
    for index in 1..<timestamps.count { steps.append(timestamps[index] - timestamps[index - 1]) }
    let median = Basics.median(of: steps)
    let long = steps.indices.filter { steps[$0] > Self.gapFactor * median }
    areBursts = median > 0 && Self.areUsual(long, of: steps.count)
    let gap = Self.gapFactor * (areBursts ? quantile(0.9, of: long.map { steps[$0] }) : median)
    let regular = steps.reduce(into: (sum: 0.0, count: 0.0)) { total, step in
      if step <= gap { total = (total.sum + step, total.count + 1) }
    }
    let mean = regular.count > 0 ? regular.sum / regular.count : median
    (self.median, shortestGap) = (median, median > 0 ? gap : .infinity)
    usual = abs(mean - median) > 0.1 * median && mean > 0 ? mean : median
  }

  /// Whether so many long steps are those between bursts: one step of ten, or one of fifty in regular turns, as a radio sends batches
  /// and as no lost sample does.
  private static func areUsual(_ long: [Int], of count: Int) -> Bool {
    guard long.count >= 5, long.count * 50 >= count else { return false }
    if long.count * 10 >= count { return true }
    let turns = zip(long.dropFirst(), long).map { Double($0 - $1) }
    return quantile(0.9, of: turns) <= 1.5 * Basics.median(of: turns)
  }

  /// - Throws: `TraceError.stepTooLong` for the first step of more than `limit` seconds. O(*n*).
  package static func require(_ timestamps: [Double], upTo limit: Double) throws(TraceError) {
    for row in timestamps.indices.dropFirst() where timestamps[row] - timestamps[row - 1] > limit {
      throw .stepTooLong(timestamps[row] - timestamps[row - 1], limit: limit, row: row)
    }
  }

  /// Whether there may be a gap: false where no step is much longer than the shortest, and so none than the median.
  ///
  /// It spares most recordings the median, and the array of steps that it takes. O(*n*).
  package static func mayHaveGaps(_ timestamps: [Double]) -> Bool {
    guard var previous = timestamps.first else { return false }
    var (shortest, longest) = (Double.infinity, 0.0)
    for time in timestamps.dropFirst() {
      shortest = min(shortest, time - previous)
      longest = max(longest, time - previous)
      previous = time
    }
    return longest > gapFactor * shortest
  }

  /// The indices of the samples that follow a gap.
  package func gaps(in timestamps: [Double]) -> [Int] {
    guard median > 0 else { return [] }
    return (1..<max(timestamps.count, 1)).filter { timestamps[$0] - timestamps[$0 - 1] > shortestGap }
  }
}
