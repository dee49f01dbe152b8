/// Whatever gives each label a score for a feature vector; the highest score wins.
public protocol Classifier: Sendable {
  /// The labels, in the order of the scores.
  var labels: [String] { get }
  /// The number of features of a vector.
  var featureCount: Int { get }
  /// One score for each label, in the order of ``labels``.
  ///
  /// Called with ``featureCount`` finite numbers; ``scores(for:)`` checks that.
  func uncheckedScores(for features: [Double]) -> [Double]
}

extension Classifier {
  /// One score for each label, in the order of ``labels``.
  /// - Throws: ``GestureError/featureCount(found:expected:)`` and ``GestureError/notFinite(quantity:index:value:)``.
  public func scores(for features: [Double]) throws(GestureError) -> [Double] {
    guard features.count == featureCount else {
      throw .featureCount(found: features.count, expected: featureCount)
    }
    if let index = features.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(quantity: "feature", index: index, value: features[index])
    }
    return uncheckedScores(for: features)
  }

  /// The best label and its rivals (task 1E of the course).
  /// - Parameter threshold: below this score the answer is “none”; by default something is always answered. What scores
  ///   mean is the classifier's business: sums in a perceptron, ±1 around a decision in a kernel machine.
  /// - Parameter features: As many numbers as the classifier was trained on.
  /// - Throws: as ``scores(for:)`` does.
  public func match(_ features: [Double], threshold: Double = -.infinity) throws(GestureError) -> Match {
    Match(labels: labels, scores: try scores(for: features), threshold: threshold)
  }
}

/// How well a gesture fits each label.
public struct Match: Hashable, Codable, Sendable {
  /// A label and its score.
  public struct Candidate: Hashable, Codable, Sendable {
    /// The label.
    public let label: String
    /// Its score; higher is better.
    public let score: Double
  }

  /// Every label with its score, best first; equal scores in the classifier's order.
  public let candidates: [Candidate]
  /// Below this score the answer is “none”.
  public let threshold: Double

  /// The ranking of `labels` by `scores`, which are as many.
  init(labels: [String], scores: [Double], threshold: Double) {
    let order = scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    candidates = order.map { Candidate(label: labels[$0], score: scores[$0]) }
    self.threshold = threshold
  }

  /// The best label, or nil (“none”) when its score is below the threshold.
  public var label: String? { score < threshold ? nil : candidates[0].label }
  /// The best score.
  public var score: Double { candidates[0].score }
  /// The label that came second.
  public var runnerUp: Candidate { candidates[1] }
  /// How far the runner-up is behind, in the unit of the scores; 0 is a tie.
  public var margin: Double { candidates[0].score - candidates[1].score }
}
