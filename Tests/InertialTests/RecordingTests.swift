import Foundation
import Inertial
import Rotations
import Testing

@Suite("Real recordings", .enabled(if: Recordings.arePresent, "no recordings: set GIMBAL_DATA"))
struct RecordingTests {
  @Test("OxIOD: rows trimmed, truth in the attitude's frame, gravity as the attitude says")
  func oxiod() throws {
    let path = Recordings.path("oxiod/handheld_data1_imu2.csv")
    let trace = try Trace(contentsOf: path)
    let raw = try Trace(contentsOf: path, options: .init(oxiod: .raw))
    #expect(raw.count == 23446)
    #expect(trace.count == raw.count - 1500)
    #expect(trace.timestamps[0] == 12)
    #expect(trace.attitude[0] == raw.attitude[1200])
    #expect(trace.notes.count == 2)
    for index in stride(from: 0, to: trace.count, by: 97) {
      let gravity = trace.attitude[index].inverse.act(on: Vector3(0, 0, -standardGravity))
      #expect(distance(gravity, trace.gravity![index]) < 5e-4)
    }
    // The truth is turned about the vertical, and by nothing else.
    let turned = try #require(trace.truePosition)
    let original = try #require(raw.truePosition)
    #expect(turned[0].z == original[1200].z)
    #expect(abs(distance(turned[5000], turned[0]) - distance(original[6200], original[1200])) < 1e-9)
    #expect(distance(turned[5000], original[6200]) > 0.1)
  }

  @Test("OxIOD: the user acceleration is minus the second derivative of the Vicon height")
  func oxiodSign() throws {
    let trace = try Trace(contentsOf: Recordings.path("oxiod/handheld_data1_imu2.csv"))
    let height = trace.truePosition!.map(\.z)
    // Second difference over ±12 samples: the rows fit to within five, against the mean of the measured acceleration over the same time.
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for i in stride(from: 20, to: trace.count - 20, by: 3) {
      let truth = (height[i + 12] - 2 * height[i] + height[i - 12]) / (0.12 * 0.12)
      let measured = (-11...11).map { k in
        (12 - Double(abs(k))) / 144 * trace.attitude[i + k].act(on: trace.userAcceleration[i + k]).z
      }.reduce(0, +)
      guard abs(truth) < 10 else { continue }
      (xy, xx, yy) = (xy + truth * measured, xx + truth * truth, yy + measured * measured)
    }
    #expect(xy / (xx * yy).squareRoot() < -0.85)
  }

  @Test("SensorLog: seconds, m/s², and the quaternion that agrees with gravity")
  func sensorLog() throws {
    let trace = try Trace(contentsOf: Recordings.path("sensorlog/25.csv"))
    #expect(trace.count == 3065)
    #expect(abs(trace.medianStep - 0.01004) < 1e-9)
    for index in stride(from: 0, to: trace.count, by: 101) {
      let gravity = trace.attitude[index].inverse.act(on: Vector3(0, 0, -standardGravity))
      #expect(distance(gravity, trace.gravity![index]) < 1e-3)
    }
  }

  @Test("SensorLog: a still hand stays within 2 cm with rest recognition", arguments: ["25", "26"])
  func stillHand(name: String) throws {
    let trace = try Trace(contentsOf: Recordings.path("sensorlog/\(name).csv"))
    let comparison = try Comparison(of: trace, schemes: [.none, .restRecognition()], truth: .motionless)
    #expect(comparison["none"]!.score.largestExcursion > 1)
    #expect(comparison["rest recognition"]!.score.largestExcursion < 0.02)
  }

  @Test("A walk of 25 m with the sensor on the foot ends within 8 cm of where it began")
  func walkOnFoot() throws {
    let raw = try RawRecording(
      contentsOf: Recordings.path("gait/short_walk.csv"), options: .init(gaps: .interpolate, timeDefects: .drop))
    var filter = try RejectingFilter()
    let trace = try raw.trace(attitudes: filter.attitudes(of: raw.samples()))
    let detector = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1)
    let score = try Comparison(of: trace, schemes: [.restRecognition(detector, margin: 0.1)]).runs[0].score
    #expect(score.closingError < 0.082)
    #expect(score.largestExcursion > 7)
  }

  @Test("OxIOD: every stabilised scheme stays finite where plain integration is kilometres off")
  func walk() throws {
    let trace = try Trace(contentsOf: Recordings.path("oxiod/handheld_data1_imu2.csv"))
    let comparison = try Comparison(of: trace, schemes: [.none, .exponential(rate: 1), .nonlinearStep()])
    #expect(comparison["none"]!.score.finalDrift! > 100)
    #expect(comparison["exponential"]!.score.largestExcursion < 10)
  }
}
