import Calibration
import Rotations
import Traces

extension DeviceCalibration {
  /// Calibrates the sensors of the device that made these recordings: of still positions, of turns between them, of turns in all directions
  /// for the magnetometer.
  ///
  /// - Parameters:
  ///   - recordings: Without a calibration applied.
  ///   - model: What is fitted to the accelerometer.
  ///   - gravity: The length of gravity at the place, m/s².
  ///   - field: The strength of the earth's field at the place, µT, where it is known.
  /// - Throws: `TraceError`, as `init(_:model:gravity:field:hasGyroscope:)` does.
  public init(
    of recordings: [RawRecording], model: AccelerometerCalibration.Model = .full, gravity: Double = standardGravity,
    field: Double? = nil
  ) throws {
    let samples = recordings.map { recording in
      recording.timestamps.indices.map { index in
        RawSample(
          time: recording.timestamps[index], rotationRate: recording.rotationRate?[index] ?? .zero,
          specificForce: recording.specificForce[index], magneticField: recording.magneticField?[index])
      }
    }
    try self.init(
      samples, model: model, gravity: gravity, field: field,
      hasGyroscope: recordings.allSatisfy { $0.rotationRate != nil })
  }

  /// The text of the file that readers apply by `calibration:`, with the intervals.
  public func yaml(comment: String = "") -> String {
    calibration.yaml(
      comment: comment, accelerometer: accelerometer?.fit, gyroscope: gyroscope?.fit, magnetometer: magnetometer?.fit)
  }
}
