internal import Basics
import Traces

extension TimeOrder {
  /// Re-spaced samples that ran backwards may come this many times closer together than samples usually are.
  private static let closest = 10.0

  /// Timestamps that rise strictly: as many as possible are kept, and the samples between two kept ones are spread
  /// evenly over the time between these.
  ///
  /// The kept ones are a longest rising subsequence, so that a few wrong timestamps, too early or too late, give way to
  /// the many right ones; of equal times the first is kept. Samples before the first or after the last kept one follow
  /// at the usual step, the median of the steps per sample between kept ones: a clock that was set back once thereby
  /// becomes one clock. nil when there is no such spread.
  ///
  /// Batches that arrived now early and now late are spread over many of them (`evenBatches`).
  ///
  /// Equal times are what batched delivery leaves, and may be any number. Samples that ran backwards need room for
  /// their number between the kept ones, a tenth of the usual at least; where there is less, two recordings lie on
  /// top of each other, and no even spread is right.
  ///
  /// - Complexity: O(*n* log *n*).
  static func respaced(_ times: [Double]) -> [Double]? {
    if let even = evenBatches(times) { return even }
    let kept = longestRise(in: times)
    let steps = zip(kept, kept.dropFirst()).map { (times[$1] - times[$0]) / Double($1 - $0) }
    guard let first = kept.first, let last = kept.last, !steps.isEmpty else { return nil }
    let usual = median(of: steps)
    var new = times
    for (a, b) in zip(kept, kept.dropFirst()) where b - a > 1 {
      let step = (times[b] - times[a]) / Double(b - a)
      let isBackward = ((a + 1)..<b).contains { times[$0] != times[a] }
      if isBackward, step * closest < usual { return nil }
      for index in (a + 1)..<b { new[index] = times[a] + step * Double(index - a) }
    }
    for index in 0..<first { new[index] = times[first] - usual * Double(first - index) }
    for index in (last + 1)..<max(last + 1, times.count) { new[index] = times[last] + usual * Double(index - last) }
    // Times so large that their neighbours in a double are further apart than the samples.
    return firstDefect(in: new) == nil ? new : nil
  }

  /// Samples that came in batches, each with one time or in a burst, at even steps over many batches: when a batch arrived says little of
  /// when its samples were taken. Anchors are two seconds apart, so that the clock of the sender may differ from that of the receiver,
  /// and a pause between batches stays.
  ///
  /// nil where samples do not come in batches, or times run backwards.
  private static func evenBatches(_ times: [Double]) -> [Double]? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    guard steps.count > 10, steps.allSatisfy({ $0 >= 0 }) else { return nil }
    let mean = (times[times.count - 1] - times[0]) / Double(steps.count)
    let starts = [0] + steps.indices.filter { steps[$0] > 0.5 * mean }.map { $0 + 1 }
    guard starts.count > 5, starts.count * 2 <= times.count else { return nil }
    let intervals = zip(starts.dropFirst(), starts).map { times[$0] - times[$1] }
    let pause = TimeSteps.gapFactor * quantile(0.9, of: intervals)
    // The last batch of a piece has as many samples as it has; they follow at the step of those before.
    var new = times
    var first = 0
    while first < starts.count {
      var last = first
      while last + 1 < starts.count, intervals[last] <= pause { last += 1 }
      let end = last + 1 < starts.count ? starts[last + 1] : times.count
      guard last > first else { return nil }
      var anchors = [first]
      for batch in (first + 1)..<last where times[starts[batch]] - times[starts[anchors[anchors.count - 1]]] >= 2 {
        if times[starts[last]] - times[starts[batch]] >= 2 { anchors.append(batch) }
      }
      anchors.append(last)
      var step = 0.0
      for (a, b) in zip(anchors, anchors.dropFirst()) {
        step = (times[starts[b]] - times[starts[a]]) / Double(starts[b] - starts[a])
        for index in starts[a]..<starts[b] { new[index] = times[starts[a]] + step * Double(index - starts[a]) }
      }
      for index in starts[last]..<end { new[index] = times[starts[last]] + step * Double(index - starts[last]) }
      first = last + 1
    }
    return firstDefect(in: new) == nil ? new : nil
  }

  /// The indices of a longest strictly rising subsequence, by the patience sort (Fredman 1975).
  private static func longestRise(in times: [Double]) -> [Int] {
    // For each length the index at which a rise of that length ends lowest, and for each index the one before it.
    var ends = [Int]()
    var before = [Int](repeating: -1, count: times.count)
    for index in times.indices {
      var (low, high) = (0, ends.count)
      // Most samples are later than all before.
      if let last = ends.last, times[last] < times[index] { low = high }
      while low < high {
        let middle = (low + high) / 2
        if times[ends[middle]] < times[index] { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count {
        ends.append(index)
      } else if times[index] < times[ends[low]] {
        ends[low] = index
      }
    }
    var rise = [Int]()
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = before[index]
    }
    return rise.reversed()
  }
}
