internal import Basics
import Rotations

/// A recording of a device's motion: one array per quantity, all equally long, in SI units.
///
/// The arrays are read-only because they have to agree: the initialisers check lengths, finiteness and that time runs
/// forward, so everything that takes a `Trace` can rely on it.
public struct Trace: Hashable, Sendable {
  /// What the recording is called; by default the file's name without its extension.
  public var name: String
  /// Seconds, strictly increasing; the origin is the recording's.
  public let timestamps: [Double]
  /// Per sample: turns device-frame vectors into reference-frame vectors (z up, x arbitrary).
  public let attitude: [Quaternion]
  /// Per sample: m/s², device frame, without gravity, as the device reported it — *minus* the kinematic acceleration.
  public let userAcceleration: [Vector3]
  /// Per sample: rad/s, device frame.
  public let rotationRate: [Vector3]?
  /// Per sample: m/s², device frame, (0, 0, −9.80665) face up.
  public let gravity: [Vector3]?
  /// Per sample: µT, device frame.
  public let magneticField: [Vector3]?
  /// Per sample: true position in m in the reference frame, where something measured it; the origin is arbitrary.
  public let truePosition: [Vector3]?
  /// Per sample: true attitude, device to reference frame, where something measured it.
  public let trueAttitude: [Quaternion]?
  /// How the horizontal axes of the truth lie to those of the attitude.
  public let truthHeading: TruthHeading
  /// Per sample: whether the truth was measured there; nil where all of it was. Elsewhere, as while cameras had lost sight of the
  /// device, true positions and attitudes lie on a line between the nearest that were measured, and scores skip them.
  public let isTruthKnown: [Bool]?
  /// Per sample: whether a finger was on the screen, where the recording knows.
  public let isTouching: [Bool]?
  /// What reading did to the data or noticed in it, in words: rows left out, units converted, gaps accepted.
  public var notes: [String]

  /// A trace of these samples.
  ///
  /// Times that look like milliseconds, microseconds or nanoseconds are warned of where somebody hears it, as next to a
  /// notebook's cell.
  ///
  /// - Throws: `TraceError` when there is no sample, when an array's length is not that of `timestamps`, when a number
  ///   is not finite, when time repeats or runs backwards, or when an attitude is not a unit quaternion (to 1 %; the
  ///   rest of the error is taken out).
  /// - Complexity: O(*n*).
  public init(
    name: String = "trace", timestamps: [Double], attitude: [Quaternion], userAcceleration: [Vector3],
    rotationRate: [Vector3]? = nil, gravity: [Vector3]? = nil, magneticField: [Vector3]? = nil,
    truePosition: [Vector3]? = nil, trueAttitude: [Quaternion]? = nil, truthHeading: TruthHeading = .shared,
    isTruthKnown: [Bool]? = nil, isTouching: [Bool]? = nil, notes: [String] = []
  ) throws(TraceError) {
    try self.init(
      checked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, gravity: gravity, magneticField: magneticField, truePosition: truePosition,
      trueAttitude: trueAttitude, truthHeading: truthHeading, isTruthKnown: isTruthKnown, isTouching: isTouching,
      notes: notes)
    if Warnings.areHeard, let words = doubtOfTimes { Warnings.say("the trace “\(name)”: \(words)") }
  }

  /// The same for times that somebody has looked at already.
  package init(
    checked name: String, timestamps: [Double], attitude: [Quaternion], userAcceleration: [Vector3],
    rotationRate: [Vector3]? = nil, gravity: [Vector3]? = nil, magneticField: [Vector3]? = nil,
    truePosition: [Vector3]? = nil, trueAttitude: [Quaternion]? = nil, truthHeading: TruthHeading = .shared,
    isTruthKnown: [Bool]? = nil, isTouching: [Bool]? = nil, notes: [String] = []
  ) throws(TraceError) {
    self.init(
      unchecked: name, timestamps: timestamps, attitude: attitude.map(\.settledLength),
      userAcceleration: userAcceleration, rotationRate: rotationRate, gravity: gravity, magneticField: magneticField,
      truePosition: truePosition, trueAttitude: trueAttitude?.map(\.settledLength), truthHeading: truthHeading,
      isTruthKnown: isTruthKnown, isTouching: isTouching, notes: notes)
    try check(attitude, trueAttitude)
  }

  /// For readers and slices, which have checked already.
  package init(
    unchecked name: String, timestamps: [Double], attitude: [Quaternion], userAcceleration: [Vector3],
    rotationRate: [Vector3]?, gravity: [Vector3]?, magneticField: [Vector3]?, truePosition: [Vector3]?,
    trueAttitude: [Quaternion]?, truthHeading: TruthHeading, isTruthKnown: [Bool]? = nil, isTouching: [Bool]?,
    notes: [String]
  ) {
    self.name = name
    self.timestamps = timestamps
    self.attitude = attitude
    self.userAcceleration = userAcceleration
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.magneticField = magneticField
    self.truePosition = truePosition
    self.trueAttitude = trueAttitude
    self.truthHeading = truthHeading
    // One that is known throughout has no mask, so that equal recordings are equal.
    self.isTruthKnown = isTruthKnown.flatMap { $0.contains(false) || $0.count != timestamps.count ? $0 : nil }
    self.isTouching = isTouching
    self.notes = notes
  }

  /// How many samples there are; at least 1.
  public var count: Int { timestamps.count }

  /// Seconds from the first to the last sample.
  public var duration: Double { timestamps[count - 1] - timestamps[0] }

  /// Seconds since the first sample, per sample: what a time axis shows.
  public var elapsed: [Double] { timestamps.map { $0 - timestamps[0] } }

  /// The share of the samples at which the truth was measured, 0 to 1; 0 without truth.
  public var truthShare: Double {
    guard truePosition != nil || trueAttitude != nil else { return 0 }
    return isTruthKnown.map { Double($0.count { $0 }) / Double(count) } ?? 1
  }

  /// Whether the truth was measured at all samples in the range. O(range).
  package func knowsTruth(in range: Range<Int>) -> Bool {
    isTruthKnown.map { !$0[range.clamped(to: 0..<count)].contains(false) } ?? true
  }

  /// The median time step in seconds; 0 with fewer than two samples. O(*n* log *n*).
  public var medianStep: Double { TimeSteps(timestamps).median }

  /// The sample at `index`.
  public subscript(index: Int) -> MotionSample {
    Indexing.check(index, below: count, "samples of the trace “\(name)”")
    return MotionSample(
      timestamp: timestamps[index], attitude: attitude[index], userAcceleration: userAcceleration[index],
      rotationRate: rotationRate?[index], gravity: gravity?[index], magneticField: magneticField?[index],
      isTouching: isTouching?[index])
  }

  /// The trace of the samples in `range`, which must not be empty and must lie within the trace.
  public subscript(range: Range<Int>) -> Trace {
    Indexing.check(range, within: count, "samples of the trace “\(name)”")
    if range.isEmpty { fatalError("the range \(range) is empty, and a trace has at least one sample") }
    return Trace(
      unchecked: name, timestamps: Array(timestamps[range]), attitude: Array(attitude[range]),
      userAcceleration: Array(userAcceleration[range]), rotationRate: rotationRate.map { Array($0[range]) },
      gravity: gravity.map { Array($0[range]) }, magneticField: magneticField.map { Array($0[range]) },
      truePosition: truePosition.map { Array($0[range]) }, trueAttitude: trueAttitude.map { Array($0[range]) },
      truthHeading: truthHeading, isTruthKnown: isTruthKnown.map { Array($0[range]) },
      isTouching: isTouching.map { Array($0[range]) }, notes: notes)
  }
}
