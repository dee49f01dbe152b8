import Foundation
import Inertial
import Rotations
import Testing

@testable import Fusion

@Suite struct RejectingFilterTests {
  /// A device at rest whose accelerometer reads `force` in m/s² for `duration` s at 100 Hz, from the level on.
  private func tilt(
    _ filter: RejectingFilter, force: Vector3, duration: Double, magneticField: Vector3? = nil
  ) -> Double {
    var filter = filter
    filter.start(specificForce: Vector3(0, 0, 9.81), magneticField: magneticField == nil ? nil : Vector3(0, 20, -45))
    for _ in 0..<Int((duration * 100).rounded()) {
      filter.update(rotationRate: .zero, specificForce: force, magneticField: magneticField, step: 0.01)
    }
    return angle(filter.attitude, .identity)
  }

  private func leaning(_ degrees: Double) -> Vector3 {
    Vector3(sin(degrees * .pi / 180), 0, cos(degrees * .pi / 180)) * 9.81
  }

  @Test func aSmallErrorDecaysWithTheGainAsTimeConstant() throws {
    for gain in [0.2, 0.5, 2] {
      let filter = try RejectingFilter(gain: gain, stillRate: 0)
      let left = 2 * Double.pi / 180 - tilt(filter, force: leaning(2), duration: 1)
      #expect(abs(left / (2 * .pi / 180 * exp(-gain)) - 1) < 0.03)
    }
  }

  @Test func whatDisagreesByMoreThanTheAngleIsLeftOut() throws {
    let filter = try RejectingFilter()
    #expect(tilt(filter, force: leaning(9), duration: 2) > 0.05)
    #expect(tilt(filter, force: leaning(11), duration: 2) == 0)
    #expect(try tilt(RejectingFilter(accelerationRejection: 0.3), force: leaning(11), duration: 2) > 0.05)
    // Beyond a right angle the correction does not fall again.
    let everything = try RejectingFilter(accelerationRejection: .pi)
    #expect(abs(tilt(everything, force: leaning(170), duration: 1) - 0.5) < 0.01)
  }

  @Test func afterTheRecoveryTimeEverythingIsBelievedAgain() throws {
    let filter = try RejectingFilter(recoveryTime: 3)
    #expect(tilt(filter, force: leaning(40), duration: 2.9) == 0)
    #expect(tilt(filter, force: leaning(40), duration: 13) > 0.65)
    #expect(try tilt(RejectingFilter(recoveryTime: .infinity), force: leaning(40), duration: 13) == 0)
  }

  @Test func aTurnedFieldIsLeftOutAndNeverTilts() throws {
    let turned = Quaternion(.z, 0.5).act(on: Vector3(0, 20, -45))
    func heading(_ filter: RejectingFilter) -> Double {
      tilt(filter, force: Vector3(0, 0, 9.81), duration: 2, magneticField: turned)
    }
    #expect(heading(try RejectingFilter()) == 0)
    #expect(heading(try RejectingFilter(magneticRejection: 1)) > 0.2)
    var filter = try RejectingFilter(magneticRejection: 1)
    filter.start(specificForce: Vector3(0, 0, 9.81), magneticField: Vector3(0, 20, -45))
    filter.update(rotationRate: .zero, specificForce: Vector3(0, 0, 9.81), magneticField: turned, step: 0.01)
    #expect(close(filter.attitude.upInDevice, Vector3(0, 0, 1), 1e-12))
  }

  @Test func theBiasIsLearntAfterAStillTimeOnly() throws {
    let bias = Vector3(0.02, -0.01, 0.03)
    func learnt(_ filter: RejectingFilter, after duration: Double) -> Vector3 {
      var filter = filter
      for _ in 0..<Int(duration * 100) {
        filter.update(rotationRate: bias, specificForce: Vector3(0, 0, 9.81), magneticField: nil, step: 0.01)
      }
      return filter.rotationRateBias
    }
    #expect(learnt(try RejectingFilter(), after: 4.9) == .zero)
    // 8 s after the still time 1/e of it is left.
    #expect(close(learnt(try RejectingFilter(), after: 13), bias * (1 - exp(-1)), 1e-4))
    #expect(learnt(try RejectingFilter(stillTime: 1), after: 4.9) != .zero)
    #expect(close(learnt(try RejectingFilter(biasTime: 1), after: 13), bias, 1e-4))
    #expect(learnt(try RejectingFilter(stillRate: 0.02), after: 13) == .zero)
  }

  @Test func aSwingingFootIsTiltedLessThanWithoutRejection() throws {
    // Level, pushed to and fro at 20 m/s² for half of each second.
    func worst(_ filter: RejectingFilter) throws -> Double {
      var filter = filter
      let samples = (0..<2000).map { index -> RawSample in
        let time = Double(index) * 0.01
        let phase = time - time.rounded(.down)
        let push = phase < 0.5 ? 0.0 : phase < 0.75 ? 20 : -18
        return RawSample(time: time, rotationRate: .zero, specificForce: Vector3(push, 0, 9.81))
      }
      return try filter.attitudes(of: samples).map { angle($0, .identity) }.max()!
    }
    #expect(try worst(RejectingFilter()) < 0.01)
    #expect(try worst(RejectingFilter(accelerationRejection: .pi)) > 0.1)
  }
}
