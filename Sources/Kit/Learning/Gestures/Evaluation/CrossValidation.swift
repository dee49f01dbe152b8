internal import Basics

extension ConfusionMatrix {
  /// What `classifier` answers for `examples`. Labels that the classifier does not know get their own rows.
  /// - Throws: ``GestureError/featureCount(found:expected:)`` and ``GestureError/notFinite(quantity:index:value:)``.
  public init(
    of classifier: some Classifier, on examples: [Example], threshold: Double = -.infinity
  ) throws(GestureError) {
    try self.init(labels: Set(classifier.labels + examples.map(\.label)).sorted())
    for example in examples {
      record(drawn: example.label, answered: try classifier.match(example.features, threshold: threshold).label)
    }
  }

  /// The answers of classifiers that were each trained without the fold they are tested on.
  ///
  /// `train` is called once for each fold with the other folds' examples; whatever it chooses (a width, a penalty),
  /// it chooses without having seen the fold. Complexity: folds × a training.
  /// - Throws: ``GestureError/countMismatch(quantity:found:expected:)`` when the folds are not as many as the
  ///   examples, and what `train` throws.
  public static func crossValidated<C: Classifier>(
    _ examples: [Example], folds: Folds, train: ([Example]) throws -> C
  ) throws -> ConfusionMatrix {
    guard folds.assignment.count == examples.count else {
      throw GestureError.countMismatch(
        quantity: "fold numbers", found: folds.assignment.count, expected: examples.count)
    }
    var matrix = try ConfusionMatrix(labels: Set(examples.map(\.label)).sorted())
    for fold in 0..<folds.count {
      let (training, testing) = folds.split(fold)
      guard !testing.isEmpty else { continue }
      let classifier = try train(training.map { examples[$0] })
      for index in testing {
        matrix.record(drawn: examples[index].label, answered: try classifier.match(examples[index].features).label)
      }
    }
    return matrix
  }
}

extension Classifier {
  /// Whether the answer to each example is right, in their order: what ``Proportion/difference(between:and:)`` compares.
  /// - Throws: ``GestureError/featureCount(found:expected:)`` and ``GestureError/notFinite(quantity:index:value:)``.
  public func isRight(on examples: [Example]) throws(GestureError) -> [Bool] {
    var right: [Bool] = []
    for example in examples { right.append(try match(example.features, threshold: -.infinity).label == example.label) }
    return right
  }
}

/// Accuracy as a function of how much there was to train on.
public struct LearningCurve: Hashable, Codable, Sendable {
  /// One point of the curve.
  public struct Point: Hashable, Codable, Sendable {
    /// Examples of each label in training (fewer where a label has fewer).
    public let examplesPerLabel: Int
    /// The accuracy on the examples held out.
    public let accuracy: Proportion
  }

  /// The points, in the order asked for.
  public let points: [Point]

  /// Trains on the first `sizes` examples of each label in a seeded order, and tests on `heldOut`.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a size below 1 or no examples held out, and
  ///   what `train` throws.
  public init<C: Classifier>(
    training: [Example], heldOut: [Example], sizes: [Int], seed: UInt64 = 1, train: ([Example]) throws -> C
  ) throws {
    var generator = SeededRandom(seed: seed)
    let order = generator.permutation(training.count)
    points = try sizes.map { size in
      try require("a size", Double(size), in: .counts, "1 or more examples")
      var taken: [String: Int] = [:]
      let chosen = order.map { training[$0] }.filter {
        taken[$0.label, default: 0] += 1
        return taken[$0.label, default: 0] <= size
      }
      return Point(
        examplesPerLabel: size,
        accuracy: try ConfusionMatrix(of: train(chosen), on: heldOut).accuracy())
    }
  }
}
