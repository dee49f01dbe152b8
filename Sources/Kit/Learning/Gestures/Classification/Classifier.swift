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
  /// - Throws: ``GestureError/featureCount(found:expected:)``, ``GestureError/notFinite(quantity:index:value:)``,
  ///   ``GestureError/outOfRange(quantity:value:expected:)`` for features beyond 10¹⁰⁰, and for a classifier that has fewer than two
  ///   labels, or other scores than one for each.
  public func scores(for features: [Double]) throws(GestureError) -> [Double] {
    guard features.count == featureCount else {
      throw .featureCount(found: features.count, expected: featureCount)
    }
    try requireMeasurable(features, "feature")
    let scores = uncheckedScores(for: features)
    guard labels.count > 1 else { throw .badLabels(reason: "there are \(labels.count), and it takes two to choose") }
    guard scores.count == labels.count else {
      throw .countMismatch(quantity: "scores of a classifier", found: scores.count, expected: labels.count)
    }
    if let index = scores.firstIndex(where: \.isNaN) {
      throw .notFinite(quantity: "score", index: index, value: scores[index])
    }
    return scores
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
  /// Below this score the classifier answers “none”.
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

extension Match {
  /// Reads candidates, at least two and the best first, and the threshold.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    candidates = try container.decode([Candidate].self, forKey: .candidates)
    threshold = try container.decode(Double.self, forKey: .threshold)
    guard candidates.count > 1, zip(candidates, candidates.dropFirst()).allSatisfy({ $0.score >= $1.score }) else {
      throw GestureError.badLabels(reason: "a match ranks at least two, the best first")
    }
  }
}
