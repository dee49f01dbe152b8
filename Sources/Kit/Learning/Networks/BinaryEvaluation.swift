internal import Basics

/// How well one output between 0 and 1 tells two classes apart.
public struct BinaryEvaluation: Hashable, Codable, Sendable {
  /// A point of the receiver operating characteristic: what a threshold gives.
  public struct OperatingPoint: Hashable, Codable, Sendable {
    /// Predictions at or above it count as 1.
    public var threshold: Double
    /// Share of the zeros that are classified as ones.
    public var falsePositiveRate: Double
    /// Share of the ones that are found.
    public var truePositiveRate: Double
  }

  /// Ones found, zeros found, zeros classified as ones, ones classified as zeros.
  public var truePositives, trueNegatives, falsePositives, falseNegatives: Int
  /// Pearson's correlation of prediction and label; NaN when either never changes.
  public var correlation: Double
  /// From (0, 0) to (1, 1), thresholds falling; empty when a class has no rows.
  public var characteristic: [OperatingPoint]

  /// Scores predictions.
  ///
  /// - Parameters:
  ///   - predictions: one per row, higher for class 1.
  ///   - labels: one per row, 0 or 1.
  ///   - threshold: predictions at or above it count as 1. Default 0.5; larger values find fewer ones and mistake fewer zeros.
  /// - Throws: ``NetworkError`` for no rows, different lengths, a label other than 0 or 1, a prediction that is not finite, or a
  ///   threshold that is not a number.
  /// - Complexity: O(n log n).
  public init(predictions: [Double], labels: [Double], threshold: Double = 0.5) throws(NetworkError) {
    guard !predictions.isEmpty else { throw .empty(what: "prediction") }
    guard !threshold.isNaN else { throw .parameter(name: "threshold", value: threshold, expected: "a number") }
    guard predictions.count == labels.count else {
      throw .shape(what: "labels", expected: predictions.count, found: labels.count)
    }
    (truePositives, trueNegatives, falsePositives, falseNegatives) = (0, 0, 0, 0)
    for (row, (prediction, label)) in zip(predictions, labels).enumerated() {
      guard prediction.isFinite else { throw .notFinite(what: "prediction", row: row) }
      switch (label, prediction >= threshold) {
      case (1, true): truePositives += 1
      case (1, false): falseNegatives += 1
      case (0, true): falsePositives += 1
      case (0, false): trueNegatives += 1
      default: throw .label(row: row, value: label)
      }
    }
    correlation = Self.correlation(predictions, labels)
    characteristic = operatingPoints(scores: predictions, isPositive: labels.map { $0 == 1 }).map {
      OperatingPoint(threshold: $0.threshold, falsePositiveRate: $0.falsePositives, truePositiveRate: $0.truePositives)
    }
  }

  /// Number of rows.
  public var count: Int { truePositives + trueNegatives + falsePositives + falseNegatives }

  /// Share of the rows that are classified correctly.
  public var accuracy: Double { Double(truePositives + trueNegatives) / Double(count) }

  /// Area under the characteristic: the probability that a one is given more than a zero; NaN when a class has no rows.
  public var area: Double {
    guard !characteristic.isEmpty else { return .nan }
    return zip(characteristic, characteristic.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.1.falsePositiveRate - pair.0.falsePositiveRate)
        * (pair.0.truePositiveRate + pair.1.truePositiveRate) / 2
    }
  }

  private static func correlation(_ x: [Double], _ y: [Double]) -> Double {
    let n = Double(x.count)
    let (mx, my) = (x.reduce(0, +) / n, y.reduce(0, +) / n)
    var (sxx, syy, sxy) = (0.0, 0.0, 0.0)
    for (a, b) in zip(x, y) {
      sxx += (a - mx) * (a - mx)
      syy += (b - my) * (b - my)
      sxy += (a - mx) * (b - my)
    }
    return sxy / (sxx * syy).squareRoot()
  }
}
