import Foundation
import Testing

@testable import Gestures

struct ZoneFeaturesTests {
  private func expectEqual(
    _ features: [Double], _ expected: [Int: Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for index in features.indices {
      #expect(
        abs(features[index] - (expected[index] ?? 0)) < 1e-12, "feature \(index) is \(features[index])",
        sourceLocation: sourceLocation)
    }
  }

  /// An L of height 2 and width 1: down for 2 s in two steps of 1, then right for 1 s; size 2, so x ends at 0.5.
  @Test func anLByHand() throws {
    let l = try stroke([(0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 2, 3)])
    let features = try ZoneFeatures(minSize: 0).features(of: l)
    // Segment 1: midpoint (0, 0.25), zone 0. Segment 2: (0, 0.75), zone 6. Segment 3: (0.25, 1), zone 6.
    expectEqual(features, [0: 1.0 / 3, 2: 0.5, 18: 2.0 / 3, 19: 0.5, 20: 0.5, 27: 1])
  }

  /// A square, clockwise from the top left, with unequal speeds.
  @Test func aSquareByHand() throws {
    let square = try stroke([(0, 0, 0), (3, 0, 1), (3, 3, 3), (0, 3, 7), (0, 0, 8)])
    let features = try ZoneFeatures(minSize: 0).features(of: square)
    // Midpoints: (½, 0) zone 1; (1, ½) zone 5; (½, 1) zone 7; (0, ½) zone 3.
    expectEqual(
      features, [3: 0.125, 4: 1, 9: 0.125, 11: -1, 15: 0.25, 17: 1, 21: 0.5, 22: -1, 27: 1])
  }

  /// A diagonal up, sampled at thirds: each step lies in its own zone, exactly on the diagonal.
  @Test func aRisingDiagonalByHand() throws {
    let line = try stroke([(0, 300, 0), (100, 200, 1), (200, 100, 2), (300, 0, 3)])
    let third = 1.0 / 3
    expectEqual(
      ZoneFeatures.course.features(of: line),
      [18: third, 19: third, 20: -third, 12: third, 13: third, 14: -third, 6: third, 7: third, 8: -third, 27: 1])
  }

  /// A midpoint on the border of two zones belongs to the right and the lower one.
  @Test func bordersBelongToTheRightAndBelow() throws {
    let line = try stroke([(0, 0, 0), (0.5, 0, 1), (1, 0, 2)])
    // Two zones side by side; the midpoints are ¼ and ¾. With one step it is ½, on the border.
    let board = try ZoneFeatures(columns: 2, rows: 1, minSize: 0)
    expectEqual(board.features(of: line), [0: 0.5, 1: 0.5, 3: 0.5, 4: 0.5, 6: 1])
    expectEqual(board.features(of: try stroke([(0, 0, 0), (1, 0, 2)])), [3: 1, 4: 1, 6: 1])
  }

  @Test func aSmallStrokeIsNotBlownUp() throws {
    let tick = try stroke([(0, 0, 0), (10, 0, 1)])
    expectEqual(ZoneFeatures.course.features(of: tick), [0: 1, 1: 0.1, 27: 1])
    expectEqual(ZoneFeatures.courseInAir.features(of: tick), [3: 1, 4: 1, 27: 1])
  }

  @Test("A given smallest size holds in every unit, also in the default unit")
  func aSizeThatWasSaidHolds() throws {
    let inAir = try Stroke([Sample2D(x: 0, y: 0, t: 0), Sample2D(x: 0.2, y: 0, t: 1)], unit: .metres)
    for size in [nil, 0, ZoneFeatures.airMinSize, 0.5, ZoneFeatures.fingertipMinSize] {
      let board = try ZoneFeatures(minSize: size)
      #expect(board.minSize(for: inAir) == size ?? 0.01)
      #expect(try board.minSize(for: stroke([(0, 0, 0)])) == size ?? 100)
      #expect(try JSONDecoder().decode(ZoneFeatures.self, from: JSONEncoder().encode(board)) == board)
    }
    expectEqual(try ZoneFeatures(minSize: 100).features(of: inAir), [0: 1, 1: 0.002, 27: 1])
    expectEqual(ZoneFeatures.course.features(of: inAir), [3: 1, 4: 1, 27: 1])
  }

  @Test func whatHasNoExtentOrDurationHasDocumentedFeatures() throws {
    expectEqual(ZoneFeatures.course.features(of: try stroke([(5, 5, 1)])), [0: 1, 27: 1])
    expectEqual(ZoneFeatures.course.features(of: try stroke([(5, 5, 1), (5, 5, 2)])), [0: 1, 27: 1])
    expectEqual(
      ZoneFeatures.course.features(of: try stroke([(0, 0, 1), (0, 300, 1), (300, 300, 1)])),
      [9: 0.5, 11: 1, 21: 0.5, 22: 1, 27: 1])
    let tiny = try stroke([(0, 0, 0), (5e-324, 0, 5e-324)])
    #expect(try ZoneFeatures(minSize: 0).features(of: tiny).allSatisfy(\.isFinite))
  }

  @Test(arguments: [(3, 3), (4, 4), (5, 2), (1, 1)])
  func sharesSumToOneAndMovementsToEndMinusStart(columns: Int, rows: Int) throws {
    let generator = try LetterGenerator(seed: 3)
    for scaling in [Scaling.uniform, .separate] {
      let board = try ZoneFeatures(columns: columns, rows: rows, scaling: scaling)
      #expect(board.names.count == board.count)
      for letter in LetterGenerator.letters {
        for index in 0..<8 {
          let drawn = try generator.stroke(letter, index: index)
          let features = board.features(of: drawn)
          let rescaled = try drawn.rescaled(minSize: 100, scaling: scaling).samples
          let sum = { (first: Int) in stride(from: first, to: features.count - 1, by: 3).reduce(0) { $0 + features[$1] }
          }
          #expect(abs(sum(0) - 1) < 1e-12)
          #expect(abs(sum(1) - (rescaled[rescaled.count - 1].x - rescaled[0].x)) < 1e-12)
          #expect(abs(sum(2) - (rescaled[rescaled.count - 1].y - rescaled[0].y)) < 1e-12)
          #expect(features.count == board.count && features[features.count - 1] == 1)
        }
      }
    }
  }

  @Test func neitherPlaceNorSizeNorTempoMatters() throws {
    let drawn = try LetterGenerator().stroke("R", index: 2)
    let moved = try Stroke(drawn.samples.map { Sample2D(x: 2 * $0.x - 70, y: 2 * $0.y + 9, t: 3 * $0.t + 5) })
    let (before, after) = (ZoneFeatures.course.features(of: drawn), ZoneFeatures.course.features(of: moved))
    for (left, right) in zip(before, after) { #expect(abs(left - right) < 1e-9) }
  }

  @Test func scalingAndGridChangeTheFeatures() throws {
    let drawn = try LetterGenerator().stroke("L", index: 1)
    let course = ZoneFeatures.course.features(of: drawn)
    #expect(try ZoneFeatures(scaling: .separate).features(of: drawn) != course)
    #expect(try ZoneFeatures(columns: 4, rows: 4).features(of: drawn).count == 49)
  }

  @Test func refusesBadBoards() {
    #expect(throws: GestureError.self) { try ZoneFeatures(columns: 0) }
    #expect(throws: GestureError.self) { try ZoneFeatures(rows: 65) }
    #expect(throws: GestureError.self) { try ZoneFeatures(minSize: -1) }
    #expect(throws: GestureError.self) { try ZoneFeatures(scaling: .separate(flattest: 2)) }
  }

  @Test func blurSpreadsToTheFourNeighbours() throws {
    var features = [Double](repeating: 0, count: 28)
    (features[12], features[27]) = (1, 1)
    let blurred = try ZoneBlur(amount: 0.5)(features)
    let expected: [Int: Double] = [
      0: 0.25, 3: 0.5, 6: 0.25, 9: 0.5, 12: 1, 15: 0.5, 18: 0.25, 21: 0.5, 24: 0.25, 27: 1,
    ]
    for index in blurred.indices { #expect(blurred[index] == expected[index] ?? 0) }
    #expect(try ZoneBlur(amount: 0)(features) == features)
    #expect(throws: GestureError.self) { try ZoneBlur()([1, 2, 3]) }
    #expect(throws: GestureError.self) { try ZoneBlur(amount: 1.5) }
  }
}
