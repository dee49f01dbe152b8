import Foundation
import Rotations

/// One attitude in all representations at once, for playing with rotations.
package struct AttitudeTable: Codable, Sendable {
  /// w, x, y, z; w is not negative.
  package var quaternion: [Double]
  /// Yaw, pitch, roll in degrees: R = Rz(yaw)·Rx(pitch)·Ry(roll).
  package var angles: [Double]
  package var axis: [Double]
  /// Degrees, 0 to 180.
  package var angle: Double
  /// Axis times angle, rad.
  package var rotationVector: [Double]
  /// Row by row, device to reference.
  package var matrix: [[Double]]
  /// Tangent of a quarter of the angle times the axis.
  package var modifiedRodrigues: [Double]
  /// Gibbs's vector; nil at half a turn, where it is infinite.
  package var rodrigues: [Double]?
  /// Whether yaw and roll turn about the same axis.
  package var isGimbalLocked: Bool
  /// Degrees of pitch that are left until they do.
  package var distanceToLock: Double

  /// The representations of an attitude.
  package init(_ attitude: Quaternion) {
    let canonical = attitude.canonical
    quaternion = [canonical.w, canonical.x, canonical.y, canonical.z]
    let turn = RollPitchYaw(attitude)
    let degree = 180 / Double.pi
    angles = [turn.yaw * degree, turn.pitch * degree, turn.roll * degree]
    let about = AxisAngle(attitude)
    (axis, angle) = (Self.list(about.axis), about.angle * degree)
    rotationVector = Self.list(attitude.rotationVector)
    let columns = RotationMatrix(attitude).columns
    matrix = (0..<3).map { [columns.x[$0], columns.y[$0], columns.z[$0]] }
    modifiedRodrigues = Self.list(ModifiedRodriguesParameters(attitude).vector)
    rodrigues = (try? RodriguesParameters(attitude)).map { Self.list($0.vector) }
    isGimbalLocked = turn.isGimbalLocked
    distanceToLock = 90 - abs(angles[1])
  }

  private static func list(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

  /// What a person has typed or moved.
  package struct Question: Codable, Sendable {
    package enum Kind: String, Codable, Sendable { case quaternion, angles, axisAngle, rotationVector, matrix, slerp }

    package var kind: Kind
    package var values: [Double]
    /// Between 0 and 1, for `slerp`, whose values are two quaternions.
    package var t: Double?
  }

  /// The attitude that is meant.
  ///
  /// - Throws: `StudioError`, and `RotationError` in the library's words for what is not a rotation.
  package static func attitude(_ question: Question) throws -> Quaternion {
    let values = question.values
    func need(_ count: Int, _ what: String) throws {
      guard values.count == count, values.allSatisfy(\.isFinite) else {
        throw StudioError.malformed("\(count) finite numbers for \(what)")
      }
    }
    let radian = Double.pi / 180
    switch question.kind {
    case .quaternion:
      try need(4, "a quaternion")
      return try Quaternion(normalizing: values[0], x: values[1], y: values[2], z: values[3])
    case .angles:
      try need(3, "yaw, pitch and roll")
      return RollPitchYaw(roll: values[2] * radian, pitch: values[1] * radian, yaw: values[0] * radian).quaternion
    case .axisAngle:
      try need(4, "an axis and an angle")
      return try AxisAngle(axis: Vector3(values[0], values[1], values[2]), angle: values[3] * radian).quaternion
    case .rotationVector:
      try need(3, "a rotation vector")
      return Quaternion(rotationVector: Vector3(values[0], values[1], values[2]))
    case .matrix:
      try need(9, "a matrix")
      let rows = (0..<3).map { Vector3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2]) }
      return try RotationMatrix(rows: rows[0], rows[1], rows[2], tolerance: 1e-3).quaternion
    case .slerp:
      try need(8, "two quaternions")
      guard let t = question.t, (0...1).contains(t) else { throw StudioError.malformed("a share t from 0 to 1") }
      let from = try Quaternion(normalizing: values[0], x: values[1], y: values[2], z: values[3])
      let to = try Quaternion(normalizing: values[4], x: values[5], y: values[6], z: values[7])
      return from.slerp(to: to, t)
    }
  }
}
