import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite(.enabled(if: recordings != nil, "needs the recordings: set GIMBAL_DATA")) struct RealRecordingTests {
  /// The first `limit` rows of a BROAD trial.
  static func trial(_ name: String, limit: Int) throws -> FusionTrial {
    let file = try #require(recordings).appendingPathComponent("broad/\(name).csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().prefix(limit)
    var trial = FusionTrial(name: name, samples: [], truth: [])
    var counts = [Bool]()
    for line in lines {
      let n = line.split(separator: ",").map { Double($0) ?? .nan }
      trial.samples.append(
        RawSample(
          time: n[0], rotationRate: Vector3(n[1], n[2], n[3]), specificForce: Vector3(n[4], n[5], n[6]),
          magneticField: Vector3(n[7], n[8], n[9])))
      trial.truth.append(n[10].isFinite ? Quaternion(w: n[10], x: n[11], y: n[12], z: n[13]) : nil)
      counts.append(n[17] == 1)
    }
    trial.counts = counts
    return trial
  }

  @Test func theVersatileFilterStaysUnderItsBarOnAnUndisturbedTrial() throws {
    let trial = try Self.trial("10_undisturbed_slow_translation_A", limit: 30_000)
    let error = try trial.error(of: VersatileFilter(interval: 1 / 285.714))
    #expect(error.total < 2.5 * .pi / 180)
    #expect(error.inclination < 0.8 * .pi / 180)
    let smooth = try AttitudeError(
      of: VersatileSmoother().smooth(trial.samples).attitudes, truth: trial.truth, counting: trial.counts)
    #expect(smooth.total < error.total)
    // Madgwick's stays behind it, as in every comparison that was published.
    #expect(try trial.error(of: MadgwickFilter()).total > error.total)
  }

  @Test func theCourseOfTheHorizonSurvivesFastTranslation() throws {
    let trial = try Self.trial("18_undisturbed_fast_translation_with_breaks_B", limit: 20_000)
    #expect(try trial.error(of: VersatileFilter(interval: 1 / 285.714)).inclination < 0.8 * .pi / 180)
    #expect(try trial.withoutMagnetometer.error(of: VersatileFilter(interval: 1 / 285.714)).inclination < 0.014)
  }
}
