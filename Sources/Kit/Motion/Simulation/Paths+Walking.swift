import Foundation
import Rotations
import Traces

extension Path {
  /// Where a walking person carries the device.
  public enum Carrying: String, CaseIterable, Hashable, Sendable, Codable {
    /// On the instep of one foot, the device's y axis towards the toes: it stands still in every stance, and lands with a jolt.
    case foot
    /// In a trouser pocket, the device's y axis forwards: it swings with the thigh and never rests while the person walks.
    case pocket
  }

  /// A walk straight ahead, about turn on the spot, and back to where it began.
  ///
  /// A stride is two steps. On the foot, its first 40 % are the swing: heel up, forward with the least jerk, toes up, and down
  /// with a heel strike of about 3 g; in the rest of it the foot is truly still. In the pocket, the hip goes
  /// steadily, up and down twice a stride and from side to side once, while the thigh swings by ±20°. 3 s at rest before and
  /// after.
  ///
  /// - Parameters:
  ///   - strides: Each way; at least 1.
  ///   - strideLength: m.
  ///   - strideDuration: s.
  ///   - carrying: How the device is carried.
  public static func walk(
    carrying: Carrying = .foot, strides: Int = 6, strideLength: Double = 1.4, strideDuration: Double = 1.1
  ) -> Path {
    let walk = Walk(
      strides: strides.clamped(to: repetitions), length: strideLength, duration: strideDuration)
    return Path(name: "walk-\(carrying.rawValue)", duration: walk.total) { time in
      carrying == .foot ? walk.foot(time) : walk.hip(time)
    }.checked { () throws(TraceError) in
      try requireCount("strides", strides, in: repetitions)
      try requirePositive("strideLength", strideLength, unit: "m")
      try requirePositive("strideDuration", strideDuration, unit: "s")
    }
  }
}

/// When strides begin, and what a body does in them.
private struct Walk {
  let strides: Int
  let length: Double
  let duration: Double
  private let lead = 3.0
  private var swing: Double { 0.4 * duration }
  private var way: Double { Double(strides) * duration }
  /// The about turn takes a stride and a half.
  private var turn: Double { 1.5 * duration }
  var total: Double { 2 * lead + 2 * way + turn }

  /// Swing by swing; between them nothing moves.
  func foot(_ time: Jet) -> Path.Pose {
    var pose = Path.Pose()
    // The instep slopes.
    pose.pitch = Jet(-0.35)
    func stride(from begin: Double, by distance: Double) {
      let t = (time - begin) * (1 / swing)
      guard t.value > 0 else { return }
      pose.y = pose.y + distance * t.minimumJerk
      lift(&pose, t, since: time - (begin + swing))
    }
    for index in 0..<strides { stride(from: lead + Double(index) * duration, by: length) }
    let about = lead + way
    let t = (time - about) * (1 / turn)
    pose.yaw = Double.pi * t.minimumJerk
    for half in 0..<2 where t.value > 0 {
      let part = t * 2 - Double(half)
      pose.z = pose.z + 0.03 * bump(part)
    }
    for index in 0..<strides { stride(from: about + turn + Double(index) * duration, by: -length) }
    return pose
  }

  /// Up, heel first, and down on the heel. `t` is the share of the swing, `after` the time since it ended.
  private func lift(_ pose: inout Path.Pose, _ t: Jet, since after: Jet) {
    pose.z = pose.z + 0.09 * bump(t)
    // Toes down by 55° as the heel leaves the ground, up by 20° before it lands.
    let down = (t * 2.5).minimumJerk - (t * 2 - 0.6).minimumJerk
    let up = (t * 2.5 - 1).minimumJerk - (t * 2.5 - 1.5).minimumJerk
    pose.pitch = pose.pitch - 0.96 * down + 0.35 * up
    // The heel strikes: a jolt of a millimetre that has died away after 0.12 s.
    guard after.value > 0, after.value < 0.12 else { return }
    let ringing = (after * -60).exponential * (after * (2 * .pi * 25)).sine
    let envelope = (after * 50).minimumJerk - ((after - 0.06) * (1 / 0.06)).minimumJerk
    pose.z = pose.z + 0.003 * (ringing * envelope)
  }

  /// 0 at 0 and 1, 1 in the middle, with the first two derivatives 0 at both ends.
  private func bump(_ t: Jet) -> Jet {
    guard t.value > 0, t.value < 1 else { return Jet(0) }
    let product = t * (Jet(1) - t)
    return 64 * (product * product * product)
  }

  /// The hip's progress is steady after one stride and until the last.
  func hip(_ time: Jet) -> Path.Pose {
    let about = lead + way
    let there = Path.rampedTime(time - lead, total: way, ramp: min(duration, way / 2))
    let back = Path.rampedTime(time - (about + turn), total: way, ramp: min(duration, way / 2))
    let reach = Double(strides) * length
    let steady = way - min(duration, way / 2)
    let walked = there + back
    let phase = (2 * Double.pi / duration) * walked
    let progress = (there - back) * (1 / steady)
    return Path.Pose(
      x: 0.02 * phase.sine, y: reach * progress, z: 0.022 * (Jet(1) - (2 * phase).cosine),
      roll: 0.06 * phase.sine, pitch: Jet(-1.3) + 0.35 * phase.sine + 0.06 * (2 * phase).sine,
      yaw: Double.pi * ((time - about) * (1 / turn)).minimumJerk)
  }
}
