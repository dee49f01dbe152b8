import Basics
import Foundation
import Testing

@testable import Gestures

struct KernelMachineTests {
  private func randomPositive(_ size: Int, seed: UInt64) -> [Double] {
    var generator = SeededRandom(seed: seed)
    let factor = (0..<size * size).map { _ in generator.normal() }
    return (0..<size * size).map { index in
      let (row, column) = (index / size, index % size)
      return (0..<size).reduce(row == column ? 0.5 : 0) { $0 + factor[row * size + $1] * factor[column * size + $1] }
    }
  }

  @Test(arguments: [1, 2, 3, 8, 33]) func solvesAndInverts(_ size: Int) throws {
    let matrix = randomPositive(size, seed: UInt64(size))
    var generator = SeededRandom(seed: 1)
    let right = (0..<size * 2).map { _ in generator.normal() }
    let (solution, diagonal) = try CholeskyFactor(matrix, size: size).solve(right, columns: 2)
    for row in 0..<size {
      for column in 0..<2 {
        let product = (0..<size).reduce(0) { $0 + matrix[row * size + $1] * solution[$1 * 2 + column] }
        #expect(abs(product - right[row * 2 + column]) < 1e-8)
      }
      var unit = [Double](repeating: 0, count: size)
      unit[row] = 1
      let column = try CholeskyFactor(matrix, size: size).solve(unit, columns: 1).solution
      #expect(abs(column[row] - diagonal[row]) < 1e-10)
    }
  }

  @Test func saysThatAMatrixIsSingular() {
    #expect(throws: GestureError.singularKernel(row: 1)) { try CholeskyFactor([1, 1, 1, 1], size: 2) }
  }

  /// The formula against really leaving each example out.
  @Test(arguments: Kernel.allCases) func theLeaveOneOutErrorIsThatOfLeavingOneOut(_ kernel: Kernel) throws {
    let examples = clusters(["a", "b", "c"], count: 8, spread: 0.5)
    let (whole, report) = try KernelMachine(kernel: kernel, widths: [1], ridges: [0.1]).train(examples)
    var squares = 0.0
    for index in examples.indices {
      var rest = examples
      rest.remove(at: index)
      // The width is a multiple of the median distance, which changes when an example goes: undo that.
      let trial = try KernelMachine(kernel: kernel, widths: [1], ridges: [0.1]).train(rest).classifier
      let left = try KernelMachine(kernel: kernel, widths: [whole.width / trial.width], ridges: [0.1]).train(rest)
        .classifier
      for (label, score) in zip(left.labels, try left.scores(for: examples[index].features)) {
        let error = (label == examples[index].label ? 1 : -1) - score
        squares += error * error
      }
    }
    #expect(abs(report.leaveOneOutError - squares / Double(3 * examples.count)) < 1e-9)
  }

  @Test func withoutRidgeTheExamplesAreFittedExactly() throws {
    let examples = clusters(["a", "b", "c"], count: 10, spread: 0.5)
    let (classifier, _) = try KernelMachine(kernel: .laplacian, widths: [1], ridges: [0]).train(examples)
    for example in examples {
      for (label, score) in zip(classifier.labels, try classifier.scores(for: example.features)) {
        #expect(abs(score - (label == example.label ? 1 : -1)) < 1e-6)
      }
    }
  }

  @Test func choosesTheBetterWidthAndRidge() throws {
    let examples = clusters(["a", "b", "c", "d"], count: 25, spread: 0.35)
    let all = try KernelMachine(widths: [0.05, 1], ridges: [1e-6, 0.1]).train(examples).report
    for width in [0.05, 1] {
      for ridge in [1e-6, 0.1] {
        let one = try KernelMachine(widths: [width], ridges: [ridge]).train(examples).report
        #expect(all.leaveOneOutError <= one.leaveOneOutError)
      }
    }
  }

  @Test func kernelsDiffer() throws {
    let examples = clusters(["a", "b"], count: 10, spread: 0.5)
    let scores = try Kernel.allCases.map {
      try KernelMachine(kernel: $0).train(examples).classifier.scores(for: [0.3, 0.2, 1])
    }
    #expect(Set(scores).count == 3)
    #expect(Kernel.allCases.allSatisfy { $0.value(0) == 1 && $0.value(1) < 1 && $0.value(4) < $0.value(1) })
  }

  @Test func learnsWhatNoPlaneSeparates() throws {
    var generator = SeededRandom(seed: 3)
    let examples = (0..<120).map { _ in
      let (x, y) = (generator.normal(), generator.normal())
      return Example(label: x * x + y * y < 1 ? "inside" : "outside", features: [x, y, 1])
    }
    let linear = try ConfusionMatrix(of: LogisticRegression().train(examples).classifier, on: examples).accuracy()
    let kernel = try ConfusionMatrix(of: KernelMachine().train(examples).classifier, on: examples).accuracy()
    #expect(kernel.value > 0.95 && linear.value < 0.8)
  }

  @Test func refusesBadParameters() {
    let examples = clusters(["a", "b"], count: 3, spread: 0.5)
    for machine in [
      KernelMachine(widths: []), KernelMachine(ridges: []), KernelMachine(widths: [0]), KernelMachine(ridges: [-1]),
      KernelMachine(widths: [.nan]),
    ] {
      #expect(throws: GestureError.self) { try machine.train(examples) }
    }
    let twice = examples + examples
    #expect(throws: GestureError.self) { try KernelMachine(ridges: [0]).train(twice) }
  }
}
