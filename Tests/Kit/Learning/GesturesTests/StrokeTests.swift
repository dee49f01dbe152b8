import Basics
import Foundation
import Testing

@testable import Gestures

/// A stroke through (x, y, t).
func stroke(_ points: [(Double, Double, Double)]) throws -> Stroke {
  try Stroke(points.map { Sample2D(x: $0.0, y: $0.1, t: $0.2) })
}

struct StrokeTests {
  @Test func refusesWhatIsNoStroke() throws {
    #expect(throws: GestureError.emptyStroke) { try Stroke([]) }
    #expect(throws: GestureError.timeRunsBackwards(index: 1, time: 0, previous: 1)) {
      try stroke([(0, 0, 1), (1, 1, 0)])
    }
    #expect(throws: GestureError.notFinite(quantity: "y", index: 1, value: .infinity)) {
      try stroke([(0, 0, 0), (1, .infinity, 1)])
    }
    #expect(throws: GestureError.self) { try stroke([(0, 0, 0), (.nan, 0, 1)]) }
    #expect(throws: GestureError.self) { try stroke([(0, 0, .nan)]) }
    #expect(throws: GestureError.self) { try stroke([(-1e300, 0, 0), (1e300, 0, 1)]) }
  }

  @Test func allowsEqualTimes() throws {
    #expect(try stroke([(0, 0, 0), (1, 0, 0), (2, 0, 1)]).duration == 1)
  }

  @Test func rescalesByTheLargerExtent() throws {
    let rescaled = try stroke([(10, 20, 0), (110, 220, 1)]).rescaled(minSize: 100)
    #expect(rescaled.samples[0] == Sample2D(x: 0, y: 0, t: 0))
    #expect(rescaled.samples[1] == Sample2D(x: 0.5, y: 1, t: 1))
  }

  @Test func aDotStaysADot() throws {
    let dot = try stroke([(10, 10, 0), (12, 11, 0.1)])
    #expect(dot.extent.size == 2 && dot.extent.clippedSize(minSize: 100) == 100)
    #expect(try dot.rescaled(minSize: 100).samples[1] == Sample2D(x: 0.02, y: 0.01, t: 0.1))
    #expect(try dot.rescaled(minSize: 0).samples[1] == Sample2D(x: 1, y: 0.5, t: 0.1))
    #expect(try stroke([(3, 3, 0)]).rescaled(minSize: 0).samples[0] == Sample2D(x: 0, y: 0, t: 0))
  }

  @Test func rescaledStrokesLieInTheUnitSquare() throws {
    var generator = SeededRandom(seed: 4)
    for _ in 0..<200 {
      let scale = 1000 * generator.uniform()
      let points = (0..<20).map { (scale * generator.normal(), generator.normal() - 5, Double($0)) }
      for scaling in [Scaling.uniform, .separate] {
        for sample in try stroke(points).rescaled(minSize: 0.01, scaling: scaling).samples {
          #expect((0...1).contains(sample.x) && (0...1).contains(sample.y))
        }
      }
    }
  }

  @Test func separateScalingStretchesAndKeepsAnIAnI() throws {
    let oval = try stroke([(0, 0, 0), (50, 100, 1)])
    #expect(try oval.rescaled(minSize: 0, scaling: .uniform).samples[1].x == 0.5)
    #expect(try oval.rescaled(minSize: 0, scaling: .separate).samples[1].x == 1)
    let leaning = try stroke([(0, 0, 0), (4, 100, 1)])
    #expect(abs(try leaning.rescaled(minSize: 0, scaling: .separate).samples[1].x - 0.12) < 1e-12)
    #expect(try leaning.rescaled(minSize: 0, scaling: .separate(flattest: 0)).samples[1].x == 1)
    #expect(try oval.rescaled(minSize: 0, scaling: .separate(flattest: 1)) == oval.rescaled(minSize: 0))
  }

  @Test(arguments: [-1.0, .nan, .infinity]) func refusesABadMinimumSize(_ size: Double) throws {
    #expect(throws: GestureError.self) { try stroke([(0, 0, 0)]).rescaled(minSize: size) }
  }

  @Test("What is made of strokes is measured as they are", arguments: Stroke.Unit.allCases)
  func everyOperationKeepsTheUnit(_ unit: Stroke.Unit) throws {
    let scale = unit == .metres ? 1e-3 : 1
    let letter = try Stroke(
      LetterGenerator().stroke("R", index: 2).samples.map { Sample2D(x: scale * $0.x, y: scale * $0.y, t: $0.t) },
      unit: unit)
    let labelled = LabelledStroke(label: "R", stroke: letter)
    let later = try Stroke(letter.samples.map { Sample2D(x: $0.x, y: $0.y, t: $0.t + 60) }, unit: unit)
    var joiner = try StrokeJoiner()
    _ = try joiner.add(letter)
    func coded<T: Codable>(_ value: T) throws -> T {
      try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value))
    }
    let made: [(String, [Stroke])] = [
      ("resampled along the path", [try letter.resampled(count: 40)]),
      ("resampled in time", [try letter.resampled(count: 40, by: .time)]),
      ("rescaled", [try letter.rescaled(minSize: 0), try letter.rescaled(minSize: 0, scaling: .separate)]),
      ("joined", try StrokeJoiner.join([letter, later]) + StrokeJoiner.join([letter, later], pause: 100)),
      ("finished", [joiner.finish()].compactMap { $0 }), ("coded", [try coded(letter)]),
      ("labelled and coded", [try coded(labelled).stroke]),
      ("a CSV", try StrokeFile(csv: StrokeFile([labelled]).csv).strokes.map(\.stroke)),
      ("a JSON", try StrokeFile(json: StrokeFile([labelled]).json()).strokes.map(\.stroke)),
    ]
    for (name, strokes) in made {
      #expect(!strokes.isEmpty && strokes.allSatisfy { $0.unit == unit }, "\(name)")
      // None is so small that it would be refused, except for what was brought into the unit square.
      guard name != "rescaled" else { continue }
      for stroke in strokes { #expect(ZoneFeatures.course.doubt(about: stroke) == nil, "\(name)") }
    }
    #expect(made.suffix(2).allSatisfy { $0.1 == [letter] })
  }

  @Test("Strokes in different units are not joined; a file may hold both")
  func unitsAreNotMixed() throws {
    let points = try stroke([(0, 0, 0), (100, 0, 1)])
    let metres = try Stroke([Sample2D(x: 0, y: 0, t: 1.2), Sample2D(x: 0.1, y: 0, t: 2)], unit: .metres)
    #expect(throws: GestureError.mixedUnits(.points, .metres)) { try StrokeJoiner.join([points, metres]) }
    #expect(try StrokeJoiner.join([points, metres], pause: 0.1) == [points, metres])
    let file = StrokeFile([LabelledStroke(stroke: points), LabelledStroke(stroke: metres)])
    #expect(file.csv.hasPrefix("gesture,label,x,y,t,unit\n0,,0.0,0.0,0.0,points\n"))
    #expect(try StrokeFile(csv: file.csv) == file && StrokeFile(json: file.json()) == file)
    // Files of points are as they were.
    #expect(StrokeFile([LabelledStroke(stroke: points)]).csv.hasPrefix("gesture,label,x,y,t\n"))
    let odd = try StrokeFile(csv: "x,y,t,unit\n0,0,0,metres\n1,0,1,cm\n1,0,2,points\n1,1,3,metres\n", file: "s.csv")
    #expect(odd.strokes.map(\.stroke.unit) == [.metres] && odd.strokes[0].stroke.samples.count == 2)
    #expect(
      odd.problems.map { "\($0)" } == [
        "s.csv:3: the unit “cm” is unknown; write “points” or “metres”.",
        "s.csv:4: the unit differs from that of the rows before; a stroke has one unit.",
      ])
  }

  @Test func resamplesEvenlyAlongThePathOrInTime() throws {
    let slow = try stroke([(0, 0, 0), (1, 0, 9), (2, 0, 10)])
    #expect(try slow.resampled(count: 3).samples.map(\.x) == [0, 1, 2])
    #expect(try slow.resampled(count: 3).samples[1].t == 9)
    #expect(abs(try slow.resampled(count: 3, by: .time).samples[1].x - 5.0 / 9) < 1e-12)
    #expect(
      try stroke([(1, 2, 3)]).resampled(count: 4).samples == Array(repeating: Sample2D(x: 1, y: 2, t: 3), count: 4))
    #expect(try stroke([(1, 1, 0), (1, 1, 1)]).resampled(count: 3).samples.map(\.t) == [0, 0.5, 1])
    #expect(throws: GestureError.self) { try slow.resampled(count: 1) }
  }

  @Test func resampledPathsKeepTheirEndsAndLength() throws {
    let generator = try LetterGenerator()
    for letter in LetterGenerator.letters {
      let drawn = try generator.stroke(letter, index: 5)
      let even = try drawn.resampled(count: 400)
      #expect(even.samples.first == drawn.samples.first)
      #expect(even.length <= drawn.length + 1e-9 && even.length > 0.97 * drawn.length)
    }
  }

  @Test func joinsStrokesThatFollowSoon() throws {
    let (bar, stem) = (try stroke([(0, 0, 0), (1, 0, 0.5)]), try stroke([(0.5, 0, 0.8), (0.5, 1, 1.2)]))
    let next = try stroke([(3, 0, 2), (3, 1, 3)])
    let gestures = try StrokeJoiner.join([bar, stem, next])
    #expect(gestures.map(\.samples.count) == [4, 2])
    #expect(try StrokeJoiner.join([bar, stem, next], pause: 0.1).count == 3)
    #expect(try StrokeJoiner.join([bar, stem, next], pause: 1).count == 1)
    #expect(throws: GestureError.self) { try StrokeJoiner.join([next, bar]) }
    #expect(throws: GestureError.self) { try StrokeJoiner(pause: -1) }
  }

  @Test func aJoinerWaitsForThePause() throws {
    var joiner = try StrokeJoiner(pause: 0.4)
    let first = try stroke([(0, 0, 0), (1, 0, 1)])
    #expect(try joiner.add(first) == nil)
    #expect(joiner.finish(at: 1.3) == nil)
    #expect(joiner.finish(at: 1.5) == first)
    #expect(joiner.finish(at: 9) == nil)
  }
}
