internal import Basics
import Foundation
import Fusion
import Rotations
import Traces

/// Turns a browser's events into samples in the project's convention, one event at a time.
///
/// The attitude is the browser's where it reports one, and our own filter's where it does not; which, is decided once, by the
/// first events, since the two have different headings. The same events give the same samples, bit for bit, whether they
/// come one by one or as a whole recording.
package struct PhoneMotion: Sendable {
  /// Where the attitude comes from.
  package enum AttitudeSource: String, Hashable, Sendable {
    case undecided
    /// `DeviceOrientationEvent`.
    case browser
    /// The versatile filter, from acceleration and rotation rate.
    case filter
    /// Neither orientation nor rotation rate: nothing can be integrated.
    case none
  }

  /// What was left out, and why.
  package struct Losses: Hashable, Sendable {
    /// Samples whose time is not later than that of the sample before by `SampleQuality.shortestStep`.
    package var timeBackwards = 0
    /// Samples whose time is far ahead of those that came after them: one wrong clock reading costs itself alone.
    package var timeAhead = 0
    /// Samples without an attitude near in time.
    package var noAttitude = 0
    /// Samples that the filter refused.
    package var refused = 0
  }

  /// Motion events that wait for the decision.
  static let patience = 10
  /// ms: a time that is so far ahead of the next one is wrong, and not the next one.
  static let leap = 1000.0
  /// ms: an orientation that is older does not show a motion event.
  static let stale = 250.0

  package private(set) var convention: PhoneConvention
  package private(set) var source = AttitudeSource.undecided
  package private(set) var losses = Losses()
  /// Whether gravity contradicted the signs that the page announced, and was believed.
  package private(set) var isConventionCorrected = false
  package private(set) var isTouching = false

  private var check = ConventionCheck()
  /// Each with the orientation that held when it came.
  private var pending: [(motion: PhoneEvent.Motion, orientation: PhoneEvent.Orientation?)] = []
  private var orientation: PhoneEvent.Orientation?
  private var filter: DeviceMotionSource<VersatileFilter>?
  private var lastTime: Double?
  /// The one before, ms.
  private var timeBefore: Double?

  /// A conversion that has seen nothing.
  package init(convention: PhoneConvention) { self.convention = convention }

  /// What the sample events among these become; more than one where samples had to wait for the first orientation.
  package mutating func take(_ event: PhoneEvent) -> [MotionSample] {
    switch event {
    case .touch(_, let isDown):
      isTouching = isDown
      return []
    case .field, .record: return []
    case .orientation(let next):
      orientation = next
      // A page may have found a better source meanwhile; where there was none, it is looked at again.
      if source == .none { source = .undecided }
      return []
    case .motion(let motion):
      let shortest = SampleQuality.shortestStep * 1000
      if let last = lastTime, motion.time < last + shortest {
        guard last - motion.time > Self.leap, let before = timeBefore, motion.time >= before + shortest else {
          losses.timeBackwards += 1
          return []
        }
        losses.timeAhead += 1
        pending.removeAll { $0.motion.time > motion.time }
      } else {
        timeBefore = lastTime
      }
      lastTime = motion.time
      guard source == .undecided else { return sample(motion, orientation).map { [$0] } ?? [] }
      pending.append((motion, orientation))
      return pending.count >= Self.patience ? settle() : []
    }
  }

  /// What still waited for a decision when the events ended.
  package mutating func finish() -> [MotionSample] {
    source == .undecided && !pending.isEmpty ? settle() : []
  }

  /// Decides, and makes samples of what has waited for that. Before the first orientation comes, the first one holds.
  private mutating func settle() -> [MotionSample] {
    decide()
    defer { pending = [] }
    let first = pending.lazy.compactMap(\.orientation).first ?? orientation
    return pending.compactMap { sample($0.motion, $0.orientation ?? first) }
  }

  private mutating func decide() {
    let steps = zip(pending, pending.dropFirst()).map { $1.motion.time - $0.motion.time }
    let interval = steps.isEmpty ? 10 : max(median(of: steps), 1)
    if orientation != nil {
      source = .browser
    } else if pending.allSatisfy({ $0.motion.rotationRate != nil }),
      let versatile = try? VersatileFilter(interval: interval / 1000)
    {
      filter = try? DeviceMotionSource(
        versatile, frame: .xArbitraryZVertical, checking: SampleCheck(longestStep: PhoneMotion.longestGap))
      source = filter == nil ? .none : .filter
    } else {
      source = .none
    }
  }

  /// Seconds: a filter bridges more than the usual half second, for a phone may be away while its events wait.
  static let longestGap = 5.0

  private mutating func sample(
    _ motion: PhoneEvent.Motion, _ orientation: PhoneEvent.Orientation?
  ) -> MotionSample? {
    let raw = motion.accelerationIncludingGravity.vector
    let rate = motion.rotationRate.map { $0.vector * (.pi / 180) }
    let time = motion.time / 1000
    switch source {
    case .browser:
      guard let orientation, abs(motion.time - orientation.time) <= Self.stale else {
        losses.noAttitude += 1
        return nil
      }
      let angles = orientation.angles
      let degree = Double.pi / 180
      let attitude = RollPitchYaw(
        roll: angles.third * degree, pitch: angles.second * degree, yaw: angles.first * degree
      ).quaternion
      verify(raw, attitude)
      let gravity = attitude.inverse.act(on: Vector3(0, 0, -standardGravity))
      let user = motion.acceleration.map { $0.vector * convention.sign } ?? raw * convention.sign - gravity
      return MotionSample(
        timestamp: time, attitude: attitude, userAcceleration: user, rotationRate: rate, gravity: gravity,
        isTouching: isTouching)
    case .filter:
      guard let rate,
        let fused = try? filter?.process(
          RawSample(time: time, rotationRate: rate, specificForce: raw * -convention.sign))
      else {
        losses.refused += 1
        return nil
      }
      return MotionSample(
        timestamp: time, attitude: fused.attitude, userAcceleration: fused.userAcceleration,
        rotationRate: fused.rotationRate, gravity: fused.gravity, isTouching: isTouching)
    case .undecided, .none:
      losses.noAttitude += 1
      return nil
    }
  }

  private mutating func verify(_ raw: Vector3, _ attitude: Quaternion) {
    guard !isConventionCorrected else { return }
    check.take(raw, attitude: attitude, convention: convention)
    if check.verdict == false {
      convention = convention.other
      isConventionCorrected = true
    }
  }

  /// What a person should know about these samples, in sentences.
  package var remarks: [String] {
    var remarks: [String] = []
    switch source {
    case .browser: remarks.append("attitude from the browser's orientation events")
    case .filter: remarks.append("the browser reports no orientation: attitude by the versatile filter")
    case .none: remarks.append("the browser reports neither orientation nor rotation rate: nothing can be integrated")
    case .undecided: break
    }
    remarks.append(
      convention == .apple
        ? "signs as on iOS: gravity reads −9.81 m/s² on z, face up"
        : "signs as on Android: gravity reads +9.81 m/s² on z, face up")
    if isConventionCorrected {
      remarks.append(
        "the page announced the other signs; gravity at rest says otherwise, and was believed from then on")
    }
    func count(_ number: Int, _ what: String) {
      if number > 0 { remarks.append("\(number) \(number == 1 ? "sample" : "samples") left out: \(what)") }
    }
    count(losses.timeBackwards, "their time is not later than that of the sample before")
    count(losses.timeAhead, "their time is far ahead of that of the samples after them")
    count(losses.noAttitude, "no attitude is known at their time")
    count(losses.refused, "the filter refused them")
    return remarks
  }
}

extension PhoneEvent.Triple {
  var vector: Vector3 { Vector3(first, second, third) }
}
