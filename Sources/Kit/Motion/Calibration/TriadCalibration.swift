import Rotations
import Statistics

/// The errors of three sensor axes that a calibration takes out: corrected reading = matrix · (reading − bias).
public struct TriadCalibration: Hashable, Sendable {
  /// What the sensor reads of nothing, in its unit: m/s², rad/s, or µT (the hard iron).
  public var bias: Vector3
  /// Scale on the diagonal, cross-axis terms next to it; of a magnetometer the soft iron. Without unit, close to 1.
  public var matrix: Matrix3

  /// The calibration of a sensor without errors.
  public static let identity = TriadCalibration(bias: .zero, matrix: .identity)

  /// A calibration; see the properties.
  public init(bias: Vector3, matrix: Matrix3 = .identity) { (self.bias, self.matrix) = (bias, matrix) }

  /// The corrected reading, in the same unit.
  public func applied(to reading: Vector3) -> Vector3 { matrix * (reading - bias) }
}

/// A triad's calibration as it was found, with how sure it is.
public struct FittedTriad: Hashable, Sendable {
  /// What was found.
  public let triad: TriadCalibration
  /// Half the width of the 95 % interval of each component of the bias, in the sensor's unit.
  public let biasMargin: Vector3
  /// Half the width of the 95 % interval of each entry of the matrix; 0 for an entry that was not fitted.
  public let matrixMargin: Matrix3
  /// What the fit leaves: one number for each position, turn or reading; its unit is that of the sensor's fit.
  public let residuals: [Double]
  /// Per position, turn or reading: its residual by a calibration from all others, and that of the readings as they are.
  package let heldOut: [Double], uncorrected: [Double]

  /// The root of the mean square of the residuals, in their unit.
  public var rmsResidual: Double { Self.rms(residuals) }

  package static func rms(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))).squareRoot()
  }

  /// How much smaller the residuals are by a calibration from all others than without one: less than 0 is better. At most a hundred of them
  /// are compared, since neighbours among thousands of readings are not independent.
  package var benefit: PairedDifference {
    let places = stride(from: 0, to: heldOut.count, by: max(1, (heldOut.count + 99) / 100))
    return PairedDifference(
      of: places.map { abs(heldOut[$0]) }, and: places.map { abs(uncorrected[$0]) }, as: .difference)
  }
}

/// The calibrations of a device's sensors; nil for a sensor that was not calibrated.
public struct SensorCalibration: Hashable, Sendable {
  /// Corrects the specific force, m/s², +g up at rest.
  public var accelerometer: TriadCalibration?
  /// Corrects the rotation rate, rad/s.
  public var gyroscope: TriadCalibration?
  /// Corrects the magnetic field, µT.
  public var magnetometer: TriadCalibration?

  /// Calibrations; see the properties.
  public init(
    accelerometer: TriadCalibration? = nil, gyroscope: TriadCalibration? = nil, magnetometer: TriadCalibration? = nil
  ) {
    (self.accelerometer, self.gyroscope, self.magnetometer) = (accelerometer, gyroscope, magnetometer)
  }
}
