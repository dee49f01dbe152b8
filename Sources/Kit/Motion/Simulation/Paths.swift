import Foundation
import Rotations
import Traces

extension Path {
  /// Face up on a table, for `duration` seconds.
  public static func still(duration: Double = 20) -> Path {
    Path(name: "still", duration: duration) { _ in Pose() }
      .checked { () throws(TraceError) in try requireNonnegative("duration", duration, unit: "s") }
  }

  /// A square with sides of `side` m in a vertical plane, a pause at each corner, ending where it began.
  ///
  /// Each side takes `sideDuration` s from rest to rest, each corner pauses for `pause` s; the finger is on the screen
  /// during the sides. `rounds` times around, after a pause of 2 s and before one.
  public static func square(
    side: Double = 0.3, sideDuration: Double = 0.8, pause: Double = 1, rounds: Int = 2
  ) -> Path {
    let corners = [Vector3(0, 0, 0), Vector3(side, 0, 0), Vector3(side, 0, side), Vector3(0, 0, side)]
    return throughCorners(
      "square", (0...4 * rounds.clamped(to: repetitions)).map { corners[$0 % 4] }, side: ("side", side),
      duration: ("sideDuration", sideDuration), pause: pause, rounds: rounds)
  }

  /// A figure of eight, `width` m wide and half as high, lying in a vertical plane; one loop takes `period` s.
  ///
  /// It starts and ends at rest in the crossing; the device leans into the curve. The finger is on the screen from
  /// start to end of the drawing.
  public static func figureEight(width: Double = 0.5, period: Double = 2.5, loops: Int = 5) -> Path {
    looping("figure-eight", [("width", width)], period: period, loops: loops) { angle in
      Pose(
        x: (width / 2) * angle.sine, z: (width / 4) * (2 * angle).sine, roll: 0.35 * angle.sine,
        pitch: Jet(0.5) + 0.2 * (2 * angle).sine, yaw: 0.25 * angle.sine)
    }
  }

  /// Vigorous waving from side to side, `amplitude` m each way at `frequency` Hz: the accelerations go beyond 2 g.
  ///
  /// At 0.25 m and 1.8 Hz the peak is 0.25·(2π·1.8)² = 32 m/s², over 3 g. 2 s of rest before and 4 s after.
  public static func waving(amplitude: Double = 0.25, frequency: Double = 1.8, duration: Double = 6) -> Path {
    let lead = 2.0
    let stops = Stops(movements: [(lead, lead + duration)])
    return Path(name: "waving", duration: lead + duration + 4, stops: stops) { time in
      let t = time - lead
      let envelope = t.minimumJerk - (t - (duration - 1)).minimumJerk
      let phase = (2 * Double.pi * frequency) * t
      return Pose(
        x: (envelope * phase.sine) * amplitude, y: (envelope * (2 * phase).sine) * (0.1 * amplitude),
        z: (envelope * phase.cosine) * (0.2 * amplitude), roll: (envelope * phase.sine) * 0.7, pitch: Jet(0.9),
        yaw: (envelope * phase.sine) * 0.3, isTouching: t.value >= 0 && t.value < duration)
    }.checked { () throws(TraceError) in
      try requirePositive("amplitude", amplitude, unit: "m")
      try requirePositive("frequency", frequency, unit: "Hz")
      try requirePositive("duration", duration, unit: "s")
    }
  }

  /// A time that starts at rest, runs at the rate 1 after `ramp` seconds and comes to rest at `total`.
  ///
  /// During a ramp the rate follows the minimum-jerk step, whose integral is ramp·(2.5τ⁴ − 3τ⁵ + τ⁶): half a ramp in
  /// all. Over the whole the time advances by total − ramp.
  static func rampedTime(_ time: Jet, total: Double, ramp: Double) -> Jet {
    func risen(_ t: Jet) -> Jet {
      let tau = t * (1 / ramp)
      if tau.value <= 0 { return Jet(0) }
      if tau.value >= 1 { return t - ramp / 2 }
      let square = tau * tau
      return (square * square * (square - 3 * tau + 2.5)) * ramp
    }
    return risen(time) - risen(time - (total - ramp))
  }
}
