import Foundation

/// Protractor: the closest of some template strokes, by the angle between them as vectors, turned to fit best.
///
/// A stroke becomes `samples` points, evenly along its path, about their centre; with length 1, as one vector. The
/// likeness of two is the cosine of the angle between them after the best turn, which has a closed form. A reference
/// to compare with: one template of each letter is enough to start.
///
/// Source: Li, Protractor: a fast and accurate gesture recognizer, CHI 2010, equations 1–7.
public struct Protractor: Hashable, Codable, Sendable {
  /// The points that a stroke becomes; 16 by default, as in the paper. More: finer detail.
  public let samples: Int
  /// By how much a stroke may be turned to fit, in radians to either side; π/12 (15°) by default. 0: a stroke has to be
  /// turned as the template is. π: any turn, which takes an N for a Z. A round number, searched nowhere.
  public let largestTurn: Double
  private let templates: [LabelledStroke]
  private let vectors: [[Double]]
  /// Every label once, in the order of its first template.
  public let labels: [String]

  /// Compares with `templates`; those without a label are left out.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)`` for fewer than two labels,
  ///   ``GestureError/outOfRange(quantity:value:expected:)`` for fewer than 2 or more than 512 samples and for a turn
  ///   outside 0…π.
  public init(_ templates: [LabelledStroke], samples: Int = 16, largestTurn: Double = .pi / 12) throws(GestureError) {
    try require("samples", Double(samples), in: 2...512, "2 to 512 points")
    try require("largestTurn", largestTurn, in: 0 ... .pi, "0 to π radians")
    let labelled = templates.filter { $0.label != nil }
    (self.samples, self.largestTurn, self.templates) = (samples, largestTurn, labelled)
    var vectors: [[Double]] = []
    for template in labelled { vectors.append(try Self.vector(of: template.stroke, samples: samples)) }
    self.vectors = vectors
    labels = labelled.compactMap(\.label).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    guard labels.count > 1 else { throw .tooFewExamples(labels: labels.count, examples: labelled.count) }
  }

  /// The labels, by the likeness −1…1 of their closest template. Complexity: O(samples of the stroke + templates ×
  /// samples).
  /// - Parameter threshold: below this likeness the answer is “none”.
  /// - Parameter stroke: The stroke to be read.
  public func match(_ stroke: Stroke, threshold: Double = -.infinity) throws(GestureError) -> Match {
    let vector = try Self.vector(of: stroke, samples: samples)
    var best = [Double](repeating: -1, count: labels.count)
    for (template, other) in zip(templates, vectors) {
      guard let index = labels.firstIndex(where: { $0 == template.label }) else { continue }
      best[index] = max(best[index], likeness(vector, other))
    }
    return Match(labels: labels, scores: best, threshold: threshold)
  }

  /// cos of the angle between the vectors after the best turn within the limit: a·cos θ + b·sin θ, at its largest for
  /// tan θ = b/a.
  private func likeness(_ left: [Double], _ right: [Double]) -> Double {
    var (a, b) = (0.0, 0.0)
    for index in stride(from: 0, to: left.count, by: 2) {
      a += left[index] * right[index] + left[index + 1] * right[index + 1]
      b += left[index] * right[index + 1] - left[index + 1] * right[index]
    }
    let turn = min(max(atan2(b, a), -largestTurn), largestTurn)
    return min(1, max(-1, a * cos(turn) + b * sin(turn)))
  }

  private static func vector(of stroke: Stroke, samples: Int) throws(GestureError) -> [Double] {
    let points = try stroke.resampled(count: samples).samples
    let (sumX, sumY) = points.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
    let numbers = points.flatMap { [$0.x - sumX / Double(samples), $0.y - sumY / Double(samples)] }
    let length = numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 ? numbers.map { $0 / length } : numbers
  }
}

extension Protractor {
  private enum CodingKeys: String, CodingKey { case samples, largestTurn, templates }

  /// Reads the templates and the two parameters, and checks them as ``init(_:samples:largestTurn:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      container.decode([LabelledStroke].self, forKey: .templates),
      samples: container.decode(Int.self, forKey: .samples),
      largestTurn: container.decode(Double.self, forKey: .largestTurn))
  }
}
