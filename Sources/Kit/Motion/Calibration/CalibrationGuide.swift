import Foundation
import Rotations
import Traces

/// The state of a session in which somebody calibrates a device: what is there, what is missing, and what the device does now. It follows from
/// the samples alone, by the rules of the fits.
package struct CalibrationGuide: Sendable {
  /// A way to lay the device down, or a kind of them.
  package struct Target: Hashable, Sendable, Codable {
    package let name: String
    /// One direction of the device that points up then.
    package let up: [Double]
    /// Still positions with directions that differ.
    package var count = 0
    package let wanted: Int

    package var isDone: Bool { count >= wanted }
  }

  /// How the device lies now.
  package struct Hold: Hashable, Sendable, Codable {
    /// Seconds of stillness, without the margins of a position.
    package let seconds: Double
    /// Where it lies among the targets.
    package let target: Int
    /// Whether an earlier position has the same direction, within 10°.
    package let isKnown: Bool
    /// Whether it is still as in a hand: a position, but not a good one.
    package let trembles: Bool
  }

  /// Seconds of stillness that make a position.
  package static let needed = 1.0
  /// rad/s: a hand that holds a phone still turns it by so much; on a table a phone's gyroscope has a fifth of it.
  static let tremble = 0.008

  /// Six sides, then three kinds of leaning.
  package private(set) var targets = Self.allTargets
  /// nil while the device moves.
  package let hold: Hold?
  /// The fits to what is there.
  package let found: DeviceCalibration
  /// The share of 26 directions, evenly spread, from which the magnetic field has been seen; nil without a magnetometer.
  package let coverage: Double?

  /// - Parameters:
  ///   - recordings: In the order in which they were made; the device does now what the last one ends with.
  ///   - hasGyroscope: Whether the rotation rates were measured.
  /// - Throws: `TraceError` for samples that are not finite.
  /// - Complexity: O(samples · log samples).
  package init(_ recordings: [[RawSample]], hasGyroscope: Bool) throws {
    let found = try DeviceCalibration(recordings, hasGyroscope: hasGyroscope)
    let positions = found.pieces.flatMap(\.positions)
    for direction in Sides.distinct(positions.map(\.specificForce)) { targets[Self.target(of: direction)].count += 1 }
    hold = found.pieces.last?.ongoing.map { now in
      // Each recording has its own clock.
      let earlier =
        found.pieces.dropLast().flatMap(\.positions)
        + (found.pieces.last?.positions ?? []).filter { $0.time.upperBound < now.time.lowerBound }
      let known = Sides.distinct(earlier.map(\.specificForce))
      return Hold(
        seconds: now.time.upperBound - now.time.lowerBound, target: Self.target(of: now.specificForce),
        isKnown: Sides.distinct(known.map { $0 * standardGravity } + [now.specificForce]).count == known.count,
        trembles: hasGyroscope && now.rotationVariance.squareRoot() > Self.tremble)
    }
    let fields = recordings.joined().compactMap(\.magneticField)
    coverage = fields.isEmpty ? nil : Self.coverage(fields, about: found.magnetometer?.triad.bias)
    self.found = found
  }

  /// The place of the target that is missing and nearest to the front of the list; nil when all are there.
  package var next: Int? { targets.firstIndex { !$0.isDone } }

  // MARK: Directions

  private static let allTargets = [
    Target(name: "screen up", up: [0, 0, 1], wanted: 1), Target(name: "screen down", up: [0, 0, -1], wanted: 1),
    Target(name: "top edge up", up: [0, 1, 0], wanted: 1), Target(name: "bottom edge up", up: [0, -1, 0], wanted: 1),
    Target(name: "right edge up", up: [1, 0, 0], wanted: 1), Target(name: "left edge up", up: [-1, 0, 0], wanted: 1),
    Target(name: "leaning sideways, a long edge raised", up: [1, 0, 1], wanted: 2),
    Target(name: "leaning back, a short edge raised", up: [0, 1, 1], wanted: 2),
    Target(name: "on a corner, screen upright", up: [1, 1, 0], wanted: 2),
  ]

  /// The 26 directions to sides, edges and corners.
  private static let directions = (0..<27).filter { $0 != 13 }.map { place in
    let direction = Vector3(Double(place % 3 - 1), Double(place / 3 % 3 - 1), Double(place / 9 - 1))
    return direction / direction.length
  }

  /// The target that is nearest to a direction: a side, or the kind of leaning between two of them.
  static func target(of direction: Vector3) -> Int {
    let sizes = [abs(direction.x), abs(direction.y), abs(direction.z)]
    let order = (0..<3).sorted { sizes[$0] < sizes[$1] }
    // A lean of less than half of 45° is nearer to the side.
    guard sizes[order[1]] > tan(.pi / 8) * sizes[order[2]] else {
      return [4, 2, 0][order[2]] + (direction[order[2]] < 0 ? 1 : 0)
    }
    return [7, 6, 8][order[0]]
  }

  private static func coverage(_ fields: [Vector3], about center: Vector3?) -> Double {
    let (low, high) = fields.reduce((fields[0], fields[0])) { bounds, field in
      (
        bounds.0.replacing(with: field, where: field .< bounds.0),
        bounds.1.replacing(with: field, where: field .> bounds.1)
      )
    }
    let middle = center ?? (low + high) / 2
    // Before there is a fit the radius is that of the earth's weakest field at least: noise about one point covers nothing.
    let seen = Set(
      fields.lazy.map { $0 - middle }.filter { $0.length > 15 }.compactMap { offset in
        directions.indices.max { directions[$0].dot(offset) < directions[$1].dot(offset) }
      })
    return Double(seen.count) / Double(directions.count)
  }
}
