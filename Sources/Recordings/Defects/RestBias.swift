import Rotations
import Stabilization
import Traces

extension Trace {
  /// The mean acceleration while the device rests by the course's criterion, m/s² in the device frame in the trace's sign: the
  /// accelerometer's bias as far as rest shows it. nil when the device never rests. O(*n*).
  public func restBias() -> Vector3? {
    restBias(where: RestDetector.fluctuation().judgementInHindsight(of: self))
  }

  /// The mean acceleration while the device rests by another detector.
  ///
  /// - Throws: as `RestDetector.check(_:)` does.
  public func restBias(_ detector: RestDetector) throws -> Vector3? {
    restBias(where: try detector.restingSamplesInHindsight(of: self))
  }

  func restBias(where resting: [Bool]) -> Vector3? {
    var (sum, count) = (Vector3.zero, 0.0)
    for (acceleration, isResting) in zip(userAcceleration, resting) where isResting {
      sum += acceleration
      count += 1
    }
    return count > 0 ? sum / count : nil
  }

  /// The trace with a constant bias taken off the acceleration.
  ///
  /// - Parameter bias: m/s², device frame, in the trace's sign, as `restBias` gives it.
  /// - Throws: `TraceError.notFinite` for a bias with NaN or infinity.
  public func removingBias(_ bias: Vector3) throws -> Trace {
    try replacing(userAcceleration: userAcceleration.map { $0 - bias }, note: "took a bias of \(bias) m/s² off")
  }

  /// When the readings have settled after the start: the time in seconds from the first sample after which the mean
  /// over a tenth of a second stays within three standard deviations of the level at the end of the first rest.
  ///
  /// It looks at the beginning up to the first movement of the attitude by more than 0.05 rad, at most 5 s, and takes the
  /// second half of it as settled. nil when that is shorter than 0.6 s; 0 when there is no transient. O(*n*).
  public var settlingTime: Double? {
    var end = 0
    while end < count, timestamps[end] - timestamps[0] <= 5, attitude[end].angle(to: attitude[0]) < 0.05 { end += 1 }
    guard end > 1, timestamps[end - 1] - timestamps[0] >= 0.6 else { return nil }
    let half = timestamps[0] + (timestamps[end - 1] - timestamps[0]) / 2
    let settled = (0..<end).filter { timestamps[$0] >= half }
    let level = settled.reduce(Vector3.zero) { $0 + userAcceleration[$1] } / Double(settled.count)
    let variance =
      settled.reduce(Vector3.zero) {
        $0 + (userAcceleration[$1] - level) * (userAcceleration[$1] - level)
      } / Double(settled.count)
    let deviation = variance.squareRoot() + Vector3(repeating: 1e-4)
    let window = max(1, Int((0.1 / max(medianStep, 1e-6)).rounded()))
    // The mean of `window` samples scatters by the deviation over √window, if the noise is white.
    let limit = deviation * (3 / Double(window).squareRoot())
    var last = -1
    var sum = userAcceleration[..<min(window, end)].reduce(.zero) { $0 + ($1 - level) }
    for start in 0..<max(0, end - window) {
      if start > 0 { sum += userAcceleration[start + window - 1] - userAcceleration[start - 1] }
      let mean = sum / Double(window)
      if abs(mean.x) > limit.x || abs(mean.y) > limit.y || abs(mean.z) > limit.z { last = start }
      if timestamps[start] >= half { break }
    }
    return last < 0 ? 0 : timestamps[min(last + window, count - 1)] - timestamps[0]
  }

  /// The trace without its first `duration` seconds.
  ///
  /// - Throws: `TraceError.invalidParameter` when nothing would be left.
  public func dropping(first duration: Double) throws -> Trace {
    guard duration >= 0, let first = timestamps.firstIndex(where: { $0 - timestamps[0] >= duration }) else {
      throw TraceError.invalidParameter(
        "duration", value: duration, expected: "0 s or more, and less than the recording")
    }
    return self[first..<count]
  }

  /// The trace with the acceleration faded in: it grows from 0 to its full value within `duration` seconds, linearly.
  ///
  /// - Throws: `TraceError.invalidParameter` for a negative duration.
  public func fadingIn(over duration: Double) throws -> Trace {
    guard duration >= 0, duration.isFinite else {
      throw TraceError.invalidParameter("duration", value: duration, expected: "0 s or more")
    }
    let faded = zip(timestamps, userAcceleration).map { time, acceleration in
      duration > 0 ? acceleration * min(1, (time - timestamps[0]) / duration) : acceleration
    }
    return try replacing(userAcceleration: faded, note: "faded the acceleration in over \(duration) s")
  }

  private func replacing(userAcceleration: [Vector3], note: String) throws -> Trace {
    try Trace(
      name: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, gravity: gravity, magneticField: magneticField, truePosition: truePosition,
      trueAttitude: trueAttitude, truthHeading: truthHeading, isTruthKnown: isTruthKnown, isTouching: isTouching,
      notes: notes + [note])
  }
}
