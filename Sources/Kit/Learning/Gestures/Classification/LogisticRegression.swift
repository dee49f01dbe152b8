import Foundation

/// Multinomial logistic regression: the planes under which the labels of the examples are most probable, with a
/// penalty on long weights. Unlike the perceptron it has one answer, also where classes overlap, and its scores are
/// log-probabilities.
///
/// Minimises −(1/N) Σ ln p(labelᵢ | xᵢ) + (penalty/2)·|W|² by accelerated gradient descent with the step 1/L.
/// Source: Böhning, Multinomial logistic regression algorithm, Ann. Inst. Statist. Math. 44, 1992 (the bound L ≤
/// λmax(XᵀX)/2N); O'Donoghue & Candès, Adaptive restart for accelerated gradient schemes, Found. Comput. Math. 15,
/// 2015.
public struct LogisticRegression: Hashable, Codable, Sendable {
  /// The weight of |W|², dimensionless; 10⁻⁴ by default, a usual start that was searched nowhere. Larger: smoother planes, needed where examples are few. At 0
  /// separable classes let the weights grow until ``maximumIterations``.
  public var penalty = 1e-4
  /// Training ends when the gradient's largest entry is below this; 10⁻⁵ by default. Smaller: closer to the optimum,
  /// more time.
  public var tolerance = 1e-5
  /// After so many steps training ends in any case; 2000 by default.
  public var maximumIterations = 2000

  /// Logistic regression with the defaults; set what should differ.
  public init(penalty: Double = 1e-4, tolerance: Double = 1e-5, maximumIterations: Int = 2000) {
    (self.penalty, self.tolerance, self.maximumIterations) = (penalty, tolerance, maximumIterations)
  }

  /// How a training went.
  public struct Report: Hashable, Codable, Sendable {
    /// The steps taken.
    public let iterations: Int
    /// The largest entry of the gradient at the end.
    public let gradient: Double
    /// The mean of −ln p(label), without the penalty, in nats.
    public let loss: Double
    /// Whether ``LogisticRegression/tolerance`` was reached.
    public let converged: Bool
  }

  /// The weights, and how it went. Complexity: iterations × examples × labels × features.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)``, ``GestureError/featureCount(found:expected:)`` for
  ///   examples of different lengths, ``GestureError/notFinite(quantity:index:value:)``,
  ///   ``GestureError/outOfRange(quantity:value:expected:)``.
  public func train(_ examples: [Example]) throws(GestureError) -> (classifier: LinearClassifier, report: Report) {
    try require("penalty", penalty, in: .nonnegative, "0 or more")
    try require("tolerance", tolerance, in: .nonnegative, "0 or more")
    try require("maximumIterations", Double(maximumIterations), in: .counts, "1 or more")
    let set = try TrainingSet(examples)
    let step = 1 / (set.largestEigenvalue / 2 + penalty)
    var weights = [Double](repeating: 0, count: set.labels.count * set.width)
    var ahead = weights
    var momentum = 1.0
    var gradient = weights
    var (iterations, largest, loss) = (0, Double.infinity, 0.0)
    while iterations < maximumIterations {
      loss = set.crossEntropy(weights: ahead, penalty: penalty, gradient: &gradient)
      largest = gradient.reduce(0) { max($0, abs($1)) }
      iterations += 1
      if largest <= tolerance {
        weights = ahead
        break
      }
      // t' = (1 + √(1 + 4t²)) / 2 (Nesterov).
      let next = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
      var uphill = 0.0
      for index in weights.indices {
        let moved = ahead[index] - step * gradient[index]
        uphill += gradient[index] * (moved - weights[index])
        ahead[index] = moved + (momentum - 1) / next * (moved - weights[index])
        weights[index] = moved
      }
      momentum = next
      // The gradient points along the last move: the momentum has overshot.
      if uphill > 0 { (momentum, ahead) = (1, weights) }
    }
    let report = Report(iterations: iterations, gradient: largest, loss: loss, converged: largest <= tolerance)
    return (LinearClassifier(labels: set.labels, flat: weights), report)
  }
}

extension TrainingSet {
  /// The largest eigenvalue of XᵀX / N, by power iteration, taken 1 % too large for the iteration's own error.
  fileprivate var largestEigenvalue: Double {
    var direction = [Double](repeating: 1, count: width)
    var eigenvalue = 0.0
    rows.withUnsafeBufferPointer { rows in
      for _ in 0..<100 {
        var image = [Double](repeating: 0, count: width)
        image.withUnsafeMutableBufferPointer { image in
          for example in 0..<count {
            let row = rows.baseAddress! + example * width
            add(dot(row, direction, width), row, to: image.baseAddress!, width)
          }
        }
        let length = image.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0 else { break }
        direction = image.map { $0 / length }
        eigenvalue = length / Double(count)
      }
    }
    return 1.01 * eigenvalue
  }

  /// The mean of −ln p(label) at `weights`; the gradient of that plus the penalty goes to `gradient`.
  fileprivate func crossEntropy(weights: [Double], penalty: Double, gradient: inout [Double]) -> Double {
    let scale = 1 / Double(count)
    for index in gradient.indices { gradient[index] = penalty * weights[index] }
    var loss = 0.0
    var scores = [Double](repeating: 0, count: labels.count)
    rows.withUnsafeBufferPointer { rows in
      weights.withUnsafeBufferPointer { weights in
        gradient.withUnsafeMutableBufferPointer { gradient in
          for example in 0..<count {
            let row = rows.baseAddress! + example * width
            var highest = -Double.infinity
            for label in scores.indices {
              scores[label] = dot(weights.baseAddress! + label * width, row, width)
              highest = max(highest, scores[label])
            }
            let own = scores[targets[example]] - highest
            var sum = 0.0
            for label in scores.indices {
              scores[label] = exp(scores[label] - highest)
              sum += scores[label]
            }
            loss += log(sum) - own
            for label in scores.indices {
              let residual = scores[label] / sum - (label == targets[example] ? 1 : 0)
              add(scale * residual, row, to: gradient.baseAddress! + label * width, width)
            }
          }
        }
      }
    }
    return loss * scale
  }
}
