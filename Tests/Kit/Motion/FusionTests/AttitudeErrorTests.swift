import Foundation
import Inertial
import Rotations
import Testing

@Suite struct AttitudeErrorTests {
  @Test func splitsAKnownErrorIntoHeadingAndInclination() throws {
    var random = SeededRandom(seed: 1)
    let truth = (0..<200).map { _ in random.rotation() }
    // Turns of ±0.1 about up, after tilts of 0.2: the mean heading is 0.
    let estimates = truth.enumerated().map { index, q in
      Quaternion(.z, index % 2 == 0 ? 0.1 : -0.1) * Quaternion(rotationVector: Vector3(0.2, 0, 0)) * q
    }
    let error = try AttitudeError(of: estimates, truth: truth)
    #expect(abs(error.heading - 0.1) < 1e-9)
    #expect(abs(error.inclination - 0.2) < 1e-9)
    // cos(total/2) = cos(heading/2)·cos(inclination/2).
    #expect(abs(cos(error.total / 2) - cos(0.05) * cos(0.1)) < 1e-9)
    #expect(error.count == 200)
  }

  @Test func removesAnyConstantHeading() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<20 {
      let offset = random.unit() * .pi
      let truth = (0..<20).map { _ in random.rotation() }
      let error = try AttitudeError(of: truth.map { Quaternion(.z, offset) * $0 }, truth: truth)
      #expect(error.total < 1e-9)
      #expect(abs(wrapped(error.headingOffset - offset)) < 1e-9)
    }
  }

  @Test func scoresOnlyWhatCountsAndHasATruth() throws {
    let wrong = Quaternion(rotationVector: Vector3(1, 0, 0))
    let estimates: [Quaternion] = [.identity, wrong, wrong, .identity]
    let truth: [Quaternion?] = [.identity, nil, .identity, .identity]
    let error = try AttitudeError(of: estimates, truth: truth, counting: [true, true, false, true])
    #expect(error.count == 2 && error.total == 0)
    #expect(throws: TraceError.self) { try AttitudeError(of: estimates, truth: [nil, nil, nil, nil]) }
    #expect(throws: TraceError.self) { try AttitudeError(of: estimates, truth: []) }
    #expect(throws: TraceError.self) { try AttitudeError(of: estimates, truth: truth, counting: [true]) }
  }

  @Test func tuningFindsTheGainThatTheBiasAsksForAndHoldsTrialsOut() throws {
    var random = SeededRandom(seed: 3)
    var sensor = SensorModel.whiteNoise
    sensor.rotationOffset = Vector3(0.05, 0.05, 0)
    let trials = try (0..<3).map { index in
      let samples = try sensor.record(duration: 15, attitude: Hand.attitude, using: &random)
      return FusionTrial(
        name: "\(index)", samples: samples, truth: samples.map { Hand.attitude($0.time) },
        counts: samples.map { $0.time > 5 })
    }
    // No acceleration but gravity and a large bias: the largest gain is right.
    let tuning = try Tuning([0.01, 0.1, 1, 3], on: trials) { gain, _ in try MahonyFilter(gain: gain, biasGain: 0) }
    #expect(tuning.best.candidate == 3)
    #expect(tuning.heldOut.map(\.trial) == ["0", "1", "2"])
    #expect(abs(tuning.heldOutError - tuning.best.error) < 0.01)
    // What is measured decides: heading alone asks for something else than total when it is asked for.
    let heading = try Tuning([0.01, 3], on: trials, measure: \.heading) { gain, _ in
      try MahonyFilter(gain: gain, biasGain: 0)
    }
    #expect(heading.best.error < tuning.best.error)
    #expect(try Tuning([1.0], on: [trials[0]]) { gain, _ in try MahonyFilter(gain: gain) }.heldOut.isEmpty)
    #expect(trials[0].withoutMagnetometer.samples.allSatisfy { $0.magneticField == nil })
    #expect(throws: TraceError.self) {
      try Tuning([Double](), on: trials) { try MahonyFilter(gain: $0 + 0 * $1.samples[0].time) }
    }
    #expect(throws: TraceError.self) {
      try Tuning([1.0], on: [FusionTrial]()) { gain, _ in try MahonyFilter(gain: gain) }
    }
  }

  @Test func aBrokenTrialIsNamedAndLeftOutAndABrokenCandidateEndsTheTuning() throws {
    var random = SeededRandom(seed: 4)
    let trials = try (0..<3).map { index in
      let samples = try SensorModel.whiteNoise.record(duration: 5, attitude: Hand.attitude, using: &random)
      return FusionTrial(name: "trial \(index)", samples: samples, truth: samples.map { Hand.attitude($0.time) })
    }
    var broken = trials[0]
    broken.name = "broken"
    broken.samples[7].rotationRate.x = .nan
    let tuning = try Tuning([0.1, 1], on: [broken] + trials) { gain, _ in try MahonyFilter(gain: gain) }
    #expect(tuning.omitted.map(\.name) == ["broken"])
    #expect(tuning.omitted[0].reason.contains("rotation rate[7]"))
    let without = try Tuning([0.1, 1], on: trials) { gain, _ in try MahonyFilter(gain: gain) }
    #expect(tuning.errors == without.errors && tuning.trials == without.trials)
    #expect(throws: TraceError.self) { try Tuning([1], on: [broken]) { gain, _ in try MahonyFilter(gain: gain) } }
    #expect(throws: TraceError.self) { try Tuning([-1], on: trials) { gain, _ in try MahonyFilter(gain: gain) } }
  }
}
