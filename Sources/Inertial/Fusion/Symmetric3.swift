import Rotations

/// A symmetric 3×3 matrix, such as a covariance.
struct Symmetric3: Hashable, Sendable {
  var xx, yy, zz, xy, xz, yz: Double

  @inline(__always)
  init(xx: Double, yy: Double, zz: Double, xy: Double, xz: Double, yz: Double) {
    (self.xx, self.yy, self.zz, self.xy, self.xz, self.yz) = (xx, yy, zz, xy, xz, yz)
  }

  @inline(__always)
  init(diagonal: Double) {
    self.init(xx: diagonal, yy: diagonal, zz: diagonal, xy: 0, xz: 0, yz: 0)
  }

  @inline(__always)
  func act(on v: Vector3) -> Vector3 {
    Vector3(xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z)
  }

  /// The inverse, by cofactors; the matrix must be positive definite.
  @inline(__always)
  var inverse: Symmetric3 {
    let cxx = yy * zz - yz * yz
    let cxy = xz * yz - xy * zz
    let cxz = xy * yz - xz * yy
    let scale = 1 / (xx * cxx + xy * cxy + xz * cxz)
    return Symmetric3(
      xx: cxx * scale, yy: (xx * zz - xz * xz) * scale, zz: (xx * yy - xy * xy) * scale, xy: cxy * scale,
      xz: cxz * scale, yz: (xy * xz - xx * yz) * scale)
  }

  /// self · middle · self.
  @inline(__always)
  func congruent(by middle: Symmetric3) -> Symmetric3 {
    let a = Vector3(xx, xy, xz)
    let b = Vector3(xy, yy, yz)
    let c = Vector3(xz, yz, zz)
    let ma = middle.act(on: a)
    let mb = middle.act(on: b)
    let mc = middle.act(on: c)
    return Symmetric3(
      xx: a.dot(ma), yy: b.dot(mb), zz: c.dot(mc), xy: a.dot(mb), xz: a.dot(mc), yz: b.dot(mc))
  }

  @inline(__always)
  static func + (left: Symmetric3, right: Symmetric3) -> Symmetric3 {
    Symmetric3(
      xx: left.xx + right.xx, yy: left.yy + right.yy, zz: left.zz + right.zz, xy: left.xy + right.xy,
      xz: left.xz + right.xz, yz: left.yz + right.yz)
  }

  @inline(__always)
  static func - (left: Symmetric3, right: Symmetric3) -> Symmetric3 {
    Symmetric3(
      xx: left.xx - right.xx, yy: left.yy - right.yy, zz: left.zz - right.zz, xy: left.xy - right.xy,
      xz: left.xz - right.xz, yz: left.yz - right.yz)
  }
}
