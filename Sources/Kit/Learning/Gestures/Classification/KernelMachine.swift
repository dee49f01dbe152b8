internal import Basics

/// Trains a ``KernelClassifier``: regularised least squares in the space of a kernel, one label against the rest.
///
/// (K + ridge·1)·C = Y, with Y = +1 for an example's own label and −1 for the others. If several widths or ridges are
/// given, the one with the smallest leave-one-out error is chosen, which costs no further training: the error at
/// example i is Cᵢ / ((K + ridge·1)⁻¹)ᵢᵢ.
///
/// Source: Rifkin & Lippert, Notes on regularized least squares, MIT-CSAIL-TR-2007-025; the leave-one-out formula,
/// their section 3.
public struct KernelMachine: Hashable, Codable, Sendable {
  /// The kernel; rational quadratic by default.
  public var kernel = Kernel.rationalQuadratic
  /// Widths to choose from, as multiples of the median distance between two examples; ¼, ½, 1, 2 of its square by
  /// default. Wider: smoother, neighbours matter less.
  public var widths = [0.25, 0.5, 1, 2].map { $0.squareRoot() }
  /// Ridges to choose from, dimensionless; 0.001…0.1 by default. Larger: single examples matter less. 0 fits every
  /// example exactly, and fails when two are equal.
  public var ridges = [0.001, 0.01, 0.03, 0.1]

  /// More examples than this are refused: the matrices take 3 × examples² × 8 bytes.
  public static let mostExamples = 8000

  /// A kernel machine with these choices.
  public init(
    kernel: Kernel = .rationalQuadratic, widths: [Double] = [0.25, 0.5, 1, 2].map { $0.squareRoot() },
    ridges: [Double] = [0.001, 0.01, 0.03, 0.1]
  ) {
    (self.kernel, self.widths, self.ridges) = (kernel, widths, ridges)
  }

  /// What a training chose.
  public struct Report: Hashable, Codable, Sendable {
    /// The width, as a multiple of the median distance, and the ridge.
    public let width, ridge: Double
    /// The mean squared leave-one-out error of a score, between 0 (perfect) and about 1.
    public let leaveOneOutError: Double
    /// The share of examples that the others would have labelled right.
    public let leaveOneOutAccuracy: Double
  }

  /// The classifier, and what was chosen.
  ///
  /// Complexity: widths × ridges × examples³ / 2; memory 3 × examples² numbers. A few thousand examples are a matter
  /// of seconds.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)``, ``GestureError/featureCount(found:expected:)``,
  ///   ``GestureError/notFinite(quantity:index:value:)``, ``GestureError/outOfRange(quantity:value:expected:)``,
  ///   ``GestureError/singularKernel(row:)``.
  public func train(_ examples: [Example]) throws(GestureError) -> (classifier: KernelClassifier, report: Report) {
    guard !widths.isEmpty, !ridges.isEmpty else {
      throw .outOfRange(quantity: "the number of widths or ridges", value: 0, expected: "at least one of each")
    }
    for width in widths { try require("a width", width, in: .positive, "a positive number") }
    for ridge in ridges { try require("a ridge", ridge, in: .nonnegative, "0 or more") }
    try require(
      "the number of examples", Double(examples.count), in: 0...Double(Self.mostExamples),
      "at most \(Self.mostExamples), for which the matrices still fit in memory")
    let set = try TrainingSet(examples)
    let table = VectorTable(rows: set.rows, width: set.width)
    let distances = table.mutualSquaredDistances()
    let unit = set.medianDistance(distances)
    var right = [Double](repeating: -1, count: set.count * set.labels.count)
    for (index, target) in set.targets.enumerated() { right[index * set.labels.count + target] = 1 }

    var best: (report: Report, coefficients: [Double], width: Double)?
    for width in widths {
      let scale = 1 / (width * unit * width * unit)
      let likeness = distances.map { kernel.value($0 * scale) }
      for ridge in ridges {
        var matrix = likeness
        for index in 0..<set.count { matrix[index * set.count + index] += ridge }
        let (coefficients, diagonal) = try CholeskyFactor(matrix, size: set.count)
          .solve(right, columns: set.labels.count)
        let report = set.leaveOneOut(coefficients, diagonal, right, width: width, ridge: ridge)
        if report.leaveOneOutError < best?.report.leaveOneOutError ?? .infinity {
          best = (report, coefficients, width * unit)
        }
      }
    }
    guard let best else { throw .singularKernel(row: 0) }
    return (
      KernelClassifier(
        labels: set.labels, kernel: kernel, width: best.width, centers: table, coefficients: best.coefficients),
      best.report
    )
  }
}

extension TrainingSet {
  /// The median distance between two different examples; 1 if they are all equal.
  fileprivate func medianDistance(_ squared: [Double]) -> Double {
    var upper: [Double] = []
    upper.reserveCapacity(count * (count - 1) / 2)
    for row in 0..<count {
      let (first, end) = (row * count + row + 1, (row + 1) * count)
      upper += squared[first..<end]
    }
    let median = median(of: upper)
    return median > 0 ? median.squareRoot() : 1
  }

  fileprivate func leaveOneOut(
    _ coefficients: [Double], _ diagonal: [Double], _ right: [Double], width: Double, ridge: Double
  ) -> KernelMachine.Report {
    var (squares, correct) = (0.0, 0)
    for example in 0..<count {
      var (best, bestScore) = (0, -Double.infinity)
      for label in labels.indices {
        let index = example * labels.count + label
        let error = coefficients[index] / diagonal[example]
        squares += error * error
        let score = right[index] - error
        if score > bestScore { (best, bestScore) = (label, score) }
      }
      if best == targets[example] { correct += 1 }
    }
    return KernelMachine.Report(
      width: width, ridge: ridge, leaveOneOutError: squares / Double(coefficients.count),
      leaveOneOutAccuracy: Double(correct) / Double(count))
  }
}
