import Basics
import Foundation
import Testing

@testable import Networks

@Suite struct WeightsTests {
  static let sizes = [7, 28, 21, 14, 7, 1]

  @Test(arguments: Network.WeightOrder.allCases) func fiveLinesComeBackAsTheyWere(order: Network.WeightOrder) throws {
    let network = try Network(sizes: Self.sizes, seed: 12)
    let text = network.weightsText(order: order)
    let lines = text.split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ").count } == [224, 609, 308, 105, 8])
    #expect(try Network(sizes: Self.sizes, weights: text, order: order) == network)
    // Blank lines and trailing spaces of a pasted file do no harm.
    let pasted = "\n" + text.replacing("\n", with: "  \r\n\n")
    #expect(try Network(sizes: Self.sizes, weights: pasted, order: order) == network)
  }

  @Test func theBiasRowComesFirstAndTheOrderIsWhatItSays() throws {
    // Two inputs, three nodes: biases 1 2 3, input one 10 20 30, input two 100 200 300.
    let layer = try Network.Layer(
      inputs: 2, outputs: 3, activation: .linear, weights: [1, 2, 3, 10, 20, 30, 100, 200, 300])
    let network = try Network(layers: [layer])
    #expect(network.weightsText() == "1.0 2.0 3.0 10.0 20.0 30.0 100.0 200.0 300.0\n")
    #expect(network.weightsText(order: .byNode) == "1.0 10.0 100.0 2.0 20.0 200.0 3.0 30.0 300.0\n")
    #expect(try network.output(for: [1, 1]) == [111, 222, 333])
    let byNode = try Network(
      sizes: [2, 3], weights: "1 10 100 2 20 200 3 30 300", order: .byNode, output: .linear)
    #expect(byNode == network)
  }

  @Test func weightsOfTheWrongShapeAreRefusedWithTheirLine() throws {
    let text = try Network(sizes: [2, 3, 1]).weightsText()
    func words(_ sizes: [Int], _ text: String) -> String {
      let error = #expect(throws: NetworkError.self) { try Network(sizes: sizes, weights: text) }
      return error.map { "\($0)" } ?? ""
    }
    #expect(words([2, 3, 2, 1], text).contains("have 2 lines; the network has 3 layers"))
    #expect(words([2, 4, 1], text).contains("Line 1 of the weights: expected 12 weights"))
    #expect(words([2, 3, 1], "\n" + text.replacing(" ", with: " x ", maxReplacements: 1)).contains("Line 2"))
    #expect(words([2, 3, 1], text.replacing(" ", with: " x ", maxReplacements: 1)).contains("number 2 is “x”"))
    #expect(words([1, 1], "1 inf").contains("“inf”"))
    #expect(words([1], "").contains("at least an input and an output"))
  }

  @Test func jsonHoldsTheWholeModel() throws {
    var network = try Network(sizes: [3, 4, 2], output: .linear, seed: 8)
    network.normalization = try Normalization(of: randomRows(10, 3, seed: 1))
    let data = try JSONEncoder().encode(network)
    #expect(try JSONDecoder().decode(Network.self, from: data) == network)
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var layers = try #require(object["layers"] as? [[String: Any]])
    layers[0]["weights"] = [1.0, 2.0]
    object["layers"] = layers
    let spoilt = try JSONSerialization.data(withJSONObject: object)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Network.self, from: spoilt) }
    #expect(error.map { "\($0)" }?.contains("expected 16, found 2") == true)
  }
}

@Suite struct BinaryEvaluationTests {
  @Test func countsWhatIsTold() throws {
    let evaluation = try BinaryEvaluation(predictions: [0.9, 0.6, 0.4, 0.2, 0.7], labels: [1, 0, 1, 0, 1])
    #expect(evaluation.truePositives == 2 && evaluation.falseNegatives == 1)
    #expect(evaluation.falsePositives == 1 && evaluation.trueNegatives == 1)
    #expect(evaluation.accuracy == 0.6 && evaluation.count == 5)
    // By hand: means 0.56 and 0.6, Σxy = 0.32, Σx² = 0.292, Σy² = 1.2.
    #expect(abs(evaluation.correlation - 0.32 / (0.292 * 1.2).squareRoot()) < 1e-12)
  }

  @Test func theThresholdTradesOneErrorForTheOther() throws {
    let (p, y) = ([0.9, 0.6, 0.4, 0.2, 0.7], [1.0, 0, 1, 0, 1])
    #expect(try BinaryEvaluation(predictions: p, labels: y, threshold: 0.3).falseNegatives == 0)
    #expect(try BinaryEvaluation(predictions: p, labels: y, threshold: 0.65).falsePositives == 0)
  }

  @Test func areaIsTheProbabilityThatAOneOutranksAZero() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20 {
      // Coarse predictions, so that there are ties.
      let p = (0..<40).map { _ in Double(Int.random(in: 0...9, using: &random)) / 9 }
      let y = (0..<40).map { _ in Double(Int.random(in: 0...1, using: &random)) }
      guard y.contains(0), y.contains(1) else { continue }
      var (wins, pairs) = (0.0, 0.0)
      for (a, la) in zip(p, y) where la == 1 {
        for (b, lb) in zip(p, y) where lb == 0 {
          wins += a > b ? 1 : a == b ? 0.5 : 0
          pairs += 1
        }
      }
      let evaluation = try BinaryEvaluation(predictions: p, labels: y)
      #expect(abs(evaluation.area - wins / pairs) < 1e-12)
      let points = evaluation.characteristic
      #expect(points.first?.truePositiveRate == 0 && points.last?.truePositiveRate == 1)
      #expect(points.last?.falsePositiveRate == 1)
      #expect(zip(points, points.dropFirst()).allSatisfy { $0.threshold > $1.threshold })
      #expect((try? JSONEncoder().encode(evaluation)) != nil || evaluation.correlation.isNaN)
    }
  }

  @Test func whatCannotBeScoredIsRefused() throws {
    #expect(throws: NetworkError.empty(what: "prediction")) { try BinaryEvaluation(predictions: [], labels: []) }
    #expect(throws: NetworkError.self) { try BinaryEvaluation(predictions: [1], labels: []) }
    #expect(throws: NetworkError.label(row: 0, value: 0.5)) { try BinaryEvaluation(predictions: [1], labels: [0.5]) }
    #expect(throws: NetworkError.self) { try BinaryEvaluation(predictions: [.nan], labels: [1]) }
    // One class only: nothing to rank.
    let single = try BinaryEvaluation(predictions: [0.2, 0.8], labels: [1, 1])
    #expect(single.area.isNaN && single.characteristic.isEmpty && single.correlation.isNaN)
  }
}
