import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

/// The course's equations written down once more, on plain arrays of numbers, without any type of the library but the
/// trace: rotation by the matrix of the quaternion, one axis after the other.
private struct Transcription {
  var x: [[Double]] = []
  var v: [[Double]] = []

  enum Equations {
    case splitStep, euler
    case exponential(Double)
    case nonlinear(Double, Double)
  }

  init(_ trace: Trace, _ equations: Equations) {
    var (velocity, position) = ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    for i in 0..<trace.count {
      let q = trace.attitude[i]
      let u = trace.userAcceleration[i]
      let matrix = [
        [1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y)],
        [2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x)],
        [2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)],
      ]
      let a = matrix.map { -($0[0] * u.x + $0[1] * u.y + $0[2] * u.z) }
      let dt = i == 0 ? 0 : trace.timestamps[i] - trace.timestamps[i - 1]
      for k in 0..<3 {
        switch equations {
        case .euler:
          velocity[k] = velocity[k] + a[k] * dt
          position[k] = position[k] + velocity[k] * dt
        case .splitStep, .nonlinear:
          let half = velocity[k] + 0.5 * a[k] * dt
          position[k] = position[k] + half * dt
          velocity[k] = half + 0.5 * a[k] * dt
        case .exponential(let alpha):
          let half = exp(-alpha * dt / 2) * velocity[k] + 0.5 * a[k] * dt
          position[k] = exp(-alpha * dt) * position[k] + half * dt
          velocity[k] = exp(-alpha * dt / 2) * half + 0.5 * a[k] * dt
        }
      }
      if case .nonlinear(let vRate, let xRate) = equations {
        let speed = sqrt(velocity.map { $0 * $0 }.reduce(0, +))
        let distance = sqrt(position.map { $0 * $0 }.reduce(0, +))
        velocity = velocity.map { speed == 0 ? 0 : $0 * max((speed - vRate * dt) / speed, 0) }
        position = position.map { distance == 0 ? 0 : $0 * max((distance - xRate * dt) / distance, 0) }
      }
      v.append(velocity)
      x.append(position)
    }
  }

  func largestDifference(to trajectory: Trajectory) -> Double {
    zip(x, trajectory.positions).map { distance(Vector3($0[0], $0[1], $0[2]), $1) }.max()!
      + zip(v, trajectory.velocities).map { distance(Vector3($0[0], $0[1], $0[2]), $1) }.max()!
  }
}

@Suite("The schemes against a straight-line transcription of the equations")
struct SchemeEquationTests {
  @Test("Every scheme agrees over random traces", arguments: 1...5)
  func agreement(seed: UInt64) throws {
    let trace = try randomTrace(seed: seed)
    func difference(_ scheme: some Scheme, _ equations: Transcription.Equations) throws -> Double {
      Transcription(trace, equations).largestDifference(to: try scheme.integrate(trace))
    }
    #expect(try difference(.none, .splitStep) < 1e-11)
    #expect(try difference(.euler, .euler) < 1e-11)
    #expect(try difference(.exponential(rate: 2.5), .exponential(2.5)) < 1e-11)
    #expect(try difference(.nonlinearStep(velocityRate: 0.7, positionRate: 0.3), .nonlinear(0.7, 0.3)) < 1e-11)
  }

  /// Rest recognition the slow way: for each sample look back over the window, and correct over the whole past.
  @Test("Rest recognition agrees with looking back over the whole recording", arguments: 1...5)
  func restRecognition(seed: UInt64) throws {
    let trace = try randomTrace(seed: seed)
    let (threshold, duration) = (0.4, 0.3)
    let result = try RestRecognition(
      over: Unstabilized(), detector: .fluctuation(threshold: threshold, duration: duration, hysteresis: 1)
    ).integrate(trace)

    let n = trace.count
    let a = (0..<n).map { trace[$0].acceleration }
    let t = trace.timestamps
    var v = [Vector3](repeating: .zero, count: n)
    var x = v
    var resting = [Bool](repeating: false, count: n)
    var lastRest = 0
    var rests = 0
    for i in 1..<n {
      let dt = t[i] - t[i - 1]
      let half = v[i - 1] + 0.5 * dt * a[i]
      x[i] = x[i - 1] + dt * half
      v[i] = half + 0.5 * dt * a[i]
      guard let start = (0...i).first(where: { t[$0] >= t[i] - duration }), t[i] - t[0] >= duration else { continue }
      let window = a[start...i]
      let range = (0..<3).map { k in window.map { $0[k] }.max()! - window.map { $0[k] }.min()! }.max()!
      resting[i] = range <= threshold
      if resting[i] {
        if !resting[i - 1] {
          rests += 1
          let span = t[start] - t[lastRest]
          let drift = v[start]
          for k in (lastRest + 1)..<i where k <= start {
            let tau = t[k] - t[lastRest]
            v[k] -= drift * tau / span
            x[k] -= drift * tau * tau / span / 2
          }
          for k in start...i { (v[k], x[k]) = (.zero, x[start]) }
        } else {
          (v[i], x[i]) = (.zero, x[i - 1])
        }
        lastRest = i
      }
    }
    #expect(rests >= 3)
    #expect(zip(x, result.positions).map { distance($0, $1) }.max()! < 1e-10)
    #expect(zip(v, result.velocities).map { distance($0, $1) }.max()! < 1e-10)
  }
}
