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
    features.withUnsafeBufferPointer { vector in
      let square = dot(vector.baseAddress!, vector.baseAddress!, featureCount)
      for (index, distance) in table.squaredDistances(to: vector.baseAddress!, square: square).enumerated() {
        scores[targets[index]] = max(scores[targets[index]], -distance.squareRoot())
      }
    }
    return scores
  }
}
