import Foundation
import Rotations
import Traces

extension Path {
  /// To and fro along a straight line of `length` m, from rest to rest, in the direction in which x points.
  ///
  /// Each way takes `duration` s, with a pause of `pause` s between; `rounds` times there and back, after 2 s at rest and before 2 s.
  /// The finger is on the screen while the device moves.
  public static func line(length: Double = 0.5, duration: Double = 1, pause: Double = 1, rounds: Int = 2) -> Path {
    throughCorners(
      "line", (0...2 * rounds.clamped(to: repetitions)).map { Vector3($0 % 2 == 0 ? 0 : length, 0, 0) },
      side: ("length", length), duration: ("duration", duration), pause: pause, rounds: rounds)
  }

  /// A regular polygon with sides of `side` m in a vertical plane, ending where it began.
  ///
  /// Each side takes `sideDuration` s from rest to rest, and each corner pauses for `pause` s; 0 for none. `rounds` times around,
  /// after 2 s at rest and before 2 s.
  public static func polygon(
    sides: Int, side: Double = 0.3, sideDuration: Double = 0.8, pause: Double = 1, rounds: Int = 1
  ) -> Path {
    let count = sides.clamped(to: 3...1000)
    let turn = 2 * Double.pi / Double(count)
    var corner = Vector3.zero
    var points = [corner]
    for index in 0..<(rounds.clamped(to: repetitions) * count) {
      let heading = turn * Double(index)
      corner += Vector3(cos(heading), 0, sin(heading)) * side
      if (index + 1) % count == 0 { corner = .zero }
      points.append(corner)
    }
    return throughCorners(
      "polygon-\(count)", points, side: ("side", side), duration: ("sideDuration", sideDuration), pause: pause,
      rounds: rounds
    ).checked { () throws(TraceError) in try requireCount("sides", sides, in: 3...1000) }
  }

  /// An ellipse, `width` m wide and `height` m high, in a vertical plane; one loop takes `period` s.
  ///
  /// It starts and ends at rest in the lowest point, after 2 s and before 2 s; the device leans into the curve.
  public static func ellipse(
    width: Double = 0.4, height: Double = 0.25, period: Double = 2, loops: Int = 4
  ) -> Path {
    looping("ellipse", [("width", width), ("height", height)], period: period, loops: loops) { angle in
      Pose(
        x: (width / 2) * angle.sine, z: (height / 2) * (Jet(1) - angle.cosine), roll: 0.3 * angle.sine,
        pitch: Jet(0.5) - 0.15 * (Jet(1) - angle.cosine))
    }
  }

  /// A curve that closes after each turn of an angle, drawn from rest to rest after 2 s and before 2 s.
  ///
  /// - Parameters:
  ///   - sizes: Its extents with their names, m.
  ///   - pose: The pose at an angle, which runs through `loops` turns in `period` s each.
  static func looping(
    _ name: String, _ sizes: [(name: String, length: Double)], period: Double, loops: Int,
    pose: @escaping @Sendable (_ angle: Jet) -> Pose
  ) -> Path {
    let lead = 2.0
    let drawing = period * (Double(loops) + 1)
    let stops = Path.Stops(movements: [(lead, lead + drawing)])
    return Path(name: name, duration: 2 * lead + drawing, stops: stops) { time in
      // The angle grows from rest to its full rate within one period and comes to rest within one at the end.
      let t = time - lead
      var pose = pose(2 * Double.pi / period * rampedTime(t, total: drawing, ramp: period))
      pose.isTouching = t.value >= 0 && t.value < drawing
      return pose
    }.checked { () throws(TraceError) in
      for (name, length) in sizes { try requirePositive(name, length, unit: "m") }
      try requirePositive("period", period, unit: "s")
      try requireCount("loops", loops, in: repetitions)
    }
  }

  /// From point to point in straight lines, at rest in each, after 2 s and before 2 s.
  ///
  /// - Parameters:
  ///   - side: The length of a line, m, and `duration` what it takes, s; each by the name that the caller knows it by.
  ///   - pause: Between two lines, s.
  ///   - rounds: How often, as the caller was asked.
  static func throughCorners(
    _ name: String, _ points: [Vector3], side: (name: String, length: Double),
    duration: (name: String, time: Double), pause: Double, rounds: Int
  ) -> Path {
    let lead = 2.0
    let (count, sideDuration) = (points.count - 1, duration.time)
    let begins = (0..<count).map { lead + Double($0) * (sideDuration + pause) }
    let stops = Stops(movements: begins.map { ($0, $0 + sideDuration) })
    let whole = 2 * lead + Double(count) * (sideDuration + pause) - pause
    return Path(name: name, duration: whole, stops: stops) { time in
      var pose = Pose()
      for index in 0..<count {
        let begin = begins[index]
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
    }.checked { () throws(TraceError) in
      try requirePositive(side.name, side.length, unit: "m")
      try requirePositive(duration.name, sideDuration, unit: "s")
      try requireNonnegative("pause", pause, unit: "s")
      try requireCount("rounds", rounds, in: repetitions)
    }
  }
}
