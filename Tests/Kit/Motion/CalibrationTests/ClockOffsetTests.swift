import Basics
import Calibration
import Foundation
import Inertial
import MotionBench
import Recordings
import Rotations
import Testing

@Suite struct ClockOffsetTests {
  /// A device turned irregularly in a hand: smooth rates, rad/s, at any time.
  struct Hand {
    private let waves: [(frequency: Double, phase: Vector3, size: Vector3)]

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      waves = (0..<40).map { _ in
        (
          0.1 + 2 * random.uniform(), Vector3(random.uniform(), random.uniform(), random.uniform()) * 6.3,
          Vector3(random.normal(), random.normal(), random.normal()) * 0.3
        )
      }
    }

    func rate(at time: Double) -> Vector3 {
      waves.reduce(.zero) { sum, wave in
        let angle = Vector3(repeating: 2 * .pi * wave.frequency * time) + wave.phase
        return sum + wave.size * Vector3(sin(angle.x), sin(angle.y), sin(angle.z))
      }
    }
  }

  /// What a device reads whose clock shows `clock(t)` at time t.
  static func speed(
    _ hand: Hand, from start: Double, to end: Double, rate: Double, noise: Double, seed: UInt64,
    clock: (Double) -> Double
  ) -> AngularRates {
    var random = SeededRandom(seed: seed, stream: 3)
    let turn = Quaternion(rotationVector: Vector3(0.3, -1, 2))
    let times = Array(stride(from: start, to: end, by: 1 / rate))
    return AngularRates(
      rates: times.map {
        turn.act(on: hand.rate(at: $0)) + Vector3(random.normal(), random.normal(), random.normal()) * noise
      },
      at: times.map(clock))
  }

  @Test func `offset and drift are found, and their intervals hold 95 %`() throws {
    var (offsets, drifts) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      let hand = Hand(seed: seed)
      let first = Self.speed(hand, from: 0, to: 70, rate: 100, noise: 0.05, seed: seed) { $0 }
      let second = Self.speed(hand, from: 3, to: 63, rate: 119.7, noise: 0.05, seed: seed + 1000) { time in
        (time - 7.25) / (1 + 40e-6)
      }
      let found = try ClockOffset(of: first, to: second)
      // first = 7.25 + (1 + 40e-6)·second
      let offset = 7.25 + 40e-6 * found.reference
      #expect(abs(found.offset - offset) < 1e-3)
      if abs(found.offset - offset) <= found.offsetMargin { offsets += 1 }
      if abs(found.drift - 40e-6) <= found.driftMargin { drifts += 1 }
      let shown = 7.25 + 10 * (1 + 40e-6)
      #expect(abs(found.converted(10) - shown) < 2e-3)
    }
    // The offset's interval is never below a tenth of a millisecond.
    #expect((35...40).contains(offsets), "\(offsets) of 40")
    #expect((35...40).contains(drifts), "\(drifts) of 40")
  }

  @Test func `recordings of different movements are refused`() {
    for seed in 1...12 as ClosedRange<UInt64> {
      let first = Self.speed(Hand(seed: seed), from: 0, to: 60, rate: 100, noise: 0, seed: seed) { $0 }
      let second = Self.speed(Hand(seed: seed + 500), from: 0, to: 60, rate: 100, noise: 0, seed: seed) { $0 }
      #expect(throws: CalibrationError.self) { try ClockOffset(of: first, to: second) }
    }
  }

  @Test func `a rhythm that repeats, a rest and a short recording are refused`() {
    func regular(_ rate: Double) -> AngularRates {
      let times = (0..<6000).map { Double($0) / 100 }
      return AngularRates(rates: times.map { Vector3(2 + rate * sin(2 * .pi * $0), 0, 0) }, at: times)
    }
    #expect {
      try ClockOffset(of: regular(1), to: regular(1))
    } throws: { error in
      guard case .clocksDisagree = error as? CalibrationError else { return false }
      return true
    }
    #expect(throws: CalibrationError.tooLittleTurning) { try ClockOffset(of: regular(0), to: regular(0)) }
    let hand = Self.speed(Hand(seed: 1), from: 0, to: 12, rate: 100, noise: 0, seed: 1) { $0 }
    #expect(throws: CalibrationError.tooLittleTurning) { try ClockOffset(of: hand, to: hand) }
  }

  @Test func `attitudes tell the same rates`() {
    let hand = Hand(seed: 4)
    let times = (0..<500).map { Double($0) / 100 }
    var attitude = Quaternion(rotationVector: Vector3(1, 2, 3))
    var attitudes = [attitude]
    for time in times.dropLast() {
      attitude = attitude * Quaternion(rotationVector: hand.rate(at: time + 0.005) * 0.01)
      attitudes.append(attitude)
    }
    let speed = AngularRates(attitudes: attitudes, at: times)
    for (time, value) in zip(speed.times, speed.values) {
      #expect((value - hand.rate(at: time)).length < 0.03)
    }
  }

  static let recordings = [
    ("handheld_data1_imu2.csv", "handheld_data1_vi2.csv"), ("handheld_data1_imu4.csv", "handheld_data1_vi4.csv"),
    ("trolley_data1_imu7.csv", "trolley_data1_vi7.csv"), ("user2_imu4.csv", "user2_vi4.csv"),
  ]
  static let hasData = SharedData.arePresent

  /// The truth of a recording as a table of poses on a clock that is `shift` seconds ahead.
  private static func poses(_ truth: Trace, shift: Double) -> Data {
    var text = "# time x y z qx qy qz qw\n"
    for index in truth.timestamps.indices {
      let (p, q) = (truth.truePosition![index], truth.trueAttitude![index])
      text += "\(truth.timestamps[index] + shift) \(p.x) \(p.y) \(p.z) \(q.x) \(q.y) \(q.z) \(q.w)\n"
    }
    return Data(text.utf8)
  }

  @Test(.enabled(if: hasData, "needs OxIOD in $GIMBAL_DATA"), arguments: recordings)
  func `a shift of a truth by 3 s is found to 5 ms`(_ motion: String, _ truth: String) throws {
    let path = "\(SharedData.folder)/oxiod/\(motion)"
    let trace = try Trace(contentsOf: path)
    let rates = AngularRates(rates: try #require(trace.rotationRate), at: trace.timestamps)
    let attitudes = try #require(trace.trueAttitude)
    func found(_ shift: Double) throws -> ClockOffset {
      try ClockOffset(of: rates, to: AngularRates(attitudes: attitudes, at: trace.timestamps.map { $0 + shift }))
    }
    let own = try found(0)
    // Rows of the data set belong together to within about five.
    #expect(abs(own.offset) < 0.06 && own.pieces.agreeing * 10 > own.pieces.asked * 9)
    for shift in [3.0, -3.0, 1.2345] {
      let shifted = try found(shift)
      #expect(abs(shifted.offset + shift - own.offset) < 0.001, "\(shifted)")
    }
  }

  @Test(.enabled(if: hasData, "needs OxIOD in $GIMBAL_DATA"))
  func `truth of another recording is refused`() throws {
    let traces = try Self.recordings.map { try Trace(contentsOf: "\(SharedData.folder)/oxiod/\($0.0)") }
    for (first, a) in traces.enumerated() {
      for (second, b) in traces.enumerated() where first != second {
        let rates = AngularRates(rates: a.rotationRate!, at: a.timestamps)
        #expect(throws: CalibrationError.self, "\(first) and \(second)") {
          try ClockOffset(of: rates, to: AngularRates(attitudes: b.trueAttitude!, at: b.timestamps))
        }
      }
    }
  }

  @Test(.enabled(if: hasData, "needs OxIOD in $GIMBAL_DATA"))
  func `a truth on another clock is used, and one on the same is only moved when asked`() throws {
    let (motion, _) = Self.recordings[0]
    let path = "\(SharedData.folder)/oxiod/\(motion)"
    let alone = try Data(contentsOf: URL(filePath: path))
    let trace = try Trace(contentsOf: path)
    func read(_ shift: Double, _ clock: Trace.ReadingOptions.TruthClock) throws -> Trace {
      try Trace(
        contentsOf: "walk.csv", in: ["walk.csv": alone, "truth.txt": Self.poses(trace, shift: shift)],
        options: .init(format: .oxiod, readsTruth: false, truth: "truth.txt", truthClock: clock))
    }
    // No time in common: found without being asked.
    let far = try read(5000, .stated)
    #expect(far.notes.contains { $0.contains("found its clock to be") })
    let near = try read(3, .stated)
    #expect(!near.notes.contains { $0.contains("found its clock to be") })
    let doubt = try #require(near.doubts.first { $0.kind == .truthClock })
    #expect("\(doubt)".contains("after the device does") && "\(doubt)".contains("truthClock: .found"))
    #expect(doubt.message(naming: .commandLine).contains("--find-truth-clock"))
    #expect(!trace.doubts.contains { $0.kind == .truthClock })
    let moved = try read(3, .found)
    #expect(moved.notes.contains { $0.contains("found its clock to be") })
    #expect(!moved.doubts.contains { $0.kind == .truthClock })
    // The same truth at the same sample, to what a few milliseconds of walking make.
    let time = moved.timestamps[moved.count / 2]
    let place = try #require(far.timestamps.firstIndex { $0 >= time - 1e-9 })
    #expect((far.truePosition![place] - moved.truePosition![moved.count / 2]).length < 0.01)
  }
}
