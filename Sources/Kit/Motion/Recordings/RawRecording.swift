import Foundation
import Fusion
import Rotations
import Traces

/// What bare sensors measured, before anything was made of it: one array per quantity, all equally long, in SI units.
///
/// `Trace(contentsOf:)` reads such files too and estimates the attitude; this type gives the readings themselves.
public struct RawRecording: Hashable, Sendable {
  /// What the recording is called.
  public let name: String
  /// Seconds, strictly increasing.
  public let timestamps: [Double]
  /// Per sample: m/s², device frame, gravity included: (0, 0, +9.8) at rest, face up.
  public let specificForce: [Vector3]
  /// Per sample: rad/s, device frame.
  public let rotationRate: [Vector3]?
  /// Per sample: µT, device frame.
  public let magneticField: [Vector3]?
  /// Per sample: device to reference frame, where the recording has one.
  public let attitude: [Quaternion]?
  /// Per sample: m; NaN where the motion capture lost sight of the device.
  public let truePosition: [Vector3]?
  /// Per sample: device to reference frame; NaN where the motion capture lost sight of the device.
  public let trueAttitude: [Quaternion]?
  /// How the horizontal axes of the truth lie to those of ``attitude``.
  public let truthHeading: Trace.TruthHeading
  /// Per sample: whether the device moved, where somebody knows.
  public let isMoving: [Bool]?
  /// What reading did to the data, in words.
  public let notes: [String]

  /// How many samples there are; at least 1.
  public var count: Int { timestamps.count }
}

extension RawRecording {
  /// Reads the sensors' readings of a recording in any format that `Trace(contentsOf:)` knows.
  ///
  /// - Throws: `RecordingError` or `TraceError`, as `Trace(contentsOf:)` does.
  public init(contentsOf path: String, options: Trace.ReadingOptions = .init()) throws {
    let (table, name) = try TraceTable.read(path, in: .disk, options)
    self = try table.raw(named: name, path)
  }

  /// Reads the sensors' readings from memory, as `Trace(contentsOf:in:)` does.
  ///
  /// - Throws: `RecordingError` or `TraceError`.
  public init(
    contentsOf path: String, in files: [String: Data], options: Trace.ReadingOptions = .init()
  ) throws {
    let (table, name) = try TraceTable.read(path, in: .memory(files), options)
    self = try table.raw(named: name, path)
  }

  /// The readings as the attitude filters take them.
  ///
  /// - Throws: `RecordingError.noAttitude` without a rotation rate.
  public func samples() throws -> [RawSample] {
    guard let rotationRate else {
      throw RecordingError.noAttitude(
        place: .init(file: name), reason: "it has no rotation rate; record the gyroscope too")
    }
    return timestamps.indices.map {
      RawSample(
        time: timestamps[$0], rotationRate: rotationRate[$0], specificForce: specificForce[$0],
        magneticField: magneticField?[$0])
    }
  }

  /// The trace that these readings make: with the recording's own attitude, or else with the one that
  /// `VersatileSmoother` finds from gyroscope and accelerometer, x pointing anywhere.
  ///
  /// - Throws: `RecordingError.noAttitude` when there is none and it cannot be estimated.
  public func trace() throws -> Trace {
    if let attitude { return try trace(attitudes: attitude, truthHeading) }
    let samples = try samples()
    // Whether gaps are accepted was decided when the file was read.
    let estimate = try VersatileSmoother().smooth(samples, checking: SampleCheck(longestStep: .infinity))
    var trace = try trace(attitudes: estimate.levelAttitudes)
    trace.notes.append(TraceTable.estimated)
    return trace
  }

  /// The trace that these readings make with an attitude per sample, device to reference frame with z up.
  ///
  /// The user acceleration is minus the specific force, less the gravity that the attitude implies: what Core Motion
  /// would report. Gaps in the truth are filled (``Trace/isTruthKnown``), and the truth is turned to the attitudes' heading, as
  /// `Trace.aligningTruth()` does it.
  ///
  /// - Throws: `TraceError.lengthMismatch`, or what is wrong with the attitudes.
  public func trace(attitudes: [Quaternion]) throws -> Trace { try trace(attitudes: attitudes, .unaligned) }

  private func trace(
    attitudes: [Quaternion], _ truthHeading: Trace.TruthHeading
  ) throws -> Trace {
    guard attitudes.count == count else {
      throw TraceError.lengthMismatch(column: "attitudes", found: attitudes.count, expected: count)
    }
    let gravity = attitudes.map(\.gravity)
    let truth = MeasuredTruth(at: timestamps, positions: truePosition ?? [], attitudes: trueAttitude ?? [])
    return try Trace(
      checked: name, timestamps: timestamps, attitude: attitudes,
      userAcceleration: zip(specificForce, gravity).map { -$0 - $1 }, rotationRate: rotationRate, gravity: gravity,
      magneticField: magneticField, truePosition: truth.positions.isEmpty ? nil : truth.positions,
      trueAttitude: truth.attitudes.isEmpty ? nil : truth.attitudes, truthHeading: truthHeading,
      isTruthKnown: truth.isKnown, notes: notes + truth.notes
    ).aligningTruth()
  }
}
