import Basics
import Rotations
import Testing

@Suite struct SplineTests {
  /// A smooth motion through attitudes that are known, to compare with.
  private func tumbling(_ count: Int) -> (times: [Double], attitudes: [Quaternion]) {
    let times = (0..<count).map { (index: Int) -> Double in
      let uneven = (index * 7) % 5
      return 0.3 * Double(index) + 0.05 * Double(uneven)
    }
    let attitudes = times.map { (t: Double) -> Quaternion in Quaternion(.z, 0.9 * t) * Quaternion(.x, t * t / 10) }
    return (times, attitudes)
  }

  @Test func pathsPassThroughTheirAttitudes() throws {
    var random = SeededRandom(seed: 30)
    let times = [0, 0.4, 1.1, 1.5, 3.2]
    let attitudes = random.rotations(5)
    let (slerp, spline) = (
      try SlerpPath(times: times, attitudes: attitudes), try AttitudeSpline(times: times, attitudes: attitudes)
    )
    for (time, attitude) in zip(times, attitudes) {
      expectSameRotation(try slerp.attitude(at: time), attitude)
      expectSameRotation(try spline.attitude(at: time), attitude, 1e-12)
    }
  }

  @Test func slerpPathsTurnAtConstantSpeedBetweenAttitudes() throws {
    var random = SeededRandom(seed: 31)
    let path = try SlerpPath(times: [1, 2, 4], attitudes: random.rotations(3))
    let attitudes = try path.attitudes(at: [2.0, 2.5, 3.0, 3.5, 4.0])
    for i in 0..<4 {
      let rate = try attitudes[i].deviceRate(to: attitudes[i + 1], over: 0.5)
      expectClose(rate, path.rates[1], 1e-13)
    }
  }

  @Test func timesInAnyOrderGiveTheSameAttitudes() throws {
    var random = SeededRandom(seed: 32)
    let times = (0..<40).map { Double($0) }
    let path = try SlerpPath(times: times, attitudes: random.rotations(40))
    let queries = (0..<500).map { _ in random.number(0...39) } + times
    let together = try path.attitudes(at: queries)
    for (query, attitude) in zip(queries, together) {
      #expect(try path.attitude(at: query) == attitude)
    }
    let sorted = try path.attitudes(at: queries.sorted())
    #expect(try sorted == queries.sorted().map { try path.attitude(at: $0) })
  }

  @Test func theSplinesRateAndAccelerationAreItsDerivatives() throws {
    let (times, attitudes) = tumbling(9)
    let spline = try AttitudeSpline(times: times, attitudes: attitudes)
    let h = 1e-4
    for step in 1..<200 {
      let t = times[8] * Double(step) / 200
      let (before, now, after) = (
        try spline.state(at: t - h), try spline.state(at: t), try spline.state(at: t + h)
      )
      expectClose(try before.attitude.deviceRate(to: after.attitude, over: 2 * h), now.rate, 1e-6)
      expectClose((after.rate - before.rate) / (2 * h), now.acceleration, 1e-4)
    }
  }

  @Test func theSplinesRateAndAccelerationHaveNoJump() throws {
    var random = SeededRandom(seed: 33)
    for round in 0..<20 {
      let times = (0..<8).map { Double($0) + random.number(0...0.5) }
      let attitudes = random.rotations(8)
      let spline = try AttitudeSpline(times: times, attitudes: attitudes)
      for knot in 1..<7 {
        let (before, after) = (
          try spline.state(at: times[knot].nextDown), try spline.state(at: times[knot])
        )
        expectClose(before.rate, after.rate, 1e-9, "round \(round) knot \(knot)")
        expectClose(before.acceleration, after.acceleration, 1e-7, "round \(round) knot \(knot)")
      }
      #expect(
        try (spline.state(at: times[3]).rate - SlerpPath(times: times, attitudes: attitudes).rates[3]).length > 1e-3)
    }
  }

  /// Attitudes half a turn apart on average, at times that follow each other a hundred times faster here than there: either
  /// the spline is right, or it says that there is none.
  @Test func veryUnevenKnotsGiveAContinuousSplineOrAnError() throws {
    var random = SeededRandom(seed: 37)
    var refused = 0
    for round in 0..<60 {
      var times = [0.0]
      for _ in 0..<12 {
        // From 0.01 s to 1 s, evenly in the exponent.
        var step = 0.01
        for _ in 0..<8 where random.number(0...1) < 0.5 { step *= 1.778 }
        times.append(times[times.count - 1] + step)
      }
      do {
        let spline = try AttitudeSpline(times: times, attitudes: random.rotations(13))
        for knot in 1..<12 {
          let (before, after) = (try spline.state(at: times[knot].nextDown), try spline.state(at: times[knot]))
          let size = 1 + before.acceleration.length
          expectClose(before.acceleration / size, after.acceleration / size, 1e-6, "round \(round) knot \(knot)")
        }
      } catch RotationError.notConverged {
        refused += 1
      }
    }
    #expect(refused <= 3)
  }

  @Test func theSplineFollowsASmoothMotionToFourthOrder() throws {
    func error(_ count: Int) throws -> Double {
      let times = (0..<count).map { 2 * Double($0) / Double(count - 1) }
      func motion(_ t: Double) -> Quaternion { Quaternion(.z, 1.3 * t) * Quaternion(.x, t * t * (3 - t) / 3) }
      let spline = try AttitudeSpline(times: times, attitudes: times.map(motion))
      // Away from the ends, where the rate is only the straight one.
      return try stride(from: 0.8, through: 1.2, by: 0.01).map {
        try spline.attitude(at: $0).angle(to: motion($0))
      }.max()!
    }
    let (coarse, fine) = (try error(21), try error(41))
    #expect(coarse / fine > 12 && fine < 1e-6, "\(coarse) \(fine)")
  }

  @Test func constantRateIsKeptExactly() throws {
    let rate = Vector3(0.2, -0.5, 0.4)
    let start = Quaternion(.x, 1)
    let times = [0.0, 1, 1.5, 4]
    let spline = try AttitudeSpline(
      times: times, attitudes: times.map { start.integrating(deviceRate: rate, over: $0) })
    for t in stride(from: 0.0, through: 4, by: 0.25) {
      let state = try spline.state(at: t)
      expectSameRotation(state.attitude, start.integrating(deviceRate: rate, over: t))
      expectClose(state.rate, rate, 1e-13)
      expectClose(state.acceleration, .zero, 1e-12)
    }
  }

  @Test func timesOutsideAreAnErrorUnlessExtrapolating() throws {
    var random = SeededRandom(seed: 34)
    let (times, attitudes) = ([0.0, 1, 2], random.rotations(3))
    let spline = try AttitudeSpline(times: times, attitudes: attitudes)
    #expect(throws: RotationError.outOfRange(argument: "time", value: 2.5, lowest: 0, highest: 2)) {
      try spline.state(at: 2.5)
    }
    #expect(try spline.attitude(at: 2.001, extrapolating: true).angle(to: attitudes[2]) < 0.01)
    #expect(throws: RotationError.self) { try spline.state(at: .nan, extrapolating: true) }
    let path = try SlerpPath(times: times, attitudes: attitudes)
    #expect(throws: RotationError.outOfRange(argument: "times[1]", value: -1, lowest: 0, highest: 2)) {
      try path.attitudes(at: [0.5, -1])
    }
  }

  @Test func knotsThatMakeNoPathAreRefused() throws {
    var random = SeededRandom(seed: 35)
    let attitudes = random.rotations(3)
    #expect(throws: RotationError.timesNotIncreasing(index: 2, time: 1, previous: 1)) {
      try SlerpPath(times: [0, 1, 1], attitudes: attitudes)
    }
    #expect(throws: RotationError.timesNotIncreasing(index: 1, time: -1, previous: 0)) {
      try AttitudeSpline(times: [0, -1, 1], attitudes: attitudes)
    }
    #expect(throws: RotationError.countMismatch(argument: "times", count: 2, expected: 3)) {
      try AttitudeSpline(times: [0, 1], attitudes: attitudes)
    }
    #expect(throws: RotationError.tooFew(argument: "attitudes", count: 1, needed: 2)) {
      try SlerpPath(times: [0], attitudes: [.identity])
    }
    for bad in [Double.nan, .infinity, -.infinity] {
      for place in 0..<3 {
        var times = [0.0, 1, 2]
        times[place] = bad
        #expect { try SlerpPath(times: times, attitudes: attitudes) } throws: { "\($0)".hasPrefix("times[\(place)]") }
        #expect { try AttitudeSpline(times: times, attitudes: attitudes) } throws: {
          "\($0)".hasPrefix("times[\(place)]")
        }
        var spoilt = attitudes
        spoilt[place].y = bad
        #expect { try SlerpPath(times: [0, 1, 2], attitudes: spoilt) } throws: {
          guard case RotationError.notFinite(let argument, _) = $0 else { return false }
          return argument == "attitudes[\(place)]"
        }
        #expect(throws: RotationError.self) { try AttitudeSpline(times: [0, 1, 2], attitudes: spoilt) }
      }
    }
  }

  /// J against a difference quotient of the exponential map, at small, middle and large angles.
  @Test(arguments: [1e-9, 1e-3, 0.3, 0.999, 1.001, 2, 3.1])
  func theJacobianIsTheDerivativeOfTheExponentialMap(_ angle: Double) {
    var random = SeededRandom(seed: 36)
    let (vector, change) = (angle * random.direction(), random.vector())
    let h = 1e-5
    let (before, after) = (
      Quaternion(rotationVector: vector - h * change), Quaternion(rotationVector: vector + h * change)
    )
    let jacobian = RotationJacobian(vector)
    expectClose((before.inverse * after).rotationVector / (2 * h), jacobian.rate(ofDerivative: change), 1e-9)
    expectClose(jacobian.derivative(ofRate: jacobian.rate(ofDerivative: change)), change, 1e-14)
  }
}
