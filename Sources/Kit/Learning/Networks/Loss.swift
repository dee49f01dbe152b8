import Foundation

/// What training makes small: the mean over the rows, plus λ/2 times the sum of the squared weights (biases not counted).
public enum Loss: String, CaseIterable, Hashable, Codable, Sendable {
  /// Half the sum of the squared errors of a row's outputs, as R's neuralnet has it (`sse`).
  case squares
  /// −Σ y·ln p + (1 − y)·ln(1 − p), for labels of 0 or 1 and sigmoid outputs: keeps learning where a sigmoid is saturated
  /// on the wrong side.
  case crossEntropy

  /// The sum over outputs, and ∂/∂z of it in `errors` for a last layer with this activation. O(count).
  func evaluate(
    outputs: UnsafePointer<Double>, targets: UnsafePointer<Double>, activation: Activation,
    errors: UnsafeMutablePointer<Double>, count: Int
  ) -> Double {
    var sum = 0.0
    for index in 0..<count {
      let difference = outputs[index] - targets[index]
      switch self {
      case .squares: sum += 0.5 * difference * difference
      case .crossEntropy:
        // Kept off 0 and 1, where the logarithm ends.
        let p = min(max(outputs[index], 1e-15), 1 - 1e-15)
        sum -= targets[index] * log(p) + (1 - targets[index]) * log(1 - p)
      }
      errors[index] = difference
    }
    // Cross-entropy behind a sigmoid: the sigmoid's slope cancels, and ∂/∂z is p − y.
    if self == .squares { activation.applyDerivative(at: outputs, to: errors, count) }
    return sum
  }
}
