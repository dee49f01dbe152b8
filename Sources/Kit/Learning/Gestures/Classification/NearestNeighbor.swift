/// The label of the most similar training example, by Euclidean distance: the reference that needs no training.
public struct NearestNeighbor: Classifier {
  /// The labels, sorted.
  public let labels: [String]
  /// The number of features of a vector.
  public let featureCount: Int
  private let table: VectorTable
  private let targets: [Int]

  /// Remembers the examples.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)``, ``GestureError/featureCount(found:expected:)``,
  ///   ``GestureError/notFinite(quantity:index:value:)``.
  public init(_ examples: [Example]) throws(GestureError) {
    let set = try TrainingSet(examples)
    (labels, targets, featureCount) = (set.labels, set.targets, set.width)
    table = VectorTable(rows: set.rows, width: set.width)
  }

  /// Minus the distance to the nearest example of each label. Complexity: O(examples × features).
  public func uncheckedScores(for features: [Double]) -> [Double] {
    var scores = [Double](repeating: -.infinity, count: labels.count)
    for (target, distance) in zip(targets, table.squaredDistances(to: features)) {
      scores[target] = max(scores[target], -distance.squareRoot())
    }
    return scores
  }
}
