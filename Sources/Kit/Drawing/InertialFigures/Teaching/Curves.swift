import Figures
import Foundation
import Rotations

extension Space.Path {
  /// A line through points, in no unit.
  init(_ name: String = "", through points: [Vector3], look: Look? = nil, marksEnds: Bool = false) {
    self.init(
      name, x: points.map(\.x), y: points.map(\.y), z: points.map(\.z), look: look, marksEnds: marksEnds)
  }

  /// The shortest way on the unit sphere from one direction to another, a part of a great circle.
  ///
  /// - Parameters:
  ///   - start, end: directions; their lengths do not matter.
  ///   - count: points of the line; at least 2.
  /// - Throws: `RotationError.zeroLength`, `.notFinite`, and `.parallel` for opposite directions, between which every way is
  ///   as short.
  public static func geodesic(
    _ name: String = "", from start: Vector3, to end: Vector3, count: Int = 61, look: Look? = nil
  ) throws(RotationError) -> Space.Path {
    let from = try start.normalized(as: "start")
    let turn = try Quaternion(from: from, to: end)
    return Space.Path(
      name, through: Curves.shares(count).map { turn.power($0).act(on: from) }, look: look, marksEnds: true)
  }
}

/// Lines that pictures of rotations are made of.
enum Curves {
  /// Thin lines that help to see depth.
  static let thin = Look(color: .muted, width: 0.5)

  /// Numbers from 0 to 1, evenly spread; two at least.
  static func shares(_ count: Int) -> [Double] {
    let last = max(count, 2) - 1
    return (0...last).map { Double($0) / Double(last) }
  }

  /// The way of a point that turns about an axis through the origin, a point each 3° at least.
  static func arc(of point: Vector3, about axis: Vector3, by angle: Double) throws(RotationError) -> [Vector3] {
    let turn = try AxisAngle(axis: axis, angle: 1)
    let count = min(max(Int((abs(angle) * 60 / .pi).rounded(.up)), 8), 2000)
    return shares(count + 1).map { Quaternion(rotationVector: turn.axis * (angle * $0)).act(on: point) }
  }

  /// A circle about the origin in the plane of two unit vectors at right angles.
  static func circle(_ u: Vector3, _ v: Vector3, radius: Double = 1) -> [Vector3] {
    shares(73).map { share in
      let angle = 2 * .pi * share
      return radius * (cos(angle) * u + sin(angle) * v)
    }
  }

  /// A sphere as a net: meridians and parallels, both so many degrees apart.
  static func net(every degrees: Double) -> [Space.Path] {
    let step = degrees * .pi / 180
    let count = Int((2 * .pi / step).rounded())
    let meridians = (0..<count / 2).map { index in
      let longitude = Double(index) * step
      return circle(Vector3(cos(longitude), sin(longitude), 0), Vector3(0, 0, 1))
    }
    let parallels = (1..<count / 2).map { index in
      let latitude = Double(index) * step - .pi / 2
      return circle(Vector3(1, 0, 0), Vector3(0, 1, 0), radius: cos(latitude)).map { $0 + Vector3(0, 0, sin(latitude)) }
    }
    return (meridians + parallels).map { Space.Path(through: $0, look: thin) }
  }

  /// An angle as people read it, in whole degrees where it is one.
  static func degrees(_ angle: Double) -> String {
    let degrees = angle * 180 / .pi
    let text = String(format: abs(degrees - degrees.rounded()) < 0.05 ? "%.0f°" : "%.1f°", degrees)
    return text == "-0°" ? "0°" : text.replacing("-", with: "−")
  }

  /// A space without a box and without a unit: directions have none.
  static func space(
    _ paths: [Space.Path], _ arrows: [Space.Arrow], view: Space.View = .standard, sphere: Double? = nil
  ) -> Space {
    var space = Space(
      x: FigureAxis("x"), y: FigureAxis("y"), z: FigureAxis("z"), paths: paths, arrows: arrows, view: view,
      showsBox: false, showsShadows: false)
    space.sphere = sphere
    return space
  }
}
