import Foundation
import Rotations

// The few vector and quaternion steps that every filter takes on every sample.

/// `v` at length 1, or `nil` for the zero vector.
@inline(__always)
func direction(_ v: Vector3) -> Vector3? {
  let square = v.dot(v)
  return square > 0 ? v * (1 / square.squareRoot()) : nil
}

extension Quaternion {
  /// Up (0, 0, 1) and north (0, 1, 0) of the reference frame, seen from the device: the third and second row of the
  /// attitude's matrix.
  @inline(__always)
  var upInDevice: Vector3 {
    Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
  }

  /// See ``upInDevice``.
  @inline(__always)
  var northInDevice: Vector3 {
    Vector3(2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x))
  }

  /// Device→(east, north, up) from one reading of accelerometer and magnetometer (Black's TRIAD, 1964): gravity is
  /// trusted fully, the field gives the heading. Without a field, or with one parallel to gravity, the shortest turn
  /// that brings the reading to the vertical and leaves the heading at zero.
  ///
  /// No Euler angles are involved, so every start is as good as any other.
  package init(specificForce: Vector3, magneticField: Vector3?) {
    let up = direction(specificForce) ?? Vector3(0, 0, 1)
    if let field = magneticField, let east = direction(field.cross(up)) {
      self.init(RotationMatrix(uncheckedColumns: east, up.cross(east), up).transpose)
      return
    }
    let level = Quaternion(w: 1 + up.z, x: up.y, y: -up.x, z: 0)
    let square = level.w * level.w + level.x * level.x + level.y * level.y
    if square > 1e-12 {
      let scale = 1 / square.squareRoot()
      self.init(w: level.w * scale, x: level.x * scale, y: level.y * scale, z: 0)
    } else {
      self.init(w: 0, x: 0, y: 1, z: 0)
    }
  }
}
