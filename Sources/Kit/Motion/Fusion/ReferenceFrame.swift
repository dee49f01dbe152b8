import Foundation
import Rotations

/// The frame that an attitude turns device vectors into. All but ``northEastDown`` have z up.
///
/// Named by where the axes point; Core Motion's names are given with each. "North" is magnetic north throughout: true north
/// needs a position and a field model, which a recording does not hold.
public enum ReferenceFrame: String, CaseIterable, Hashable, Codable, Sendable {
  /// x east, y north, z up: the filters' own frame; Android, ROS.
  case eastNorthUp
  /// x north, y east, z down: aerospace. Gravity reads +z.
  case northEastDown
  /// Core Motion's `xMagneticNorthZVertical`: x north, y west, z up.
  case xNorthZVertical
  /// Core Motion's `xArbitraryZVertical`: z up; the heading starts at zero and is held by the gyroscope alone.
  case xArbitraryZVertical
  /// Core Motion's `xArbitraryCorrectedZVertical`: the heading starts at zero and is kept from drifting by the magnetometer.
  case xArbitraryCorrectedZVertical

  /// Whether an attitude in this frame needs a magnetometer.
  public var needsMagnetometer: Bool { self != .xArbitraryZVertical }

  /// Whether the heading is counted from where the device pointed at the start.
  public var startsAtZeroHeading: Bool { self == .xArbitraryZVertical || self == .xArbitraryCorrectedZVertical }

  /// (east, north, up)→this frame, for a frame that has a fixed place.
  public var fromEastNorthUp: Quaternion {
    let half = 0.5.squareRoot()
    return switch self {
    case .eastNorthUp, .xArbitraryZVertical, .xArbitraryCorrectedZVertical: .identity
    // x' = y, y' = x, z' = −z: half a turn about (1, 1, 0).
    case .northEastDown: Quaternion(w: 0, x: half, y: half, z: 0)
    // x' = y, y' = −x: a quarter turn clockwise about z.
    case .xNorthZVertical: Quaternion(w: half, x: 0, y: 0, z: -half)
    }
  }

  /// Unit vector that points up in this frame.
  public var up: Vector3 { self == .northEastDown ? Vector3(0, 0, -1) : Vector3(0, 0, 1) }
}
