import Figures
import Rotations

/// The axes of the reference frame next to a convex solid that turns about their origin: before it where they come out
/// of a face that is seen, else behind it, and so long that their letters are free.
struct ReferenceAxes {
  private let solid: SceneSolid
  private let camera: SceneCamera

  init(_ solid: SceneSolid, _ camera: SceneCamera) { (self.solid, self.camera) = (solid, camera) }

  /// The picture of the solid with the axes.
  ///
  /// - Throws: ``SceneError/behindCamera(distance:radius:)``.
  func added(to frame: SceneFrame) throws(SceneError) -> SceneFrame {
    var frame = frame
    let polygons = frame.shapes.compactMap { shape in
      if case .polygon(let corners, _) = shape { corners } else { nil }
    }
    for (name, axis) in [("x", Vector3(1, 0, 0)), ("y", Vector3(0, 1, 0)), ("z", Vector3(0, 0, 1))] {
      let exit = exit(along: axis)
      let isBefore = exit.map { camera.sees($0.face) } ?? false
      let start = isBefore ? (exit?.distance ?? 0) : 0
      // An axis that points away behind the solid is not seen.
      guard let (end, place) = try free(axis, beyond: max(start + 0.15, 1), among: polygons) else { continue }
      guard let from = camera.project(axis * start), let to = camera.project(axis * (end - 0.13)) else {
        throw .behindCamera(distance: camera.distance, radius: end)
      }
      let line = SceneShape.line(from, to, width: 0.012)
      if isBefore { frame.shapes.append(line) } else { frame.shapes.insert(line, at: 0) }
      frame.shapes.append(.label(name, at: place))
    }
    return frame
  }

  /// Where an axis comes out of the solid.
  private func exit(along axis: Vector3) -> (distance: Double, face: SceneSolid.Face)? {
    let ways = solid.faces.compactMap { face -> (distance: Double, face: SceneSolid.Face)? in
      let outwards = face.normal.dot(axis)
      guard outwards > 1e-9, let corner = face.corners.first else { return nil }
      return (face.normal.dot(corner) / outwards, face)
    }
    return ways.min { $0.distance < $1.distance }
  }

  /// The least distance from the origin at which a letter covers none of the solid, and its place in the picture; nil
  /// where it would be far away.
  private func free(
    _ axis: Vector3, beyond least: Double, among polygons: [[SIMD2<Double>]]
  ) throws(SceneError) -> (distance: Double, place: SIMD2<Double>)? {
    for distance in stride(from: least, through: least + 0.5, by: 0.04) {
      guard let place = camera.project(axis * distance) else {
        throw .behindCamera(distance: camera.distance, radius: distance)
      }
      if !polygons.contains(where: { Self.touches($0, place) }) { return (distance, place) }
    }
    return nil
  }

  /// Whether a letter at a place would touch a convex polygon.
  private static func touches(_ corners: [SIMD2<Double>], _ place: SIMD2<Double>) -> Bool {
    let reach = 0.09
    let around = [SIMD2(0.0, 0), SIMD2(reach, 0), SIMD2(-reach, 0), SIMD2(0, reach), SIMD2(0, -reach)]
    return around.contains { offset in
      let sides = corners.indices.map { index -> Double in
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        let (edge, way) = (b - a, place + offset - a)
        return edge.x * way.y - edge.y * way.x
      }
      return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
    }
  }
}
