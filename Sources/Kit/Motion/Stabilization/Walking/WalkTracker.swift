import Foundation
import Rotations
import Traces

/// What the schemes for a walk have in common: when the walker rests and starts, and in which direction the walk goes.
///
/// The direction is turned as the phone turns about the vertical, so that it does not matter how the phone is held,
/// as long as the hand keeps it so. The initial direction depends on the phone's misalignment to the direction of
/// walking, which is known from the starting velocity, or, after a rest, from the first step. Until then plain double
/// integration, which is good for a second or two, moves the walker.
package struct WalkTracker: Sendable {
  package enum Phase: Hashable, Sendable {
    /// At rest: the velocity is 0.
    case resting
    /// Under way in a direction that is not known yet: the motion is integrated.
    case starting
    /// Walking along `heading`: the scheme moves the walker.
    case walking
  }

  /// m/s. Nobody walks more slowly, and the direction of such a velocity is meaningless.
  private static let slowest = 0.2
  /// s: how long a start is integrated before its direction is believed: a step or two.
  private static let startTime = 1.5

  package private(set) var phase = Phase.starting
  /// In the reference frame, rad from x; while walking.
  package private(set) var heading = 0.0
  /// With which speed the walk began, m/s, and how long ago that was, s.
  package private(set) var startSpeed = 0.0
  package private(set) var sinceStart = 0.0
  /// Whether the walk began at a speed that was given. After a rest it did not: `startSpeed` is then the mean of a start that
  /// has just left 0, which is less than the walk's.
  package private(set) var isSpeedGiven = false
  /// How far the device turned about the vertical since the start of the recording, rad.
  package private(set) var turned = 0.0

  private var detector: RestDetector
  private var attitude: Quaternion?
  private var startPosition = Vector3.zero
  private var lastMotion: Motion?

  /// - Parameter rest: Tells when the walker stands still.
  package init(rest: RestDetector) { detector = rest }

  /// What tells when the walker stands still, as it was made.
  package var rest: RestDetector { detector.fresh }

  package func check() throws(TraceError) { try detector.check() }
  package func check(_ trace: Trace) throws(TraceError) { try detector.check(trace) }

  /// Takes one sample in. While walking, the motion is left to the scheme, which calls `walk(_:forward:left:for:)`.
  package mutating func update(_ motion: inout Motion, by step: Step) -> Phase {
    if motion != lastMotion { begin(motion) }
    follow(step.attitude)
    sinceStart += step.duration
    if detector.update(step) {
      phase = .resting
      motion.velocity = .zero
    } else if phase == .resting {
      begin(motion)
    }
    if phase == .starting { integrate(&motion, step) }
    lastMotion = motion
    return phase
  }

  /// Moves the walker at this velocity along and across (to the left of) the heading, m/s, on level ground.
  package mutating func walk(_ motion: inout Motion, forward: Double, left: Double = 0, for duration: Double) {
    let (c, s) = (cos(heading), sin(heading))
    motion.velocity = Vector3(forward * c - left * s, forward * s + left * c, 0)
    motion.position += motion.velocity * duration
    lastMotion = motion
  }

  private mutating func begin(_ motion: Motion) {
    let (x, y) = (motion.velocity.x, motion.velocity.y)
    startSpeed = (x * x + y * y).squareRoot()
    phase = startSpeed >= Self.slowest ? .walking : .starting
    isSpeedGiven = phase == .walking
    if isSpeedGiven { heading = atan2(y, x) }
    startPosition = motion.position
    sinceStart = 0
  }

  /// The part of the device's turn that is about the vertical.
  private mutating func follow(_ new: Quaternion) {
    if let attitude {
      let turn = new * attitude.inverse
      let angle = turn.headingAboutUp
      heading += angle
      turned += angle
    }
    attitude = new
  }

  private mutating func integrate(_ motion: inout Motion, _ step: Step) {
    motion.splitStep(step)
    // On level ground.
    (motion.velocity.z, motion.position.z) = (0, startPosition.z)
    guard sinceStart >= Self.startTime else { return }
    let way = motion.position - startPosition
    let speed = way.length / sinceStart
    if speed >= Self.slowest {
      (phase, heading, startSpeed) = (.walking, atan2(way.y, way.x), speed)
    } else {
      motion.velocity = .zero
      begin(motion)
    }
  }
}
