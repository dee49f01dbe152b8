/// A classical mistake: what it makes of a value, and the sentence that names it.
public struct Mistake<Value> {
  /// The sentence, without the full stop.
  public var words: String
  /// The value with the mistake; nil where it changes nothing of its kind.
  public var change: (Value) -> Value?

  /// A mistake that is named by these words.
  public init(_ words: String, _ change: @escaping (Value) -> Value?) { (self.words, self.change) = (words, change) }
}

/// A value that a check can compare, and whose classical mistakes it knows.
public protocol Checkable {
  /// How far this value is from another: 0 for the same, infinite where they cannot be compared.
  func checkedDistance(to other: Self) -> Double
  /// The value in a sentence.
  var checkedWords: String { get }
  /// What results that are wrong in a classical way look like, as changes of the right one. The first that fits is named.
  static var classicalMistakes: [Mistake<Self>] { get }
}
