import Figures
import Foundation
import Rotations

extension Figure {
  /// A rotation by its axis and angle: a vector, where it comes to lie, the circle on which it goes there, and the angle.
  ///
  /// A page turns the figure by hand. A vector along the axis stays, and has no circle.
  ///
  /// - Parameters:
  ///   - rotation: an angle above half a turn, or below zero, is drawn as it is.
  ///   - vector: what is turned, in any unit.
  /// - Throws: `RotationError.zeroLength` for a vector of no length, `.notFinite`.
  public static func rotation(_ rotation: AxisAngle, of vector: Vector3, size: Size? = nil) throws(RotationError)
    -> Figure
  {
    let direction = try vector.normalized(as: "vector")
    let length = vector.length
    let (axis, turned) = (rotation.axis, rotation.quaternion.act(on: vector))
    let (blue, vermilion, ink) = (Look(color: .blue), Look(color: .vermilion), Look(color: .foreground))
    var arrows = [
      Space.Arrow("axis", from: -0.4 * length * axis, to: 1.25 * length * axis, look: ink),
      Space.Arrow("v", from: .zero, to: vector, look: blue),
    ]
    var paths: [Space.Path] = []
    let middle = axis * vector.dot(axis)
    let isOnAxis = axis.cross(direction).length < 1e-9
    if !isOnAxis {
      paths.append(Space.Path(through: try Curves.arc(of: vector, about: axis, by: 2 * .pi), look: Curves.thin))
      if rotation.angle != 0 {
        let arc = try Curves.arc(of: vector, about: axis, by: rotation.angle)
        paths.append(
          Space.Path(
            "θ = \(Curves.degrees(rotation.angle))", through: arc, look: Look(color: .orange, width: 2.4)))
      }
      for end in [vector, turned] {
        paths.append(Space.Path(through: [middle, end], look: Look(color: .muted, dash: .dotted, width: 0.8)))
      }
      arrows.append(Space.Arrow("v′", from: .zero, to: turned, look: vermilion))
    }
    return Figure(Curves.space(paths, arrows), size: size)
  }

  /// The same for a rotation in another form: its angle is then between 0 and half a turn.
  ///
  /// - Throws: `RotationError.zeroLength` for a vector of no length, `.notFinite`.
  public static func rotation(
    _ rotation: some RotationRepresentation, of vector: Vector3, size: Size? = nil
  ) throws(RotationError) -> Figure {
    try self.rotation(AxisAngle(rotation), of: vector, size: size)
  }

  /// The unit sphere with lines on it, those on its far half lighter or dotted; for example those of ``Figures/Space/Path/geodesic(_:from:to:count:look:)``.
  ///
  /// - Parameters:
  ///   - paths: what is drawn on it, or in it; a direction is a point of length 1, and has no unit.
  ///   - arrows: directions drawn with them.
  public static func sphere(_ paths: [Space.Path], arrows: [Space.Arrow] = [], size: Size? = nil) -> Figure {
    Figure(Curves.space(Curves.net(every: 30) + paths, arrows, sphere: 1), size: size)
  }

  /// Ways from one attitude to another, as the tip of a vector that turns along draws them on the unit sphere: `slerp`, the
  /// shortest rotation at constant speed; `Euler angles`, roll, pitch and yaw each at constant speed; and `matrices`, entry by
  /// entry, which leaves the sphere: what is between is not a rotation.
  ///
  /// - Parameters:
  ///   - start, end: the attitudes.
  ///   - vector: in the frame that turns; its length does not matter.
  /// - Throws: `RotationError.zeroLength` and `.notFinite` for the vector.
  public static func interpolations(
    from start: Quaternion, to end: Quaternion, of vector: Vector3 = Vector3(1, 0, 0), size: Size? = nil
  ) throws(RotationError) -> Figure {
    let tip = try vector.normalized(as: "vector")
    let shares = Curves.shares(61)
    let (a, b) = (start.rollPitchYaw, end.rollPitchYaw)
    func mixed(_ a: Double, _ b: Double, _ t: Double) -> Double { a + t * (b - a) }
    let angles = shares.map { t in
      RollPitchYaw(
        roll: mixed(a.roll, b.roll, t), pitch: mixed(a.pitch, b.pitch, t), yaw: mixed(a.yaw, b.yaw, t)
      ).quaternion.act(on: tip)
    }
    let (from, to) = (start.act(on: tip), end.act(on: tip))
    return sphere(
      [
        Space.Path(
          "slerp", through: shares.map { start.slerp(to: end, $0).act(on: tip) }, look: Look(color: .blue),
          marksEnds: true),
        Space.Path("Euler angles", through: angles, look: Look(color: .vermilion, dash: .long)),
        Space.Path(
          "matrices", through: shares.map { from + $0 * (to - from) }, look: Look(color: .green, dash: .dashDot)),
      ], size: size)
  }

  /// Frames by their axes: side by side, or one in the other.
  ///
  /// - Parameters:
  ///   - frames: what each is called in the legend, and the rotation that turns its vectors into those of the frame of the
  ///     picture, whose z points up.
  ///   - inOne: whether they have one origin; then each has another dash, and the axes of the second are x′, y′ and z′.
  public static func frames(
    _ frames: [(name: String, attitude: Quaternion)], inOne: Bool = false, size: Size? = nil
  ) -> Figure {
    let dashes: [Look.Dash] = [.solid, .short, .dotted, .dashDot]
    // The same circles in each panel, so that all are at one scale.
    let (x, y, z) = (CoordinateAxis.x.vector, CoordinateAxis.y.vector, CoordinateAxis.z.vector)
    let circles = [(x, y), (x, z), (y, z)].map { Space.Path(through: Curves.circle($0, $1), look: Curves.thin) }
    let drawn = frames.enumerated().map { index, frame -> (path: Space.Path, axes: [Space.Arrow]) in
      let axes = [x, y, z].map { frame.attitude.act(on: $0) }
      let dash = inOne ? dashes[index % dashes.count] : .solid
      let prime = String(repeating: "′", count: inOne ? index : 0)
      return (
        // In the legend; in the picture it is under the axis.
        Space.Path(frame.name, through: [.zero, 0.01 * axes[0]], look: Look(color: .muted, dash: dash, width: 0.9)),
        Space.Arrow.triad(
          (axes[0], axes[1], axes[2]), names: ("x\(prime)", "y\(prime)", "z\(prime)"), dash: dash)
      )
    }
    if inOne { return Figure(Curves.space(circles + drawn.map(\.path), drawn.flatMap(\.axes), sphere: 1), size: size) }
    return Figure(
      panels: drawn.map { .space(Curves.space(circles + [$0.path], $0.axes, sphere: 1)) },
      columns: min(max(drawn.count, 1), 3),
      size: size)
  }
}
