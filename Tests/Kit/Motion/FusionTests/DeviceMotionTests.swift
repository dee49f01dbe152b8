import Foundation
import Inertial
import Rotations
import Testing

@Suite struct DeviceMotionTests {
  @Test func separatesGravityFromUserAccelerationWithCoreMotionsSigns() throws {
    var random = SeededRandom(seed: 1)
    let samples = try SensorModel.ideal.record(
      duration: 20, attitude: Hand.attitude, acceleration: { $0 < 10 ? .zero : Hand.acceleration($0) }, using: &random)
    var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: .eastNorthUp)
    for (sample, motion) in zip(samples, try source.process(samples)) {
      let back = Hand.attitude(sample.time).inverse
      #expect(close(motion.gravity, back.act(on: Vector3(0, 0, -9.80665)), 0.3))
      #expect(abs(motion.gravity.length - 9.80665) < 1e-9)
      let kinematic = back.act(on: sample.time < 10 ? .zero : Hand.acceleration(sample.time))
      #expect(close(motion.kinematicAcceleration, kinematic, 0.3))
      #expect(close(motion.userAcceleration, -motion.kinematicAcceleration, 0))
      // What the accelerometer said, in Core Motion's sense, is the sum of the two.
      #expect(close(motion.gravity + motion.userAcceleration, -sample.specificForce, 1e-9))
    }
  }

  @Test func takesTheBiasOffTheRotationRate() throws {
    var random = SeededRandom(seed: 2)
    var sensor = SensorModel.ideal
    sensor.rotationOffset = Vector3(0.01, 0.005, -0.01)
    let samples = try sensor.record(duration: 20, attitude: { _ in .identity }, using: &random)
    var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: .eastNorthUp)
    let last = try #require(source.process(samples).last)
    #expect(close(last.rotationRate, .zero, 5e-4))
    #expect(close(last.rotationRate + last.rotationRateBias, sensor.rotationOffset, 1e-12))
  }

  @Test func headingAccuracyTellsADisturbedFieldAndItsTimeConstantHowFast() throws {
    var random = SeededRandom(seed: 3)
    let samples = try SensorModel.whiteNoise.record(
      duration: 30, attitude: { _ in .identity }, disturbance: { $0 > 20 ? Vector3(20, 0, 0) : .zero }, using: &random)
    func accuracies(_ time: Double) throws -> [Double] {
      var source = try DeviceMotionSource(
        ComplementaryFilter(headingTime: 60), frame: .eastNorthUp, headingAccuracyTime: time)
      return try source.process(samples).compactMap(\.headingAccuracy)
    }
    let quick = try accuracies(1)
    let slow = try accuracies(10)
    #expect(quick[1900] < 0.06)
    #expect(quick[2300] > 0.5)
    #expect(slow[2300] < quick[2300] - 0.1)
    var six = try DeviceMotionSource(ComplementaryFilter(), frame: .xArbitraryZVertical)
    #expect(try six.process(samples).allSatisfy { $0.headingAccuracy == nil })
  }

  @Test func coreMotionsRawSampleIsConverted() {
    let sample = RawSample(
      coreMotionTime: 3, rotationRate: Vector3(1, 2, 3), acceleration: Vector3(0, 0, -1), magneticField: nil)
    #expect(sample.specificForce == Vector3(0, 0, 9.80665))
    #expect(sample.time == 3 && sample.rotationRate == Vector3(1, 2, 3))
  }

  static func sample(
    _ time: Double, rate: Vector3 = .zero, force: Vector3 = Vector3(0, 0, 9.8), field: Vector3? = Vector3(0, 20, -45)
  ) -> RawSample { RawSample(time: time, rotationRate: rate, specificForce: force, magneticField: field) }

  @Test func badSamplesAreRefusedAndLeaveTheSourceAsItWas() throws {
    var source = try DeviceMotionSource(
      MahonyFilter(), frame: .eastNorthUp,
      checking: SampleCheck(rotationRateFullScale: 34.9, specificForceFullScale: 78))
    _ = try source.process(Self.sample(0))
    let before = source.filter
    let bad: [(RawSample, String)] = [
      (Self.sample(0.01, rate: Vector3(.nan, 0, 0)), "rotation rate[1] is nan, not a finite"),
      (Self.sample(0.01, force: Vector3(0, .infinity, 0)), "specific force[1] is inf, not a finite"),
      (Self.sample(0.01, field: Vector3(0, 0, .nan)), "magnetic field[1] is nan, not a finite"),
      (Self.sample(.nan), "time[1] is nan, not a finite"),
      (Self.sample(0), "appears a second time"), (Self.sample(-1), "time runs backwards"),
      (Self.sample(0.7), "sample 1: 0.7 s passed"),
      (Self.sample(0.01, rate: Vector3(0, -34.9, 0)), "full scale of 34.9"),
      (Self.sample(0.01, force: Vector3(80, 0, 0)), "full scale of 78"),
    ]
    for (sample, words) in bad {
      let error = #expect(throws: (any Error).self) { try source.process(sample) }
      #expect(error.map { "\($0)" }?.contains(words) == true, "\(words)")
      #expect(source.filter == before)
    }
    _ = try source.process(Self.sample(0.01))
  }

  @Test func longestStepIsAChoice() throws {
    for longest in [0.5, 2.0] {
      var source = try DeviceMotionSource(
        MahonyFilter(), frame: .eastNorthUp, checking: SampleCheck(longestStep: longest))
      _ = try source.process(Self.sample(0))
      let accepted = (try? source.process(Self.sample(1))) != nil
      #expect(accepted == (longest > 1))
    }
  }

  @Test func aStartThatTellsNothingIsRefused() throws {
    var source = try DeviceMotionSource(MadgwickFilter(), frame: .northEastDown)
    #expect(throws: FusionError.noMagnetometer(frame: "northEastDown")) {
      try source.process(Self.sample(0, field: nil))
    }
    #expect(throws: FusionError.noGravity(row: 0)) { try source.process(Self.sample(0, force: .zero)) }
    #expect(throws: FusionError.noNorth(row: 0)) { try source.process(Self.sample(0, field: .zero)) }
    #expect(throws: FusionError.noNorth(row: 0)) {
      try source.process(Self.sample(0, field: Vector3(0, 0, -40)))
    }
    _ = try source.process(Self.sample(0))
    var filter = try MahonyFilter()
    #expect(throws: TraceError.empty(what: "sample")) { try filter.attitudes(of: []) }
  }

  @Test func aFrozenMagnetometerIsNoticed() throws {
    let turning = (0..<300).map { Self.sample(Double($0) * 0.01, rate: Vector3(0, 0, 1)) }
    var source = try DeviceMotionSource(MahonyFilter(), frame: .eastNorthUp)
    let error = #expect(throws: FusionError.self) { try source.process(turning) }
    #expect(error.map { "\($0)" }?.contains("(0.0, 20.0, -45.0)") == true)
    // Six axes do not care, and a device that does not turn proves nothing.
    var six = try DeviceMotionSource(MahonyFilter(), frame: .xArbitraryZVertical)
    #expect(try six.process(turning).count == 300)
    var still = try DeviceMotionSource(MahonyFilter(), frame: .eastNorthUp)
    #expect(try still.process((0..<300).map { Self.sample(Double($0) * 0.01) }).count == 300)
  }

  @Test func aRateOfZeroThroughoutIsNoError() throws {
    var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: .eastNorthUp)
    let motions = try source.process((0..<500).map { Self.sample(Double($0) * 0.01) })
    #expect(motions.allSatisfy { angle($0.attitude, .identity) < 1e-6 })
  }
}
