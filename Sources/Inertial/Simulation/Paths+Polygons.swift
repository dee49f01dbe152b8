import Foundation
import Rotations

extension Path {
  /// To and fro along a straight line of `length` m, from rest to rest, in the direction in which x points.
  ///
  /// Each way takes `duration` s, with a pause of `pause` s between; `rounds` times there and back, after 2 s at rest and before 2 s.
  /// The finger is on the screen while the device moves.
  public static func line(length: Double = 0.5, duration: Double = 1, pause: Double = 1, rounds: Int = 2) -> Path {
    corners(
      "line", (0...2 * min(max(rounds, 1), repetitions.upperBound)).map { Vector3($0 % 2 == 0 ? 0 : length, 0, 0) },
      sideDuration: duration, pause: pause
    ).checked { () throws(TraceError) in
      try requirePositive("length", length, unit: "m")
      try requirePositive("duration", duration, unit: "s")
      try requireNonnegative("pause", pause, unit: "s")
      try requireCount("rounds", rounds, in: repetitions)
    }
  }

  /// A regular polygon with sides of `side` m in a vertical plane, ending where it began.
  ///
  /// Each side takes `sideDuration` s from rest to rest, and each corner pauses for `pause` s; 0 for none. `rounds` times around,
  /// after 2 s at rest and before 2 s.
  public static func polygon(
    sides: Int, side: Double = 0.3, sideDuration: Double = 0.8, pause: Double = 1, rounds: Int = 1
  ) -> Path {
    let count = min(max(sides, 3), 1000)
    let turn = 2 * Double.pi / Double(count)
    var corner = Vector3.zero
    var points = [corner]
    for index in 0..<(min(max(rounds, 1), repetitions.upperBound) * count) {
      let heading = turn * Double(index)
      corner += Vector3(cos(heading), 0, sin(heading)) * side
      points.append((index + 1) % count == 0 ? .zero : corner)
      if (index + 1) % count == 0 { corner = .zero }
    }
    return corners("polygon-\(count)", points, sideDuration: sideDuration, pause: pause).checked {
      () throws(TraceError) in
      try requireCount("sides", sides, in: 3...1000)
      try requirePositive("side", side, unit: "m")
      try requirePositive("sideDuration", sideDuration, unit: "s")
      try requireNonnegative("pause", pause, unit: "s")
      try requireCount("rounds", rounds, in: repetitions)
    }
  }

  /// An ellipse, `width` m wide and `height` m high, in a vertical plane; one loop takes `period` s.
  ///
  /// It starts and ends at rest in the lowest point, after 2 s and before 2 s; the device leans into the curve.
  public static func ellipse(
    width: Double = 0.4, height: Double = 0.25, period: Double = 2, loops: Int = 4
  ) -> Path {
    let lead = 2.0
    let drawing = period * (Double(loops) + 1)
    return Path(name: "ellipse", duration: 2 * lead + drawing) { time in
      let t = time - lead
      let angle = 2 * Double.pi / period * rampedTime(t, total: drawing, ramp: period)
      return Pose(
        x: (width / 2) * angle.sine, z: (height / 2) * (Jet(1) - angle.cosine), roll: 0.3 * angle.sine,
        pitch: Jet(0.5) - 0.15 * (Jet(1) - angle.cosine), isTouching: t.value >= 0 && t.value < drawing)
    }.checked { () throws(TraceError) in
      try requirePositive("width", width, unit: "m")
      try requirePositive("height", height, unit: "m")
      try requirePositive("period", period, unit: "s")
      try requireCount("loops", loops, in: repetitions)
    }
  }

  /// From point to point in straight lines, at rest in each.
  private static func corners(_ name: String, _ points: [Vector3], sideDuration: Double, pause: Double) -> Path {
    let lead = 2.0
    let count = points.count - 1
    let duration = 2 * lead + Double(count) * (sideDuration + pause) - pause
    return Path(name: name, duration: duration) { time in
      var pose = Pose()
      for index in 0..<count {
        let begin = lead + Double(index) * (sideDuration + pause)
        if time.value < begin { break }
        let way = points[index + 1] - points[index]
        let progress = ((time - begin) * (1 / sideDuration)).minimumJerk
        pose.x = pose.x + progress * way.x
        pose.y = pose.y + progress * way.y
        pose.z = pose.z + progress * way.z
        if time.value < begin + sideDuration { pose.isTouching = true }
      }
      // A hand turns a little while it moves.
      pose.pitch = Jet(0.6) + 0.3 * pose.z
      pose.roll = 0.4 * pose.x
      return pose
    }
  }
}
