/// The matrix that shows an object which stands still in the world through a camera that turns as the device does, from a
/// distance: turn the phone, and you look round the object.
///
/// It turns homogeneous model coordinates, in the reference frame, into view coordinates: x right, y up, z towards the
/// viewer, as the device's axes and OpenGL's eye space both have it. The camera sits at `distance` on the device's z axis,
/// so that the object's centre comes to lie at (0, 0, −distance): in front of a camera that looks along −z. (The article
/// behind the steady dice derives this inverse in its equation VII and writes +4 in its code, which is behind the
/// camera.)
public struct ModelView: Hashable, Sendable {
  /// Turns reference-frame vectors into view vectors.
  public let rotation: RotationMatrix
  /// Added after the turn, in the unit of the model.
  public let translation: Vector3

  /// - Parameters:
  ///   - attitude: device to reference.
  ///   - distance: from the camera to the object's origin, in the unit of the model. Grown, the object looks smaller; at 0,
  ///     the camera is inside it.
  /// - Throws: `RotationError.outOfRange` when the distance is negative or not finite.
  public init(attitude: Quaternion, distance: Double) throws(RotationError) {
    guard distance >= 0 && distance.isFinite else {
      throw .outOfRange(argument: "distance", value: distance, lowest: 0, highest: .greatestFiniteMagnitude)
    }
    rotation = attitude.referenceToDeviceMatrix
    translation = Vector3(0, 0, -distance)
  }

  /// A point of the model as the camera sees it.
  public func act(on point: Vector3) -> Vector3 { rotation.act(on: point) + translation }

  /// The sixteen entries column by column, the last column holding the translation: what OpenGL's `glLoadMatrix` and
  /// uniforms, Metal, SceneKit and GLKit read.
  public var columnMajor: [Double] {
    [rotation.columns.x, rotation.columns.y, rotation.columns.z].flatMap { [$0.x, $0.y, $0.z, 0] }
      + [translation.x, translation.y, translation.z, 1]
  }

  /// The sixteen entries row by row, as mathematics and Direct3D's column-vector style write them.
  public var rowMajor: [Double] {
    let columns = columnMajor
    return (0..<4).flatMap { row in (0..<4).map { columns[4 * $0 + row] } }
  }
}
