import Foundation
import Rotations

// The few vector and quaternion steps that every filter takes on every sample. They are written out, because a filter's
// update has tens of nanoseconds.

/// `v` at length 1, or `nil` for the zero vector.
@inline(__always)
func direction(_ v: Vector3) -> Vector3? {
  let square = v.dot(v)
  return square > 0 ? v * (1 / square.squareRoot()) : nil
}

/// The angle brought into (−π, π]. For angles within a few turns, as differences of two wrapped angles are.
@inline(__always)
func wrapped(_ angle: Double) -> Double {
  if angle > -.pi && angle <= .pi { return angle }
  let reduced = angle.remainder(dividingBy: 2 * .pi)
  return reduced <= -.pi ? reduced + 2 * .pi : reduced
}

extension Quaternion {
  /// self * right, inlined: `*` and `act(on:)` are calls.
  @inline(__always)
  func times(_ right: Quaternion) -> Quaternion {
    Quaternion(
      w: w * right.w - x * right.x - y * right.y - z * right.z,
      x: w * right.x + x * right.w + y * right.z - z * right.y,
      y: w * right.y - x * right.z + y * right.w + z * right.x, z: w * right.z + x * right.y - y * right.x + z * right.w
    )
  }

  /// act(on: v), inlined.
  @inline(__always)
  func turn(_ v: Vector3) -> Vector3 {
    let t = Vector3(x, y, z).cross(v) * 2
    return v + t * w + Vector3(x, y, z).cross(t)
  }

  /// The rotation by `v` radians about `v`'s direction, made for the small angles between two samples: below 0.1 rad
  /// the series to the sixth order is exact to the last bit or two and needs neither a root nor a sine. Evaluated in pairs
  /// (Estrin), because a filter waits for it.
  @inline(__always)
  static func increment(_ v: Vector3) -> Quaternion {
    let h2 = v.dot(v) * 0.25
    if h2 < 0.0025 {
      let h4 = h2 * h2
      let sinc = (0.5 - h2 * (1.0 / 12)) + h4 * ((1.0 / 240) - h2 * (1.0 / 10080))
      let cosine = (1 - h2 * 0.5) + h4 * ((1.0 / 24) - h2 * (1.0 / 720))
      return Quaternion(w: cosine, x: v.x * sinc, y: v.y * sinc, z: v.z * sinc)
    }
    let h = h2.squareRoot()
    let sinc = 0.5 * sin(h) / h
    return Quaternion(w: cos(h), x: v.x * sinc, y: v.y * sinc, z: v.z * sinc)
  }

  /// self ⊗ increment(v), back at length 1 but for the rounding of one step. The length is corrected on the factor that is
  /// known first, so that the correction does not lengthen the chain from sample to sample.
  @inline(__always)
  func advanced(by v: Vector3) -> Quaternion {
    retouched.times(.increment(v))
  }

  /// Undoes rounding: one Newton step towards length 1, for a quaternion that is within 1e-4 of it.
  @inline(__always)
  var retouched: Quaternion {
    let factor = 1.5 - 0.5 * (w * w + x * x + y * y + z * z)
    return Quaternion(w: w * factor, x: x * factor, y: y * factor, z: z * factor)
  }

  /// The rotation by `angle` radians about z.
  @inline(__always)
  static func aboutUp(_ angle: Double) -> Quaternion {
    Quaternion(w: cos(angle / 2), x: 0, y: 0, z: sin(angle / 2))
  }

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
  init(specificForce: Vector3, magneticField: Vector3?) {
    let up = direction(specificForce) ?? Vector3(0, 0, 1)
    if let field = magneticField, let east = direction(field.cross(up)) {
      self.init(rows: east, up.cross(east), up)
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

  /// From the rows of a rotation matrix (Shepperd 1978: the largest of the four candidates is divided by).
  init(rows a: Vector3, _ b: Vector3, _ c: Vector3) {
    let trace = a.x + b.y + c.z
    let q: (Double, Double, Double, Double)
    if trace >= max(a.x, b.y, c.z) {
      q = (1 + trace, c.y - b.z, a.z - c.x, b.x - a.y)
    } else if a.x >= b.y && a.x >= c.z {
      q = (c.y - b.z, 1 + a.x - b.y - c.z, a.y + b.x, a.z + c.x)
    } else if b.y >= c.z {
      q = (a.z - c.x, a.y + b.x, 1 + b.y - a.x - c.z, b.z + c.y)
    } else {
      q = (b.x - a.y, a.z + c.x, b.z + c.y, 1 + c.z - a.x - b.y)
    }
    let scale = 1 / (q.0 * q.0 + q.1 * q.1 + q.2 * q.2 + q.3 * q.3).squareRoot()
    self.init(w: q.0 * scale, x: q.1 * scale, y: q.2 * scale, z: q.3 * scale)
  }
}
