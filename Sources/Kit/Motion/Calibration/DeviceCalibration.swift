internal import Basics
import Foundation
import Rotations
import Traces

/// The calibrations of a device's sensors that some recordings allow, and why not of the others.
public struct DeviceCalibration: Sendable {
  /// One of a device's sensors.
  public enum Sensor: String, CaseIterable, Hashable, Sendable {
    /// Specific force, m/s².
    case accelerometer
    /// Rotation rate, rad/s.
    case gyroscope
    /// Magnetic field, µT.
    case magnetometer

    /// The unit of its readings.
    public var unit: String {
      switch self {
      case .accelerometer: "m/s²"
      case .gyroscope: "rad/s"
      case .magnetometer: "µT"
      }
    }
  }

  /// How many still positions the recordings hold.
  public let positions: Int
  /// How many turns between them.
  public let turns: Int
  /// nil where the positions do not suffice.
  public let accelerometer: AccelerometerCalibration?
  /// nil where the turns do not suffice, or the accelerometer is not calibrated.
  public let gyroscope: GyroscopeCalibration?
  /// nil where the readings do not suffice, or there are none.
  public let magnetometer: MagnetometerCalibration?
  /// What is missing, for each sensor that is not calibrated although it was recorded.
  public let omissions: [Sensor: any InertialError]
  /// The recordings, cut into positions and turns.
  package let pieces: [PositionsAndTurns]

  /// Calibrates what the recordings allow.
  ///
  /// - Parameters:
  ///   - recordings: Recordings of one device, each in order. The gyroscope's turns are those within a recording.
  ///   - model: What is fitted to the accelerometer.
  ///   - gravity: The length of gravity at the place, m/s².
  ///   - field: The strength of the earth's field at the place, µT, where it is known.
  ///   - hasGyroscope: Whether the rotation rates were measured.
  /// - Throws: `TraceError` for numbers that are not finite, and for a gravity or field that is not positive.
  /// - Complexity: O(samples · log samples).
  public init(
    _ recordings: [[RawSample]], model: AccelerometerCalibration.Model = .full, gravity: Double = standardGravity,
    field: Double? = nil, hasGyroscope: Bool = true
  ) throws {
    let pieces = try recordings.map { samples throws in try PositionsAndTurns(samples) }
    let still = pieces.flatMap(\.positions)
    positions = still.count
    turns = pieces.reduce(0) { $0 + $1.turns.count { !$0.isEmpty } }
    self.pieces = pieces
    var omissions = [Sensor: any InertialError]()
    func attempt<T>(_ sensor: Sensor, _ fit: () throws -> T) throws -> T? {
      do { return try fit() } catch let error as CalibrationError {
        omissions[sensor] = error
        return nil
      }
    }
    let accelerometer = try attempt(.accelerometer) {
      try AccelerometerCalibration(positions: still.map(\.specificForce), model: model, gravity: gravity)
    }
    self.accelerometer = accelerometer
    var gyroscope: GyroscopeCalibration?
    if let accelerometer, hasGyroscope {
      gyroscope = try attempt(.gyroscope) { try GyroscopeCalibration(pieces, accelerometer: accelerometer) }
    }
    self.gyroscope = gyroscope
    let fields = recordings.flatMap { $0.compactMap(\.magneticField) }
    // More than some ten thousand readings make nothing surer that the field itself does not spoil.
    let thinned = stride(from: 0, to: fields.count, by: max(1, fields.count / 20_000)).map { fields[$0] }
    magnetometer =
      fields.isEmpty
      ? nil : try attempt(.magnetometer) { try MagnetometerCalibration(readings: thinned, field: field) }
    self.omissions = omissions
  }

  /// The calibrations, as a reader applies them.
  public var calibration: SensorCalibration {
    SensorCalibration(
      accelerometer: accelerometer?.triad, gyroscope: gyroscope?.triad, magnetometer: magnetometer?.triad)
  }

  /// What was fitted to a sensor; nil where nothing was.
  public func fit(of sensor: Sensor) -> FittedTriad? {
    switch sensor {
    case .accelerometer: accelerometer?.fit
    case .gyroscope: gyroscope?.fit
    case .magnetometer: magnetometer?.fit
    }
  }

  /// A line per parameter, as tables and texts show it.
  public struct Row: Hashable, Sendable {
    /// "bias x", "scale y", "cross xy": the entry of the matrix by which the corrected x follows the reading of y.
    public let name: String
    /// In the unit of the sensor; scale and cross without one.
    public let value: Double
    /// Half the width of the 95 % interval.
    public let margin: Double
    /// The unit; empty for none.
    public let unit: String
  }

  /// The fitted parameters of a sensor; empty where it is not calibrated.
  public func rows(of sensor: Sensor) -> [Row] {
    guard let fit = fit(of: sensor) else { return [] }
    let axes = ["x", "y", "z"]
    let biases = axes.indices.map {
      Row(name: "bias \(axes[$0])", value: fit.triad.bias[$0], margin: fit.biasMargin[$0], unit: sensor.unit)
    }
    let entries = axes.indices.flatMap { row in
      axes.indices.compactMap { column -> Row? in
        let margin = fit.matrixMargin[row, column]
        // A symmetric matrix has each entry off the diagonal twice.
        guard margin > 0, sensor != .magnetometer || column >= row else { return nil }
        return Row(
          name: row == column ? "scale \(axes[row])" : "cross \(axes[row])\(axes[column])",
          value: fit.triad.matrix[row, column], margin: margin, unit: "")
      }
    }
    return biases + entries
  }

  /// The tables of all sensors with their intervals and residuals, and what is missing of the others, for a terminal.
  public func message(naming option: OptionNaming) -> String {
    Sensor.allCases.compactMap { sensor in
      if let error = omissions[sensor] { return "\(sensor.rawValue): not calibrated. \(error.message(naming: option))" }
      let rows = rows(of: sensor)
      guard !rows.isEmpty else { return nil }
      let lines = rows.map { row in
        // As many digits as the interval leaves sense in, and one more.
        let digits = max(0, min(9, 1 - Int(log10(max(row.margin, 1e-9)).rounded(.down))))
        let name = row.name.padding(toLength: 10, withPad: " ", startingAt: 0)
        return "  \(name) " + String(format: "%+12.\(digits)f ± %.\(digits)f", row.value, row.margin)
          + (row.unit.isEmpty ? "" : " \(row.unit)")
      }
      return "\(sensor.rawValue): \(basis(of: sensor))\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// From what a sensor's calibration comes, and what it leaves.
  private func basis(of sensor: Sensor) -> String {
    let residual = fit(of: sensor)?.rmsResidual ?? .nan
    switch sensor {
    case .accelerometer:
      return "\(Counting.words(positions, "still position")), residuals \(shortNumber(residual)) m/s² RMS"
    case .gyroscope:
      let degrees = 180 / Double.pi
      return
        "\(Counting.words(fit(of: sensor)?.residuals.count ?? 0, "turn")), residuals \(shortNumber(residual * degrees))° RMS, of which "
        + "noise explains \(shortNumber((gyroscope?.expectedResidual ?? .nan) * degrees))°"
    case .magnetometer:
      let field = magnetometer.map { "\(shortNumber($0.field)) µT" } ?? ""
      return
        "\(Counting.words(fit(of: sensor)?.residuals.count ?? 0, "reading")) of a field of \(field), residuals \(shortNumber(residual)) µT "
        + "RMS"
    }
  }
}
