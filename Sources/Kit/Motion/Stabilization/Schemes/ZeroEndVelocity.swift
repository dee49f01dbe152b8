import Rotations
import Traces

/// A gesture begins and ends at rest: velocity at a touch has drifted in before it, and velocity at its end is drift that grew linearly
/// since the gesture began.
///
/// At a touch velocity becomes 0. With T the time from touch to lift and e the velocity at the lift, v −= e·τ/T and x −= ½e·τ²/T. That is the
/// one correction which makes letters of a double integration. If the recording knows of touches, every touch is
/// corrected when it ends; where it does not, and for a touch that the recording ends in, the end of the recording
/// counts as the lift. A gesture that begins with the recording keeps the velocity that the integration is started with.
public struct ZeroEndVelocity<Base: Scheme>: Scheme {
  /// What integrates.
  public var base: Base
  private var knowsTouches = false
  private var touchBegan: Double?
  private var release: (from: Double, to: Double, drift: Vector3)?

  /// `base`, corrected at the end of each gesture.
  public init(over base: Base) { self.base = base }

  /// "zero end velocity".
  public var name: String { "zero end velocity" }
  public var underlying: (any Scheme)? { base }

  /// True: a gesture is corrected when it has ended.
  public var rewritesPast: Bool { true }
  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self { ZeroEndVelocity(over: base.fresh) }

  /// Integrates as the base does, and notices touch and lift.
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    base.advance(&motion, by: step)
    release = nil
    if step.isTouching != nil { knowsTouches = true }
    switch (touchBegan, step.isTouching) {
    case (nil, true?):
      touchBegan = step.time
      if step.duration > 0 { motion.velocity = .zero }
    case (let began?, false?):
      touchBegan = nil
      release = (began, step.time, motion.velocity)
      motion.position -= motion.velocity * (0.5 * (step.time - began))
      motion.velocity = .zero
    default: break
    }
  }

  /// Whether a touch has just ended.
  public var hasRevision: Bool { release != nil }

  /// Takes the drift out of the touch that has just ended.
  public mutating func revise(_ past: inout Trajectory) {
    guard let release else { return }
    self.release = nil
    past.removeDrift(release.drift, from: past.firstIndex(at: release.from), through: past.count - 2)
  }

  /// The end of the recording ends the gesture that is under way.
  public mutating func finish(_ past: inout Trajectory) {
    guard let began = knowsTouches ? touchBegan : past.times.first, past.count > 0 else { return }
    touchBegan = nil
    let last = past.count - 1
    past.removeDrift(past.velocities[last], from: past.firstIndex(at: began), through: last)
  }
}

extension Scheme where Self == ZeroEndVelocity<Unstabilized> {
  /// The split step, with the velocity at the end of each gesture treated as drift.
  public static var zeroEndVelocity: ZeroEndVelocity<Unstabilized> { ZeroEndVelocity(over: Unstabilized()) }
}

extension Trajectory {
  /// The first sample at `time` or later.
  func firstIndex(at time: Double) -> Int {
    let after = firstIndex(after: time)
    return after > 0 && times[after - 1] == time ? after - 1 : after
  }

  /// Takes a velocity error out that grew linearly from 0 at `first` to `drift` at the sample after, or at, `last`.
  mutating func removeDrift(_ drift: Vector3, from first: Int, through last: Int) {
    let end = min(last + 1, count - 1)
    let span = times[end] - times[first]
    guard span > 0, last >= first else { return }
    for index in first...last {
      let elapsed = times[index] - times[first]
      var motion = self[index]
      motion.velocity -= drift * (elapsed / span)
      motion.position -= drift * (0.5 * elapsed * elapsed / span)
      self[index] = motion
    }
  }
}
