/// A way to write down a rotation.
///
/// Every representation can be made from every other: `RotationMatrix(angles)`, `Quaternion(matrix)`,
/// `try RodriguesParameters(quaternion)`. The quaternion is the hub that the conversions go through; it has no
/// singularity, so that only the representation at the end decides where a conversion is singular.
public protocol RotationRepresentation: Sendable {
  /// The same rotation as a unit quaternion.
  var quaternion: Quaternion { get }
}
