import Foundation
import Rotations

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
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    let lead = 2.0
    let count = 4 * min(max(rounds, 1), repetitions.upperBound)
    return Path(
      name: "square", duration: 2 * lead + Double(count) * (sideDuration + pause) - pause
    ) { time in
      var pose = Pose()
      for index in 0..<count {
        let (from, to) = (corners[index % 4], corners[(index + 1) % 4])
        let begin = lead + Double(index) * (sideDuration + pause)
        let progress = ((time - begin) * (1 / sideDuration)).minimumJerk
        pose.x = pose.x + progress * (side * (to.0 - from.0))
        pose.z = pose.z + progress * (side * (to.1 - from.1))
        if time.value >= begin, time.value < begin + sideDuration { pose.isTouching = true }
      }
      // A hand turns a little while it moves.
      pose.pitch = Jet(0.6) + 0.3 * pose.z
      pose.roll = 0.4 * pose.x
      return pose
    }.checked { () throws(TraceError) in
      try requirePositive("side", side, unit: "m")
      try requirePositive("sideDuration", sideDuration, unit: "s")
      try requireNonnegative("pause", pause, unit: "s")
      try requireCount("rounds", rounds, in: repetitions)
    }
  }

  /// A figure of eight, `width` m wide and half as high, lying in a vertical plane; one loop takes `period` s.
  ///
  /// It starts and ends at rest in the crossing; the device leans into the curve. The finger is on the screen from
  /// start to end of the drawing.
  public static func figureEight(width: Double = 0.5, period: Double = 2.5, loops: Int = 5) -> Path {
    let lead = 2.0
    let drawing = period * (Double(loops) + 1)
    return Path(name: "figure-eight", duration: 2 * lead + drawing) { time in
      // The angle grows from rest to its full rate within one period and comes to rest within one at the end.
      let t = time - lead
      let angle = 2 * Double.pi / period * rampedTime(t, total: drawing, ramp: period)
      return Pose(
        x: (width / 2) * angle.sine, z: (width / 4) * (2 * angle).sine, roll: 0.35 * angle.sine,
        pitch: Jet(0.5) + 0.2 * (2 * angle).sine, yaw: 0.25 * angle.sine,
        isTouching: t.value >= 0 && t.value < drawing)
    }.checked { () throws(TraceError) in
      try requirePositive("width", width, unit: "m")
      try requirePositive("period", period, unit: "s")
      try requireCount("loops", loops, in: repetitions)
    }
  }

  /// Vigorous waving from side to side, `amplitude` m each way at `frequency` Hz: the accelerations go beyond 2 g.
  ///
  /// At 0.25 m and 1.8 Hz the peak is 0.25·(2π·1.8)² = 32 m/s², over 3 g. 2 s of rest before and 4 s after.
  public static func waving(amplitude: Double = 0.25, frequency: Double = 1.8, duration: Double = 6) -> Path {
    let lead = 2.0
    return Path(name: "waving", duration: lead + duration + 4) { time in
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
