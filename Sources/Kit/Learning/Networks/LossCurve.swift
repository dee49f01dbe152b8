internal import Basics

/// How the loss depends on the number of training rows: whether more data would help.
public struct LossCurve: Hashable, Codable, Sendable {
  /// One training on the first `rows` of a random order.
  public struct Point: Hashable, Codable, Sendable {
    /// Rows that it was trained on.
    public var rows: Int
    /// Mean loss on those, without penalty.
    public var trainingLoss: Double
    /// Mean loss on the rows that were held out, the same for all points.
    public var validationLoss: Double
  }
  /// In the order of the sizes.
  public var points: [Point]
}

extension Network {
  /// Trains from these weights on more and more of the rows.
  ///
  /// - Parameters:
  ///   - inputs: n rows of ``inputs`` numbers.
  ///   - targets: n rows of ``outputs`` numbers.
  ///   - validation: rows that are only scored.
  ///   - sizes: how many rows to train on, each from 1 to n.
  ///   - options: as for training; the seed also decides the order in which rows are added.
  /// - Throws: ``NetworkError`` as training does, and for a size outside 1…n.
  /// - Complexity: that of one training for each size.
  public func lossCurve(
    inputs: Rows, targets: Rows, validation: (inputs: Rows, targets: Rows), sizes: [Int],
    _ options: TrainingOptions = .init()
  ) throws(NetworkError) -> LossCurve {
    try check(inputs: inputs, targets: targets)
    var random = SeededRandom(seed: options.seed)
    let order = random.permutation(inputs.count)
    var points = [LossCurve.Point]()
    for size in sizes {
      guard (1...inputs.count).contains(size) else {
        throw .shape(what: "rows to train on (at most)", expected: inputs.count, found: size)
      }
      let (x, y) = (inputs.rows(order[..<size]), targets.rows(order[..<size]))
      let network = try trained(inputs: x, targets: y, options).network
      points.append(
        LossCurve.Point(
          rows: size, trainingLoss: try network.gradient(inputs: x, targets: y, loss: options.loss).loss,
          validationLoss: try network.gradient(
            inputs: validation.inputs, targets: validation.targets, loss: options.loss
          ).loss))
    }
    return LossCurve(points: points)
  }
}
