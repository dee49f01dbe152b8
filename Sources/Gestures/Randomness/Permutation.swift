extension SplitMix64 {
  /// 0..<count in random order (Fisher–Yates). Complexity: O(count).
  mutating func permutation(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    shuffle(&order)
    return order
  }

  /// Puts `order` into random order (Fisher–Yates).
  mutating func shuffle<T>(_ order: inout [T]) {
    guard order.count > 1 else { return }
    for last in stride(from: order.count - 1, to: 0, by: -1) {
      order.swapAt(last, Int(next().multipliedFullWidth(by: UInt64(last + 1)).high))
    }
  }
}
