/// A queue in one piece of memory that grows when it is full: the last samples, in constant time each.
///
/// Elements keep their number, which counts from the first that was ever appended.
struct Ring<Element: Sendable>: Sendable {
  /// As many as a power of two; element n is in the slot n modulo their number.
  private var slots: [Element] = []
  /// The number of the oldest element, and that of the next.
  private(set) var start = 0
  private(set) var end = 0

  @inline(__always)
  var count: Int { end &- start }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { slots.withUnsafeBufferPointer { $0[index & ($0.count &- 1)] } }
    set { slots.withUnsafeMutableBufferPointer { $0[index & ($0.count &- 1)] = newValue } }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == slots.count { grow(filling: element) }
    self[end] = element
    end &+= 1
  }

  @inline(__always)
  mutating func removeFirst() { start &+= 1 }

  /// Calls `body` once with all slots: whether the memory has another owner is not asked for each of them.
  @inline(__always)
  mutating func withSlots(_ body: (UnsafeMutableBufferPointer<Element>) -> Void) {
    slots.withUnsafeMutableBufferPointer { body($0) }
  }

  mutating func removeAll() { start = end }

  @inline(never)
  private mutating func grow(filling element: Element) {
    var larger = [Element](repeating: element, count: max(16, 2 * slots.count))
    for index in start..<end { larger[index & (larger.count - 1)] = self[index] }
    slots = larger
  }
}

extension Ring: Equatable where Element: Equatable {
  static func == (left: Ring, right: Ring) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[left.start + $0] == right[right.start + $0] }
  }
}

extension Ring: Hashable where Element: Hashable {
  func hash(into hasher: inout Hasher) { for index in start..<end { hasher.combine(self[index]) } }
}
