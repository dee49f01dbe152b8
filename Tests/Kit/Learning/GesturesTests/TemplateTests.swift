import Basics
import Foundation
import Testing

@testable import Gestures

struct TemplateTests {
  private func turned(_ stroke: Stroke, by angle: Double) throws -> Stroke {
    try Stroke(
      stroke.samples.map {
        Sample2D(x: $0.x * cos(angle) - $0.y * sin(angle), y: $0.x * sin(angle) + $0.y * cos(angle), t: $0.t)
      })
  }

  private func templates() throws -> [LabelledStroke] {
    let generator = try LetterGenerator(variation: .none)
    return try LetterGenerator.letters.flatMap { letter in
      try (0..<generator.ways(of: letter)).map {
        LabelledStroke(label: letter, stroke: try generator.stroke(letter, index: $0))
      }
    }
  }

  @Test func protractorFindsItsOwnTemplates() throws {
    let protractor = try Protractor(templates())
    for template in try templates() {
      let match = try protractor.match(template.stroke)
      #expect(match.label == template.label && match.score > 1 - 1e-9)
    }
  }

  @Test func protractorTurnsAsFarAsItMay() throws {
    let template = LabelledStroke(label: "N", stroke: try LetterGenerator(variation: .none).stroke("N", index: 0))
    let other = LabelledStroke(label: "C", stroke: try LetterGenerator(variation: .none).stroke("C", index: 0))
    let rotated = try turned(template.stroke, by: 0.5)
    let free = try Protractor([template, other], largestTurn: .pi).match(rotated)
    #expect(free.label == "N" && free.score > 1 - 1e-9)
    let fixed = try Protractor([template, other], largestTurn: 0).match(rotated)
    #expect(abs(fixed.score - cos(0.5)) < 1e-6)
    let some = try Protractor([template, other], largestTurn: 0.2).match(rotated)
    #expect(abs(some.score - cos(0.3)) < 1e-6)
  }

  @Test func protractorRecognisesGeneratedLetters() throws {
    let protractor = try Protractor(templates())
    let generator = try LetterGenerator()
    var right = 0
    for letter in LetterGenerator.letters {
      for index in 0..<4 where try protractor.match(generator.stroke(letter, index: index)).label == letter {
        right += 1
      }
    }
    #expect(right >= 95)
    #expect(throws: GestureError.self) { try Protractor([]) }
    #expect(throws: GestureError.self) { try Protractor(templates(), samples: 1) }
    #expect(throws: GestureError.self) { try Protractor(templates(), largestTurn: 4) }
    #expect(try protractor.match(stroke([(0, 0, 0)])).score == 0)
  }

  /// All ways through two short sequences, one by one.
  private func cheapest(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>) -> Double {
    guard let a = left.first, let b = right.first else { return .infinity }
    if left.count == 1, right.count == 1 { return abs(a - b) }
    let (l, r) = (left.dropFirst(), right.dropFirst())
    return abs(a - b) + min(cheapest(l, right), cheapest(left, r), cheapest(l, r))
  }

  @Test func warpingTakesTheCheapestWay() throws {
    var generator = SeededRandom(seed: 5)
    let warping = try DynamicTimeWarping(band: 1)
    for (rows, columns) in [(1, 1), (1, 5), (4, 4), (6, 3), (5, 7)] {
      let left = (0..<rows).map { _ in generator.normal() }
      let right = (0..<columns).map { _ in generator.normal() }
      #expect(abs(try warping.distance(left, right, width: 1) - cheapest(left[...], right[...])) < 1e-12)
    }
  }

  @Test func warpingForgivesTempoWithinTheBand() throws {
    let slow: [Double] = [0, 0, 0, 0, 1, 2, 3, 4, 5, 5]
    let fast: [Double] = [0, 1, 2, 3, 4, 5, 5, 5, 5, 5]
    #expect(try DynamicTimeWarping(band: 1).distance(slow, fast, width: 1) == 0)
    #expect(try DynamicTimeWarping(band: 0).distance(slow, fast, width: 1) > 0)
    #expect(try DynamicTimeWarping().distance([3, 4, 0, 0], [0, 0, 0, 0], width: 2) == 5)
    #expect(throws: GestureError.self) { try DynamicTimeWarping().distance([], [1], width: 1) }
    #expect(throws: GestureError.self) { try DynamicTimeWarping().distance([1, 2, 3], [1, 2], width: 2) }
    #expect(throws: GestureError.self) { try DynamicTimeWarping(band: 2) }
  }

  @Test func warpedNeighboursRecognise() throws {
    let examples = [
      Example(label: "rise", features: [0, 1, 2, 3, 4, 5]), Example(label: "fall", features: [5, 4, 3, 2, 1, 0]),
    ]
    let neighbor = try WarpedNeighbor(examples, width: 1, warping: DynamicTimeWarping())
    #expect(try neighbor.match([0, 0, 1, 3, 4, 5]).label == "rise")
    #expect(throws: GestureError.self) { try WarpedNeighbor(examples, width: 4, warping: DynamicTimeWarping()) }
  }
}
