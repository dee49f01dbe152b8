import Basics
import Rotations
import Testing

@Suite struct AlignmentTests {
  @Test func theShortestRotationTurnsOneDirectionIntoTheOther() throws {
    var random = SeededRandom(seed: 50)
    for _ in 0..<500 {
      let (a, b) = (random.direction() * random.number(0.1...10), random.direction() * random.number(0.1...10))
      let q = try Quaternion(from: a, to: b)
      expectClose(q.act(on: a / a.length), b / b.length)
      // The angle between the directions, and no turn about them.
      let angle = 2 * ((a / a.length - b / b.length).length / 2).arcSine
      #expect(abs(q.angle - angle) < 1e-7)
      #expect(abs(q.vector.dot(a / a.length)) < 1e-14)
    }
  }

  @Test func nearlyEqualAndNearlyOppositeDirectionsKeepTheirDigits() throws {
    for angle in [1e-12, 1e-9, 1e-6, .pi - 1e-6, .pi - 1e-9] {
      let end = Quaternion(.z, angle).act(on: Vector3(1, 0, 0))
      let q = try Quaternion(from: Vector3(1, 0, 0), to: end)
      #expect(abs(q.angle - angle) < 1e-15 + 1e-6 * min(angle, .pi - angle))
      expectClose(q.act(on: Vector3(1, 0, 0)), end)
    }
  }

  @Test func oppositeDirectionsNeedAnAxis() throws {
    let a = Vector3(1, 2, 3)
    #expect(throws: RotationError.parallel(argument: "start", other: "end")) { try Quaternion(from: a, to: -a) }
    let q = try Quaternion(from: a, to: -2 * a, axisIfOpposite: Vector3(0, 0, 1))
    expectClose(q.act(on: a), -a)
    expectClose(q.act(on: q.vector), q.vector)
    #expect(throws: RotationError.parallel(argument: "axisIfOpposite", other: "start")) {
      try Quaternion(from: a, to: -a, axisIfOpposite: a)
    }
    #expect(throws: RotationError.zeroLength(argument: "end")) { try Quaternion(from: a, to: .zero) }
  }

  @Test func exactPairsGiveTheirRotation() throws {
    var random = SeededRandom(seed: 51)
    for count in 2..<8 {
      let q = random.rotation()
      let from = (0..<count).map { _ in random.vector(5) }
      let alignment = try VectorAlignment(from: from, to: from.map(q.act))
      expectSameRotation(alignment.rotation, q, 1e-13)
      #expect(alignment.residual < 1e-13)
    }
  }

  @Test func noOtherRotationFitsNoisyPairsBetter() throws {
    var random = SeededRandom(seed: 52)
    let q = random.rotation()
    let from = (0..<10).map { _ in random.vector(5) }
    let to = from.map { q.act(on: $0) + random.vector(0.3) }
    let weights = from.map { _ in random.number(0...3) }
    func cost(_ rotation: Quaternion) -> Double {
      from.indices.reduce(0) { $0 + weights[$1] * (to[$1] - rotation.act(on: from[$1])).squaredLength }
    }
    let alignment = try VectorAlignment(from: from, to: to, weights: weights)
    #expect(abs(alignment.residual * alignment.residual - cost(alignment.rotation)) < 1e-12)
    for _ in 0..<500 {
      #expect(cost(alignment.rotation) <= cost(Quaternion(rotationVector: random.vector(0.2)) * alignment.rotation))
    }
    #expect(try VectorAlignment(from: from, to: to).rotation.angle(to: alignment.rotation) > 1e-4)
  }

  /// The covariance against what simulated noise does.
  @Test func theSensitivityIsTheCovarianceOfTheError() throws {
    var random = SeededRandom(seed: 53)
    let from = [Vector3(1, 0, 0), Vector3(0.9, 0.3, 0), Vector3(0.8, 0, 0.5)]
    let sigma = 1e-3
    let sensitivity = try #require(try VectorAlignment(from: from, to: from).sensitivity)
    var covariance = Matrix3.zero
    let rounds = 20_000
    for _ in 0..<rounds {
      // Uniform noise of standard deviation sigma in each component.
      let to = from.map { $0 + random.vector(sigma * 3.0.squareRoot()) }
      let error = try VectorAlignment(from: from, to: to).rotation.rotationVector
      covariance =
        covariance + (1 / Double(rounds)) * Matrix3(columns: error.x * error, error.y * error, error.z * error)
    }
    for row in 0..<3 {
      let (expected, found) = (sigma * sigma * sensitivity[row, row], covariance[row, row])
      #expect(abs(found / expected - 1) < 0.05, "\(row): \(found) \(expected)")
    }
  }

  @Test func thePrimaryPairIsHeldExactly() throws {
    var random = SeededRandom(seed: 54)
    for _ in 0..<100 {
      let (up, down) = (random.vector(), random.vector())
      let (from, to) = ([random.vector(), random.vector()], [random.vector(), random.vector()])
      let held = try VectorAlignment(primary: (up, down), from: from, to: to)
      expectClose(held.rotation.act(on: up / up.length), down / down.length)
      // As good as a weight that is large.
      let weighted = try VectorAlignment(from: [up] + from, to: [down] + to, weights: [1e9, 1, 1])
      expectSameRotation(held.rotation, weighted.rotation, 1e-4)
    }
    let opposite = try VectorAlignment(
      primary: (Vector3(1, 0, 0), Vector3(-1, 0, 0)), from: [Vector3(0, 1, 0)], to: [Vector3(0, 1, 0)])
    expectSameRotation(opposite.rotation, Quaternion(.y, .pi))
  }

  @Test func vectorsThatLeaveTheRotationOpenAreRefused() {
    let x = Vector3(1, 0, 0)
    for (from, to) in [([x], [x]), ([x, 2 * x], [x, x]), ([x, -x], [x, -x])] {
      #expect { try VectorAlignment(from: from, to: to) } throws: { error in
        if case RotationError.notUnique = error { true } else { false }
      }
    }
    // A mirror image with equal spreads: every rotation about x is as good.
    let axes = CoordinateAxis.allCases.map(\.vector)
    #expect(throws: RotationError.self) { try VectorAlignment(from: axes, to: axes.map { -1 * $0 }) }
    #expect(throws: RotationError.parallel(argument: "the secondary vectors", other: "the primary ones")) {
      try VectorAlignment(primary: (x, x), from: [3 * x], to: [Vector3(0, 1, 0)])
    }
    #expect(throws: RotationError.empty(argument: "from")) { try VectorAlignment(from: [], to: []) }
    #expect(throws: RotationError.countMismatch(argument: "to", count: 1, expected: 2)) {
      try VectorAlignment(from: [x, x], to: [x])
    }
    #expect(throws: RotationError.countMismatch(argument: "weights", count: 3, expected: 2)) {
      try VectorAlignment(from: axes.dropLast(), to: axes.dropLast(), weights: [1, 1, 1])
    }
    #expect(throws: RotationError.invalidWeight(argument: "weights", index: 0, value: -1)) {
      try VectorAlignment(from: axes, to: axes, weights: [-1, 1, 1])
    }
    #expect(throws: RotationError.self) { try VectorAlignment(from: [x, Vector3(0, .nan, 0)], to: [x, x]) }
  }
}

extension Double {
  /// By the half-angle, so that the tests need no Foundation: asin x = 2·atan(x/(1 + √(1 − x²))), from a quaternion's angle.
  fileprivate var arcSine: Double {
    Quaternion(w: max(0, 1 - self * self).squareRoot(), x: self, y: 0, z: 0).angle / 2
  }
}
