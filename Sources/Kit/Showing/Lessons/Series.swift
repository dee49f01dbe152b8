/// Values one behind the other, whatever they are.
protocol Series {
  var count: Int { get }
  /// Without so many at either end.
  func without(_ first: Int, _ last: Int) -> Self
}

extension Array: Series {
  func without(_ first: Int, _ last: Int) -> [Element] { Array(dropFirst(first).dropLast(last)) }
}
