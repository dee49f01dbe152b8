import Foundation

/// A convex solid with flat coloured faces, for example a dice or a phone: what a ``SceneCamera`` takes pictures of.
public struct SceneSolid: Codable, Hashable, Sendable {
  /// A flat convex polygon, and flat marks on it.
  public struct Face: Codable, Hashable, Sendable {
    /// Corners in the solid's units, counter-clockwise seen from outside; at least three.
    public var corners: [SIMD3<Double>]
    /// The paint.
    public var color: SceneColor
    /// Polygons on the face, such as pips, drawn over it in this order; seen whenever the face is.
    public var marks: [Mark]

    /// A polygon on a face, in the face's plane.
    public struct Mark: Codable, Hashable, Sendable {
      /// Corners in the solid's units.
      public var corners: [SIMD3<Double>]
      /// The paint.
      public var color: SceneColor

      /// A mark; see the properties.
      public init(corners: [SIMD3<Double>], color: SceneColor) { (self.corners, self.color) = (corners, color) }
    }

    /// A face; see the properties.
    public init(corners: [SIMD3<Double>], color: SceneColor, marks: [Mark] = []) {
      (self.corners, self.color, self.marks) = (corners, color, marks)
    }

    /// The outward direction, unit; zero for fewer than three corners or corners on one line.
    public var normal: SIMD3<Double> {
      guard corners.count >= 3 else { return .zero }
      let (a, b) = (corners[1] - corners[0], corners[2] - corners[1])
      let n = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      let length = (n * n).sum().squareRoot()
      return length > 0 ? n / length : .zero
    }
  }

  /// The faces, in any order.
  public var faces: [Face]

  /// A solid of these faces.
  public init(faces: [Face]) { self.faces = faces }

  /// The largest distance of a corner from the origin.
  public var radius: Double {
    faces.flatMap(\.corners).map { ($0 * $0).sum().squareRoot() }.max() ?? 0
  }

  /// The solid with every corner moved by a function that keeps faces flat, such as a rotation.
  public func mapped(_ move: (SIMD3<Double>) -> SIMD3<Double>) -> SceneSolid {
    SceneSolid(
      faces: faces.map { face in
        Face(
          corners: face.corners.map(move), color: face.color,
          marks: face.marks.map { Face.Mark(corners: $0.corners.map(move), color: $0.color) })
      })
  }

  /// A box about the origin, in the order +x, −x, +y, −y, +z, −z.
  public static func box(_ size: SIMD3<Double>, colors: [SceneColor]) -> SceneSolid {
    let h = size / 2
    // For each face its outward axis and the two that span it, so that u × v points outwards.
    let spans: [(SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)] = [
      (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)), (SIMD3(-1, 0, 0), SIMD3(0, 0, 1), SIMD3(0, 1, 0)),
      (SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0)), (SIMD3(0, -1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1)),
      (SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 0)), (SIMD3(0, 0, -1), SIMD3(0, 1, 0), SIMD3(1, 0, 0)),
    ]
    return SceneSolid(
      faces: spans.enumerated().map { index, span in
        let (n, u, v) = span
        return Face(
          corners: [n - u - v, n + u - v, n + u + v, n - u + v].map { $0 * h },
          color: colors.isEmpty ? SceneColor(0.9, 0.9, 0.9) : colors[index % colors.count])
      })
  }
}

/// A colour in sRGB, 0 to 1 in each channel.
public struct SceneColor: Codable, Hashable, Sendable {
  /// Channels, 0 to 1.
  public var red, green, blue: Double

  /// A colour; channels outside 0…1 are cut off when it is drawn.
  public init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// The colour in less light, 0 to 1.
  public func lit(_ light: Double) -> SceneColor { SceneColor(red * light, green * light, blue * light) }

  /// As CSS writes it, "#e8e0d0".
  public var hex: String {
    func byte(_ channel: Double) -> UInt8 { UInt8((min(1, max(0, channel)) * 255).rounded()) }
    return Color(red: byte(red), green: byte(green), blue: byte(blue)).hex
  }
}
