internal import Basics

/// What the steps between timestamps say about a recording's clock.
package struct TimeSteps {
  /// Seconds; 0 with fewer than two timestamps.
  package let median: Double

  /// A step longer than this many medians is a gap: three samples or more are missing.
  ///
  /// Browsers and phones under load deliver single samples up to 2.6 steps late; a count of lost samples starts above.
  package static let gapFactor = 3.5

  package init(_ timestamps: [Double]) {
    guard timestamps.count > 1 else {
      median = 0
      return
    }
    var steps = [Double]()
    steps.reserveCapacity(timestamps.count - 1)
    for index in 1..<timestamps.count { steps.append(timestamps[index] - timestamps[index - 1]) }
    median = Basics.median(of: steps)
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
    return (1..<max(timestamps.count, 1)).filter { timestamps[$0] - timestamps[$0 - 1] > Self.gapFactor * median }
  }
}
