import Display

/// A classical mistake: what it makes of a value, and the sentence that names it.
public struct Mistake<Value> {
  /// The sentence, without the full stop.
  public var words: String
  /// The value with the mistake; nil if the mistake makes no difference to this value.
  public var change: (Value) -> Value?
  /// How many elements at either end of a series it does not show.
  var ignored = (first: 0, last: 0)

  /// A mistake that is named by these words.
  public init(_ words: String, _ change: @escaping (Value) -> Value?) { (self.words, self.change) = (words, change) }
}

extension Mistake where Value: Checkable {
  /// Whether a value is what the mistake makes of the right one. What changes nothing explains nothing.
  func explains(_ value: Value, _ right: Value, _ tolerance: Double, by distance: (Value, Value) -> Double) -> Bool {
    guard let wrong = change(right), distance(wrong, right) > tolerance else { return false }
    guard ignored.first + ignored.last > 0 else { return distance(value, wrong) <= tolerance }
    // Too few are left to tell anything.
    guard let values = value as? any Series, let others = wrong as? any Series, values.count == others.count,
      values.count > ignored.first + ignored.last + 1,
      let inner = values.without(ignored.first, ignored.last) as? Value,
      let other = others.without(ignored.first, ignored.last) as? Value
    else { return false }
    return distance(inner, other) <= tolerance
  }
}

/// A function as it comes out with a mistake of one task's own, and the sentence that names it.
///
/// ```swift
/// let doubled = MistakenFunction<Double, Double>("the area instead of the length") { $0 * $0 }
/// ```
public struct MistakenFunction<each Input, Output> {
  /// The sentence, without the full stop.
  public var words: String
  /// What the function gives with the mistake.
  public var function: (repeat each Input) throws -> Output

  /// A mistake that is named by these words.
  public init(_ words: String, _ function: @escaping (repeat each Input) throws -> Output) {
    (self.words, self.function) = (words, function)
  }
}

/// A value that a check can compare, and whose classical mistakes it knows.
public protocol Checkable {
  /// How far this value is from another: 0 for the same, infinite where they cannot be compared.
  func checkedDistance(to other: Self) -> Double
  /// The value in a sentence.
  var checkedWords: String { get }
  /// What was expected and what came, in a sentence's words: “1 was expected, and 2 came”.
  func checkedContrast(with expected: Self, beyond tolerance: Double) -> String
  /// What results that are wrong in a classical way look like, as changes of the right one. The first that fits is named.
  static var classicalMistakes: [Mistake<Self>] { get }
}

extension Checkable {
  public func checkedContrast(with expected: Self, beyond tolerance: Double) -> String { plainContrast(with: expected) }

  /// Both values; where their words are the same, by how much they differ.
  func plainContrast(with expected: Self) -> String {
    let (right, came) = (expected.checkedWords, checkedWords)
    let distance = checkedDistance(to: expected)
    let more = right == came && distance.isFinite ? ", which differs by \(NumberFormat.significant(distance))" : ""
    return "\(right) was expected, and \(came) came\(more)"
  }
}
