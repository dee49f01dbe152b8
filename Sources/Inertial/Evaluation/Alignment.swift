import Foundation
import Rotations

/// A rotation, a translation and a scale that take one point set to another: x ↦ s·R·x + t.
public struct Alignment: Hashable, Sendable {
  /// What may be fitted before two trajectories are compared.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Nothing: the trajectories are taken as they are.
    case none
    /// The first positions fall together.
    case origin
    /// A turn about the vertical and a translation: what gravity leaves open.
    case yaw
    /// A rotation and a translation (Umeyama 1991 without scale).
    case rigid
    /// A rotation, a translation and a scale (Umeyama 1991, eq. 40–43).
    case similarity
  }

  public var rotation: Quaternion
  public var translation: Vector3
  public var scale: Double

  /// The alignment that changes nothing.
  public static let identity = Alignment(rotation: .identity, translation: .zero, scale: 1)

  public init(rotation: Quaternion, translation: Vector3, scale: Double) {
    self.rotation = rotation
    self.translation = translation
    self.scale = scale
  }

  /// The aligned point.
  public func apply(to point: Vector3) -> Vector3 { rotation.act(on: point) * scale + translation }

  /// The alignment of this kind that brings `points` nearest to `reference`, in the least-squares sense.
  ///
  /// The rotation of Umeyama's solution is found as Horn's (1987): the eigenvector of a symmetric 4×4 matrix that
  /// belongs to the greatest eigenvalue. Both are the maximum of the same trace, Horn's without the special case of a
  /// reflection.
  ///
  /// - Throws: `TraceError.lengthMismatch`; `.noRows` without points; `.invalidParameter` for `similarity` of points
  ///   that all coincide.
  /// - Complexity: O(*n*).
  public init(
    _ kind: Kind, of points: [Vector3], to reference: [Vector3]
  ) throws(TraceError) {
    guard points.count == reference.count else {
      throw .lengthMismatch(column: "points", found: points.count, expected: reference.count)
    }
    guard let first = points.first else { throw .noRows(place: nil) }
    switch kind {
    case .none: self = .identity
    case .origin: self.init(rotation: .identity, translation: reference[0] - first, scale: 1)
    case .yaw, .rigid, .similarity:
      let n = Double(points.count)
      let center = points.reduce(Vector3.zero, +) / n
      let target = reference.reduce(Vector3.zero, +) / n
      // Element (i, j) sums point i times reference j.
      var (sx, sy, sz) = (Vector3.zero, Vector3.zero, Vector3.zero)
      var spread = 0.0
      for (p, r) in zip(points, reference) {
        let (a, b) = (p - center, r - target)
        sx += a.x * b
        sy += a.y * b
        sz += a.z * b
        spread += a.squaredLength
      }
      let rotation =
        kind == .yaw
        ? Quaternion(.z, atan2(sx.y - sy.x, sx.x + sy.y)) : Self.horn(sx, sy, sz)
      var scale = 1.0
      if kind == .similarity {
        guard spread > 0 else { throw .invalidParameter("spread of the points", value: 0, expected: "above 0") }
        // tr(R·S) over the spread of the points, Umeyama's eq. 42.
        let turned = [sx, sy, sz]
        let columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map(rotation.act(on:))
        scale = zip(columns, turned).reduce(0) { $0 + $1.0.dot($1.1) } / spread
      }
      self.init(rotation: rotation, translation: target - rotation.act(on: center) * scale, scale: scale)
    }
  }

  /// Horn's quaternion for the sums of products S.
  private static func horn(_ sx: Vector3, _ sy: Vector3, _ sz: Vector3) -> Quaternion {
    var matrix = [
      [sx.x + sy.y + sz.z, sy.z - sz.y, sz.x - sx.z, sx.y - sy.x],
      [sy.z - sz.y, sx.x - sy.y - sz.z, sx.y + sy.x, sz.x + sx.z],
      [sz.x - sx.z, sx.y + sy.x, -sx.x + sy.y - sz.z, sy.z + sz.y],
      [sx.y - sy.x, sz.x + sx.z, sy.z + sz.y, -sx.x - sy.y + sz.z],
    ]
    let vectors = jacobiEigenvectors(&matrix)
    let greatest = (0..<4).max { matrix[$0][$0] < matrix[$1][$1] }!
    let q = vectors.map { $0[greatest] }
    return Quaternion(w: q[0], x: q[1], y: q[2], z: q[3]).settledLength
  }

  /// The eigenvectors of a symmetric matrix, as columns, by Jacobi's rotations; leaves the eigenvalues on the diagonal.
  private static func jacobiEigenvectors(_ a: inout [[Double]]) -> [[Double]] {
    let n = a.count
    var v = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
    for _ in 0..<60 {
      var off = 0.0
      for i in 0..<n { for j in 0..<n where i != j { off += a[i][j] * a[i][j] } }
      if off == 0 { break }
      for p in 0..<(n - 1) {
        for q in (p + 1)..<n where a[p][q] != 0 {
          let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
          let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
          let c = 1 / (t * t + 1).squareRoot()
          let s = t * c
          for k in 0..<n { (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]) }
          for k in 0..<n { (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]) }
          for k in 0..<n { (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]) }
        }
      }
    }
    return v
  }
}
