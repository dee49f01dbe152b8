import Foundation
import Rotations

extension Path {
  /// To and fro along a straight line of `length` m, from rest to rest, in the direction in which x points.
  ///
  /// Each way takes `duration` s, with a pause of `pause` s between; `rounds` times there and back, after 2 s at rest and before 2 s.
  /// The finger is on the screen while the device moves.
  public static func line(length: Double = 0.5, duration: Double = 1, pause: Double = 1, rounds: Int = 2) -> Path {
    corners(
      "line", (0...max(rounds, 1) * 2).map { Vector3($0 % 2 == 0 ? 0 : length, 0, 0) }, sideDuration: duration,
      pause: pause)
  }

  /// A regular polygon with sides of `side` m in a vertical plane, ending where it began.
  ///
  /// Each side takes `sideDuration` s from rest to rest, and each corner pauses for `pause` s; 0 for none. `rounds` times around,
  /// after 2 s at rest and before 2 s. Fewer than three sides are taken for three.
  public static func polygon(
    sides: Int, side: Double = 0.3, sideDuration: Double = 0.8, pause: Double = 1, rounds: Int = 1
  ) -> Path {
    let count = max(sides, 3)
    let turn = 2 * Double.pi / Double(count)
    var corner = Vector3.zero
    var points = [corner]
    for index in 0..<(max(rounds, 1) * count) {
      let heading = turn * Double(index)
      corner += Vector3(cos(heading), 0, sin(heading)) * side
      points.append((index + 1) % count == 0 ? .zero : corner)
      if (index + 1) % count == 0 { corner = .zero }
    }
    return corners("polygon-\(count)", points, sideDuration: sideDuration, pause: pause)
  }

  /// An ellipse, `width` m wide and `height` m high, in a vertical plane; one loop takes `period` s.
  ///
  /// It starts and ends at rest in the lowest point, after 2 s and before 2 s; the device leans into the curve.
  public static func ellipse(
    width: Double = 0.4, height: Double = 0.25, period: Double = 2, loops: Int = 4
  ) -> Path {
    let lead = 2.0
    let drawing = period * (Double(max(loops, 1)) + 1)
    return Path(name: "ellipse", duration: 2 * lead + drawing) { time in
      let t = time - lead
      let angle = 2 * Double.pi / period * rampedTime(t, total: drawing, ramp: period)
      return Pose(
        x: (width / 2) * angle.sine, z: (height / 2) * (Jet(1) - angle.cosine), roll: 0.3 * angle.sine,
        pitch: Jet(0.5) - 0.15 * (Jet(1) - angle.cosine), isTouching: t.value >= 0 && t.value < drawing)
    }
  }

  /// From point to point in straight lines, at rest in each.
  private static func corners(_ name: String, _ points: [Vector3], sideDuration: Double, pause: Double) -> Path {
    let lead = 2.0
    let count = points.count - 1
    let sideDuration = max(sideDuration, 1e-3)
    let duration = 2 * lead + Double(count) * (sideDuration + max(pause, 0)) - max(pause, 0)
    return Path(name: name, duration: duration) { time in
      var pose = Pose()
      for index in 0..<count {
        let begin = lead + Double(index) * (sideDuration + max(pause, 0))
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
