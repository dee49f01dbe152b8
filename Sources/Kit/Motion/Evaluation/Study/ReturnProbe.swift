import Foundation
import Rotations
import Stabilization
import Traces

/// Whether a scheme draws the path back to its start, or brings the device to rest, whatever the device does. If only
/// the end of a movement is known, such a scheme is right there by construction.
enum ReturnProbe {
  /// m/s², at its height: a push grows and fades, so that no detector mistakes it for a rest.
  private static let push = 1.2
  /// A tremor during the coasting, so that no detector mistakes it for a rest: m/s² and Hz.
  private static let tremor = (amplitude: 3.0, frequency: 5.0)

  /// A device that goes some 0.2 m away within a second and lies still there for the rest of a recording's duration: how far away the scheme leaves
  /// it, as a share of the furthest that it had it. nil where the scheme needs what the probe has not.
  static func distanceKept(by scheme: any Scheme, over duration: Double, step: Double) -> Double? {
    let part = min(0.5, duration / 6)
    guard
      let path = trajectory(of: scheme, duration, step, { $0 < 2 * part ? push * sin(.pi * $0 / part) : 0 })?.positions,
      let end = path.last
    else { return nil }
    let furthest = path.reduce(0) { max($0, $1.length) }
    return furthest > 0 ? end.length / furthest : 0
  }

  /// A device that gets under way and then coasts, with a trembling hand, for the rest of a recording's duration: how much of its speed the
  /// scheme leaves it.
  static func speedKept(by scheme: any Scheme, over duration: Double, step: Double) -> Double? {
    let part = min(0.5, duration / 6)
    let found = trajectory(of: scheme, duration, step) { time in
      time < part ? push * sin(.pi * time / part) : tremor.amplitude * sin(2 * .pi * tremor.frequency * (time - part))
    }
    // The mean over a period of the tremor.
    let last = max(1, Int((1 / tremor.frequency / step).rounded()))
    guard let velocities = found?.velocities, velocities.count > last else { return nil }
    let mean = velocities.suffix(last).reduce(.zero, +) / Double(last)
    return mean.length / (push * 2 * part / .pi)
  }

  private static func trajectory(
    of scheme: any Scheme, _ duration: Double, _ step: Double, _ acceleration: (Double) -> Double
  ) -> Trajectory? {
    guard duration > 0, step > 0, duration / step < 1e7 else { return nil }
    let times = (0...max(8, Int(duration / step))).map { Double($0) * step }
    let trace = Trace(
      unchecked: "a probe", timestamps: times, attitude: Array(repeating: .identity, count: times.count),
      userAcceleration: times.map { Vector3(acceleration($0), 0, 0) },
      rotationRate: Array(repeating: .zero, count: times.count), gravity: nil, magneticField: nil, truePosition: nil,
      trueAttitude: nil, truthHeading: .shared, isTouching: nil, notes: [])
    return try? scheme.integrate(trace)
  }
}
