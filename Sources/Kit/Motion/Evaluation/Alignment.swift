import Foundation
import Rotations
import Stabilization
import Traces

/// A rotation, a translation and a scale that take one point set to another: x ↦ s·R·x + t.
public struct Alignment: Hashable, Sendable {
  /// What may be fitted before two trajectories are compared.
  public typealias Kind = TruthAlignment.Kind

  /// R, which acts first.
  public var rotation: Quaternion
  /// t, in the unit of the points.
  public var translation: Vector3
  /// s.
  public var scale: Double

  /// The alignment that changes nothing.
  public static let identity = Alignment(rotation: .identity, translation: .zero, scale: 1)

  /// The alignment x ↦ scale·R·x + translation.
  public init(rotation: Quaternion, translation: Vector3, scale: Double) {
    self.rotation = rotation
    self.translation = translation
    self.scale = scale
  }

  /// The aligned point.
  public func apply(to point: Vector3) -> Vector3 { rotation.act(on: point) * scale + translation }

  /// The alignment of this kind that brings `points` nearest to `reference`, in the least-squares sense (Umeyama 1991).
  ///
  /// - Parameter tolerance: How far ahead of the second best, relative to the whole, the rotation has to be. At 0 one of several
  ///   that are equally good is taken: the distances that remain are the same under each of them.
  /// - Parameter kind: What may be turned, moved and scaled.
  /// - Parameter points: The points to be moved.
  /// - Parameter reference: Where the points should lie.
  /// - Throws: `TraceError.lengthMismatch`; `.noRows` without points; `.notFinite`; `.invalidParameter` for `similarity` of
  ///   points that all coincide; ``EvaluationError/openAlignment(kind:)`` when the points leave the rotation open: all on one
  ///   line, a vertical one for a yaw, or mirror images.
  /// - Complexity: O(*n*).
  public init(
    _ kind: Kind, of points: [Vector3], to reference: [Vector3], tolerance: Double = 1e-12
  ) throws {
    try requireNonnegative("tolerance", tolerance)
    guard points.count == reference.count else {
      throw TraceError.lengthMismatch(column: "points", found: points.count, expected: reference.count)
    }
    guard let first = points.first else { throw TraceError.noRows(place: nil) }
    for (name, vectors) in [("points", points), ("reference", reference)] {
      if let row = vectors.firstIndex(where: { !$0.sum().isFinite }) {
        throw TraceError.notFinite(column: name, value: vectors[row].sum(), row: row)
      }
    }
    guard kind != .none, kind != .origin else {
      self = .identity
      if kind == .origin { translation = reference[0] - first }
      return
    }
    let (moved, fixed) = (Scaled(points), Scaled(reference))
    let (center, target) = (Self.mean(moved.values), Self.mean(fixed.values))
    let (from, to) = (moved.values.map { $0 - center }, fixed.values.map { $0 - target })
    let spread = from.reduce(0) { $0 + $1.squaredLength }
    // What rounding leaves of coordinates that are large against the distances does not show directions.
    let sizes = [(center, spread), (target, to.reduce(0) { $0 + $1.squaredLength })]
    let rounding = sizes.map { 1e-15 * $0.length / max(($1 / Double(points.count)).squareRoot(), 1e-300) }.max() ?? 0
    let margin = tolerance > 0 ? min(tolerance + rounding, 1) : -1
    let rotation: Quaternion
    do {
      rotation =
        kind == .yaw
        ? try Self.yaw(from, to, tolerance: margin)
        : try VectorAlignment(from: from, to: to, tolerance: margin).rotation
    } catch {
      throw EvaluationError.openAlignment(kind: "\(kind)")
    }
    var scale = 1.0
    if kind == .similarity {
      guard spread > 0 else { throw TraceError.invalidParameter("spread of the points", value: 0, expected: "above 0") }
      // tr(R·S) over the spread of the points, Umeyama's eq. 42.
      scale = zip(from, to).reduce(0) { $0 + rotation.act(on: $1.0).dot($1.1) } / spread * (fixed.unit / moved.unit)
    }
    let translation = target * fixed.unit - rotation.act(on: center) * moved.unit * scale
    guard scale.isFinite, translation.sum().isFinite else {
      throw TraceError.notFinite(column: "scale of the alignment", value: scale, row: 0)
    }
    self.init(rotation: rotation, translation: translation, scale: scale)
  }

  private static func mean(_ points: [Vector3]) -> Vector3 { points.reduce(.zero, +) / Double(points.count) }

  /// The turn about the vertical, by the horizontal parts taken as complex numbers.
  private static func yaw(_ from: [Vector3], _ to: [Vector3], tolerance: Double) throws -> Quaternion {
    var (sine, cosine, size) = (0.0, 0.0, 0.0)
    for (a, b) in zip(from, to) {
      sine += a.x * b.y - a.y * b.x
      cosine += a.x * b.x + a.y * b.y
      size += a.length * b.length
    }
    guard (sine * sine + cosine * cosine).squareRoot() > tolerance * size || tolerance < 0 else {
      throw EvaluationError.openAlignment(kind: "yaw")
    }
    return Quaternion(.z, atan2(sine, cosine))
  }
}
