import Foundation
import Testing

@testable import Networks

@Suite struct TrainingTests {
  /// Exclusive or, with noise: no single layer can do it.
  static func exclusiveOr(_ count: Int = 200, seed: UInt64 = 1) throws -> (inputs: Rows, targets: Rows) {
    let inputs = try randomRows(count, 2, seed: seed)
    return (inputs, try Rows(column: (0..<count).map { inputs[$0, 0] * inputs[$0, 1] > 0 ? 1 : 0 }))
  }

  static func accuracy(_ network: Network, _ data: (inputs: Rows, targets: Rows)) throws -> Double {
    try BinaryEvaluation(predictions: network.outputs(for: data.inputs).values, labels: data.targets.values).accuracy
  }

  @Test func bothOptimisersLearnExclusiveOrAndGeneralise() throws {
    let data = try Self.exclusiveOr()
    let fresh = try Self.exclusiveOr(300, seed: 2)
    for optimizer in [
      Optimizer.resilient(),
      .adam(
        {
          var a = Optimizer.Adam()
          a.rate = 0.03
          return a
        }()),
    ] {
      for loss in Loss.allCases {
        var options = TrainingOptions()
        (options.optimizer, options.loss) = (optimizer, loss)
        let training = try Network(sizes: [2, 8, 1], seed: 5).trained(
          inputs: data.inputs, targets: data.targets, options)
        #expect(try Self.accuracy(training.network, fresh) > 0.94, "\(optimizer) \(loss)")
        #expect(training.losses.last ?? 1 < training.losses[0] / 3)
      }
    }
    // One layer cannot.
    let flat = try Network(sizes: [2, 1]).trained(inputs: data.inputs, targets: data.targets)
    #expect(try Self.accuracy(flat.network, fresh) < 0.7)
  }

  @Test func linearOutputsFitALine() throws {
    let inputs = try randomRows(50, 2, seed: 3)
    let targets = try Rows(column: (0..<50).map { 3 * inputs[$0, 0] - 2 * inputs[$0, 1] + 1 })
    var options = TrainingOptions()
    options.normalizes = false
    options.epochs = 2000
    options.slopeThreshold = 1e-9
    let training = try Network(sizes: [2, 1], output: .linear).trained(inputs: inputs, targets: targets, options)
    #expect(training.end == .flat)
    for (weight, exact) in zip(training.network.layers[0].weights, [1.0, 3, -2]) { #expect(abs(weight - exact) < 1e-6) }
  }

  @Test func theSeedDecidesEverything() throws {
    let data = try Self.exclusiveOr(60)
    var options = TrainingOptions()
    options.epochs = 30
    options.optimizer = .adam()
    options.validationShare = 0.25
    func run(_ seed: UInt64) throws -> Training {
      options.seed = seed
      return try Network(sizes: [2, 4, 1], seed: 5).trained(inputs: data.inputs, targets: data.targets, options)
    }
    #expect(try run(1) == run(1))
    #expect(try run(1) != run(2))
  }

  @Test func stopsEarlyAndKeepsTheBestWeights() throws {
    // Labels of pure chance: what is learnt does not generalise, and the held-out loss turns up.
    let inputs = try randomRows(60, 3, seed: 7)
    let targets = try Rows(column: randomRows(60, 1, seed: 8).values.map { $0 > 0 ? 1 : 0 })
    var options = TrainingOptions()
    options.epochs = 3000
    options.validationShare = 0.3
    options.patience = 40
    let network = try Network(sizes: [3, 20, 1], seed: 2)
    let training = try network.trained(inputs: inputs, targets: targets, options)
    #expect(training.end == .early)
    let best = try #require(training.validationLosses.min())
    #expect(training.validationLosses.last ?? 0 > best)
    #expect(training.validationLosses.count == training.losses.count)
    #expect(training.losses.count < 3000)
    options.patience = 80
    #expect(
      try network.trained(inputs: inputs, targets: targets, options).losses.count > training.losses.count)
    // The same with rows that the caller holds out.
    let held = (inputs: inputs.rows(0..<20), targets: targets.rows(0..<20))
    let own = try network.trained(
      inputs: inputs.rows(20..<60), targets: targets.rows(20..<60), validation: held, options)
    let (loss, _) = try own.network.gradient(inputs: held.inputs, targets: held.targets)
    #expect(abs(loss - (own.validationLosses.min() ?? 0)) < 1e-12)
  }

  @Test func decayKeepsWeightsSmall() throws {
    let data = try Self.exclusiveOr()
    func norm(_ decay: Double) throws -> Double {
      var options = TrainingOptions()
      options.decay = decay
      let network = try Network(sizes: [2, 8, 1], seed: 5).trained(
        inputs: data.inputs, targets: data.targets, options
      ).network
      var sum = 0.0
      for layer in network.layers { for weight in layer.weights.dropFirst(layer.outputs) { sum += weight * weight } }
      return sum
    }
    #expect(try norm(0.01) < norm(0.0001) / 2)
  }

  @Test func everyOptionChangesTheTraining() throws {
    let data = try Self.exclusiveOr(80)
    func run(_ change: (inout TrainingOptions) -> Void) throws -> [Double] {
      var options = TrainingOptions()
      options.epochs = 40
      change(&options)
      return try Network(sizes: [2, 6, 1], seed: 5).trained(inputs: data.inputs, targets: data.targets, options).losses
    }
    func resilient(_ change: (inout Optimizer.Resilient) -> Void) throws -> [Double] {
      var r = Optimizer.Resilient()
      change(&r)
      return try run { $0.optimizer = .resilient(r) }
    }
    func adam(_ change: (inout Optimizer.Adam) -> Void) throws -> [Double] {
      var a = Optimizer.Adam()
      change(&a)
      return try run { $0.optimizer = .adam(a) }
    }
    let plain = try run { _ in }
    for changed in try [
      run { $0.epochs = 20 }, run { $0.loss = .crossEntropy }, run { $0.decay = 0.1 },
      run { $0.validationShare = 0.2 }, run { $0.slopeThreshold = 0.05 }, run { $0.optimizer = .adam() },
      resilient { $0.firstStep = 0.01 }, resilient { $0.growth = 1.5 }, resilient { $0.shrinkage = 0.3 },
      resilient { $0.largestStep = 0.12 }, resilient { $0.smallestStep = 0.09 },
    ] { #expect(changed != plain) }
    // The inputs are already nearly normal: the network's own weights tell the difference.
    #expect(try run { $0.normalizes = false } != plain)
    let plainAdam = try adam { _ in }
    for changed in try [
      adam { $0.rate = 0.01 }, adam { $0.momentum = 0.5 }, adam { $0.smoothing = 0.9 }, adam { $0.floor = 0.1 },
      adam { $0.batch = 8 },
    ] { #expect(changed != plainAdam) }
  }

  @Test func aDivergingTrainingSaysSo() throws {
    let inputs = try randomRows(20, 2, seed: 3)
    let targets = try Rows(column: (0..<20).map { 3 * inputs[$0, 0] })
    var options = TrainingOptions()
    var adam = Optimizer.Adam()
    adam.rate = 1e6
    options.optimizer = .adam(adam)
    let error = #expect(throws: NetworkError.self) {
      try Network(sizes: [2, 1], output: .linear).trained(inputs: inputs, targets: targets, options)
    }
    #expect(error.map { "\($0)" }?.contains("smaller learning rate") == true)
  }

  @Test func optionsOutOfRangeAreRefused() throws {
    let data = try Self.exclusiveOr(20)
    func refused(_ change: (inout TrainingOptions) -> Void) -> Bool {
      var options = TrainingOptions()
      change(&options)
      return (try? Network(sizes: [2, 1]).trained(inputs: data.inputs, targets: data.targets, options)) == nil
    }
    #expect(refused { $0.epochs = 0 })
    #expect(refused { $0.patience = 0 })
    #expect(refused { $0.decay = -1 })
    #expect(refused { $0.slopeThreshold = .nan })
    #expect(refused { $0.validationShare = 1 })
    #expect(refused { $0.validationShare = 0.001 })
    #expect(
      refused {
        $0.optimizer = .resilient(
          {
            var r = Optimizer.Resilient()
            r.shrinkage = 1
            return r
          }())
      })
    #expect(
      refused {
        $0.optimizer = .resilient(
          {
            var r = Optimizer.Resilient()
            r.growth = 0.9
            return r
          }())
      })
    #expect(
      refused {
        $0.optimizer = .adam(
          {
            var a = Optimizer.Adam()
            a.batch = 0
            return a
          }())
      })
    #expect(
      refused {
        $0.optimizer = .adam(
          {
            var a = Optimizer.Adam()
            a.momentum = 1
            return a
          }())
      })
    var options = TrainingOptions()
    options.loss = .crossEntropy
    #expect(throws: NetworkError.label(row: 0, value: 2)) {
      try Network(sizes: [1, 1]).trained(inputs: Rows(column: [1]), targets: Rows(column: [2]), options)
    }
    #expect(throws: NetworkError.self) {
      try Network(sizes: [2, 1], output: .linear).trained(inputs: data.inputs, targets: data.targets, options)
    }
  }

  @Test func learningCurvesFallOnHeldOutRowsAsRowsAreAdded() throws {
    let data = try Self.exclusiveOr(200)
    let held = try Self.exclusiveOr(200, seed: 4)
    var options = TrainingOptions()
    options.epochs = 150
    let curve = try Network(sizes: [2, 8, 1], seed: 5).lossCurve(
      inputs: data.inputs, targets: data.targets, validation: held, sizes: [10, 50, 200], options)
    #expect(curve.points.map(\.rows) == [10, 50, 200])
    #expect(curve.points[2].validationLoss < curve.points[0].validationLoss)
    #expect(curve.points[0].trainingLoss < curve.points[0].validationLoss)
    #expect(throws: NetworkError.self) {
      try Network(sizes: [2, 1]).lossCurve(
        inputs: data.inputs, targets: data.targets, validation: held, sizes: [500], options)
    }
  }
}
