import Basics
import Testing

@testable import Gestures

struct EvaluationTests {
  /// Wilson's interval for 8 of 10 and 0 of 10, from the formula worked out by hand.
  @Test func wilsonIntervals() throws {
    let some = try Proportion(successes: 8, trials: 10)
    #expect(some.value == 0.8)
    #expect(abs(some.interval.lowerBound - 0.4901625) < 1e-6 && abs(some.interval.upperBound - 0.9433178) < 1e-6)
    let none = try Proportion(successes: 0, trials: 10)
    #expect(none.interval.lowerBound == 0 && abs(none.interval.upperBound - 0.2775328) < 1e-6)
    #expect(throws: GestureError.self) { try Proportion(successes: 1, trials: 0) }
    #expect(throws: GestureError.self) { try Proportion(successes: 3, trials: 2) }
  }

  @Test func confusionMatricesCount() throws {
    var matrix = try ConfusionMatrix(labels: ["a", "b"])
    for (drawn, answered) in [("a", "a"), ("a", "b"), ("a", "b"), ("b", nil), ("b", "b"), ("q", "a")] {
      matrix.record(drawn: drawn, answered: answered)
    }
    #expect(matrix.counts == [[1, 2, 0], [0, 1, 1]] && matrix.foreign == 1)
    #expect(matrix.total == 6 && matrix.correct == 2)
    #expect(matrix.mostConfused().map(\.count) == [2, 1])
    #expect(matrix.mostConfused(1) == [.init(drawn: "a", answered: "b", count: 2)])
    var twice = matrix
    try twice.add(matrix)
    #expect(twice.total == 12 && twice.counts[0][1] == 4)
    #expect(throws: GestureError.self) { try twice.add(ConfusionMatrix(labels: ["a", "c"])) }
    #expect(throws: GestureError.self) { try ConfusionMatrix(labels: ["a", "a"]) }
    #expect(throws: GestureError.self) { try ConfusionMatrix(labels: ["a"]).accuracy() }
  }

  @Test func stratifiedFoldsSpreadEveryLabel() throws {
    let labels = (0..<97).map { ["a", "b", "c"][$0 % 3] } + ["rare"]
    let folds = try Folds.stratified(labels: labels, count: 10, seed: 4)
    for fold in 0..<10 {
      let (training, testing) = folds.split(fold)
      #expect(Set(training).isDisjoint(with: testing) && training.count + testing.count == labels.count)
      #expect((9...10).contains(testing.count))
      for label in ["a", "b", "c"] { #expect((3...4).contains(testing.count { labels[$0] == label })) }
    }
    #expect(try Folds.stratified(labels: labels, count: 10, seed: 5) != folds)
    #expect(throws: GestureError.self) { try Folds.stratified(labels: ["a"], count: 2) }
    #expect(throws: GestureError.self) { try Folds.stratified(labels: labels, count: 1) }
  }

  @Test func foldsByGroupAndByBlock() throws {
    #expect(try Folds.byGroup(["eve", "bob", "eve", "ann"]).assignment == [2, 1, 2, 0])
    #expect(try Folds.blocks(examples: 7, count: 3).assignment == [0, 0, 0, 1, 1, 2, 2])
    #expect(throws: GestureError.self) { try Folds.byGroup(["eve", "eve"]) }
  }

  @Test func crossValidationNeverTestsOnWhatItTrainedOn() throws {
    // Labels that only memory could know: every example is its own cluster.
    var generator = SeededRandom(seed: 8)
    let examples = (0..<200).map { _ in
      Example(label: ["a", "b"][Int(generator.next() % 2)], features: [generator.normal(), generator.normal()])
    }
    let folds = try Folds.stratified(labels: examples.map(\.label), count: 10)
    let held = try ConfusionMatrix.crossValidated(examples, folds: folds) { try NearestNeighbor($0) }
    let seen = try ConfusionMatrix(of: NearestNeighbor(examples), on: examples)
    #expect(try seen.accuracy().value == 1)
    #expect(try abs(held.accuracy().value - 0.5) < 0.12)
    #expect(held.total == 200)
    #expect(throws: GestureError.self) {
      try ConfusionMatrix.crossValidated(Array(examples.dropLast()), folds: folds) { try NearestNeighbor($0) }
    }
  }

  @Test func learningCurvesRise() throws {
    let examples = clusters(["a", "b", "c", "d"], count: 60, spread: 0.4, seed: 1)
    let heldOut = clusters(["a", "b", "c", "d"], count: 60, spread: 0.4, seed: 2)
    let curve = try LearningCurve(training: examples, heldOut: heldOut, sizes: [1, 50]) {
      try KernelMachine().train($0).classifier
    }
    #expect(curve.points.map(\.examplesPerLabel) == [1, 50])
    #expect(curve.points[1].accuracy.value > curve.points[0].accuracy.value)
    #expect(throws: GestureError.self) {
      try LearningCurve(training: examples, heldOut: heldOut, sizes: [0]) { try NearestNeighbor($0) }
    }
  }
}
