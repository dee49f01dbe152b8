/// One weight vector for each label; the score is the dot product with the features (task 1E of the course).
public struct LinearClassifier: Classifier, Hashable {
  /// The labels, in the order of the weights; at least two, no two equal.
  public let labels: [String]
  /// The number of features of a vector.
  public let featureCount: Int
  /// The weights, label by label: `labels.count × featureCount`.
  let flat: [Double]

  /// A classifier with these weights, one row for each label.
  /// - Throws: ``GestureError/weightsShape(reason:)``, ``GestureError/badLabels(reason:)``,
  ///   ``GestureError/notFinite(quantity:index:value:)``.
  public init(labels: [String], weights: [[Double]]) throws(GestureError) {
    guard labels.count > 1 else { throw .badLabels(reason: "there are \(labels.count), and it takes two to choose") }
    guard weights.count == labels.count else {
      throw .weightsShape(reason: "\(weights.count) rows for \(labels.count) labels")
    }
    let featureCount = weights[0].count
    guard featureCount > 0 else { throw .weightsShape(reason: "the first row is empty") }
    var seen = Set<String>()
    for (label, row) in zip(labels, weights) {
      guard !label.isEmpty, seen.insert(label).inserted else {
        throw .badLabels(reason: label.isEmpty ? "one is empty" : "“\(label)” appears twice")
      }
      guard row.count == featureCount else {
        throw .weightsShape(reason: "“\(label)” has \(row.count) weights, “\(labels[0])” has \(featureCount)")
      }
      if let index = row.firstIndex(where: { !$0.isFinite }) {
        throw .notFinite(quantity: "the weight of “\(label)”", index: index, value: row[index])
      }
    }
    (self.labels, self.featureCount, flat) = (labels, featureCount, weights.flatMap { $0 })
  }

  /// Weights that a training has made: as many as labels times features.
  init(labels: [String], flat: [Double]) {
    (self.labels, self.flat, featureCount) = (labels, flat, flat.count / labels.count)
  }

  /// The weights, one row for each label.
  public var weights: [[Double]] {
    labels.indices.map { Array(flat[$0 * featureCount..<($0 + 1) * featureCount]) }
  }

  /// The same weights for some of the labels only: where one knows what could have been drawn.
  /// - Throws: ``GestureError/badLabels(reason:)`` for a label that has no weights, and for fewer than two.
  public func restricted(to chosen: [String]) throws(GestureError) -> LinearClassifier {
    let rows = weights
    let kept = try chosen.map { (label) throws(GestureError) in
      guard let index = labels.firstIndex(of: label) else { throw .badLabels(reason: "“\(label)” has no weights") }
      return rows[index]
    }
    return try LinearClassifier(labels: chosen, weights: kept)
  }

  /// The dot products. Complexity: O(labels × features).
  public func uncheckedScores(for features: [Double]) -> [Double] {
    var scores = [Double](repeating: 0, count: labels.count)
    flat.withUnsafeBufferPointer { weights in
      for label in scores.indices {
        scores[label] = dot(weights.baseAddress! + label * featureCount, features, featureCount)
      }
    }
    return scores
  }
}

extension LinearClassifier: Codable {
  private struct Form: Codable {
    var labels: [String]
    var weights: [[Double]]
  }

  /// Reads `{"labels": […], "weights": [[…], …]}`, and checks it as ``init(labels:weights:)`` does.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    try self.init(labels: form.labels, weights: form.weights)
  }

  /// Writes `{"labels": […], "weights": [[…], …]}`.
  public func encode(to encoder: any Encoder) throws {
    try Form(labels: labels, weights: weights).encode(to: encoder)
  }
}
