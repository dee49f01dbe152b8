import Basics
import Rotations
import Testing

@Suite struct AverageTests {
  @Test func theAverageOf359DegreesAnd0IsBetweenThem() throws {
    let degree = Double.pi / 180
    let average = try Quaternion.average(of: [Quaternion(.z, 359 * degree), .identity])
    expectSameRotation(average, Quaternion(.z, -0.5 * degree))
  }

  @Test func theAverageCommutesWithACommonRotation() throws {
    var random = SeededRandom(seed: 40)
    for _ in 0..<100 {
      let center = random.rotation()
      let attitudes = (0..<7).map { _ in center * Quaternion(rotationVector: random.vector()) }
      let weights = attitudes.map { _ in random.number(0...2) }
      let average = try Quaternion.average(of: attitudes, weights: weights)
      let common = random.rotation()
      expectSameRotation(
        try Quaternion.average(of: attitudes.map { common * $0 }, weights: weights), common * average, 1e-13)
      expectSameRotation(
        try Quaternion.average(of: attitudes.map { $0 * common }, weights: weights), average * common, 1e-13)
      expectSameRotation(
        try Quaternion.average(of: attitudes.map(\.inverse), weights: weights), average.inverse, 1e-13)
    }
  }

  /// The course's way: add up the matrices, then take the nearest rotation.
  @Test func theAverageIsTheNearestRotationToTheSumOfTheMatrices() throws {
    var random = SeededRandom(seed: 41)
    for _ in 0..<100 {
      let attitudes = random.rotations(5)
      let sum = attitudes.reduce(Matrix3.zero) { $0 + RotationMatrix($1).matrix }
      expectSameRotation(try Quaternion.average(of: attitudes), try sum.nearestRotation(), 1e-12)
    }
  }

  @Test func signsOfTheQuaternionsDoNotMatter() throws {
    var random = SeededRandom(seed: 42)
    let attitudes = random.rotations(6)
    let flipped = attitudes.enumerated().map { $0.offset % 2 == 0 ? -$0.element : $0.element }
    expectSameRotation(try Quaternion.average(of: attitudes), try Quaternion.average(of: flipped))
  }

  @Test func aWeightOfTwoCountsTwice() throws {
    var random = SeededRandom(seed: 43)
    let (a, b, c) = (random.rotation(), random.rotation(), random.rotation())
    let weighted = try Quaternion.average(of: [a, b, c], weights: [1, 2, 0])
    expectSameRotation(weighted, try Quaternion.average(of: [a, b, b]))
    #expect(try weighted.angle(to: Quaternion.average(of: [a, b, c])) > 1e-3)
  }

  @Test func noSmallTurnOfTheAverageFitsBetter() throws {
    var random = SeededRandom(seed: 44)
    let attitudes = random.rotations(9)
    func cost(_ q: Quaternion) -> Double {
      attitudes.reduce(0) { sum, attitude in
        let d = RotationMatrix(q).matrix - RotationMatrix(attitude).matrix
        return sum + d.columns.x.squaredLength + d.columns.y.squaredLength + d.columns.z.squaredLength
      }
    }
    let average = try Quaternion.average(of: attitudes)
    for _ in 0..<200 {
      #expect(cost(average) <= cost(average * Quaternion(rotationVector: random.vector(0.5))))
    }
  }

  @Test func attitudesThatCancelHaveNoAverage() {
    let quarter = Double.pi / 2
    for axis in CoordinateAxis.allCases {
      let sets = [[0.0, 2], [0, 1, 2, 3]].map { $0.map { Quaternion(axis, quarter * $0) } }
      for attitudes in sets {
        #expect { try Quaternion.average(of: attitudes) } throws: { error in
          guard case RotationError.notUnique(let quantity, let margin, _) = error else { return false }
          return quantity == "average" && margin < 1e-15
        }
      }
    }
    #expect(throws: RotationError.self) {
      try Quaternion.average(of: [.identity] + CoordinateAxis.allCases.map { Quaternion($0, .pi) })
    }
  }

  @Test func theToleranceDecidesWhatCountsAsAmbiguous() throws {
    let attitudes = [Quaternion(.z, 0), Quaternion(.z, .pi - 0.002)]
    expectSameRotation(try Quaternion.average(of: attitudes), Quaternion(.z, .pi / 2 - 0.001), 1e-13)
    // Ahead by 2·sin(0.001).
    #expect(throws: RotationError.self) { try Quaternion.average(of: attitudes, tolerance: 0.0021) }
    #expect(throws: Never.self) { try Quaternion.average(of: attitudes, tolerance: 0.0019) }
  }

  @Test func averagesOfNothingAndBadWeightsAreRefused() {
    #expect(throws: RotationError.empty(argument: "attitudes")) { try Quaternion.average(of: []) }
    let two = [Quaternion.identity, Quaternion(.x, 1)]
    #expect(throws: RotationError.countMismatch(argument: "weights", count: 1, expected: 2)) {
      try Quaternion.average(of: two, weights: [1])
    }
    #expect(throws: RotationError.invalidWeight(argument: "weights", index: 1, value: -1)) {
      try Quaternion.average(of: two, weights: [1, -1])
    }
    #expect(throws: RotationError.self) { try Quaternion.average(of: two, weights: [1, .nan]) }
    #expect(throws: RotationError.weightsVanish(argument: "weights")) {
      try Quaternion.average(of: two, weights: [0, 0])
    }
    #expect { try Quaternion.average(of: [.identity, Quaternion(w: .nan, x: 0, y: 0, z: 0)]) } throws: {
      "\($0)".hasPrefix("attitudes[1] is not finite")
    }
  }

  @Test func weightsOfAnySizeCountByTheirRatios() throws {
    var random = SeededRandom(seed: 44)
    let attitudes = random.rotations(5)
    let weights = (0..<5).map { Double($0 + 1) }
    let expected = try Quaternion.average(of: attitudes, weights: weights)
    for scale in [1e300, 3e307, 1e-300, 1e-320, 0x1p-1074] {
      let scaled = weights.map { $0 * scale }
      // The last digits of tiny weights are gone before anybody sees them.
      let accuracy = scale < 1e-310 ? 1e-3 : 1e-12
      #expect(try Quaternion.average(of: attitudes, weights: scaled).angle(to: expected) < accuracy, "\(scale)")
    }
    let two = [Quaternion.identity, Quaternion(.x, 1)]
    #expect(
      try Quaternion.average(of: two, weights: [.greatestFiniteMagnitude, .greatestFiniteMagnitude])
        .angle(to: Quaternion(.x, 0.5)) < 1e-12)
    #expect(throws: RotationError.invalidWeight(argument: "weights", index: 1, value: .infinity)) {
      try Quaternion.average(of: two, weights: [1, .infinity])
    }
  }

  @Test func theNearestRotationOfARotationIsItself() throws {
    var random = SeededRandom(seed: 45)
    for _ in 0..<100 {
      let matrix = RotationMatrix(random.rotation())
      expectClose(try matrix.matrix.nearestRotation().matrix, matrix.matrix)
      expectClose(try (7.5 * matrix.matrix).nearestRotation().matrix, matrix.matrix)
    }
  }

  @Test func theNearestRotationNeverReflects() throws {
    var random = SeededRandom(seed: 46)
    for _ in 0..<200 {
      let matrix = Matrix3(rows: random.vector(), random.vector(), random.vector())
      let nearest = try matrix.nearestRotation().matrix
      #expect(nearest.orthonormalityError < 1e-14)
      #expect(abs(nearest.determinant - 1) < 1e-14)
      func distance(_ m: Matrix3) -> Double {
        let d = m - matrix
        return d.columns.x.squaredLength + d.columns.y.squaredLength + d.columns.z.squaredLength
      }
      for _ in 0..<20 {
        let other = RotationMatrix(random.rotation()).matrix
        #expect(distance(nearest) <= distance(other) + 1e-12)
      }
    }
  }

  @Test func matricesWithManyNearestRotationsAreRefused() {
    let flat = Matrix3(rows: Vector3(1, 0, 0), .zero, .zero)
    let inversion = Matrix3.diagonal(-1, -1, -1)
    for matrix in [Matrix3.zero, flat, inversion] {
      #expect { try matrix.nearestRotation() } throws: { error in
        if case RotationError.notUnique = error { true } else { false }
      }
    }
    #expect(throws: RotationError.self) { try Matrix3.diagonal(1, .nan, 1).nearestRotation() }
    // With rank two, it is unique.
    #expect(throws: Never.self) { try Matrix3.diagonal(1, 0.5, 0).nearestRotation() }
  }
}
