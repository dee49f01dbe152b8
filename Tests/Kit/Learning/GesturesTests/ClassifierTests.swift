import Basics
import Foundation
import Testing

@testable import Gestures

struct ClassifierTests {
  private let weights = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]

  @Test func matchesRankEveryLabel() throws {
    let match = try LinearClassifier(labels: ["x", "y", "z"], weights: weights).match([0.5, 2, -1])
    #expect(match.label == "y" && match.score == 2 && match.margin == 1.5)
    #expect(match.runnerUp.label == "x" && match.runnerUp.score == 0.5)
    #expect(match.candidates.map(\.label) == ["y", "x", "z"])
  }

  @Test func belowTheThresholdTheAnswerIsNone() throws {
    let classifier = try LinearClassifier(labels: ["x", "y", "z"], weights: weights)
    #expect(try classifier.match([0.5, 2, -1], threshold: 2).label == "y")
    #expect(try classifier.match([0.5, 2, -1], threshold: 2.1).label == nil)
  }

  @Test func scoresAreDotProducts() throws {
    var generator = SeededRandom(seed: 9)
    for count in [1, 3, 4, 7, 28] {
      let rows = (0..<5).map { _ in (0..<count).map { _ in generator.normal() } }
      let vector = (0..<count).map { _ in generator.normal() }
      let scores = try LinearClassifier(labels: ["a", "b", "c", "d", "e"], weights: rows).scores(for: vector)
      for (row, score) in zip(rows, scores) {
        #expect(abs(score - zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 }) < 1e-12)
      }
    }
  }

  @Test func refusesVectorsAndWeightsOfAnotherShape() throws {
    let classifier = try LinearClassifier(labels: ["x", "y", "z"], weights: weights)
    #expect(throws: GestureError.featureCount(found: 2, expected: 3)) { try classifier.match([1, 2]) }
    #expect(throws: GestureError.self) { try classifier.match([1, 2, .nan]) }
    #expect(throws: GestureError.self) { try LinearClassifier(labels: ["x", "y"], weights: weights) }
    #expect(throws: GestureError.self) { try LinearClassifier(labels: ["x", "y"], weights: [[1], [1, 2]]) }
    #expect(throws: GestureError.self) { try LinearClassifier(labels: ["x", "x"], weights: [[1], [2]]) }
    #expect(throws: GestureError.self) { try LinearClassifier(labels: ["x", "y"], weights: [[], []]) }
    #expect(throws: GestureError.self) { try LinearClassifier(labels: ["x"], weights: [[1]]) }
    #expect(throws: GestureError.self) { try LinearClassifier(labels: ["x", "y"], weights: [[1], [.infinity]]) }
  }

  @Test func restrictsToSomeLabels() throws {
    let some = try LinearClassifier(labels: ["x", "y", "z"], weights: weights).restricted(to: ["z", "x"])
    #expect(try some.match([0.5, 2, -1]).label == "x")
    #expect(throws: GestureError.self) { try some.restricted(to: ["z", "q"]) }
  }

  /// At the optimum the gradient vanishes; it is computed here from the definition.
  @Test func logisticRegressionReachesTheOptimum() throws {
    let labels = ["a", "b", "c"]
    let examples = clusters(labels, count: 30, spread: 0.7)
    for penalty in [1e-2, 1e-3] {
      let regression = LogisticRegression(penalty: penalty, tolerance: 1e-8, maximumIterations: 20_000)
      let (classifier, report) = try regression.train(examples)
      #expect(report.converged)
      let weights = classifier.weights
      for (own, label) in labels.enumerated() {
        for feature in 0..<3 {
          var gradient = penalty * weights[own][feature]
          for example in examples {
            let exponentials = try classifier.scores(for: example.features).map { exp($0) }
            let probability = exponentials[own] / exponentials.reduce(0, +)
            gradient += (probability - (example.label == label ? 1 : 0)) * example.features[feature] / 90
          }
          #expect(abs(gradient) < 1e-7)
        }
      }
    }
  }

  @Test func thePenaltyShortensTheWeights() throws {
    let examples = clusters(["a", "b", "c"], count: 30, spread: 0.3)
    let lengths = try [1e-1, 1e-2, 1e-3].map { penalty in
      try LogisticRegression(penalty: penalty).train(examples).classifier.weights.joined().reduce(0) { $0 + $1 * $1 }
    }
    #expect(lengths[0] < lengths[1] && lengths[1] < lengths[2])
    #expect(throws: GestureError.self) { try LogisticRegression(penalty: -1).train(examples) }
    #expect(throws: GestureError.self) { try LogisticRegression(maximumIterations: 0).train(examples) }
    #expect(try !LogisticRegression(maximumIterations: 3).train(examples).report.converged)
  }

  @Test func nearestNeighbourFindsTheNearest() throws {
    let examples = clusters(["a", "b", "c"], count: 20, spread: 0.4)
    let neighbor = try NearestNeighbor(examples)
    var generator = SeededRandom(seed: 2)
    for _ in 0..<50 {
      let query = [generator.normal(), generator.normal(), 1]
      let nearest = examples.min { distance($0.features, query) < distance($1.features, query) }
      let match = try neighbor.match(query)
      #expect(match.label == nearest?.label)
      #expect(abs(-match.score - distance(nearest?.features ?? [], query)) < 1e-7)
    }
  }

  private func distance(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }
}
