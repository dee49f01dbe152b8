import Foundation
import Rotations
import Traces

extension Trace {
  /// The recording that a phone with these sensors makes on this path, with the true position and attitude in it.
  ///
  /// The same arguments give the same trace, bit for bit, on every machine: the numbers are rounded to fixed decimals
  /// (times 10⁻⁶ s, attitude 10⁻⁷, everything else 10⁻⁵ in its unit), which hides the last digit, in which
  /// mathematical libraries differ.
  ///
  /// - Throws: `TraceError.invalidParameter` for sensors with a setting out of range, for a path that makes no sense, and for a
  ///   rate or duration that gives no sample, or more than ten million.
  /// - Complexity: O(samples).
  public static func simulated(
    _ path: Path, sensors: SensorModel = .course, seed: UInt64 = 1
  ) throws(TraceError) -> Trace {
    var (path, sensors) = (path, sensors)
    if path.isHeld, let hand = sensors.hand {
      path = path.held(by: hand, seed: seed)
      sensors.tiltError = hypot(sensors.tiltError, hand.tiltError)
    }
    if let fault = path.fault { throw fault }
    return try simulated(path.name, for: path.duration, sensors: sensors, seed: seed) { time in
      let pose = path.pose(.time(time))
      return (pose.position, pose.attitude, pose.acceleration, pose.rotationRate, pose.isTouching)
    }
  }

  /// A device's true motion at one instant: position in m and acceleration in m/s² in the reference frame, attitude from the
  /// device's to it, rotation rate in rad/s in the device frame, and whether a finger is on the screen, if that is known.
  package typealias TrueMotion = (
    position: Vector3, attitude: Quaternion, acceleration: Vector3, rotationRate: Vector3, isTouching: Bool?
  )

  /// The recording that a phone with these sensors makes of any motion for `duration` s; see `simulated(_:sensors:seed:)`.
  package static func simulated(
    _ name: String, for duration: Double, sensors: SensorModel, seed: UInt64, motion: (_ time: Double) -> TrueMotion
  ) throws(TraceError) -> Trace {
    let steps = try sensors.steps(in: duration)
    var phone = SimulatedSensors(sensors, seed: seed)
    var timestamps = [Double]()
    var readings = [SimulatedSensors.Reading]()
    var truths = [TrueMotion]()
    for index in 0...steps {
      let time = phone.clock(index)
      let truth = motion(time)
      guard let reading = phone.read(truth, index: index) else { continue }
      timestamps.append(rounded(time, 1e6))
      readings.append(reading)
      truths.append(truth)
    }
    let touches = truths.compactMap(\.isTouching)
    return try Trace(
      name: name, timestamps: timestamps, attitude: readings.map { rounded($0.attitude) },
      userAcceleration: readings.map { rounded($0.userAcceleration) },
      rotationRate: readings.map { rounded($0.rotationRate) }, truePosition: truths.map { rounded($0.position) },
      trueAttitude: truths.map { rounded($0.attitude) }, isTouching: touches.isEmpty ? nil : touches)
  }
}

extension SensorModel {
  /// The raw samples of a motion that is given by functions of time, from time 0 on: what filters are tried on where the truth
  /// has to be exact.
  ///
  /// Each rotation rate is the mean over the step that it ends, so that integrating the ideal readings gives back the attitude.
  ///
  /// - Parameters:
  ///   - duration: s.
  ///   - attitude: device→(east, north, up) at a time in s.
  ///   - acceleration: d²x/dt² in (east, north, up), m/s², at a time in s. Default: none.
  ///   - earthField: the Earth's field in (east, north, up), µT; nil for a device without magnetometer. Default (0, 20, −45), as
  ///     in central Europe.
  ///   - disturbance: what is added to the Earth's field, (east, north, up), µT, at a time in s. Default: nothing.
  ///   - random: draws the noise.
  /// - Throws: `TraceError.invalidParameter` for a setting that no sensor has, and for a duration that is not
  ///   positive or gives more than ten million samples.
  /// - Complexity: O(samples).
  public func record(
    duration: Double, attitude: (Double) -> Quaternion, acceleration: (Double) -> Vector3 = { _ in .zero },
    earthField: Vector3? = Vector3(0, 20, -45), disturbance: (Double) -> Vector3 = { _ in .zero },
    using random: inout SeededRandom
  ) throws(TraceError) -> [RawSample] {
    try requirePositive("duration", duration, unit: "s")
    let steps = try steps(in: duration)
    var sensors = SimulatedSensors(self, seed: random.next())
    var samples = [RawSample]()
    var (last, before) = (-1 / rate, attitude(-1 / rate))
    for index in 0...steps {
      let time = sensors.clock(index)
      let now = attitude(time)
      let truth: Trace.TrueMotion = (
        position: .zero, attitude: now, acceleration: acceleration(time),
        rotationRate: (before.inverse * now).rotationVector / (time - last), isTouching: nil
      )
      let field = earthField.map { $0 + disturbance(time) }
      guard let reading = sensors.read(truth, field: field, index: index) else { continue }
      (last, before) = (time, now)
      let probe = (reading.rotationRate + reading.specificForce + (reading.magneticField ?? .zero)).sum()
      guard probe.isFinite else { throw .notFinite(column: "reading", value: probe, row: index) }
      samples.append(
        RawSample(
          time: time, rotationRate: reading.rotationRate, specificForce: reading.specificForce,
          magneticField: reading.magneticField))
    }
    return samples
  }

  /// How many steps a recording has. Checks the settings, too.
  fileprivate func steps(in duration: Double) throws(TraceError) -> Int {
    try check()
    let steps = (duration * rate).rounded(.down)
    guard steps >= 0, steps <= 1e7 else {
      throw .invalidParameter("duration", value: duration, expected: "0 s or more, and at most 10⁷ samples")
    }
    return Int(steps)
  }
}

/// Rounds to `scale` steps per unit; never −0, which would be written as such.
private func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale + 0 }

private func rounded(_ v: Vector3) -> Vector3 { Vector3(rounded(v.x, 1e5), rounded(v.y, 1e5), rounded(v.z, 1e5)) }

private func rounded(_ q: Quaternion) -> Quaternion {
  Quaternion(w: rounded(q.w, 1e7), x: rounded(q.x, 1e7), y: rounded(q.y, 1e7), z: rounded(q.z, 1e7))
}
