internal import Basics
import Foundation

/// How a network is trained.
public struct TrainingOptions: Hashable, Codable, Sendable {
  /// How the weights follow the gradient. Default: resilient propagation.
  public var optimizer: Optimizer = .resilient()
  /// What is made small. Default: half the squared error.
  public var loss: Loss = .squares
  /// Most passes over the rows. Default 500. Larger values train longer.
  public var epochs = 500
  /// Training ends when no slope is larger than this. Default 1e-5. Larger values stop sooner. R's neuralnet has 0.01 for the *sum*
  /// over the rows.
  public var slopeThreshold = 1e-5
  /// λ of the L2 penalty on the weights, biases excepted. Default 0. Larger values keep the weights small and the output smooth.
  public var decay = 0.0
  /// Share of the rows that is held out to watch the loss on, 0…<1. Default 0: none, and no early stopping. Drawn at random with
  /// the seed; hold rows out yourself when neighbouring rows are nearly the same.
  public var validationShare = 0.0
  /// Training ends when the held-out loss has not improved for this many epochs, and the best weights are kept. Default 50.
  public var patience = 50
  /// Whether the inputs are brought to mean 0 and deviation 1 first. Default true. Kept in the model.
  public var normalizes = true
  /// Decides the shuffling and what is held out. The same seed gives the same network.
  public var seed: UInt64 = 1

  /// The defaults.
  public init() {}
}

/// A trained network, and how it got there.
public struct Training: Hashable, Sendable {
  /// Why it ended.
  public enum End: String, Hashable, Codable, Sendable {
    /// All epochs were run.
    case epochs
    /// No slope was larger than the threshold.
    case flat
    /// The held-out loss had stopped improving.
    case early
  }

  /// The network with the best weights.
  public var network: Network
  /// Mean loss over the training rows before each epoch, penalty included.
  public var losses: [Double]
  /// Mean loss over the held-out rows after each epoch, without penalty; empty when none were held out.
  public var validationLosses: [Double]
  /// Why it ended.
  public var end: End
}

extension Network {
  /// Trains a copy of this network.
  ///
  /// - Parameters:
  ///   - inputs: n rows of ``inputs`` numbers.
  ///   - targets: n rows of ``outputs`` numbers.
  ///   - validation: rows that are only watched; instead of ``TrainingOptions/validationShare``.
  ///   - options: see ``TrainingOptions``.
  /// - Throws: ``NetworkError`` for rows that do not fit, labels that cross-entropy cannot take, options out of range, and
  ///   ``NetworkError/diverged(epoch:loss:)``.
  /// - Complexity: O(epochs · n · weights).
  public func trained(
    inputs: Rows, targets: Rows, validation: (inputs: Rows, targets: Rows)? = nil, _ options: TrainingOptions = .init()
  ) throws(NetworkError) -> Training {
    try check(inputs: inputs, targets: targets)
    if let validation { try check(inputs: validation.inputs, targets: validation.targets) }
    try options.check()
    if options.loss == .crossEntropy {
      guard layers[layers.count - 1].activation == .sigmoid else {
        throw .parameter(name: "loss", value: .nan, expected: "squares for linear outputs; crossEntropy needs sigmoids")
      }
      if let bad = targets.values.firstIndex(where: { !(0...1).contains($0) }) {
        throw .label(row: bad / outputs, value: targets.values[bad])
      }
    }
    var random = SeededRandom(seed: options.seed)
    var order = Array(0..<inputs.count)
    random.shuffle(&order)
    var held = validation
    if validation == nil, options.validationShare > 0 {
      let count = Int((Double(inputs.count) * options.validationShare).rounded())
      guard count > 0, count < inputs.count else {
        throw .parameter(
          name: "validationShare", value: options.validationShare,
          expected: "a share that leaves rows on both sides of \(inputs.count)")
      }
      held = (inputs.rows(order[..<count].sorted()), targets.rows(order[..<count].sorted()))
      order = order[count...].sorted()
    } else {
      order.sort()
    }
    var network = self
    if options.normalizes { network.normalization = try Normalization(of: inputs.rows(order)) }
    return try network.descend(
      network.normalized(inputs.rows(order)), targets.rows(order),
      held.map { (network.normalized($0.inputs), $0.targets) }, options, &random)
  }

  /// The loop; all inputs are normalised already.
  private func descend(
    _ inputs: Rows, _ targets: Rows, _ held: (inputs: Rows, targets: Rows)?, _ options: TrainingOptions,
    _ random: inout SeededRandom
  ) throws(NetworkError) -> Training {
    var network = self
    let gradient = Gradient(network, rows: inputs.count)
    let watching = held.map { Gradient(network, rows: $0.inputs.count) }
    var resilient = [ResilientState]()
    var adam = network.layers.map { AdamState(count: $0.weights.count) }
    if case .resilient(let parameters) = options.optimizer {
      resilient = network.layers.map { ResilientState(count: $0.weights.count, parameters) }
    }
    var result = Training(network: network, losses: [], validationLosses: [], end: .epochs)
    var best = Double.infinity
    var waited = 0
    var steps = 0
    for epoch in 1...options.epochs {
      var loss = 0.0
      var steepest = 0.0
      switch options.optimizer {
      case .resilient(let parameters):
        loss = gradient.evaluate(network, inputs: inputs, targets: targets, loss: options.loss, decay: options.decay)
        steepest = gradient.steepest
        if loss.isFinite && steepest > options.slopeThreshold {
          for index in network.layers.indices {
            resilient[index].update(&network.layers[index].weights, gradient.slopes[index], parameters)
          }
        }
      case .adam(let parameters):
        let order = random.permutation(inputs.count)
        for start in stride(from: 0, to: order.count, by: parameters.batch) {
          let batch = order[start..<min(start + parameters.batch, order.count)]
          let part = gradient.evaluate(
            network, inputs: inputs.rows(batch), targets: targets.rows(batch), loss: options.loss, decay: options.decay)
          loss += part * Double(batch.count) / Double(order.count)
          steps += 1
          let scale =
            parameters.rate * (1 - pow(parameters.smoothing, Double(steps))).squareRoot()
            / (1 - pow(parameters.momentum, Double(steps)))
          steepest = max(steepest, gradient.steepest)
          for index in network.layers.indices {
            adam[index].update(&network.layers[index].weights, gradient.slopes[index], parameters, scale: scale)
          }
        }
      }
      let start = result.losses.first ?? loss
      result.losses.append(loss)
      // Far above where it began: it will not come back, whatever follows would be noise.
      guard loss.isFinite, loss <= 1e3 * max(start, 1e-3) else { throw .diverged(epoch: epoch, loss: loss) }
      if let held, let watching {
        let value = watching.evaluate(
          network, inputs: held.inputs, targets: held.targets, loss: options.loss, decay: 0)
        result.validationLosses.append(value)
        if value < best {
          (best, waited) = (value, 0)
          result.network = network
        } else {
          waited += 1
          if waited >= options.patience {
            result.end = .early
            return result
          }
        }
      } else {
        result.network = network
      }
      if steepest <= options.slopeThreshold {
        result.end = .flat
        return result
      }
    }
    return result
  }
}

extension TrainingOptions {
  func check() throws(NetworkError) {
    try optimizer.check()
    guard epochs > 0 else { throw .parameter(name: "epochs", value: Double(epochs), expected: "1 or more") }
    guard patience > 0 else { throw .parameter(name: "patience", value: Double(patience), expected: "1 or more") }
    guard slopeThreshold >= 0 else {
      throw .parameter(name: "slopeThreshold", value: slopeThreshold, expected: "0 or more")
    }
    guard decay >= 0, decay.isFinite else { throw .parameter(name: "decay", value: decay, expected: "0 or more") }
    guard (0..<1).contains(validationShare) else {
      throw .parameter(name: "validationShare", value: validationShare, expected: "from 0 to below 1")
    }
  }
}
