import Rotations
import Stabilization
import Traces

extension Trace {
  /// The mean acceleration while the device rests, m/s² in the device frame in the trace's sign: the accelerometer's bias as far as rest shows
  /// it. Whether it rests the accelerometer and, where there is one, the gyroscope say (``restingSamples``). nil when the device never
  /// rests. O(*n*).
  ///
  /// It is a bias only where the attitude is known: gravity that a wrong attitude leaves in the acceleration counts in full.
  public func restBias() -> Vector3? { restBias(where: restingSamples) }

  /// Whether the device is at rest, per sample, with hindsight: no axis of the acceleration fluctuates
  /// (`RestDetector.fluctuation()`), and the gyroscope, if there is one, shows no turning
  /// (`RestDetector.angularRateEnergy()`). A phone that swings evenly feels a steady pull, and an accelerometer alone
  /// cannot tell it from one that hangs still. O(*n*).
  public var restingSamples: [Bool] {
    let still = RestDetector.fluctuation().judgementInHindsight(of: self)
    guard rotationRate != nil else { return still }
    return zip(still, RestDetector.angularRateEnergy().judgementInHindsight(of: self)).map { $0 && $1 }
  }

  /// The mean acceleration while the device rests by this detector alone.
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
