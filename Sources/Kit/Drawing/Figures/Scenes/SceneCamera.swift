import Foundation

/// A pinhole camera that looks along its −z axis, x to the right and y up, as in OpenGL.
public struct SceneCamera: Codable, Hashable, Sendable {
  /// Rows of the matrix that turns scene vectors into camera vectors: the camera's x, y and z axis in the scene.
  public var right, up, back: SIMD3<Double>
  /// From the camera to the scene's origin, which lies straight ahead, in the scene's units.
  public var distance: Double
  /// The angle between the rays to the middle of the top and of the bottom edge, rad. Larger angles show more, and smaller.
  public var fieldOfView: Double

  /// A camera; the three axes must be orthonormal and right-handed.
  ///
  /// - Throws: ``SceneError/camera(name:value:expected:)`` for a distance that is not positive, or a field of view outside 0…π.
  public init(
    right: SIMD3<Double>, up: SIMD3<Double>, back: SIMD3<Double>, distance: Double = 4,
    fieldOfView: Double = 60 * .pi / 180
  ) throws(SceneError) {
    guard distance > 0, distance.isFinite else {
      throw .camera(name: "distance", value: distance, expected: "a finite number above 0")
    }
    guard fieldOfView > 0, fieldOfView < .pi else {
      throw .camera(name: "fieldOfView", value: fieldOfView, expected: "an angle above 0 and below π")
    }
    (self.right, self.up, self.back) = (right, up, back)
    (self.distance, self.fieldOfView) = (distance, fieldOfView)
  }

  /// Where the camera is in the scene.
  public var position: SIMD3<Double> { back * distance }

  /// The place of a point of the scene in the picture, whose middle is (0, 0) and top edge y = 1. `nil` behind the
  /// camera.
  public func project(_ point: SIMD3<Double>) -> SIMD2<Double>? {
    let depth = distance - (back * point).sum()
    guard depth > 1e-9 else { return nil }
    let scale = 1 / (tan(fieldOfView / 2) * depth)
    return SIMD2((right * point).sum() * scale, (up * point).sum() * scale)
  }

  /// Whether the outside of a face is seen: the camera is on the side to which its normal points.
  public func sees(_ face: SceneSolid.Face) -> Bool {
    guard let corner = face.corners.first else { return false }
    return (face.normal * (position - corner)).sum() > 0
  }

  /// A picture of convex solids: faces that look away are left out, the others drawn from far to near, each in the light that
  /// falls on it. O(faces · log faces).
  ///
  /// - Parameters:
  ///   - solids: in scene coordinates. Solids that reach into each other are not cut.
  ///   - light: the direction to the light, in scene coordinates; its length does not matter.
  ///   - ambient: share of the light that comes from everywhere, 0…1. Larger values flatten the shading.
  ///   - caption: set below the picture.
  /// - Throws: ``SceneError/behindCamera(distance:radius:)`` when a solid reaches behind the camera.
  public func picture(
    of solids: [SceneSolid], light: SIMD3<Double> = SIMD3(0.4, -0.5, 1), ambient: Double = 0.55, caption: String = ""
  ) throws(SceneError) -> SceneFrame {
    // From inside, a solid has no visible face; from among its corners, some have no place in the picture.
    if let radius = solids.map(\.radius).max(), radius >= distance {
      throw .behindCamera(distance: distance, radius: radius)
    }
    let toLight = light / (light * light).sum().squareRoot()
    var shapes = [SceneShape]()
    // Far solids first; of one convex solid the visible faces never cover each other.
    let order = solids.indices.sorted { depth(of: solids[$0]) > depth(of: solids[$1]) }
    for index in order {
      for face in solids[index].faces where sees(face) {
        let brightness = ambient + (1 - ambient) * max(0, (face.normal * toLight).sum())
        for (corners, color) in [(face.corners, face.color)] + face.marks.map({ ($0.corners, $0.color) }) {
          let points = corners.compactMap(project)
          guard points.count == corners.count else {
            throw .behindCamera(distance: distance, radius: solids[index].radius)
          }
          shapes.append(.polygon(points.map(rounded), fill: color.lit(brightness)))
        }
      }
    }
    return SceneFrame(shapes: shapes, caption: caption)
  }

  /// As exact as any page shows it.
  private func rounded(_ point: SIMD2<Double>) -> SIMD2<Double> { (point * 1e4).rounded(.toNearestOrEven) / 1e4 }

  private func depth(of solid: SceneSolid) -> Double {
    let corners = solid.faces.flatMap(\.corners)
    return corners.map { distance - (back * $0).sum() }.reduce(0, +) / Double(max(1, corners.count))
  }
}

/// What can be wrong with a scene. ``description`` puts it into words.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A property of the camera is out of range.
  case camera(name: String, value: Double, expected: String)
  /// A solid reaches behind the camera.
  case behindCamera(distance: Double, radius: Double)
  /// There is nothing to show.
  case empty(String)
  /// A frame rate or duration is out of range.
  case timing(name: String, value: Double, expected: String)

  /// Refuses times that do not grow, or of which there is not one per thing.
  package static func check(_ times: [Double], count: Int, one thing: String) throws(SceneError) {
    guard times.count == count else {
      throw .timing(name: "number of times", value: Double(times.count), expected: "\(count), one per \(thing)")
    }
    for index in times.indices.dropFirst() where !(times[index] > times[index - 1]) {
      throw .timing(
        name: "time \(index)", value: times[index], expected: "more than the one before, \(times[index - 1])")
    }
  }

  public var description: String {
    switch self {
    case .camera(let name, let value, let expected): "The camera's \(name) is \(value); expected \(expected)."
    case .behindCamera(let distance, let radius):
      """
      Something of radius \(radius) reaches behind a camera at a distance of \(distance) from the middle. Move the \
      camera back.
      """
    case .empty(let what): "There is no \(what)."
    case .timing(let name, let value, let expected): "\(name) is \(value); expected \(expected)."
    }
  }
}
