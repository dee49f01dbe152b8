import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Real recordings", .enabled(if: SharedData.arePresent, "no recordings: set GIMBAL_DATA"))
struct RealRecordingTests {
  @Test("OxIOD: rows trimmed, truth in the attitude's frame, gravity as the attitude says")
  func oxiod() throws {
    let path = SharedData.path("oxiod/handheld_data1_imu2.csv")
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
    #expect(trace.truthHeading == .aligned && raw.truthHeading == .aligned)
    #expect(trace.notes.contains { $0.hasPrefix("turned the truth by ") })
  }

  @Test("OxIOD: the user acceleration is minus the second derivative of the Vicon height")
  func oxiodSign() throws {
    let trace = try Trace(contentsOf: SharedData.path("oxiod/handheld_data1_imu2.csv"))
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
    let trace = try Trace(contentsOf: SharedData.path("sensorlog/25.csv"))
    #expect(trace.count == 3065)
    #expect(abs(trace.medianStep - 0.01004) < 1e-9)
    for index in stride(from: 0, to: trace.count, by: 101) {
      let gravity = trace.attitude[index].inverse.act(on: Vector3(0, 0, -standardGravity))
      #expect(distance(gravity, trace.gravity![index]) < 1e-3)
    }
  }

  @Test("SensorLog: a still hand stays within 2 cm with rest recognition", arguments: ["25", "26"])
  func stillHand(name: String) throws {
    let trace = try Trace(contentsOf: SharedData.path("sensorlog/\(name).csv"))
    let comparison = try Comparison(of: trace, schemes: [.none, .restRecognition()], truth: .motionless)
    #expect(try comparison["none"].score.largestExcursion > 1)
    #expect(try comparison["rest recognition"].score.largestExcursion < 0.02)
  }

  @Test("A walk of 25 m with the sensor on the foot ends within 8 cm of where it began")
  func walkOnFoot() throws {
    let raw = try RawRecording(
      contentsOf: SharedData.path("gait/short_walk.csv"), options: .init(gaps: .interpolate, timeDefects: .drop))
    var filter = try RejectingFilter()
    let trace = try raw.trace(attitudes: filter.attitudes(of: raw.samples()))
    let detector = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1)
    let score = try Comparison(of: trace, schemes: [.restRecognition(detector, margin: 0.1)]).runs[0].score
    #expect(score.closingError < 0.082)
    #expect(score.largestExcursion > 7)
  }

  @Test("OxIOD: every stabilised scheme stays finite where plain integration is kilometres off")
  func walk() throws {
    let trace = try Trace(contentsOf: SharedData.path("oxiod/handheld_data1_imu2.csv"))
    let comparison = try Comparison(of: trace, schemes: [.none, .exponential(rate: 1), .nonlinearStep()])
    #expect(try comparison["none"].score.finalDrift! > 100)
    #expect(try comparison["exponential"].score.largestExcursion < 10)
  }

  /// Every `stride`-th line after the header of a real file, as somebody else would take it apart.
  private func lines(of file: String, stride step: Int) throws -> (count: Int, sample: [(row: Int, fields: [Double])]) {
    let text = try String(contentsOfFile: SharedData.path(file), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).dropFirst()
    let sample = stride(from: 0, to: rows.count, by: step).map { row in
      (row, rows[rows.startIndex + row].split(separator: ",").map { Double($0) ?? .nan })
    }
    return (rows.count, sample)
  }

  @Test(
    "Browser: milliseconds since 1970 and g with gravity, number for number; the device rests at 1 g at first",
    arguments: ["square-ldru/rep1", "square-rdlu/rep12", "paused-square/rep3"])
  func browser(name: String) throws {
    let file = "phone-browser/\(name).csv"
    let raw = try RawRecording(contentsOf: SharedData.path(file), options: .init(gaps: .keep))
    let lines = try lines(of: file, stride: 1)
    #expect(raw.count == lines.count)
    for (row, fields) in lines.sample {
      #expect(abs(raw.timestamps[row] - (fields[0] - lines.sample[0].fields[0]) * 1e-3) < 1e-12)
      #expect(raw.specificForce[row] == Vector3(fields[2], fields[3], fields[4]) * -standardGravity)
      let expected = RollPitchYaw(
        roll: fields[7] * (.pi / 180), pitch: fields[6] * (.pi / 180), yaw: fields[5] * (.pi / 180))
      #expect(raw.attitude![row].angle(to: expected.quaternion) < 1e-7)
    }
    #expect(abs(raw.specificForce[0].length - standardGravity) < 0.5)
    // The attitude says which way is up: the rest of the first reading without gravity is small.
    let trace = try Trace(contentsOf: SharedData.path(file), options: .init(gaps: .keep))
    #expect(trace.userAcceleration[0].length < 0.6)
  }

  @Test("BROAD: SI units number for number, NaN where the cameras saw nothing, 9.8 m/s² at rest")
  func broad() throws {
    let file = "broad/32_disturbed_attached_magnet_1cm.csv"
    let raw = try RawRecording(contentsOf: SharedData.path(file))
    let lines = try lines(of: file, stride: 37)
    #expect(raw.count == lines.count)
    for (row, fields) in lines.sample {
      #expect(raw.timestamps[row] == fields[0])
      #expect(raw.rotationRate![row] == Vector3(fields[1], fields[2], fields[3]))
      #expect(raw.specificForce[row] == Vector3(fields[4], fields[5], fields[6]))
      #expect(raw.magneticField![row] == Vector3(fields[7], fields[8], fields[9]))
      let truth = raw.trueAttitude![row]
      #expect(fields[10].isNaN ? truth.w.isNaN : abs(truth.w - fields[10]) < 1e-4)
      #expect(raw.isMoving![row] == (fields[17] == 1))
    }
    let resting = raw.specificForce.indices.filter { !raw.isMoving![$0] }.map { raw.specificForce[$0].length }
    let mean = resting.reduce(0, +) / Double(resting.count)
    #expect(abs(mean - 9.8) < 0.1)
  }

  @Test("x-io: degrees and g become rad/s and m/s², number for number; it rests at 1 g at first")
  func xio() throws {
    // The device sends its samples in pairs that share a time.
    let path = SharedData.path("gait/short_walk.csv")
    #expect(throws: TraceError.self) { try RawRecording(contentsOf: path) }
    let raw = try RawRecording(contentsOf: path, options: .init(gaps: .keep, timeDefects: .respace))
    let lines = try lines(of: "gait/short_walk.csv", stride: 11)
    #expect(raw.count == lines.count)
    for (row, fields) in lines.sample {
      #expect(abs(raw.timestamps[row] - fields[0]) < 0.01)
      #expect(raw.rotationRate![row] == Vector3(fields[1], fields[2], fields[3]) * (.pi / 180))
      #expect(raw.specificForce[row] == Vector3(fields[4], fields[5], fields[6]) * standardGravity)
    }
    let mean = raw.specificForce.prefix(200).map(\.length).reduce(0, +) / 200
    #expect(abs(mean - standardGravity) < 0.3)
  }

  @Test("One thread or several, whole file or by the block: the same trace")
  func threads() throws {
    let path = SharedData.path("oxiod/handheld_data1_imu2.csv")
    let one = try Trace(contentsOf: path, options: .init(threads: 1))
    for threads in [2, 3, 8] { #expect(try Trace(contentsOf: path, options: .init(threads: threads)) == one) }
    let files = try ["imu2", "vi2"].map { name in
      let file = "handheld_data1_\(name).csv"
      return (file, try Data(contentsOf: URL(fileURLWithPath: SharedData.path("oxiod/\(file)"))))
    }
    #expect(
      try Trace(contentsOf: "handheld_data1_imu2.csv", in: Dictionary(uniqueKeysWithValues: files)) == one)
  }
}
