import Foundation
import Rotations

extension Quaternion {
  /// The heading of a device→(z up) attitude, rad: the turn about the vertical that is left when the tilt is removed by
  /// the shortest way. 0 for the identity; unlike a yaw angle it is defined in every attitude but exactly upside down.
  public var headingAboutUp: Double { w == 0 && z == 0 ? 0 : wrapped(2 * atan2(z, w)) }
}

/// The angle brought into (−π, π]. For angles within a few turns, as differences of two wrapped angles are.
@inlinable @inline(__always)
package func wrapped(_ angle: Double) -> Double {
  if angle > -.pi && angle <= .pi { return angle }
  let reduced = angle.remainder(dividingBy: 2 * .pi)
  return reduced <= -.pi ? reduced + 2 * .pi : reduced
}
