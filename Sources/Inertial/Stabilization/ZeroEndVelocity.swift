import Rotations

/// A gesture ends at rest: what velocity is left at its end is drift, which grew linearly since the gesture began.
///
/// With T the time from touch to lift and e the velocity at the lift, v −= e·τ/T and x −= ½e·τ²/T. That is the one
/// correction which makes letters of a double integration. Where the recording knows of touches, every touch is
/// corrected when it ends; where it does not, and for a touch that the recording ends in, the end of the recording
/// counts as the lift.
public struct ZeroEndVelocity<Base: Scheme>: RetroactiveScheme {
  /// What integrates.
  public var base: Base
  private var touchBegan: Double?
  private var release: (from: Double, to: Double, drift: Vector3)?

  /// `base`, corrected at the end of each gesture.
  public init(over base: Base) { self.base = base }

  /// "zero end velocity".
  public var name: String { "zero end velocity" }

  /// Integrates as the base does, and notices touch and lift.
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    base.advance(&motion, by: step)
    release = nil
    switch (touchBegan, step.isTouching) {
    case (nil, true?): touchBegan = step.time
    case (let began?, false?):
      touchBegan = nil
      release = (began, step.time, motion.velocity)
      motion.position -= motion.velocity * (0.5 * (step.time - began))
      motion.velocity = .zero
    default: break
    }
  }

  /// Takes the drift out of the touch that has just ended.
  public mutating func revise(_ past: inout Trajectory) {
    if var inner = base as? any RetroactiveScheme {
      inner.revise(&past)
      base = inner as? Base ?? base
    }
    guard let release else { return }
    self.release = nil
    past.removeDrift(release.drift, from: past.firstIndex(at: release.from), through: past.count - 2)
  }

  /// The corrected trajectory of a whole recording; the end of the recording ends the gesture. Complexity: O(n).
  public func integrate(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory) {
    trajectory = Trajectory()
    guard var integrator = try? Integrator(self, from: start, longestStep: .infinity) else { return }
    // The trace has been checked: there is no sample that the integrator would refuse.
    for index in 0..<trace.count { _ = try? integrator.accumulate(trace[index]) }
    trajectory = integrator.trajectory
    var first = 0
    if let touching = trace.isTouching {
      guard touching[trace.count - 1] else { return }
      first = touching.lastIndex(of: false).map { $0 + 1 } ?? 0
    }
    let last = trace.count - 1
    trajectory.removeDrift(trajectory.velocities[last], from: first, through: last)
  }

  /// Checks what the base needs.
  public func check(_ trace: Trace) throws(TraceError) { try base.check(trace) }
}

extension Scheme where Self == ZeroEndVelocity<Unstabilized> {
  /// The split step, with the velocity at the end of each gesture taken for drift.
  public static var zeroEndVelocity: ZeroEndVelocity<Unstabilized> { ZeroEndVelocity(over: Unstabilized()) }
}

extension Trajectory {
  /// The first sample at `time` or later.
  fileprivate func firstIndex(at time: Double) -> Int {
    let after = firstIndex(after: time)
    return after > 0 && times[after - 1] == time ? after - 1 : after
  }

  /// Takes a velocity error out that grew linearly from 0 at `first` to `drift` at the sample after, or at, `last`.
  fileprivate mutating func removeDrift(_ drift: Vector3, from first: Int, through last: Int) {
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
