/// The dot products of all pairs of examples, shared by all starts of a training.
struct Similarities: Sendable {
  let count: Int
  let storage: [Double]

  /// The largest dot product of an example with itself.
  var largestSquare: Double { (0..<count).reduce(0) { max($0, storage[$1 * count + $1]) } }

  /// Sets with more examples than this do without: the products would take more than 128 MB.
  static let mostExamples = 4000

  /// Complexity: O(examples² × features).
  init?(_ set: TrainingSet) {
    guard set.count <= Self.mostExamples else { return nil }
    count = set.count
    storage = mutualProducts(of: set.rows, width: set.width) { $2 }
  }
}
