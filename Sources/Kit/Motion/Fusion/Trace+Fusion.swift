import Rotations
import Traces

extension Trace {
  /// The raw readings that this trace implies: what the accelerometer read is gravity and user acceleration together.
  ///
  /// - Returns: one sample per sample of the trace; specific force in m/s², with the sign of `RawSample`. The rotation rate
  ///   is the reported one: where it came from device motion, its bias is already off.
  /// - Throws: `TraceError.empty` for a trace without rotation rates.
  public func rawSamples() throws(TraceError) -> [RawSample] {
    guard let rotationRate else { throw .empty(what: "rotation rate in the trace \(name): fusion needs a gyroscope") }
    return timestamps.indices.map { index in
      let gravity = gravity?[index] ?? attitude[index].gravity
      return RawSample(
        time: timestamps[index], rotationRate: rotationRate[index],
        specificForce: -(gravity + userAcceleration[index]), magneticField: magneticField?[index])
    }
  }

  /// A trace of fused device motion, as everything that integrates and draws takes it.
  ///
  /// - Throws: `TraceError` for no samples, or for timestamps that do not increase.
  public init(name: String = "device motion", _ motion: [DeviceMotion]) throws(TraceError) {
    try self.init(
      name: name, timestamps: motion.map(\.time), attitude: motion.map(\.attitude),
      userAcceleration: motion.map(\.userAcceleration), rotationRate: motion.map(\.rotationRate),
      gravity: motion.map(\.gravity))
  }

  /// This trace with the attitude, gravity and user acceleration that `filter` finds in its raw readings; everything
  /// else stays; the truth is turned to the new attitude's heading, as `aligningTruth()` does it.
  ///
  /// - Throws: `TraceError` for a trace without rotation rates, ``FusionError`` without the magnetometer that `frame` needs, and
  ///   what `check` finds.
  public func fused(
    by filter: some AttitudeFilter, frame: ReferenceFrame = .xArbitraryZVertical,
    checking check: SampleCheck = SampleCheck()
  ) throws -> Trace {
    var source = try DeviceMotionSource(filter, frame: frame, checking: check)
    let motion = try source.process(rawSamples())
    return try Trace(
      checked: name, timestamps: timestamps, attitude: motion.map(\.attitude),
      userAcceleration: motion.map(\.userAcceleration), rotationRate: motion.map(\.rotationRate),
      gravity: motion.map(\.gravity), magneticField: magneticField, truePosition: truePosition,
      trueAttitude: trueAttitude, truthHeading: .unaligned, isTruthKnown: isTruthKnown, isTouching: isTouching,
      notes: notes
    ).aligningTruth()
  }
}
