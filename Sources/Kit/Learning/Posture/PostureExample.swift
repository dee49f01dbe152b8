import Foundation
import Rotations

/// An attitude of the phone with what someone called it: held vertically, or not.
public struct PostureExample: Hashable, Sendable {
  /// Device→reference frame, z up. Its sign is kept: Core Motion reports both q and −q, and a network sees the difference.
  public var attitude: Quaternion
  /// Whether the phone is held vertically.
  public var isVertical: Bool

  /// An example; see the properties.
  public init(attitude: Quaternion, isVertical: Bool) { (self.attitude, self.isVertical) = (attitude, isVertical) }

  /// The seven inputs of the posture network: roll, yaw, pitch in rad (Core Motion's angles), then w, x, y, z.
  public var features: [Double] {
    let angles = attitude.rollPitchYaw
    return [angles.roll, angles.yaw, angles.pitch, attitude.w, attitude.x, attitude.y, attitude.z]
  }

  /// 1 for vertical, 0 for not.
  public var label: Double { isVertical ? 1 : 0 }
}

/// The rule in one line: the phone is vertical when its y axis points up to within an angle.
///
/// A network of 1254 weights learns little more than this; a student should see both.
public struct PostureRule: Hashable, Codable, Sendable {
  /// Largest angle between the device's y axis and up that still counts as vertical, rad. Default 15°. Larger values call more
  /// attitudes vertical.
  public var limit: Double

  /// A rule with this limit, rad, in 0…π.
  ///
  /// - Throws: ``PostureError/parameter(_:value:expected:)``.
  public init(limit: Double = 15 * .pi / 180) throws(PostureError) {
    guard (0...Double.pi).contains(limit) else {
      throw .parameter("limit", value: limit, expected: "an angle from 0 to π")
    }
    self.limit = limit
  }

  /// The cosine of the angle between the device's y axis and up: 1 upright, 0 level, −1 upside down.
  public static func uprightness(_ attitude: Quaternion) -> Double { up(attitude).y }

  /// The direction of up, seen from the device.
  static func up(_ attitude: Quaternion) -> Vector3 { attitude.inverse.act(on: CoordinateAxis.z.vector) }

  /// Whether the phone is vertical.
  public func isVertical(_ attitude: Quaternion) -> Bool { Self.uprightness(attitude) >= cos(limit) }
}
