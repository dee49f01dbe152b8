import Foundation
import Inertial
import Rotations
import Testing

@Suite("Within a duration")
struct DurationSlackTests {
  @Test(
    "A rest begins with the first sample that rests, wherever the clock starts and however often it ticks",
    arguments: 1...300)
  func firstSample(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rates = [20, 50, 60, 100, 128, 200, 285.714, 1000]
    let rate = rates[Int(seed) % rates.count]
    // An uptime, a day, the seconds since 1970.
    let offset = random.uniform() * [1, 100, 1e5, 1.7e9][Int(seed) / rates.count % 4]
    let window = 4 + Int(random.uniform() * 20)
    let (began, count) = (30 + Int(random.uniform() * 20), 120)
    let still = try Trace(
      timestamps: (0..<count).map { offset + Double($0) / rate },
      attitude: [Quaternion](repeating: .identity, count: count),
      userAcceleration: (0..<count).map { Vector3($0 < began ? ($0 % 2 == 0 ? 6 : -4) : 0, 0, 0) })
    let detector = RestDetector.fluctuation(duration: Double(window) / rate)
    let (live, hindsight) = (
      try detector.restingSamples(of: still), try detector.restingSamplesInHindsight(of: still)
    )
    #expect(live == (0..<count).map { $0 >= began + window })
    #expect(hindsight == (0..<count).map { $0 >= began })
    let velocities = try RestRecognition(over: Unstabilized(), detector: detector).integrate(still).velocities
    #expect(velocities[began...].allSatisfy { $0 == .zero } && velocities[began - 1] != .zero)
  }

  @Test(
    "Windows of 0.3 s have thirty steps of 0.01 s, on a clock of an epoch as well",
    arguments: [0, 0.05, 0.1234567, 0.3])
  func windows(offset: Double) throws {
    let count = 1001
    let times = (0..<count).map { 1.7e9 + offset + Double($0) * 0.01 }
    let upright = [Quaternion](repeating: .identity, count: count)
    let still = [Vector3](repeating: .zero, count: count)
    func track(_ positions: [Vector3]) throws -> PoseTrack {
      try PoseTrack(times: times, positions: positions, attitudes: upright)
    }
    let steady = (0..<count).map { Vector3(Double($0) * 0.01, 0, 0) }
    let relative = try RelativePoseError(of: track(still), against: track(steady), over: .seconds(0.3)).translation
    #expect(relative.count == count - 30 && relative.allSatisfy { abs($0 - 0.3) < 1e-9 })
    // The truth falls by 1 m/s², and the scheme does not notice it.
    let falling = try Trace(
      timestamps: times, attitude: upright, userAcceleration: still,
      truePosition: (0..<count).map { Vector3(0, 0, -0.5 * (Double($0) * 0.01) * (Double($0) * 0.01)) })
    let scores = try Comparison(of: falling, schemes: [.none]).trajectoryScores(aligning: .origin, windows: 0.3)
    for scheme in ["none", "standing still"] {
      let samples = scores.filter { $0.scheme == scheme }.map(\.samples)
      #expect(samples == (0..<33).map { (30 * $0)..<(30 * $0 + 30) }, "\(scheme)")
    }
    #expect(scores.count == 66)
    let drift = try WindowedDrift(of: falling, under: Unstabilized(), duration: 0.3, spacing: 0.3, alignsYaw: false)
      .errors
    #expect(drift.count == 32 && drift.allSatisfy { abs($0 - 0.045) < 1e-3 }, "\(drift)")
  }
}
