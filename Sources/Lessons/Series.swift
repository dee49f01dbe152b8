/// Values one behind the other, whatever they are.
protocol Series {
  var count: Int { get }
  /// Without so many at either end.
  func without(_ first: Int, _ last: Int) -> Self
  /// The first place at which a series of as many values differs by more than this; nil where there is none, or they cannot be compared.
  func firstDifference(from other: any Series, beyond tolerance: Double) -> Int?
  /// The value at this place, in a sentence.
  func words(at index: Int) -> String
}

extension Array: Series {
  func without(_ first: Int, _ last: Int) -> [Element] { Array(dropFirst(first).dropLast(last)) }

  func firstDifference(from other: any Series, beyond tolerance: Double) -> Int? {
    guard let other = other as? [Element], count == other.count else { return nil }
    func isFar<Value: Checkable>(_ value: Value, _ other: Element) -> Bool {
      (other as? Value).map { value.checkedDistance(to: $0) > tolerance } ?? false
    }
    return indices.first { index in (self[index] as? any Checkable).map { isFar($0, other[index]) } ?? false }
  }

  func words(at index: Int) -> String { (self[index] as? any Checkable)?.checkedWords ?? "" }
}
