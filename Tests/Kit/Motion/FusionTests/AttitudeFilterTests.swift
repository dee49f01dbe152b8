import Foundation
import Inertial
import Rotations
import Testing

@testable import Fusion

@Suite struct AttitudeFilterTests {
  static let names = ["complementary", "Mahony", "Madgwick", "rejecting", "versatile"]

  static func make(_ name: String, interval: Double = 0.01) throws -> any AttitudeFilter {
    switch name {
    case "complementary": try ComplementaryFilter()
    case "Mahony": try MahonyFilter()
    case "Madgwick": try MadgwickFilter()
    case "rejecting": try RejectingFilter()
    default: try VersatileFilter(interval: interval)
    }
  }

  @Test(arguments: names) func followsAHandWithIdealSensors(name: String) throws {
    var random = SeededRandom(seed: 1)
    let samples = try SensorModel.ideal.record(duration: 20, attitude: Hand.attitude, using: &random)
    var filter = try Self.make(name)
    let attitudes = try filter.attitudes(of: samples)
    #expect(attitudes.count == samples.count)
    // Mahony and Madgwick compare a reading with the attitude of one step before: they trail by a little.
    #expect(
      deviation(attitudes, samples, Hand.attitude) < (name == "versatile" || name == "complementary" ? 1e-3 : 0.01))
    for q in attitudes { #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-12) }
  }

  @Test(arguments: names) func keepsTheHeadingThroughItsOwnAccelerationAndNoise(name: String) throws {
    var random = SeededRandom(seed: 2)
    let samples = try SensorModel.whiteNoise.record(
      duration: 40, attitude: Hand.attitude, acceleration: Hand.acceleration, using: &random)
    var filter = try Self.make(name)
    let attitudes = try filter.attitudes(of: samples)
    #expect(deviation(attitudes, samples, from: 5, Hand.attitude) < (name == "rejecting" ? 0.12 : 0.06))
  }

  @Test(arguments: names) func worksWithoutAMagnetometer(name: String) throws {
    var random = SeededRandom(seed: 3)
    let samples = try SensorModel.whiteNoise.record(
      duration: 20, attitude: Hand.attitude, acceleration: Hand.acceleration, earthField: nil, using: &random)
    var filter = try Self.make(name)
    let attitudes = try filter.attitudes(of: samples)
    // The heading has no meaning here: the score removes it.
    let error = try AttitudeError(of: attitudes, truth: samples.map { Hand.attitude($0.time) })
    // Shaking at 0.2 g is within the angle that the rejecting filter believes, and its gain is for feet that stand still.
    #expect(error.inclination < (name == "rejecting" ? 0.12 : 0.06))
    #expect(error.total < (name == "rejecting" ? 0.12 : 0.07))
  }

  @Test(arguments: ["Mahony", "Madgwick", "rejecting", "versatile"]) func learnsAConstantBias(name: String) throws {
    var random = SeededRandom(seed: 4)
    var sensor = SensorModel.whiteNoise
    sensor.rotationOffset = Vector3(0.01, -0.008, 0.006)
    let samples = try sensor.record(duration: 60, attitude: { _ in .identity }, using: &random)
    var filter: any AttitudeFilter =
      switch name {
      case "Mahony": try MahonyFilter(gain: 0.5, biasGain: 0.05)
      case "Madgwick": try MadgwickFilter(gain: 0.02, biasGain: 0.001)
      case "rejecting": try RejectingFilter()
      default: try VersatileFilter(interval: 0.01)
      }
    _ = try filter.attitudes(of: samples)
    #expect(close(filter.rotationRateBias, sensor.rotationOffset, 0.003))
  }

  @Test(arguments: names) func forgetsAWrongStart(name: String) throws {
    var random = SeededRandom(seed: 5)
    let wrong = Quaternion(rotationVector: Vector3(0.4, -0.3, 0.5))
    let samples = try SensorModel.ideal.record(duration: 200, attitude: { _ in .identity }, using: &random)
    var filter = try Self.make(name)
    filter.start(
      specificForce: wrong.inverse.act(on: Vector3(0, 0, 9.81)),
      magneticField: wrong.inverse.act(on: Vector3(0, 20, -45)))
    #expect(angle(filter.attitude, wrong) < 1e-9)
    for sample in samples {
      filter.update(
        rotationRate: .zero, specificForce: sample.specificForce, magneticField: sample.magneticField, step: 0.01)
    }
    #expect(angle(filter.attitude, .identity) < 0.06)
  }

  @Test(arguments: names) func gravityBoundsTheDriftThatTheGyroscopeAloneWouldHave(name: String) throws {
    var random = SeededRandom(seed: 6)
    var sensor = SensorModel.ideal
    sensor.rotationOffset = Vector3(0.01, 0, 0)
    let samples = try sensor.record(duration: 60, attitude: { _ in .identity }, earthField: nil, using: &random)
    var filter = try Self.make(name)
    let last = try #require(filter.attitudes(of: samples).last)
    // Alone, it would be 0.6 rad.
    #expect(angle(last, .identity) < 0.06)
  }

  @Test func madgwickStepsDownTheGradientOfThePapersObjective() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<50 {
      let q = random.rotation()
      let force = random.vector(10)
      let field = random.vector(50)
      let s = try #require(direction(force))
      let m = try #require(direction(field))
      let level = q.act(on: m)
      let reference = Vector3(0, (level.x * level.x + level.y * level.y).squareRoot(), level.z)
      // f(q) = ½|Rᵀz − s|² + ½|Rᵀb − m|² (Madgwick eq. 31, 32), its slope by central differences on the sphere.
      func objective(_ v: Vector3) -> Double {
        let p = q * Quaternion(rotationVector: v)
        let a = p.inverse.act(on: Vector3(0, 0, 1)) - s
        let b = p.inverse.act(on: reference) - m
        return (a.dot(a) + b.dot(b)) / 2
      }
      let h = 1e-5
      let slope =
        Vector3(
          objective(Vector3(h, 0, 0)) - objective(Vector3(-h, 0, 0)),
          objective(Vector3(0, h, 0)) - objective(Vector3(0, -h, 0)),
          objective(Vector3(0, 0, h)) - objective(Vector3(0, 0, -h))) / (2 * h)
      #expect(close(gradient(q, force, field).turn, -slope, 1e-8))
      // Along q, with the paper's matrix, whose diagonal is 1 − 2(…)², for x to the north: device→(north, west, up).
      let p = Quaternion(.z, -.pi / 2) * q
      func stretched(_ size: Double) -> Double {
        func predicted(_ b: Vector3) -> Vector3 { p.inverse.act(on: b) * (size * size) + b * (1 - size * size) }
        let a = predicted(Vector3(0, 0, 1)) - s
        let c = predicted(Vector3(reference.y, 0, reference.z)) - m
        return (a.dot(a) + c.dot(c)) / 2
      }
      let radial = (stretched(1 + h) - stretched(1 - h)) / (2 * h)
      #expect(abs(gradient(q, force, field).radial - radial) < 1e-8)
    }
  }

  /// What ahrs 0.4 (`Madgwick.updateIMU`, `updateMARG`) makes of 400 samples, 1 ms apart, from the same start.
  @Test(arguments: [
    (0.5, false, [0.697508, 0.488604, -0.250742, 0.460302]), (0.5, true, [0.669122, 0.488719, -0.178593, 0.530597]),
    (2, false, [0.503797, 0.639123, -0.434562, 0.385833]), (2, true, [0.363713, 0.741044, -0.222212, 0.518833]),
  ]) func madgwickTurnsAsFastAsItsPaperAndOtherImplementations(
    gain: Double, hasField: Bool, expected: [Double]
  ) throws {
    // There x points north, and y here.
    let turn = Quaternion(.z, .pi / 2)
    var filter = try MadgwickFilter(gain: gain, biasGain: 0, at: turn * Quaternion(w: 0.8, x: 0.4, y: -0.2, z: 0.4))
    for index in 1..<400 {
      let t = 0.001 * Double(index)
      filter.update(
        rotationRate: Vector3(0.3 * sin(5 * t), 0.5 * cos(3 * t), 0.2),
        specificForce: Vector3(9 + 0.5 * sin(20 * t), 3 + 0.3 * cos(13 * t), -2),
        magneticField: hasField ? Vector3(12, -30 + 2 * sin(7 * t), 25) : nil, step: 0.001)
    }
    let other = turn * Quaternion(w: expected[0], x: expected[1], y: expected[2], z: expected[3])
    // Another rule of integration is as far away as one step of it.
    #expect(angle(filter.attitude, other) < 3e-3, "\(turn.inverse * filter.attitude)")
  }

  @Test(arguments: [0.2, 0.05, 1]) func mahonysHeadingFollowsWithItsTimeConstantAndLeavesTheHorizonAlone(gain: Double)
    throws
  {
    let force = Vector3(0, 0, 9.81)
    for field in [Vector3(0, 20, -45), Vector3(0, 48, 5), Vector3(0, 5, 60)] {
      for wrong in [0.2, -0.1] {
        var filter = try MahonyFilter(gain: gain, biasGain: 0)
        filter.start(specificForce: force, magneticField: Quaternion(.z, wrong).inverse.act(on: field))
        let first = abs(filter.attitude.headingAboutUp)
        var (time, tilt) = (0.0, 0.0)
        while abs(filter.attitude.headingAboutUp) > first / exp(1), time < 100 {
          filter.update(rotationRate: .zero, specificForce: force, magneticField: field, step: 0.01)
          time += 0.01
          tilt = max(tilt, acos(min(1, filter.attitude.act(on: Vector3(0, 0, 1)).z)))
        }
        #expect(abs(time * gain - 1) < 0.03, "\(time) s at a gain of \(gain)")
        #expect(tilt < 1e-6)
      }
    }
    // A field along the vertical does not show the heading.
    var filter = try MahonyFilter(gain: gain)
    filter.start(specificForce: force, magneticField: nil)
    filter.update(rotationRate: .zero, specificForce: force, magneticField: Vector3(0, 0, -45), step: 0.01)
    #expect(filter.attitude == .identity)
  }

  @Test func everyGainChangesTheResult() throws {
    var random = SeededRandom(seed: 8)
    var sensor = SensorModel.whiteNoise
    sensor.rotationOffset = Vector3(0.01, -0.01, 0.02)
    let samples = try sensor.record(
      duration: 10, attitude: Hand.attitude, acceleration: Hand.acceleration, using: &random)
    func last(_ filter: some AttitudeFilter) throws -> Quaternion {
      var filter = filter
      return try #require(filter.attitudes(of: samples).last)
    }
    let pairs: [(Quaternion, Quaternion)] = try [
      (last(ComplementaryFilter()), last(ComplementaryFilter(inclinationTime: 1))),
      (last(ComplementaryFilter()), last(ComplementaryFilter(headingTime: 1))),
      (last(MahonyFilter()), last(MahonyFilter(gain: 1))),
      (last(MahonyFilter()), last(MahonyFilter(biasGain: 0.1))),
      (last(MadgwickFilter()), last(MadgwickFilter(gain: 0.2))),
      (last(MadgwickFilter()), last(MadgwickFilter(biasGain: 0.01))),
    ]
    for (a, b) in pairs { #expect(angle(a, b) > 1e-3) }
  }

  @Test func aMagneticDisturbanceNeverTiltsTheComplementaryHorizon() throws {
    var random = SeededRandom(seed: 9)
    func run(_ disturbance: Vector3) throws -> [Quaternion] {
      let samples = try SensorModel.ideal.record(
        duration: 10, attitude: Hand.attitude, disturbance: { _ in disturbance }, using: &random)
      var filter = try ComplementaryFilter(headingTime: 2)
      return try filter.attitudes(of: samples)
    }
    for (clean, disturbed) in zip(try run(.zero), try run(Vector3(30, 0, 20))) {
      #expect(close(clean.upInDevice, disturbed.upInDevice, 1e-9))
    }
  }

  @Test func parametersOutOfRangeAreRefused() {
    #expect(throws: TraceError.self) { try MahonyFilter(gain: -1) }
    #expect(throws: TraceError.self) { try MahonyFilter(biasGain: .nan) }
    #expect(throws: TraceError.self) { try MadgwickFilter(gain: .infinity) }
    #expect(throws: TraceError.self) { try MadgwickFilter(biasGain: -0.1) }
    #expect(throws: TraceError.self) { try RejectingFilter(gain: -1) }
    #expect(throws: TraceError.self) { try RejectingFilter(accelerationRejection: 0) }
    #expect(throws: TraceError.self) { try RejectingFilter(magneticRejection: .nan) }
    #expect(throws: TraceError.self) { try RejectingFilter(recoveryTime: 0) }
    #expect(throws: TraceError.self) { try RejectingFilter(stillRate: -1) }
    #expect(throws: TraceError.self) { try RejectingFilter(stillTime: 0) }
    #expect(throws: TraceError.self) { try RejectingFilter(biasTime: 0) }
    #expect(throws: TraceError.self) { try ComplementaryFilter(inclinationTime: 0) }
    #expect(throws: TraceError.self) { try ComplementaryFilter(headingTime: -3) }
    #expect(throws: TraceError.self) { try VersatileFilter(interval: 0) }
    let error = #expect(throws: TraceError.self) { try VersatileFilter(interval: .nan) }
    #expect(error.map { "\($0)" }?.contains("interval is nan") == true)
  }
  @Test("A filter that is made for an interval refuses a recording with another, and says which it has")
  func interval() throws {
    var random = SeededRandom(seed: 7)
    for rate in [20.0, 50, 100, 285.714] {
      var sensor = SensorModel.ideal
      sensor.rate = rate
      let samples = try sensor.record(duration: 2, attitude: { Quaternion(.x, 0.1 * $0) }, using: &random)
      for factor in [0.5, 0.85, 0.95, 1, 1.05, 1.15, 2] {
        let make = { try VersatileFilter(interval: factor / rate) }
        let doors: [() throws -> Void] = [
          {
            var filter = try make()
            _ = try filter.attitudes(of: samples)
          },
          {
            var source = try DeviceMotionSource(make(), frame: .xArbitraryZVertical)
            _ = try source.process(samples)
          },
        ]
        for door in doors {
          if abs(factor - 1) < 0.1 {
            #expect(throws: Never.self) { try door() }
          } else {
            let error = #expect(throws: TraceError.self) { try door() }
            #expect("\(try #require(error))".contains("interval is"))
          }
        }
      }
      // A filter that takes any interval takes these.
      var plain = try ComplementaryFilter()
      let attitudes = try plain.attitudes(of: samples)
      #expect(attitudes.count == samples.count)
    }
  }
}
