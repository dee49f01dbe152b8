/// A kernel machine: each training example votes for its label, the more the more it is like the vector in question.
///
/// score(label) = Σᵢ coefficient(i, label) · k(|x − xᵢ|² / width²). Around 1 means “this label”, around −1 “another
/// one”.
public struct KernelClassifier: Classifier, Hashable {
  /// The labels, sorted.
  public let labels: [String]
  /// The number of features of a vector.
  public let featureCount: Int
  /// The kernel.
  public let kernel: Kernel
  /// The distance of vectors at which r = 1, in the unit of the features.
  public let width: Double
  /// The training examples' features.
  let centers: VectorTable
  /// `centers.count × labels.count`.
  let coefficients: [Double]

  init(labels: [String], kernel: Kernel, width: Double, centers: VectorTable, coefficients: [Double]) {
    (self.labels, self.kernel, self.width) = (labels, kernel, width)
    (self.centers, self.coefficients, featureCount) = (centers, coefficients, centers.width)
  }

  /// The votes. Complexity: O(examples × (features + labels)).
  public func uncheckedScores(for features: [Double]) -> [Double] {
    var scores = [Double](repeating: 0, count: labels.count)
    coefficients.withUnsafeBufferPointer { coefficients in
      scores.withUnsafeMutableBufferPointer { scores in
        for (index, distance) in centers.squaredDistances(to: features).enumerated() {
          add(
            kernel.value(distance / (width * width)), coefficients.baseAddress! + index * scores.count,
            to: scores.baseAddress!, scores.count)
        }
      }
    }
    return scores
  }
}

extension KernelClassifier: Codable {
  /// Reads what `encode` writes, and checks its shape.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let labels = try container.decode([String].self, forKey: .labels)
    let featureCount = try container.decode(Int.self, forKey: .featureCount)
    let rows = try container.decode([Double].self, forKey: .centers)
    let coefficients = try container.decode([Double].self, forKey: .coefficients)
    let width = try container.decode(Double.self, forKey: .width)
    guard labels.count > 1, Set(labels).count == labels.count else {
      throw GestureError.badLabels(reason: "a classifier needs at least two, no two equal")
    }
    guard featureCount > 0, !rows.isEmpty, rows.count.isMultiple(of: featureCount) else {
      throw GestureError.weightsShape(reason: "\(rows.count) numbers do not make vectors of \(featureCount) features")
    }
    let count = rows.count / featureCount
    guard coefficients.count == count * labels.count else {
      throw GestureError.weightsShape(
        reason: "\(coefficients.count) coefficients for \(count) examples of \(labels.count) labels")
    }
    guard width > 0, width.isFinite, (rows + coefficients).allSatisfy(\.isFinite) else {
      throw GestureError.weightsShape(reason: "a number is not finite, or the width is not positive")
    }
    self.init(
      labels: labels, kernel: try container.decode(Kernel.self, forKey: .kernel), width: width,
      centers: VectorTable(rows: rows, width: featureCount), coefficients: coefficients)
  }
}
