import Figures
import Foundation
import Rotations

/// A gimbal as lines in space: three bodies that turn in each other, each about one axis.
///
/// The outer ring turns about an axis that stays; it carries the axis of the inner ring, and that one the axis of what it
/// holds. If the second turn brings the last axis onto the first one, both rings lie in one plane: two turns do the
/// same, and one direction is lost.
public struct GimbalRings: Hashable, Sendable {
  /// Unit vectors along which each of the three turns goes, from the outside to the inside, in the frame of the picture.
  public let axes: [Vector3]
  /// The attitude of what the inner ring holds.
  public let attitude: Quaternion
  /// The angles of the turns in the same order, rad.
  public let angles: [Double]
  /// The names of the axes, x, y or z.
  public let names: [String]

  /// The rings at these angles. Turns about axes that stay (extrinsic ones) are the same turns from the inside to the outside.
  ///
  /// - Throws: `RotationError.notFinite`.
  public init(_ angles: EulerAngles) throws(RotationError) {
    let angles = try angles.validated()
    let axes = angles.sequence.axes
    var turns = [(axes.0, angles.first), (axes.1, angles.second), (axes.2, angles.third)]
    if !angles.sequence.isIntrinsic { turns.reverse() }
    let outer = Quaternion(turns[0].0, turns[0].1)
    let inner = outer * Quaternion(turns[1].0, turns[1].1)
    self.axes = [turns[0].0.vector, outer.act(on: turns[1].0.vector), inner.act(on: turns[2].0.vector)]
    attitude = inner * Quaternion(turns[2].0, turns[2].1)
    self.angles = turns.map(\.1)
    names = turns.map(\.0.name)
  }

  /// The sine of the angle between the first and the last axis: 0 where the gimbal is locked, 1 where it is farthest from it.
  public var freedom: Double { axes[0].cross(axes[2]).length }

  /// The outer and the inner ring as closed lines: each holds both axes that it carries or turns about.
  public var rings: [[Vector3]] {
    [Curves.circle(axes[0], axes[1], radius: 1.2), Curves.circle(axes[1], axes[2])]
  }

  /// What is drawn: rings, axes, and the three axes of what they hold.
  func space() -> Space {
    let colors: [Look.Hue] = [.purple, .orange, .foreground]
    let looks = colors.map { Look(color: $0, width: 2.2) }
    func named(_ index: Int, _ what: String) -> String {
      "\(what): \(Curves.degrees(angles[index])) about \(names[index])"
    }
    let lengths = [1.35, 1.2, 1.0]
    var paths = [
      Space.Path(named(0, "outer ring"), through: rings[0], look: looks[0]),
      Space.Path(named(1, "inner ring"), through: rings[1], look: looks[1]),
    ]
    // The shafts, from ring to ring; the last one goes through what is held.
    for (index, (from, to)) in [(1.2, 1.35), (1.0, 1.2)].enumerated() {
      for side in [-1.0, 1] {
        paths.append(
          Space.Path(
            through: [side * from * axes[index], side * to * axes[index]], look: Look(color: colors[index], width: 1.2))
        )
      }
    }
    paths.append(
      Space.Path(
        named(2, "held"), through: [-lengths[2] * axes[2], lengths[2] * axes[2]],
        look: Look(color: colors[2], dash: .short, width: 1.2)))
    let held = CoordinateAxis.allCases.map { attitude.act(on: $0.vector) }
    return Curves.space(
      paths, Space.Arrow.triad((held[0], held[1], held[2]), length: 0.75),
      view: Space.View(azimuth: -30, elevation: 22))
  }
}

extension Figure {
  /// A gimbal with its rings at these angles: what Euler angles do, and where they lock.
  ///
  /// A page turns the figure by hand. See ``GimbalRings``.
  ///
  /// - Throws: `RotationError.notFinite`.
  public static func gimbal(_ angles: EulerAngles, size: Size? = nil) throws(RotationError) -> Figure {
    Figure(try GimbalRings(angles).space(), size: size)
  }

  /// The same for roll, pitch and yaw: yaw turns the outer ring, pitch the inner one.
  ///
  /// - Throws: `RotationError.notFinite`.
  public static func gimbal(_ angles: RollPitchYaw, size: Size? = nil) throws(RotationError) -> Figure {
    try gimbal(EulerAngles(sequence: .intrinsicZYX, angles.yaw, angles.pitch, angles.roll), size: size)
  }
}
