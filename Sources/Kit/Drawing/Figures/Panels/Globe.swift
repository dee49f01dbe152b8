/// A transparent sphere about the origin; parts of a path on its far half look different from those on its near half.
struct Globe {
  let radius: Double
  let towardsEye: SIMD3<Double>

  /// How much nearer to the middle a point may be and still lie on the sphere, as a share of the radius.
  static let depth = 0.02

  /// How a line looks on the far half: lines of a net lighter, others thinner and in dots.
  static func far(_ stroke: Stroke, isGuide: Bool, _ palette: Palette) -> Stroke {
    isGuide
      ? Stroke(color: palette.faint, dash: stroke.dash, width: stroke.width)
      : Stroke(color: stroke.color, dash: .dotted, width: 0.7 * stroke.width)
  }

  /// A line parted at the sphere's edge: its points on the near half and inside, and those on the far half, with gaps (NaN) where
  /// the other part is. O(points).
  func parts(of points: [SIMD3<Double>]) -> (near: [SIMD3<Double>], far: [SIMD3<Double>]) {
    let gap = SIMD3(repeating: Double.nan)
    var (near, far) = ([SIMD3<Double>](), [SIMD3<Double>]())
    var last: (point: SIMD3<Double>, isFar: Bool)?
    for point in points {
      let isFar = isFar(point)
      if let last, last.isFar != isFar, !last.point.x.isNaN, !point.x.isNaN {
        let edge = edge(last.point, point)
        near.append(edge)
        far.append(edge)
        if isFar { near.append(gap) } else { far.append(gap) }
      }
      near.append(isFar ? gap : point)
      far.append(isFar ? point : gap)
      last = (point, isFar)
    }
    return (near, far)
  }

  private func isFar(_ point: SIMD3<Double>) -> Bool {
    (point * towardsEye).sum() < 0 && (point * point).sum().squareRoot() > (1 - Self.depth) * radius
  }

  /// Where the straight way between two points passes the edge.
  private func edge(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    let (from, to) = ((a * towardsEye).sum(), (b * towardsEye).sum())
    return from == to ? a : a + (b - a) * min(max(from / (from - to), 0), 1)
  }
}
