internal import Basics
import Foundation
import Rotations
import Stabilization
import Traces

/// How much a path looks like the polygon that it was meant to be: its corners, and how far they are from those of a regular
/// polygon.
///
/// A closing error alone does not score a drawn square: a scheme that takes every movement for rest closes perfectly.
public struct PolygonFit: Hashable, Sendable {
  /// Start, the corners between, and end: one more than there are sides; m.
  public let corners: [Vector3]
  /// Root mean square distance of the path from the sides, m.
  public let roughness: Double
  /// Root mean square distance of the corners from those of the nearest regular polygon, which starts and ends in one
  /// corner, in units of its side.
  public let misfit: Double
  /// The side of that polygon, m.
  public let side: Double

  /// Fits `sides` straight lines to the path, each beginning where the last ended, so that the sum of squared distances
  /// is the least; then the regular polygon that is nearest to their ends, in any position, size and sense of rotation.
  ///
  /// - Parameters:
  ///   - path: Positions in m, in time order.
  ///   - sides: 3 to 500.
  ///   - resolution: Points at equal distances along the path among which corners are sought, at most 2000.
  /// - Throws: `TraceError.invalidParameter` for another number of sides, a resolution below four times as many, or a path
  ///   that does not leave its start.
  /// - Complexity: O(positions + sides · resolution² + resolution³).
  public init(of path: [Vector3], sides: Int, resolution: Int = 120) throws {
    try requireCount("sides", sides, in: 3...500)
    // At least four points a side; the table of distances grows with the square.
    try requireCount("resolution", resolution, in: (4 * sides)...2000)
    if let row = path.firstIndex(where: { !($0 * $0).sum().isFinite }) {
      throw TraceError.notFinite(column: "path", value: (path[row] * path[row]).sum(), row: row)
    }
    let points = Self.equallySpaced(path, resolution)
    guard let first = points.first, points.contains(where: { $0 != first }) else {
      throw TraceError.invalidParameter("length of the path", value: 0, expected: "above 0 m")
    }
    let (cuts, cost) = Self.split(points, sides)
    corners = cuts.map { points[$0] }
    roughness = (cost / Double(points.count)).squareRoot()
    let regular = (0...sides).map { index -> Vector3 in
      let angle = 2 * Double.pi * Double(index) / Double(sides)
      return Vector3(cos(angle), sin(angle), 0) * (0.5 / sin(.pi / Double(sides)))
    }
    let alignment = try Alignment(.similarity, of: regular, to: corners, tolerance: 0)
    let distances = zip(regular, corners).map { (alignment.apply(to: $0) - $1).length }
    side = alignment.scale
    misfit = rootMeanSquare(distances) / max(alignment.scale, .leastNormalMagnitude)
  }

  /// m, from corner to corner.
  public var sideLengths: [Double] { zip(corners, corners.dropFirst()).map { ($1 - $0).length } }

  /// The shortest side over the longest: 1 for a square, 0 when a side was swallowed.
  public var sideRatio: Double { (sideLengths.min() ?? 0) / max(sideLengths.max() ?? 0, .leastNormalMagnitude) }

  /// The angle by which the path turns at each corner between start and end, rad: 2π/sides in a regular polygon.
  public var turns: [Double] {
    let sides = zip(corners, corners.dropFirst()).map { $1 - $0 }
    return zip(sides, sides.dropFirst()).map { atan2($0.cross($1).length, $0.dot($1)) }
  }

  /// Root mean square deviation of the turns from those of a regular polygon, rad.
  public var turnError: Double { rootMeanSquare(turns.map { $0 - 2 * .pi / Double(corners.count - 1) }) }

  /// Points at equal distances along the path. A pause leaves no crowd of points.
  private static func equallySpaced(_ path: [Vector3], _ count: Int) -> [Vector3] {
    let line = LinearInterpolation(steps: zip(path, path.dropFirst()).map { ($1 - $0).length })
    guard line.end > 0 else { return Array(path.prefix(1)) }
    return line.places(count).map(path.between)
  }

  /// The indices at which the path is cut into `sides` pieces with the least squared distance from their chords.
  private static func split(_ points: [Vector3], _ sides: Int) -> (cuts: [Int], cost: Double) {
    let n = points.count
    var chord = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in (i + 1)..<max(n, i + 1) {
        let direction = points[j] - points[i]
        let square = direction.squaredLength
        chord[i * n + j] = points[i...j].reduce(0) { sum, point in
          let offset = point - points[i]
          let along = square > 0 ? min(max(offset.dot(direction) / square, 0), 1) : 0
          return sum + (offset - direction * along).squaredLength
        }
      }
    }
    var cost = (0..<n).map { chord[$0] }
    var from = [[Int]]()
    for _ in 1..<sides {
      var (next, best) = ([Double](repeating: .infinity, count: n), [Int](repeating: 0, count: n))
      for j in 1..<n {
        for i in 0..<j where cost[i] + chord[i * n + j] < next[j] {
          (next[j], best[j]) = (cost[i] + chord[i * n + j], i)
        }
      }
      next[0] = 0
      cost = next
      from.append(best)
    }
    var cuts = [n - 1]
    for best in from.reversed() { cuts.append(best[cuts[cuts.count - 1]]) }
    return (Array((cuts + [0]).reversed()), cost[n - 1])
  }
}
