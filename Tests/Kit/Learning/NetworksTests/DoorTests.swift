import Basics
import Foundation
import Testing

@testable import Networks

@Suite("Doors of the networks: what makes no sense is refused, not tried")
struct DoorTests {
  @Test("A layer's numbers are checked before they are multiplied")
  func sizes() {
    for (inputs, outputs) in [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (0, 1), (-1, 2)] {
      #expect(throws: NetworkError.self) {
        try Network.Layer(inputs: inputs, outputs: outputs, activation: .linear, weights: [1, 2])
      }
      #expect(throws: NetworkError.self) { try Network(sizes: [inputs, outputs]) }
      #expect(throws: NetworkError.self) { try Network(sizes: [inputs, outputs], weights: "1 2\n") }
    }
  }

  @Test("Values from JSON are checked like values from code")
  func decoding() throws {
    func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    for text in [#"{"width": 0, "values": [1]}"#, #"{"width": 2, "values": [1, 2, 3]}"#] {
      #expect(throws: (any Error).self) { try read(Rows.self, text) }
    }
    for text in [#"{"means": [1, 2], "deviations": [1]}"#, #"{"means": [1], "deviations": [0]}"#] {
      #expect(throws: (any Error).self) { try read(Normalization.self, text) }
    }
    for text in [
      #"{"inputs": 2, "outputs": 2, "activation": "linear", "weights": [1]}"#,
      #"{"inputs": 9223372036854775807, "outputs": 2, "activation": "linear", "weights": [1]}"#,
    ] {
      #expect(throws: (any Error).self) { try read(Network.Layer.self, text) }
      #expect(throws: (any Error).self) { try read(Network.self, #"{"layers": [\#(text)]}"#) }
    }
    let rows = try Rows(width: 2, values: [1, 2, 3, 4])
    var network = try Network(sizes: [2, 3, 1], seed: 4)
    network.normalization = try Normalization(of: rows)
    #expect(try JSONDecoder().decode(Network.self, from: JSONEncoder().encode(network)) == network)
    #expect(try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(rows)) == rows)
  }

  @Test("Inputs are normalised in every unit, or an error says why not")
  func units() throws {
    for unit in [1e-100, 1e-20, 1, 1e20, 1e100] {
      let normalization = try Normalization(of: Rows(column: [unit, 2 * unit, 3 * unit]))
      #expect(abs(normalization.deviations[0] / unit - (2.0 / 3).squareRoot()) < 1e-12)
    }
    #expect(throws: NetworkError.self) { try Normalization(of: Rows(column: [1e200, -1e200])) }
    #expect(throws: NetworkError.self) { try BinaryEvaluation(predictions: [0, 1], labels: [0, 1], threshold: .nan) }
  }

  @Test("Any number of rows gives each row's outputs, whatever the widths", arguments: [1, 7, 8, 9, 16, 17])
  func lanes(_ count: Int) throws {
    var random = SeededRandom(seed: 5)
    for sizes in [[1, 1], [3, 5, 2], [7, 28, 21, 14, 7, 1]] {
      let network = try Network(sizes: sizes, hidden: .sigmoid, output: .linear, seed: 2)
      let rows = try Rows(width: sizes[0], values: (0..<(count * sizes[0])).map { _ in random.uniform(-2...2) })
      let outputs = try network.outputs(for: rows)
      #expect(outputs.count == count)
      for row in 0..<count {
        var nodes = rows[row]
        for layer in network.layers {
          nodes = (0..<layer.outputs).map { column in
            let sum = nodes.indices.reduce(layer.weights[column]) {
              $0 + nodes[$1] * layer.weights[($1 + 1) * layer.outputs + column]
            }
            return layer.activation == .sigmoid ? 1 / (1 + exp(-sum)) : sum
          }
        }
        for (a, b) in zip(nodes, outputs[row]) { #expect(abs(a - b) < 1e-13 * max(1, abs(a))) }
      }
    }
  }
}
