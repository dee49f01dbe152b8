import Foundation
import Rotations
import Statistics
import Traces

/// Hard and soft iron of a magnetometer, from readings in many attitudes at one place: they lie on an ellipsoid, which the calibration
/// makes a sphere about the origin.
///
/// The matrix is symmetric: what a magnetometer alone cannot tell is how its axes are turned against the device's. The ellipsoid that
/// fits algebraically (Li and Griffiths 2004 ask for the same quadric) starts a search for the least sum of squares of the corrected lengths
/// less the field's, which is nearly the distance from the ellipsoid.
///
/// The intervals come from the residuals by Student's distribution, for readings whose noise is independent.
public struct MagnetometerCalibration: Hashable, Sendable {
  /// What was found, in µT; the residuals are the lengths of the corrected readings less the field's, one per reading.
  public let fit: FittedTriad
  /// The strength of the field, µT: what was given, or the size of the ellipsoid, whose volume is that of the sphere.
  public let field: Double
  /// Half the width of the field's 95 % interval, µT; 0 where it was given.
  public let fieldMargin: Double

  /// The calibration, as a reader applies it.
  public var triad: TriadCalibration { fit.triad }

  /// Fits the calibration.
  ///
  /// - Parameters:
  ///   - readings: µT, device frame, in all directions: at least 30.
  ///   - field: The strength of the earth's field at the place, µT, where somebody knows it: then the scale is the true one. nil keeps the
  ///     volume of the readings' ellipsoid, for heading needs no more.
  /// - Throws: `CalibrationError.tooFewReadings`, `.directionsMissing`, `.notEllipsoid`, `.noMinimum`; `TraceError.notFinite`,
  ///   `.invalidParameter`.
  /// - Complexity: O(readings).
  public init(readings: [Vector3], field: Double? = nil) throws {
    if let field { try requirePositive("field", field, unit: "µT") }
    guard readings.count >= 30 else {
      throw CalibrationError.tooFewReadings(found: readings.count, wanted: 30)
    }
    if let row = readings.firstIndex(where: { !$0.sum().isFinite }) {
      throw TraceError.notFinite(column: "readings", value: readings[row].sum(), row: row)
    }
    let start = try Self.start(readings)
    let search = try LeastSquares(from: start) { Self.model($0, readings) }
    let (bias, matrix) = Self.parts(search.parameters)
    let directions = readings.map { reading in
      let corrected = matrix * (reading - bias)
      return corrected / corrected.length
    }
    let missing = Sides.missing(among: directions, within: 40)
    guard missing.isEmpty else {
      throw CalibrationError.directionsMissing(missing.map { String($0.prefix { $0 != " " }) })
    }
    let freedom = readings.count - 9
    let variance = search.residuals.reduce(0) { $0 + $1 * $1 } / Double(freedom)
    // A field that changes by a tenth is not one field.
    guard variance < 0.01 else { throw CalibrationError.notEllipsoid }
    // Noise across a direction makes a reading longer, by its variance over the length in the mean.
    let length = 1 / (1 + variance)
    let determinant = matrix.determinant
    let radius = length / cbrt(determinant)
    let strength = field ?? radius
    let scale = strength * (1 + variance)
    let quantile = Distributions.studentQuantile(0.975, freedom: Double(freedom))
    let covariance = search.covariance
    func margin(_ gradient: [Double]) -> Double {
      let product = covariance.map { row in zip(row, gradient).reduce(0) { $0 + $1.0 * $1.1 } }
      return quantile * (variance * zip(gradient, product).reduce(0) { $0 + $1.0 * $1.1 }).squareRoot()
    }
    // The derivative of the logarithm of the cube root of the determinant by each entry of the symmetric matrix.
    let inverse = matrix.inverted
    let shrink = Self.entries.map { row, column in inverse[row, column] * (row == column ? 1 : 2) / 3 }
    var margins = [Vector3](repeating: .zero, count: 3)
    for (index, place) in Self.entries.enumerated() {
      var gradient = [Double](repeating: 0, count: 9)
      gradient[3 + index] = scale
      if field == nil {
        for other in 0..<6 { gradient[3 + other] -= scale * matrix[place.row, place.column] * shrink[other] }
      }
      margins[place.row][place.column] = margin(gradient)
      margins[place.column][place.row] = margins[place.row][place.column]
    }
    func one(_ place: Int) -> [Double] { (0..<9).map { $0 == place ? 1 : 0 } }
    fit = FittedTriad(
      triad: TriadCalibration(bias: bias, matrix: scale * matrix),
      biasMargin: Vector3(margin(one(0)), margin(one(1)), margin(one(2))),
      matrixMargin: Matrix3(rows: margins[0], margins[1], margins[2]),
      residuals: search.residuals.map { $0 * scale },
      heldOut: search.heldOut.map { $0 * scale }, uncorrected: readings.map { $0.length - strength })
    self.field = strength
    fieldMargin = field == nil ? margin([0, 0, 0] + shrink.map { $0 * radius }) : 0
  }

  /// The entries of a symmetric matrix.
  private static let entries: [(row: Int, column: Int)] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]

  private static func parts(_ p: [Double]) -> (bias: Vector3, matrix: Matrix3) {
    (
      Vector3(p[0], p[1], p[2]),
      Matrix3(rows: Vector3(p[3], p[4], p[5]), Vector3(p[4], p[6], p[7]), Vector3(p[5], p[7], p[8]))
    )
  }

  /// |A·(m − b)| − 1 per reading, with its derivatives.
  private static func model(_ parameters: [Double], _ readings: [Vector3]) -> (residuals: [Double], jacobian: Columns) {
    let (bias, matrix) = parts(parameters)
    var columns = [[Double]](repeating: [], count: 9)
    for index in columns.indices { columns[index].reserveCapacity(readings.count) }
    let residuals = readings.map { reading in
      let offset = reading - bias
      let corrected = matrix * offset
      let direction = corrected / corrected.length
      let back = matrix * direction
      for axis in 0..<3 { columns[axis].append(-back[axis]) }
      for (index, place) in entries.enumerated() {
        let (row, column) = place
        columns[3 + index].append(
          direction[row] * offset[column] + (row == column ? 0 : direction[column] * offset[row]))
      }
      return corrected.length - 1
    }
    return (residuals, Columns(rows: readings.count, values: columns))
  }

  /// The ellipsoid that fits algebraically: mᵀQm + 2qᵀm = 1 about the middle of the readings, in their spread.
  private static func start(_ readings: [Vector3]) throws -> [Double] {
    let center = readings.reduce(.zero, +) / Double(readings.count)
    let spread = (readings.reduce(0) { $0 + ($1 - center).squaredLength } / Double(readings.count)).squareRoot()
    guard spread > 0 else { throw CalibrationError.directionsMissing(["±x", "±y", "±z"]) }
    var columns = [[Double]](repeating: [], count: 9)
    for reading in readings {
      let m = (reading - center) / spread
      let row = [
        m.x * m.x, 2 * m.x * m.y, 2 * m.x * m.z, m.y * m.y, 2 * m.y * m.z, m.z * m.z, 2 * m.x, 2 * m.y, 2 * m.z,
      ]
      for (column, value) in row.enumerated() { columns[column].append(value) }
    }
    let decomposition = try SingularValues(Columns(rows: readings.count, values: columns))
    guard decomposition.s[8] > 1e-3 * decomposition.s[0] else {
      throw CalibrationError.directionsMissing(missingAround(readings, center))
    }
    let q = decomposition.solve([Double](repeating: 1, count: readings.count), damping: 0)
    let quadric = Matrix3(rows: Vector3(q[0], q[1], q[2]), Vector3(q[1], q[3], q[4]), Vector3(q[2], q[4], q[5]))
    let shift = Vector3(q[6], q[7], q[8])
    guard abs(quadric.determinant) > 1e-12 else { throw CalibrationError.notEllipsoid }
    let middle = quadric.inverted * (-1 * shift)
    let size = 1 + middle.dot(quadric * middle)
    guard let root = ((1 / size) * quadric).symmetricRoot else {
      throw CalibrationError.directionsMissing(missingAround(readings, center))
    }
    let b = center + middle * spread
    let a = (1 / spread) * root
    return [b.x, b.y, b.z, a[0, 0], a[0, 1], a[0, 2], a[1, 1], a[1, 2], a[2, 2]]
  }

  /// The sides to which no reading points, seen from the middle; all that are not certain where none is missing.
  private static func missingAround(_ readings: [Vector3], _ center: Vector3) -> [String] {
    let directions = readings.map { $0 - center }.filter { $0.length > 0 }.map { $0 / $0.length }
    let missing = Sides.missing(among: directions, within: 30).map { String($0.prefix { $0 != " " }) }
    return missing.isEmpty ? ["±x", "±y", "±z in turn"] : missing
  }
}

extension Matrix3 {
  /// The symmetric matrix whose square a symmetric, positive definite matrix is, by Denman and Beavers' iteration (1976); nil for another
  /// matrix.
  var symmetricRoot: Matrix3? {
    let trace = self[0, 0] + self[1, 1] + self[2, 2]
    let minors = self[0, 0] * self[1, 1] - self[0, 1] * self[1, 0]
    guard trace > 0, self[0, 0] > 0, minors > 0, determinant > 0 else { return nil }
    var (root, inverse) = (self, Matrix3.identity)
    for _ in 0..<60 {
      let next = 0.5 * (root + inverse.inverted)
      inverse = 0.5 * (inverse + root.inverted)
      let change = next - root
      root = next
      if [change.columns.x, change.columns.y, change.columns.z].allSatisfy({ $0.length < 1e-13 * trace.squareRoot() }) {
        break
      }
    }
    return root
  }
}
