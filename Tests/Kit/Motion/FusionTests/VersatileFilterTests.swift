import Foundation
import Inertial
import Rotations
import Testing

@testable import Fusion

@Suite struct VersatileFilterTests {
  typealias Parameters = VersatileFilter.Parameters

  /// A hand's day in 80 s: rest, motion with a bias, steel nearby, a slowly growing field, a magnet, a new field, rest.
  static func recording(_ seed: UInt64 = 1, onlyMagnet: Bool = false) throws -> [RawSample] {
    var random = SeededRandom(seed: seed)
    var sensor = SensorModel.whiteNoise
    sensor.rate = 50
    sensor.rotationOffset = Vector3(0.01, -0.007, 0.012)
    func moving(_ t: Double) -> Double { (5..<70).contains(t) ? 1 : 0 }
    return try sensor.record(
      duration: 80, attitude: { Hand.attitude(min(max($0, 5), 70)) },
      acceleration: { Hand.acceleration($0) * moving($0) },
      disturbance: { t in
        if (25..<32).contains(t) { return Vector3(40, -10, 30) }
        if onlyMagnet { return .zero }
        if (12..<16).contains(t) { return Vector3(5, 0, -8) }
        if (16..<25).contains(t) { return Vector3(0, 0, -6 * (t - 16) / 9) }
        return t > 45 ? Vector3(6, 12, 8) : .zero
      },
      using: &random)
  }

  static func run(_ parameters: Parameters, _ samples: [RawSample]) throws -> [Quaternion] {
    var filter = try VersatileFilter(interval: 0.02, parameters: parameters)
    return try filter.attitudes(of: samples)
  }

  static let changes: [(name: String, change: @Sendable (inout Parameters) -> Void)] = [
    ("accelerationTime", { $0.accelerationTime = 1 }), ("headingTime", { $0.headingTime = 3 }),
    ("tracksBiasInMotion", { $0.tracksBiasInMotion = false }), ("tracksBiasAtRest", { $0.tracksBiasAtRest = false }),
    ("rejectsDisturbance", { $0.rejectsDisturbance = false }), ("biasAtStart", { $0.biasAtStart = 0.002 }),
    ("biasForgettingTime", { $0.biasForgettingTime = 10 }), ("largestBias", { $0.largestBias = 0.005 }),
    ("biasInMotion", { $0.biasInMotion = 0.0005 }), ("verticalForgetting", { $0.verticalForgetting = 0.1 }),
    ("biasAtRest", { $0.biasAtRest = 0.003 }), ("restTime", { $0.restTime = 4 }),
    ("restFilterTime", { $0.restFilterTime = 0.1 }), ("restRotation", { $0.restRotation = 0.001 }),
    ("restForce", { $0.restForce = 0.01 }), ("fieldTime", { $0.fieldTime = 0 }),
    ("fieldReferenceTime", { $0.fieldReferenceTime = 2 }), ("fieldNormTolerance", { $0.fieldNormTolerance = 0.5 }),
    ("fieldDipTolerance", { $0.fieldDipTolerance = 1 }), ("newFieldTime", { $0.newFieldTime = 2 }),
    ("firstFieldTime", { $0.firstFieldTime = 1 }), ("newFieldRotation", { $0.newFieldRotation = 1.2 }),
    ("undisturbedTime", { $0.undisturbedTime = 3 }), ("longestRejection", { $0.longestRejection = 1 }),
    (
      "rejectionFactor",
      {
        $0.rejectionFactor = 8
        $0.longestRejection = 1
      }
    ),
  ]

  @Test func everyParameterChangesTheResult() throws {
    let samples = try Self.recording(2)
    let plain = try Self.run(Parameters(), samples)
    var impatient = Parameters()
    impatient.longestRejection = 1
    let impatiently = try Self.run(impatient, samples)
    for (name, change) in Self.changes {
      var parameters = Parameters()
      change(&parameters)
      let reference = name == "rejectionFactor" ? impatiently : plain
      let changed = try Self.run(parameters, samples)
      let difference = zip(reference, changed).map { angle($0, $1) }.max() ?? 0
      #expect(difference > 1e-4, "\(name)")
    }
    // Every stored property is on the list.
    let properties = Mirror(reflecting: Parameters()).children.compactMap(\.label)
    #expect(Set(properties) == Set(Self.changes.map(\.name)))
  }

  @Test func everyParameterOutOfRangeIsRefusedByName() throws {
    let spoilt: [(String, (inout Parameters) -> Void)] = [
      ("accelerationTime", { $0.accelerationTime = 0 }), ("headingTime", { $0.headingTime = -1 }),
      ("biasAtStart", { $0.biasAtStart = .nan }), ("restTime", { $0.restTime = -1 }),
      ("fieldNormTolerance", { $0.fieldNormTolerance = .infinity }), ("rejectionFactor", { $0.rejectionFactor = 0 }),
    ]
    for (name, spoil) in spoilt {
      var parameters = Parameters()
      spoil(&parameters)
      let error = #expect(throws: TraceError.self) { try VersatileFilter(interval: 0.01, parameters: parameters) }
      #expect(error.map { "\($0)" }?.hasPrefix(name) == true)
    }
  }

  @Test func findsRestAndOnlyRest() throws {
    let samples = try Self.recording()
    var filter = try VersatileFilter(interval: 0.02)
    for sample in samples {
      filter.update(
        rotationRate: sample.rotationRate, specificForce: sample.specificForce, magneticField: sample.magneticField,
        step: 0.02)
      if sample.time > 2.5 && sample.time < 5 { #expect(filter.isAtRest) }
      if sample.time > 6 && sample.time < 70 { #expect(!filter.isAtRest) }
      if sample.time > 73 { #expect(filter.isAtRest) }
    }
    #expect(close(filter.rotationRateBias, Vector3(0.01, -0.007, 0.012), 0.001))
    #expect(filter.biasDeviation < 0.2 * .pi / 180)
  }

  @Test func thePhonesParametersLearnAPhonesBias() throws {
    var random = SeededRandom(seed: 8)
    var sensor = SensorModel.whiteNoise
    sensor.rotationOffset = Vector3(0.06, -0.05, 0.04)
    let samples = try sensor.record(duration: 20, attitude: { _ in .identity }, using: &random)
    func bias(_ parameters: Parameters) throws -> Vector3 {
      var filter = try VersatileFilter(interval: 0.01, parameters: parameters)
      _ = try filter.attitudes(of: samples)
      return filter.rotationRateBias
    }
    #expect(close(try bias(.phone), sensor.rotationOffset, 0.001))
    #expect(!close(try bias(Parameters()), sensor.rotationOffset, 0.01))
  }

  @Test func leavesADisturbedFieldOut() throws {
    var random = SeededRandom(seed: 2)
    let samples = try SensorModel.whiteNoise.record(
      duration: 60, attitude: Hand.attitude, disturbance: { $0 > 30 && $0 < 40 ? Vector3(50, 0, 20) : .zero },
      using: &random)
    func worst(_ rejects: Bool) throws -> Double {
      var parameters = Parameters()
      parameters.rejectsDisturbance = rejects
      var filter = try VersatileFilter(interval: 0.01, parameters: parameters)
      var worst = 0.0
      var flagged = true
      for sample in samples {
        filter.update(
          rotationRate: sample.rotationRate, specificForce: sample.specificForce, magneticField: sample.magneticField,
          step: 0.01)
        if sample.time > 31 && sample.time < 39 { flagged = flagged && filter.isFieldDisturbed }
        if sample.time > 31 { worst = max(worst, angle(filter.attitude, Hand.attitude(sample.time))) }
      }
      if rejects {
        #expect(flagged)
        let field = try #require(filter.referenceField)
        #expect(abs(field.norm - (20.0 * 20 + 45 * 45).squareRoot()) < 1)
        #expect(abs(field.dip - atan2(45, 20)) < 0.02)
      }
      return worst
    }
    #expect(try worst(true) < 0.03)
    #expect(try worst(false) > 0.4)
  }

  /// A device that lies still; the field turns by 30° after 30 s.
  @Test func followsTheFieldSlowlyBeforeItKnowsOne() throws {
    var filter = try VersatileFilter(interval: 0.01)
    for index in 0..<4800 {
      let angle = index < 3000 ? 0 : 30 * Double.pi / 180
      let field = Vector3(20 * sin(angle), 20 * cos(angle), -40)
      if index == 0 {
        filter.start(specificForce: Vector3(0, 0, 9.8), magneticField: field)
      } else {
        filter.update(
          rotationRate: .zero, specificForce: Vector3(0, 0, 9.8), magneticField: field, step: 0.01)
      }
    }
    #expect(filter.referenceField == nil && filter.isFieldDisturbed)
    // 18 s are one time constant of 9 s at half the gain.
    #expect(abs(filter.headingOffset * 180 / .pi - 30 * (1 - exp(-1))) < 0.1)
  }

  /// Both turn at 30°/s, but one to and fro: its field cannot be told from one that turns along.
  @Test(arguments: [false, true]) func tremblingDoesNotAcceptAField(trembles: Bool) throws {
    var filter = try VersatileFilter(interval: 0.01)
    filter.start(specificForce: Vector3(0, 0, 9.8), magneticField: Vector3(0, 20, -40))
    var angle = 0.0
    for index in 1..<1200 {
      let rate = (trembles && index % 20 < 10 ? -30 : 30) * Double.pi / 180
      angle += rate * 0.01
      filter.update(
        rotationRate: Vector3(0, 0, rate), specificForce: Vector3(0, 0, 9.8),
        magneticField: Vector3(20 * sin(angle), 20 * cos(angle), -40), step: 0.01)
    }
    #expect((filter.referenceField == nil) == trembles)
  }

  @Test func readsSixAxesWhileItFusesNine() throws {
    let samples = try Self.recording()
    var nine = try VersatileFilter(interval: 0.02)
    var six = try VersatileFilter(interval: 0.02)
    for sample in samples {
      nine.update(
        rotationRate: sample.rotationRate, specificForce: sample.specificForce, magneticField: sample.magneticField,
        step: 0.02)
      six.update(
        rotationRate: sample.rotationRate, specificForce: sample.specificForce, magneticField: nil, step: 0.02)
      #expect(angle(nine.levelAttitude, six.attitude) < 1e-12)
      #expect(angle(nine.attitude, Quaternion(.z, nine.headingOffset) * nine.levelAttitude) < 1e-12)
    }
    #expect(six.headingDisagreement == nil && six.referenceField == nil && six.isFieldDisturbed)
    #expect(try #require(nine.headingDisagreement) != 0)
  }

  @Test func integratesTheActualStep() throws {
    // Every fifth sample is missing, and the turn is the same.
    var random = SeededRandom(seed: 3)
    let samples = try SensorModel.ideal.record(
      duration: 5, attitude: { Quaternion(.z, 0.5 * $0) }, using: &random)
    let thinned = samples.enumerated().filter { $0.offset % 5 != 1 }.map(\.element).map { sample in
      RawSample(time: sample.time, rotationRate: sample.rotationRate, specificForce: sample.specificForce)
    }
    var filter = try VersatileFilter(interval: 0.01)
    let attitudes = try filter.attitudes(of: thinned)
    #expect(deviation(attitudes, thinned) { Quaternion(.z, 0.5 * $0) } < 0.01)
  }

  @Test func hindsightBeatsTheFilter() throws {
    let samples = try Self.recording(4, onlyMagnet: true)
    func truth(_ t: Double) -> Quaternion { Hand.attitude(min(max(t, 5), 70)) }
    let online = deviation(try Self.run(Parameters(), samples), samples, truth)
    let estimate = try VersatileSmoother().smooth(samples)
    let offline = deviation(estimate.attitudes, samples, truth)
    #expect(offline < online)
    #expect(estimate.attitudes.count == samples.count && estimate.biases.count == samples.count)
    #expect(estimate.biases.allSatisfy { close($0, Vector3(0.01, -0.007, 0.012), 0.003) })
    #expect(estimate.rests[150] && !estimate.rests[1000])
    #expect(estimate.disturbed[(26 * 50)..<(31 * 50)].allSatisfy { $0 })
    #expect(!estimate.disturbed[(35 * 50)..<(44 * 50)].contains(true))
    // Without a magnetometer both answers are the level one.
    let six = try VersatileSmoother().smooth(
      samples.map { RawSample(time: $0.time, rotationRate: $0.rotationRate, specificForce: $0.specificForce) })
    #expect(zip(six.attitudes, six.levelAttitudes).allSatisfy { angle($0, $1) < 1e-12 })
  }

  @Test func smoothingReversedTimeGivesTheSameAttitudes() throws {
    // Nothing in hindsight may prefer a direction of time: the reversed recording, read backwards, is the same.
    let samples = try Self.recording(5)
    let reversed = samples.reversed().map { sample in
      RawSample(
        time: 80 - sample.time, rotationRate: -sample.rotationRate, specificForce: sample.specificForce,
        magneticField: sample.magneticField)
    }
    let forwards = try VersatileSmoother().smooth(samples).attitudes
    let backwards = try VersatileSmoother().smooth(reversed).attitudes
    let differences = zip(forwards, backwards.reversed()).map { angle($0, $1) }
    // Not equal to the last bit: a rate holds for the step that it ends.
    #expect((differences.max() ?? 1) < 0.04)
  }

  @Test("A filter for a recording is made for its steps, and fuses it as one for that interval")
  func forRecording() throws {
    let trace = try SimulatedTrace.square.trace()
    let filter = try VQF(for: trace)
    #expect(filter.interval == trace.medianStep)
    #expect(
      try trace.fused(by: filter).attitude == trace.fused(by: VersatileFilter(interval: trace.medianStep)).attitude)
    #expect(throws: TraceError.self) { try VQF(for: trace[0..<1]) }
  }
}
