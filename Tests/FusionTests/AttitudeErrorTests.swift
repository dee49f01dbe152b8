import Foundation
import Rotations
import Testing

@testable import Inertial

@Suite struct AttitudeErrorTests {
  @Test func splitsAKnownErrorIntoHeadingAndInclination() throws {
    var random = Seeded(1)
    let truth = (0..<200).map { _ in random.rotation() }
    // Turns of ±0.1 about up, after tilts of 0.2: the mean heading is 0.
    let estimates = truth.enumerated().map { index, q in
      Quaternion.aboutUp(index % 2 == 0 ? 0.1 : -0.1) * .increment(Vector3(0.2, 0, 0)) * q
    }
    let error = try AttitudeError(of: estimates, truth: truth)
    #expect(abs(error.heading - 0.1) < 1e-9)
    #expect(abs(error.inclination - 0.2) < 1e-9)
    // cos(total/2) = cos(heading/2)·cos(inclination/2).
    #expect(abs(cos(error.total / 2) - cos(0.05) * cos(0.1)) < 1e-9)
    #expect(error.count == 200)
  }

  @Test func removesAnyConstantHeading() throws {
    var random = Seeded(2)
    for _ in 0..<20 {
      let offset = random.unit() * .pi
      let truth = (0..<20).map { _ in random.rotation() }
      let error = try AttitudeError(of: truth.map { .aboutUp(offset) * $0 }, truth: truth)
      #expect(error.total < 1e-9)
      #expect(abs(wrapped(error.headingOffset - offset)) < 1e-9)
    }
  }

  @Test func scoresOnlyWhatCountsAndHasATruth() throws {
    let wrong = Quaternion.increment(Vector3(1, 0, 0))
    let estimates: [Quaternion] = [.identity, wrong, wrong, .identity]
    let truth: [Quaternion?] = [.identity, nil, .identity, .identity]
    let error = try AttitudeError(of: estimates, truth: truth, counting: [true, true, false, true])
    #expect(error.count == 2 && error.total == 0)
    #expect(throws: FusionError.self) { try AttitudeError(of: estimates, truth: [nil, nil, nil, nil]) }
    #expect(throws: FusionError.self) { try AttitudeError(of: estimates, truth: []) }
    #expect(throws: FusionError.self) { try AttitudeError(of: estimates, truth: truth, counting: [true]) }
  }

  @Test func tuningFindsTheGainThatTheBiasAsksForAndHoldsTrialsOut() throws {
    var random = Seeded(3)
    var sensor = RawSensor()
    sensor.rotationRateBias = Vector3(0.05, 0.05, 0)
    let trials = try (0..<3).map { index in
      let samples = try sensor.record(duration: 15, attitude: Hand.attitude, using: &random)
      return FusionTrial(
        name: "\(index)", samples: samples, truth: samples.map { Hand.attitude($0.time) },
        counts: samples.map { $0.time > 5 })
    }
    // No acceleration but gravity and a large bias: the largest gain is right.
    let tuning = try tune([0.01, 0.1, 1, 3], on: trials) { gain, _ in try MahonyFilter(gain: gain, biasGain: 0) }
    #expect(tuning.best == 3)
    #expect(tuning.heldOut.map(\.trial) == ["0", "1", "2"])
    #expect(abs(tuning.heldOutError - tuning.error) < 0.01)
    // What is measured decides: heading alone asks for something else than total when it is asked for.
    let heading = try tune([0.01, 3], on: trials, measure: \.heading) { gain, _ in
      try MahonyFilter(gain: gain, biasGain: 0)
    }
    #expect(heading.error < tuning.error)
    #expect(try tune([1.0], on: [trials[0]]) { gain, _ in try MahonyFilter(gain: gain) }.heldOut.isEmpty)
    #expect(trials[0].withoutMagnetometer.samples.allSatisfy { $0.magneticField == nil })
    #expect(throws: FusionError.self) {
      try tune([Double](), on: trials) { try MahonyFilter(gain: $0 + 0 * $1.samples[0].time) }
    }
    #expect(throws: FusionError.self) { try tune([1.0], on: []) { gain, _ in try MahonyFilter(gain: gain) } }
  }
}
