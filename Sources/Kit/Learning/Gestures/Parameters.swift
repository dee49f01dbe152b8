// What every parameter of the module is checked by, so that all are refused in the same words.

/// Refuses what is not within `range`, NaN too, and says what is `expected`.
func require(
  _ quantity: @autoclosure () -> String, _ value: Double, in range: ClosedRange<Double>,
  _ expected: @autoclosure () -> String
) throws(GestureError) {
  guard range.contains(value) else { throw .outOfRange(quantity: quantity(), value: value, expected: expected()) }
}

/// Refuses grids of zones with none, or with so many that a letter does not visit them.
func requireZones(columns: Int, rows: Int) throws(GestureError) {
  try require("columns", Double(columns), in: 1...64, "1 to 64 zones")
  try require("rows", Double(rows), in: 1...64, "1 to 64 zones")
}

extension ClosedRange<Double> {
  /// Finite numbers, 0 or more.
  static var nonnegative: Self { 0 ... .greatestFiniteMagnitude }
  /// Finite numbers above 0.
  static var positive: Self { .leastNonzeroMagnitude ... .greatestFiniteMagnitude }
  /// From 1 on.
  static var counts: Self { 1 ... .greatestFiniteMagnitude }
}

/// Refuses what is not a gesture: nothing, values of a sample that are not finite or too large, times that run backwards.
/// - Parameter values: The numbers of a sample with their names, the time last.
func requireGesture<Sample>(
  _ samples: [Sample], _ values: (Sample) -> [(name: String, value: Double)]
) throws(GestureError) {
  guard !samples.isEmpty else { throw .emptyStroke }
  var previous = -Double.infinity
  for (index, values) in samples.lazy.map(values).enumerated() {
    for (name, value) in values where !value.isFinite {
      throw .notFinite(quantity: name, index: index, value: value)
    }
    try require(
      "sample \(index)", values.reduce(0) { max($0, abs($1.value)) }, in: 0...Stroke.largest,
      "coordinates and times of at most \(Stroke.largest)")
    let time = values[values.count - 1].value
    guard time >= previous else { throw .timeRunsBackwards(index: index, time: time, previous: previous) }
    previous = time
  }
}

/// Refuses numbers that are not finite, or whose squares and products would overflow.
func requireMeasurable(_ numbers: [Double], _ quantity: String) throws(GestureError) {
  guard let index = numbers.firstIndex(where: { !(abs($0) <= Stroke.largest) }) else { return }
  guard numbers[index].isFinite else { throw .notFinite(quantity: quantity, index: index, value: numbers[index]) }
  throw .outOfRange(quantity: "\(quantity) \(index)", value: numbers[index], expected: "at most \(Stroke.largest)")
}

/// What is made of constants of ours, as a test does too: nothing in it is refused.
func unfailing<T>(_ make: () throws -> T) -> T {
  do { return try make() } catch { preconditionFailure("\(error)") }
}
