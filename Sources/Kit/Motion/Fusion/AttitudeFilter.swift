import Rotations
import Traces

/// A filter that turns raw samples into the device's attitude, one sample at a time.
///
/// All filters estimate the attitude device→(east, north, up); ``ReferenceFrame`` turns it into the frame that is
/// wanted. Without a magnetometer the heading starts at zero and is held by the gyroscope alone: "north" is then the
/// direction in which the device's y axis pointed at the start.
///
/// ``update(rotationRate:specificForce:magneticField:step:)`` is the bare arithmetic: it trusts what it gets, so that it
/// costs tens of nanoseconds. ``attitudes(of:checking:)`` and ``DeviceMotionSource`` check every sample first.
public protocol AttitudeFilter: Sendable {
  /// Device→(east, north, up), unit.
  var attitude: Quaternion { get }

  /// What the filter takes off the gyroscope's reading, rad/s, device frame; zero for a filter that does not track it.
  var rotationRateBias: Vector3 { get }

  /// The time between two samples that the filter is made for, s; `nil` for one that takes any, which is the default.
  var nominalInterval: Double? { get }

  /// Begins at the attitude that one reading of accelerometer and magnetometer implies.
  ///
  /// - Parameters:
  ///   - specificForce: m/s², device frame, nonzero.
  ///   - magneticField: µT, device frame, not parallel to the force; `nil` for a heading of zero.
  mutating func start(specificForce: Vector3, magneticField: Vector3?)

  /// Takes in one sample. O(1); allocates nothing.
  ///
  /// - Parameters:
  ///   - rotationRate: rad/s, device frame, finite.
  ///   - specificForce: m/s², device frame, finite; a zero vector is ignored.
  ///   - magneticField: µT, device frame, finite; `nil` or a zero vector is ignored.
  ///   - step: the time since the sample before, s.
  mutating func update(rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double)

  /// The attitude after each sample, device→(east, north, up): the filter starts at the first and takes in the rest.
  ///
  /// O(n). The filter keeps its state, so that its bias and whatever else it exposes can be read afterwards.
  ///
  /// - Throws: `TraceError` for an empty array, and what `check` finds.
  ///
  /// It is a requirement, with an implementation that fits every filter, so that each filter gets a loop compiled for it: called
  /// through the protocol's table, the update alone took a quarter longer.
  mutating func attitudes(of samples: [RawSample], checking check: SampleCheck) throws -> [Quaternion]
}

extension AttitudeFilter {
  public var nominalInterval: Double? { nil }

  /// The attitude after each sample, checked for finite values, increasing time and gaps over 0.5 s; see
  /// ``attitudes(of:checking:)``.
  public mutating func attitudes(of samples: [RawSample]) throws -> [Quaternion] {
    try attitudes(of: samples, checking: SampleCheck())
  }

  public mutating func attitudes(
    of samples: [RawSample], checking check: SampleCheck
  ) throws -> [Quaternion] {
    guard let first = samples.first else { throw TraceError.empty(what: "sample") }
    try requireInterval(of: samples)
    try check.start(first)
    start(specificForce: first.specificForce, magneticField: first.magneticField)
    var result = [Quaternion](repeating: attitude, count: samples.count)
    var previous = first.time
    for index in 1..<max(1, samples.count) {
      let sample = samples[index]
      try check.sample(sample, at: index, after: previous)
      update(
        rotationRate: sample.rotationRate, specificForce: sample.specificForce, magneticField: sample.magneticField,
        step: sample.time - previous)
      previous = sample.time
      result[index] = attitude
    }
    return result
  }
  /// - Throws: `TraceError.invalidParameter` for samples whose median step differs by more than 10 % from what the
  ///   filter is made for: its time constants would be, too.
  func requireInterval(of samples: [RawSample]) throws(TraceError) {
    guard let nominalInterval, samples.count > 1 else { return }
    let median = TimeSteps(samples.map(\.time)).median
    guard abs(median - nominalInterval) > 0.1 * nominalInterval else { return }
    throw .invalidParameter(
      "interval", value: nominalInterval,
      expected: "the time between two samples of this recording, \(shortNumber(median)) s, to within 10 %")
  }
}
