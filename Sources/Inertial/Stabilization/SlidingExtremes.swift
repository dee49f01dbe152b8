import Rotations

/// The least and the greatest of the last few vectors, component by component, in constant time per vector.
///
/// A queue made of two stacks, each with running extremes: when the front stack is empty, the back stack is turned over.
/// Every vector is moved once, so that a window of any length costs the same.
struct SlidingExtremes: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var value, low, high: Vector3
  }

  private var front: [Entry] = []
  private var back: [Vector3] = []
  private var backLow = Vector3(repeating: .infinity)
  private var backHigh = Vector3(repeating: -.infinity)

  mutating func append(_ value: Vector3) {
    back.append(value)
    backLow = pointwiseMin(backLow, value)
    backHigh = pointwiseMax(backHigh, value)
  }

  mutating func removeFirst() {
    if front.isEmpty {
      var (low, high) = (Vector3(repeating: .infinity), Vector3(repeating: -.infinity))
      for value in back.reversed() {
        low = pointwiseMin(low, value)
        high = pointwiseMax(high, value)
        front.append(Entry(value: value, low: low, high: high))
      }
      back.removeAll(keepingCapacity: true)
      backLow = Vector3(repeating: .infinity)
      backHigh = Vector3(repeating: -.infinity)
    }
    front.removeLast()
  }

  /// The greatest, per component; −∞ when there is no vector.
  var greatest: Vector3 {
    guard let entry = front.last else { return backHigh }
    return pointwiseMax(entry.high, backHigh)
  }

  /// The greatest minus the least, per component; not finite when there is no vector.
  var range: Vector3 {
    guard let entry = front.last else { return backHigh - backLow }
    return pointwiseMax(entry.high, backHigh) - pointwiseMin(entry.low, backLow)
  }
}
