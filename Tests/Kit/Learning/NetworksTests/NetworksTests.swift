import Basics
import Foundation
import Testing

@testable import Networks

/// Rows of seeded random numbers in −range…range.
func randomRows(_ count: Int, _ width: Int, range: Double = 1, seed: UInt64) throws -> Rows {
  var random = SeededRandom(seed: seed)
  return try Rows(
    width: width, values: (0..<(count * width)).map { _ in Double.random(in: -range...range, using: &random) })
}

@Suite struct ForwardPassTests {
  /// The same sums, written the long way.
  func naive(_ network: Network, _ row: [Double]) -> [Double] {
    var values = row
    if let n = network.normalization {
      for index in values.indices { values[index] = (values[index] - n.means[index]) / n.deviations[index] }
    }
    for layer in network.layers {
      values = (0..<layer.outputs).map { node in
        var z = layer.weights[node]
        for input in 0..<layer.inputs { z += values[input] * layer.weights[(1 + input) * layer.outputs + node] }
        return layer.activation == .sigmoid ? 1 / (1 + exp(-z)) : z
      }
    }
    return values
  }

  @Test(arguments: [[7, 28, 21, 14, 7, 1], [1, 1], [3, 5, 2], [2, 300, 4]])
  func equalsTheSumsWrittenOut(sizes: [Int]) throws {
    for (hidden, output) in [(Activation.sigmoid, Activation.sigmoid), (.sigmoid, .linear), (.linear, .sigmoid)] {
      var network = try Network(sizes: sizes, hidden: hidden, output: output, seed: 3)
      // 300 rows: more than two blocks, and a remainder.
      let inputs = try randomRows(300, sizes[0], range: 3, seed: 4)
      network.normalization = try Normalization(of: inputs)
      let batch = try network.outputs(for: inputs)
      #expect(batch.count == 300 && batch.width == sizes[sizes.count - 1])
      for row in 0..<300 {
        for (a, b) in zip(batch[row], naive(network, inputs[row])) { #expect(abs(a - b) < 1e-12 * max(1, abs(b))) }
      }
      #expect(try network.output(for: inputs[7]) == batch[7])
    }
  }

  @Test func sigmoidAgreesWithTheExponentialFunction() {
    for step in -4000...4000 {
      let z = Double(step) / 100
      let exact = 1 / (1 + exp(-z))
      let ours = logistic(SIMD8(repeating: z))[2]
      #expect(abs(ours - exact) <= 4e-16 * exact + 1e-300)
    }
    #expect(logistic(SIMD8(repeating: 1e300))[0] == 1)
    #expect(logistic(SIMD8(repeating: -1e300))[0] < 1e-17)
  }

  @Test func normalisationBringsEveryInputToMeanZeroAndDeviationOne() throws {
    var values = try randomRows(200, 3, range: 5, seed: 5).values
    for row in 0..<200 {
      values[row * 3] = values[row * 3] * 100 + 1000
      values[row * 3 + 2] = 7
    }
    let rows = try Rows(width: 3, values: values)
    var network = try Network(sizes: [3, 1])
    network.normalization = try Normalization(of: rows)
    let normal = network.normalized(rows)
    for column in 0..<2 {
      let all = normal.column(column)
      let mean = all.reduce(0, +) / 200
      #expect(abs(mean) < 1e-12)
      let squares = all.map { ($0 - mean) * ($0 - mean) }
      let variance = squares.reduce(0, +) / 200
      #expect(abs(variance - 1) < 1e-12)
    }
    // An input that never changes stays finite.
    #expect(normal.column(2).allSatisfy { $0 == 0 })
  }

  @Test func theSeedDecidesTheWeights() throws {
    #expect(try Network(sizes: [3, 4, 1], seed: 1) == Network(sizes: [3, 4, 1], seed: 1))
    #expect(try Network(sizes: [3, 4, 1], seed: 1) != Network(sizes: [3, 4, 1], seed: 2))
  }

  @Test func whatDoesNotFitIsRefused() throws {
    #expect(throws: NetworkError.layers([3])) { try Network(sizes: [3]) }
    #expect(throws: NetworkError.layers([3, 0, 1])) { try Network(sizes: [3, 0, 1]) }
    let network = try Network(sizes: [3, 2, 1])
    #expect(throws: NetworkError.self) { try network.output(for: [1, 2]) }
    #expect(throws: NetworkError.self) { try network.output(for: []) }
    #expect(throws: NetworkError.self) { try network.output(for: [1, 2, .nan]) }
    #expect(throws: NetworkError.self) { try Rows(width: 3, values: [1, 2]) }
    #expect(throws: NetworkError.self) { try Rows(width: 0, values: []) }
    #expect(throws: NetworkError.self) { try Rows([[1, 2], [3]]) }
    #expect(throws: NetworkError.empty(what: "row")) { try Rows([]) }
    let layer = try Network.Layer(inputs: 2, outputs: 1, activation: .linear, weights: [1, 2, 3])
    #expect(throws: NetworkError.self) { try Network(layers: [layer, layer]) }
    #expect(throws: NetworkError.self) { try Network(layers: []) }
    #expect(throws: NetworkError.self) { try Network(layers: [layer], normalization: Normalization(of: Rows([[1]]))) }
    let error = #expect(throws: NetworkError.self) {
      try Network.Layer(inputs: 7, outputs: 28, activation: .sigmoid, weights: [1, 2])
    }
    #expect(error.map { "\($0)" }?.contains("expected 224, found 2") == true)
  }
}

@Suite struct GradientTests {
  @Test(arguments: Loss.allCases) func equalsTheDifferenceQuotientOfTheLoss(loss: Loss) throws {
    let cases: [(Activation, Activation)] =
      loss == .squares ? [(.sigmoid, .sigmoid), (.sigmoid, .linear), (.linear, .linear)] : [(.sigmoid, .sigmoid)]
    for (hidden, output) in cases {
      for decay in [0, 0.1] {
        var network = try Network(sizes: [4, 6, 3, 2], hidden: hidden, output: output, seed: 9)
        let inputs = try randomRows(11, 4, seed: 10)
        network.normalization = try Normalization(of: inputs)
        let targets = try Rows(width: 2, values: randomRows(11, 2, seed: 11).values.map { $0 > 0 ? 1 : 0 })
        let (value, slopes) = try network.gradient(inputs: inputs, targets: targets, loss: loss, decay: decay)
        #expect(value > 0)
        for layer in network.layers.indices {
          for index in network.layers[layer].weights.indices {
            var (up, down) = (network, network)
            up.layers[layer].weights[index] += 1e-5
            down.layers[layer].weights[index] -= 1e-5
            let quotient =
              (try up.gradient(inputs: inputs, targets: targets, loss: loss, decay: decay).loss
                - down.gradient(inputs: inputs, targets: targets, loss: loss, decay: decay).loss) / 2e-5
            #expect(abs(slopes[layer][index] - quotient) < 1e-8 * max(1, abs(quotient)))
          }
        }
      }
    }
  }

  @Test func theMeanDoesNotDependOnTheNumberOfRows() throws {
    let network = try Network(sizes: [2, 3, 1], seed: 1)
    let inputs = try randomRows(5, 2, seed: 2)
    let targets = try Rows(column: [0, 1, 1, 0, 1])
    let once = try network.gradient(inputs: inputs, targets: targets)
    let twice = try network.gradient(
      inputs: Rows(width: 2, values: inputs.values + inputs.values),
      targets: Rows(column: targets.values + targets.values))
    #expect(abs(once.loss - twice.loss) < 1e-15)
    for (a, b) in zip(once.slopes.joined(), twice.slopes.joined()) { #expect(abs(a - b) < 1e-15) }
  }

  @Test func rowsThatDoNotFitAreRefused() throws {
    let network = try Network(sizes: [2, 1])
    let rows = try randomRows(4, 2, seed: 1)
    #expect(throws: NetworkError.self) { try network.gradient(inputs: rows, targets: Rows(column: [1])) }
    #expect(throws: NetworkError.self) { try network.gradient(inputs: rows, targets: rows) }
    #expect(throws: NetworkError.self) { try network.gradient(inputs: Rows(column: [1]), targets: Rows(column: [1])) }
    #expect(throws: NetworkError.empty(what: "row")) {
      try network.gradient(inputs: Rows(width: 2, values: []), targets: Rows(width: 1, values: []))
    }
  }
}
