import Basics
import Inertial
import Testing

@testable import Gestures

/// Points around the corners of a polygon, told apart by planes.
func clusters(_ labels: [String], count: Int, spread: Double, seed: UInt64 = 1) -> [Example] {
  var generator = SeededRandom(seed: seed)
  let centers: [(Double, Double)] = [(1, 0), (-1, 0.3), (0.2, 1.2), (-0.4, -1.1), (1.5, 1.5)]
  return labels.indices.flatMap { index in
    (0..<count).map { _ in
      let (x, y) = centers[index]
      return Example(
        label: labels[index], features: [x + spread * generator.normal(), y + spread * generator.normal(), 1])
    }
  }
}

/// The course's loop as it is there: every example scored in every pass.
private func naive(_ examples: [Example], labels: [String], weights start: [[Double]], passes: Int) -> [[Double]] {
  var weights = start
  for _ in 0..<passes {
    var mistakes = 0
    for example in examples {
      let scores = weights.map { zip($0, example.features).reduce(0) { $0 + $1.0 * $1.1 } }
      let best = scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
      guard let own = labels.firstIndex(of: example.label), own != best else { continue }
      for index in example.features.indices {
        weights[own][index] += example.features[index]
        weights[best][index] -= example.features[index]
      }
      mistakes += 1
    }
    if mistakes == 0 { break }
  }
  return weights
}

struct PerceptronTests {
  @Test func doesWhatTheCoursesLoopDoes() throws {
    let labels = ["a", "b", "c", "d"]
    for seed in 1...5 as ClosedRange<UInt64> {
      let examples = clusters(labels, count: 40, spread: seed < 4 ? 0.15 : 0.5, seed: seed)
      let (classifier, _) = try Perceptron(starts: 1, maximumPasses: 50, seed: seed).train(examples)
      var generator = SeededRandom(seed: seed, stream: 1)
      let start = labels.map { _ in (0..<3).map { _ in generator.normal() } }
      let expected = naive(examples, labels: labels, weights: start, passes: 50)
      for (row, other) in zip(classifier.weights, expected) {
        for (left, right) in zip(row, other) { #expect(abs(left - right) < 1e-9) }
      }
    }
  }

  @Test func endsWithoutAMistakeWherePlanesSeparate() throws {
    let examples = clusters(["a", "b", "c"], count: 50, spread: 0.1)
    for perceptron in [Perceptron(starts: 20), Perceptron(order: .shuffled, starts: 20)] {
      let (classifier, report) = try perceptron.train(examples)
      #expect(report.separated == 20 && report.confusions.isEmpty)
      for example in examples { #expect(try classifier.match(example.features).label == example.label) }
      #expect(report.description.contains("All 20 starts"))
    }
  }

  @Test func saysWhatCannotBeSeparated() throws {
    var examples = clusters(["a", "b"], count: 20, spread: 0.1)
    examples.append(Example(label: "b", features: examples[0].features))
    let (_, report) = try Perceptron(averaged: true, starts: 5, maximumPasses: 30).train(examples)
    #expect(report.separated == 0 && report.passes == [30, 30, 30, 30, 30])
    #expect(report.confusions.contains { $0.drawn == "b" && $0.answered == "a" })
    #expect(report.description.contains("b read as a"))
  }

  @Test func sameSeedSameWeightsOtherSeedOthers() throws {
    let examples = clusters(["a", "b", "c"], count: 30, spread: 0.3)
    let first = try Perceptron(starts: 7, maximumPasses: 20, seed: 5).train(examples).classifier
    #expect(try Perceptron(starts: 7, maximumPasses: 20, seed: 5).train(examples).classifier == first)
    #expect(try Perceptron(starts: 7, maximumPasses: 20, seed: 6).train(examples).classifier != first)
    #expect(try Perceptron(starts: 8, maximumPasses: 20, seed: 5).train(examples).classifier != first)
    #expect(try Perceptron(starts: 7, startScale: 2, maximumPasses: 20, seed: 5).train(examples).classifier != first)
    #expect(
      try Perceptron(order: .shuffled, starts: 7, maximumPasses: 20, seed: 5).train(examples).classifier != first)
  }

  /// The mean of the weights after each example, in two passes over three examples, computed by hand.
  @Test func averagesOverAllExamplesSeen() throws {
    let examples = [
      Example(label: "a", features: [1, 0]), Example(label: "b", features: [0, 1]),
      Example(label: "b", features: [1, 1]),
    ]
    let perceptron = Perceptron(averaged: true, starts: 1, startScale: 0, maximumPasses: 100)
    let (classifier, report) = try perceptron.train(examples)
    // Ties go to a. 1: a is right. 2: b wrong: b = (0, 1), a = (0, −1). 3: b leads, right. Second pass: 1: 0 = 0,
    // tie, a is right. 2 and 3 are right: done. Sums over the six examples: a: 0 + 5·(0, −1), b: 0 + 5·(0, 1).
    #expect(report.passes == [2])
    let means: [[Double]] = [[0, -5.0 / 6], [0, 5.0 / 6]]
    for (row, expected) in zip(classifier.weights, means) {
      for (left, right) in zip(row, expected) { #expect(abs(left - right) < 1e-12) }
    }
  }

  @Test func refusesWhatCannotBeTrainedOn() {
    let one = Example(label: "a", features: [1, 2])
    #expect(throws: GestureError.tooFewExamples(labels: 0, examples: 0)) { try Perceptron().train([]) }
    #expect(throws: GestureError.tooFewExamples(labels: 1, examples: 1)) { try Perceptron().train([one]) }
    #expect(throws: GestureError.featureCount(found: 1, expected: 2)) {
      try Perceptron().train([one, Example(label: "b", features: [1])])
    }
    #expect(throws: GestureError.self) { try Perceptron().train([one, Example(label: "b", features: [1, .nan])]) }
    #expect(throws: GestureError.self) { try Perceptron().train([one, Example(label: "", features: [1, 2])]) }
    let two = [one, Example(label: "b", features: [2, 1])]
    #expect(throws: GestureError.self) { try Perceptron(starts: 0).train(two) }
    #expect(throws: GestureError.self) { try Perceptron(maximumPasses: 0).train(two) }
    #expect(throws: GestureError.self) { try Perceptron(startScale: -1).train(two) }
  }

  @Test func largeFeaturesThatCannotBeSeparatedAreNotCalledSeparated() throws {
    // Equal vectors with different labels, far from the origin: no weights tell them apart.
    var random = SeededRandom(seed: 5)
    for scale in [1, 1e4, 1e8] {
      var examples: [Example] = []
      for index in 0..<12 {
        let features = [scale * (1 + 1e-3 * random.uniform()), scale * random.uniform(), 1]
        for label in ["a", "b", "c"].prefix(index == 3 ? 3 : 1) {
          examples.append(Example(label: label, features: features))
        }
      }
      for averaged in [false, true] {
        let report = try Perceptron(averaged: averaged, starts: 20, maximumPasses: 300).train(examples).report
        #expect(report.separated == 0, "\(scale)")
      }
    }
  }

  @Test func theBoardDecidesAsTheWeightsDoWhateverTheScaleOfTheFeatures() throws {
    // A set too large for the board is trained by the weights alone; with the board the result has to be the same.
    var random = SeededRandom(seed: 6)
    for scale in [1, 1e8] {
      let examples = (0..<60).map { index in
        Example(
          label: "\(index % 3)", features: (0..<5).map { _ in scale * (1 + 1e-4 * random.normal()) } + [scale])
      }
      let set = try TrainingSet(examples)
      let (rows, board) = (SparseRows(set), Similarities(set))
      let options = Perceptron(starts: 1, startScale: scale, maximumPasses: 200)
      var with = PerceptronRun(set: set, rows: rows, similarities: board, options: options, start: 0)
      var without = PerceptronRun(set: set, rows: rows, similarities: nil, options: options, start: 0)
      let (a, b) = (with.result(), without.result())
      #expect(a.weights == b.weights && a.passes == b.passes && a.separated == b.separated, "\(scale)")
    }
  }
}
