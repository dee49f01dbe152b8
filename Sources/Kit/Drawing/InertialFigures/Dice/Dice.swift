import Figures
import Foundation
import Rotations

extension SceneSolid {
  /// A dice with edges of length 1 about the origin: 1 on top (+z), 6 below, 2 towards +x, 3 towards +y; opposite faces make seven,
  /// and 1, 2, 3 run counter-clockwise about their corner.
  public static var dice: SceneSolid {
    let ivory = SceneColor(0.97, 0.94, 0.87)
    var solid = SceneSolid.box(SIMD3(1, 1, 1), colors: [ivory])
    for (index, pips) in [2, 5, 3, 4, 1, 6].enumerated() {
      let face = solid.faces[index]
      let n = face.normal
      let u = face.corners[1] - face.corners[0]
      let v = face.corners[3] - face.corners[0]
      solid.faces[index].marks = pipPlaces(pips).map { place in
        let center = n * 0.5 + u * (place.x * 0.27) + v * (place.y * 0.27)
        let radius = pips == 1 ? 0.13 : 0.095
        return Face.Mark(
          corners: (0..<16).map { step in
            let angle = Double(step) * .pi / 8
            return center + u * (radius * cos(angle)) + v * (radius * sin(angle))
          }, color: pips == 1 ? SceneColor(0.75, 0.15, 0.1) : SceneColor(0.11, 0.12, 0.14))
      }
    }
    return solid
  }

  private static func pipPlaces(_ pips: Int) -> [SIMD2<Double>] {
    let corners = [SIMD2(-1.0, -1), SIMD2(1, 1), SIMD2(-1, 1), SIMD2(1, -1)]
    return switch pips {
    case 1: [.zero]
    case 2: Array(corners[..<2])
    case 3: Array(corners[..<2]) + [.zero]
    case 4: corners
    case 5: corners + [.zero]
    default: corners + [SIMD2(-1, 0), SIMD2(1, 0)]
    }
  }

  /// A phone as a box about the origin, in its own frame: x to the right, y to the top edge, z out of the screen; 1.6 high. The
  /// screen is dark, with a light bar at its top edge; the back is light, with a lens in a corner of its top.
  public static var phone: SceneSolid {
    let metal = SceneColor(0.62, 0.66, 0.7)
    var solid = SceneSolid.box(
      SIMD3(0.8, 1.6, 0.1),
      colors: [metal, metal, metal, metal, SceneColor(0.2, 0.22, 0.25), SceneColor(0.8, 0.82, 0.85)])
    func screen(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, _ color: SceneColor) -> Face.Mark {
      Face.Mark(
        corners: [
          SIMD3(x.lowerBound, y.lowerBound, 0.05), SIMD3(x.upperBound, y.lowerBound, 0.05),
          SIMD3(x.upperBound, y.upperBound, 0.05), SIMD3(x.lowerBound, y.upperBound, 0.05),
        ], color: color)
    }
    solid.faces[4].marks = [
      screen(-0.36...0.36, -0.7...0.7, SceneColor(0.16, 0.42, 0.66)),
      screen(-0.36...0.36, 0.54...0.7, SceneColor(0.93, 0.69, 0.2)),
    ]
    let lens = SIMD3<Double>(-0.24, 0.62, -0.05)
    solid.faces[5].marks = [
      Face.Mark(
        corners: (0..<16).map { corner in
          let angle = Double(corner) * .pi / 8
          return SIMD3<Double>(lens.x + 0.09 * sin(angle), lens.y + 0.09 * cos(angle), lens.z)
        },
        color: SceneColor(0.2, 0.22, 0.25))
    ]
    return solid
  }
}
