import Foundation
import Rotations
import Statistics
import Traces

/// Bias, scale and cross-axis terms of an accelerometer, from positions in which the device lay still: whatever its attitude, the corrected
/// reading is as long as gravity.
///
/// Source: Tedaldi, Pretto, Menegatti, A robust and easy to implement method for IMU calibration without external equipments, ICRA 2014,
/// section III. The length of gravity leaves open how the axes lie in the case: x is the direction in which the sensor's x axis
/// measures, and y lies in the plane of its x and y axes, so that the matrix is lower triangular.
///
/// The intervals come from the residuals by Student's distribution, so that they include whatever differs from one position to the next,
/// and they grow when few positions are left to judge by.
public struct AccelerometerCalibration: Hashable, Sendable {
  /// What is fitted.
  public enum Model: Hashable, Sendable {
    /// Nine numbers: three biases, three scales, three cross-axis terms.
    case full
    /// Six numbers: the sensor's axes are at right angles.
    case biasAndScale
  }

  /// What was found, in m/s²; the residuals are the lengths of the corrected readings less that of gravity, one per position.
  public let fit: FittedTriad
  /// What was fitted.
  public let model: Model
  /// How many residuals there are more than parameters.
  public let freedom: Int

  /// How the parameters follow each position's mean reading; see ``GyroscopeCalibration``.
  let sensitivity: [[Double]]
  /// The standard deviation of a component of a position's mean reading, m/s².
  let deviation: Double

  /// The calibration, as a reader applies it.
  public var triad: TriadCalibration { fit.triad }

  /// Fits the calibration.
  ///
  /// - Parameters:
  ///   - positions: Mean readings at rest, m/s², device frame, +g up: at least ten for nine parameters, seven for six, in directions that
  ///     differ by 10° or more.
  ///   - model: What is fitted.
  ///   - gravity: The length of gravity at the place, m/s². It scales the whole: a place where it differs by 0.3 % gives scales that differ by that.
  /// - Throws: `CalibrationError.tooFewPositions`, `.sidesMissing`, `.notTilted`, `.notGravity`, `.noMinimum`;
  ///   `TraceError.notFinite`, `.invalidParameter`.
  /// - Complexity: O(positions).
  public init(
    positions: [Vector3], model: Model = .full, gravity: Double = standardGravity
  ) throws {
    try requirePositive("gravity", gravity, unit: "m/s²")
    if let row = positions.firstIndex(where: { !$0.sum().isFinite }) {
      throw TraceError.notFinite(column: "positions", value: positions[row].sum(), row: row)
    }
    let places = Self.places(model)
    try Self.require(positions, places.count + 3, model, gravity)
    let start = [0.0, 0, 0] + places.map { $0.row == $0.column ? 1.0 : 0 }
    let search = try LeastSquares(from: start) { parameters in
      Self.model(parameters, places, positions, gravity)
    }
    // The bias in units of gravity: then the smallest singular value says how well directions are distinguished.
    let scaled = Self.model(search.parameters, places, positions, gravity).jacobian
    let unit = scaled.values.enumerated().map { column, values in values.map { column < 3 ? $0 : $0 / gravity } }
    let condition = try SingularValues(Columns(rows: scaled.rows, values: unit)).s
    guard condition[condition.count - 1] > 0.03 * Double(positions.count).squareRoot() else {
      throw CalibrationError.notTilted
    }
    let freedom = positions.count - start.count
    let quantile = Distributions.studentQuantile(0.975, freedom: Double(freedom))
    let margins = search.deviations(freedom: freedom).map { $0 * quantile }
    let triad = Self.triad(search.parameters, places)
    fit = FittedTriad(
      triad: triad, biasMargin: Vector3(margins[0], margins[1], margins[2]),
      matrixMargin: Self.triad(margins, places, diagonal: 0).matrix, residuals: search.residuals,
      heldOut: search.heldOut, uncorrected: positions.map { $0.length - gravity })
    (self.model, self.freedom, sensitivity) = (model, freedom, search.gain)
    deviation = (search.residuals.reduce(0) { $0 + $1 * $1 } / Double(freedom)).squareRoot()
  }

  /// The entries of the matrix that are fitted.
  static func places(_ model: Model) -> [(row: Int, column: Int)] {
    model == .full ? [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)] : [(0, 0), (1, 1), (2, 2)]
  }

  /// The calibration of these parameters: three biases, then the fitted entries of the matrix.
  static func triad(
    _ parameters: [Double], _ places: [(row: Int, column: Int)], diagonal: Double = 1
  ) -> TriadCalibration {
    var rows = [Vector3(diagonal, 0, 0), Vector3(0, diagonal, 0), Vector3(0, 0, diagonal)]
    for (index, place) in places.enumerated() { rows[place.row][place.column] = parameters[3 + index] }
    return TriadCalibration(
      bias: Vector3(parameters[0], parameters[1], parameters[2]), matrix: Matrix3(rows: rows[0], rows[1], rows[2]))
  }

  /// |M·(a − b)| − g per position, with its derivatives (Tedaldi, eq. 10).
  private static func model(
    _ parameters: [Double], _ places: [(row: Int, column: Int)], _ positions: [Vector3], _ gravity: Double
  ) -> (residuals: [Double], jacobian: Columns) {
    let triad = triad(parameters, places)
    let backwards = triad.matrix.transpose
    var columns = [[Double]](repeating: [], count: parameters.count)
    let residuals = positions.map { reading in
      let offset = reading - triad.bias
      let corrected = triad.matrix * offset
      let direction = corrected / corrected.length
      let bias = backwards * direction
      for axis in 0..<3 { columns[axis].append(-bias[axis]) }
      for (index, place) in places.enumerated() {
        columns[3 + index].append(direction[place.row] * offset[place.column])
      }
      return corrected.length - gravity
    }
    return (residuals, Columns(rows: positions.count, values: columns))
  }

  /// - Throws: What is missing of the positions.
  private static func require(_ positions: [Vector3], _ parameters: Int, _ model: Model, _ gravity: Double) throws {
    let distinct = Sides.distinct(positions)
    guard distinct.count > parameters else {
      throw CalibrationError.tooFewPositions(
        found: distinct.count, wanted: parameters + 1, fitsCrossAxis: model == .full)
    }
    let length = positions.reduce(0) { $0 + $1.length } / Double(positions.count)
    guard (0.7...1.4).contains(length / gravity) else { throw CalibrationError.notGravity(length: length) }
    let missing = Sides.missing(among: distinct, within: 45)
    guard missing.isEmpty else { throw CalibrationError.sidesMissing(missing) }
  }
}

/// The six sides of a device by their names, as +x and −x.
enum Sides {
  /// The directions that differ by 10° or more: lying twice on the same side is one position.
  static func distinct(_ positions: [Vector3]) -> [Vector3] {
    positions.reduce(into: []) { known, position in
      guard position.length > 0 else { return }
      let direction = position / position.length
      if !known.contains(where: { $0.dot(direction) > cos(10 * .pi / 180) }) { known.append(direction) }
    }
  }

  private static let all: [(name: String, direction: Vector3)] = [
    ("+x (its right edge)", Vector3(1, 0, 0)), ("−x (its left edge)", Vector3(-1, 0, 0)),
    ("+y (its top edge)", Vector3(0, 1, 0)), ("−y (its bottom edge)", Vector3(0, -1, 0)),
    ("+z (its screen)", Vector3(0, 0, 1)), ("−z (its back)", Vector3(0, 0, -1)),
  ]

  /// The sides that none of the directions, of length 1, points to within an angle in degrees.
  static func missing(among directions: [Vector3], within angle: Double) -> [String] {
    all.filter { side in !directions.contains { $0.dot(side.direction) >= cos(angle * .pi / 180) } }.map(\.name)
  }
}
