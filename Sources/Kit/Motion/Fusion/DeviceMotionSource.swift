import Foundation
import Rotations
import Traces

/// Turns a stream of raw samples into device motion: any filter, any frame, every sample checked.
///
///     var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: .xArbitraryCorrectedZVertical)
///     for sample in samples { let motion = try source.process(sample) }
public struct DeviceMotionSource<Filter: AttitudeFilter>: Sendable {
  /// The filter, with whatever it exposes of its state.
  public private(set) var filter: Filter
  /// The frame of the attitudes.
  public let frame: ReferenceFrame
  /// What every sample is checked for.
  public let check: SampleCheck
  /// Time constant of ``DeviceMotion/headingAccuracy``, s. Default 3. Larger values are calmer and later.
  public let headingAccuracyTime: Double

  private var previous: Double?
  private var index = 0
  private var toFrame: Quaternion
  private var headingSquare: Double?

  /// A source that has seen nothing.
  public init(
    _ filter: Filter, frame: ReferenceFrame, checking check: SampleCheck = SampleCheck(),
    headingAccuracyTime: Double = 3
  ) throws {
    try requirePositive("headingAccuracyTime", headingAccuracyTime)
    (self.filter, self.frame, self.check) = (filter, frame, check)
    self.headingAccuracyTime = headingAccuracyTime
    toFrame = frame.fromEastNorthUp
  }

  /// Takes in the next sample. O(1).
  ///
  /// - Throws: `TraceError` when the sample is not finite, not later than the one before, or too much later; ``FusionError``
  ///   when it is saturated or — as the first one — does not tell up, or north where the frame needs it. The source is unchanged then, and the
  ///   sample can be left out.
  public mutating func process(_ sample: RawSample) throws -> DeviceMotion {
    // A frame without north is the gyroscope's alone: the magnetometer must not touch it, whatever it says.
    var sample = sample
    if !frame.needsMagnetometer { sample.magneticField = nil }
    let field = sample.magneticField
    if let previous {
      try check.sample(sample, at: index, after: previous)
      filter.update(
        rotationRate: sample.rotationRate, specificForce: sample.specificForce, magneticField: field,
        step: sample.time - previous)
    } else {
      if frame.needsMagnetometer && field == nil { throw FusionError.noMagnetometer(frame: frame.rawValue) }
      try check.start(sample, at: index)
      filter.start(specificForce: sample.specificForce, magneticField: field)
      if frame.startsAtZeroHeading { toFrame = Quaternion(.z, -filter.attitude.headingAboutUp) }
    }
    let step = previous.map { sample.time - $0 } ?? 0
    previous = sample.time
    index += 1
    if let field { follow(field, step) }
    let gravity = filter.attitude.upInDevice * -standardGravity
    return DeviceMotion(
      time: sample.time, attitude: toFrame * filter.attitude, gravity: gravity,
      userAcceleration: -sample.specificForce - gravity,
      rotationRate: sample.rotationRate - filter.rotationRateBias, rotationRateBias: filter.rotationRateBias,
      headingAccuracy: headingSquare?.squareRoot())
  }

  /// Device motion of a whole recording. O(n).
  ///
  /// - Throws: as ``process(_:)``; `TraceError.invalidParameter` for a filter that is made for another interval, and
  ///   ``FusionError/constantField(value:turned:)`` for a magnetometer that is not running.
  public mutating func process(_ samples: [RawSample]) throws -> [DeviceMotion] {
    try filter.requireInterval(of: samples)
    if frame.needsMagnetometer { try check.magnetometerRuns(in: samples) }
    var result = [DeviceMotion]()
    result.reserveCapacity(samples.count)
    for sample in samples { result.append(try process(sample)) }
    return result
  }

  private mutating func follow(_ field: Vector3, _ step: Double) {
    let level = filter.attitude.act(on: field)
    guard level.x != 0 || level.y != 0 else { return }
    let angle = atan2(level.x, level.y)
    let square = headingSquare ?? angle * angle
    headingSquare = square - expm1(-step / headingAccuracyTime) * (angle * angle - square)
  }
}
