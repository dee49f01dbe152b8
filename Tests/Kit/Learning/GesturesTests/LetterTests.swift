import Foundation
import Testing

@testable import Gestures

struct LetterTests {
  @Test func drawsEveryCapital() throws {
    #expect(LetterGenerator.letters == "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init))
    let generator = try LetterGenerator()
    for letter in LetterGenerator.letters {
      for index in 0..<20 {
        let drawn = try generator.stroke(letter, index: index)
        #expect(drawn.samples.count > 8 && drawn.duration > 0.15 && drawn.extent.size > 80)
        #expect(try Stroke(drawn.samples) == drawn)
      }
    }
    #expect(throws: GestureError.unknownLetter("ß")) { try generator.stroke("ß", index: 0) }
  }

  @Test func aDrawingDependsOnSeedLetterAndIndexOnly() throws {
    let (first, second) = (try LetterGenerator(seed: 1), try LetterGenerator(seed: 2))
    let drawn = try first.stroke("M", index: 3)
    _ = try first.stroke("A", index: 0)
    #expect(try first.stroke("M", index: 3) == drawn)
    #expect(try first.stroke("M", index: 5) != drawn)
    #expect(try second.stroke("M", index: 3) != drawn)
    #expect(try first.stroke("M", index: -1).samples.count > 8)
  }

  /// What the course says of F and G.
  @Test func fAndGRunAsTheCourseDescribes() throws {
    let generator = try LetterGenerator(variation: .none)
    let f = try generator.stroke("F", index: 0).rescaled(minSize: 0).samples
    #expect(f[0].x < 0.05 && f[0].y < 0.05)
    let end = f[f.count - 1]
    #expect(end.x > 0.4 && abs(end.y - 0.5) < 0.05)
    // Down, up, right, left, half-way down, right: the directions in order.
    var directions: [Character] = []
    for (from, to) in zip(f, f.dropFirst()) {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      guard max(abs(dx), abs(dy)) > 0.015, min(abs(dx), abs(dy)) < 1e-9 else { continue }
      let direction: Character = abs(dx) > abs(dy) ? (dx > 0 ? "→" : "←") : (dy > 0 ? "↓" : "↑")
      if directions.last != direction { directions.append(direction) }
    }
    #expect(String(directions) == "↓↑→←↓→")

    let g = try generator.stroke("G", index: 0).rescaled(minSize: 0).samples
    #expect(g[0].x > 0.45 && abs(g[0].y - 0.5) < 0.1)
    #expect(g[g.count - 1].x > 0.6 && g[g.count - 1].y < 0.2)
  }

  @Test func withoutVariationAllDrawingsOfOneWayAreAlike() throws {
    let generator = try LetterGenerator(variation: .none)
    let ways = try generator.ways(of: "X")
    #expect(ways == 4)
    #expect(try generator.stroke("X", index: 1) == generator.stroke("X", index: 1 + ways))
    #expect(try generator.stroke("X", index: 1) != generator.stroke("X", index: 2))
  }

  /// Every variation, alone, changes the drawing, and 0 leaves the template.
  @Test(
    arguments: [
      \LetterVariation.slant, \.slope, \.width, \.unevenness, \.misplacement, \.wobble, \.rounding,
    ] as [WritableKeyPath<LetterVariation, Double> & Sendable])
  func everyVariationShows(_ path: WritableKeyPath<LetterVariation, Double> & Sendable) throws {
    var variation = LetterVariation.none
    variation[keyPath: path] = 0.2
    let plain = try LetterGenerator(variation: .none).stroke("K", index: 0)
    #expect(try LetterGenerator(variation: variation).stroke("K", index: 0) != plain)
    variation[keyPath: path] = -1
    #expect(throws: GestureError.self) { try LetterGenerator(variation: variation) }
  }

  @Test func sizeSpeedAndRateShow() throws {
    var variation = LetterVariation.none
    let plain = try LetterGenerator(variation: variation).stroke("L", index: 0)
    #expect(abs(plain.extent.height - 200) < 1e-9)
    variation.size = 50...50
    #expect(abs(try LetterGenerator(variation: variation).stroke("L", index: 0).extent.height - 50) < 1e-9)
    variation.speed = 4...4
    #expect(abs(try LetterGenerator(variation: variation).stroke("L", index: 0).duration - plain.duration / 2) < 1e-9)
    variation.rate = 240
    let samples = try LetterGenerator(variation: variation).stroke("L", index: 0).samples
    #expect(abs(samples[1].t - samples[0].t - 1.0 / 240) < 1e-12)
    variation.rate = 0
    #expect(throws: GestureError.self) { try LetterGenerator(variation: variation) }
    variation.rate = 60
    variation.size = -5...5
    #expect(throws: GestureError.self) { try LetterGenerator(variation: variation) }
  }

  /// A checksum over the drawings' bits: the shipped weights can only be reproduced while the generator draws the same.
  @Test func drawingsAreTheSameBitByBit() throws {
    let generator = try LetterGenerator()
    var sum: UInt64 = 0
    for letter in LetterGenerator.letters {
      for sample in try generator.stroke(letter, index: 1).samples {
        for value in [sample.x, sample.y, sample.t] { sum = (sum &* 31) &+ value.bitPattern }
      }
    }
    #expect(sum == checksum)
  }

  private let checksum: UInt64 = 17_587_436_989_846_769_782

  @Test func shippedWeightsKnowGeneratedLetters() throws {
    let generator = try LetterGenerator()
    let heldOut = generator.examples(count: 10, from: 5000)
    #expect(try ConfusionMatrix(of: ShippedWeights.linear, on: heldOut).accuracy().value >= 0.97)
    #expect(ShippedWeights.linear.labels == LetterGenerator.letters)
    #expect(ShippedWeights.linear.featureCount == ZoneFeatures.course.count)
    let scores = try heldOut.map { try ShippedWeights.linear.match($0.features).score }.sorted()
    #expect(scores[26] > 4 && scores[130] > 5.5 && scores[130] < 6.5 && scores[234] < 9)
  }

  @Test func theShippedFileIsWhatTheWeightsAreWrittenAs() throws {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent(
      "../../../../../Sources/Kit/Learning/Gestures/Letters/ShippedWeights.csv"
    ).standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try ShippedWeights.linear.csv(names: ZoneFeatures.course.names) == text)
  }

  @Test func recognisersAnswerForAStroke() throws {
    let generator = try LetterGenerator(variation: .none)
    var right = 0
    for letter in LetterGenerator.letters {
      let drawn = try generator.stroke(letter, index: 0)
      if try StrokeRecognizer.course.recognize(drawn).label == letter { right += 1 }
      let small = try Stroke(drawn.samples.map { Sample2D(x: $0.x / 1000, y: $0.y / 1000, t: $0.t) })
      #expect(try StrokeRecognizer.courseInAir.recognize(small).label == StrokeRecognizer.course.recognize(drawn).label)
    }
    #expect(right == 26)
    let dot = try stroke([(5, 5, 0)])
    #expect(try StrokeRecognizer.course.recognize(dot, threshold: 1000).label == nil)
  }

  @Test func peopleTrainTheirOwn() throws {
    let generator = try LetterGenerator(seed: 77)
    let strokes = try ["A", "B", "Z"].flatMap { letter in
      try (0..<12).map { LabelledStroke(label: letter + "'", stroke: try generator.stroke(letter, index: $0)) }
    }
    let own = try StrokeRecognizer.train(on: strokes + [LabelledStroke(stroke: try stroke([(0, 0, 0)]))])
    #expect(try own.recognize(generator.stroke("Z", index: 40)).label == "Z'")
    #expect(throws: GestureError.self) { try StrokeRecognizer.train(on: []) }
    #expect(throws: GestureError.self) {
      try StrokeRecognizer(features: ZoneFeatures(columns: 4), classifier: ShippedWeights.linear)
    }
    #expect(throws: GestureError.self) {
      try StrokeRecognizer(features: .course, blur: ZoneBlur(columns: 2, rows: 2), classifier: ShippedWeights.linear)
    }
  }
}
