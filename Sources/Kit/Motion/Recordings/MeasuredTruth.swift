internal import Basics
import Rotations
import Stabilization

/// Truth without holes: short gaps are bridged as those of the motion are, and longer ones are filled and marked, so that nobody scores
/// against what nobody measured.
package struct MeasuredTruth {
  /// Empty where there are none.
  package let positions: [Vector3]
  /// Empty where there are none.
  package let attitudes: [Quaternion]
  /// Per sample: whether it was measured, or lies in a gap of no more than 0.2 s; nil where all are known.
  package let isKnown: [Bool]?
  /// What was done, in words.
  package let notes: [String]

  /// - Parameters:
  ///   - times: Seconds, rising, one per sample.
  ///   - positions: Not a number where they are missing; empty where there are none.
  ///   - attitudes: The same.
  /// - Complexity: O(samples).
  package init(at times: [Double], positions: [Vector3], attitudes: [Quaternion]) {
    var (positions, attitudes, notes) = (positions, attitudes, [String]())
    var isKnown = [Bool](repeating: true, count: times.count)
    Self.fill(
      &positions, "true positions", at: times, &isKnown, &notes, { $0.sum().isFinite }, { $0.onLine(to: $1, $2) })
    Self.fill(
      &attitudes, "true attitudes", at: times, &isKnown, &notes, { $0.normSquared.isFinite }, { $0.slerp(to: $1, $2) })
    (self.positions, self.attitudes, self.notes) = (positions, attitudes, notes)
    self.isKnown = isKnown.contains(false) ? isKnown : nil
  }

  private static func fill<T>(
    _ values: inout [T], _ name: String, at times: [Double], _ isKnown: inout [Bool],
    _ notes: inout [String], _ isThere: (T) -> Bool, _ between: (T, T, Double) -> T
  ) {
    let missing = values.count { !isThere($0) }
    guard missing > 0 else { return }
    guard missing < values.count else {
      values = []
      notes.append("left the \(name) out: none of them is a number")
      return
    }
    var (bridged, bridgedSamples, lost, lostSamples) = (0, 0, 0, 0)
    var first = 0
    while first < values.count {
      guard !isThere(values[first]) else {
        first += 1
        continue
      }
      let end = values[first...].firstIndex(where: isThere) ?? values.count
      // Before the first and after the last that was measured, the nearest one holds.
      let (before, after) = (first > 0 ? first - 1 : end, end < values.count ? end : first - 1)
      let span = times[after] - times[before]
      for index in first..<end {
        values[index] =
          before == after
          ? values[before] : between(values[before], values[after], (times[index] - times[before]) / span)
      }
      if before != after, times[after].earliest(within: GapList.longestBridged) <= times[before] {
        (bridged, bridgedSamples) = (bridged + 1, bridgedSamples + end - first)
      } else {
        (lost, lostSamples) = (lost + 1, lostSamples + end - first)
        for index in first..<end { isKnown[index] = false }
      }
      first = end
    }
    if bridged > 0 {
      notes.append(
        "bridged \(Counting.words(bridged, "short gap")) in the \(name), \(bridgedSamples) of \(values.count) samples")
    }
    if lost > 0 {
      let share = (1000 * Double(lostSamples) / Double(values.count)).rounded() / 10
      notes.append(
        "the \(name) are unknown in \(Counting.words(lost, "gap")) longer than \(GapList.longestBridged) s, \(share) % of the "
          + "recording: scores skip them")
    }
  }
}
