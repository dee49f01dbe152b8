import Fusion
import Rotations
import Traces

/// With which signs a browser reports accelerations.
///
/// Both agree on the axes (x to the right, y to the top edge, z out of the screen), on m/s² and on degrees. Face up at rest,
///
/// | | `accelerationIncludingGravity.z` | `acceleration` |
/// | --- | --- | --- |
/// | `specificForce`: Chrome and Firefox on Android, as the W3C's Device Orientation and Motion has it | +9.81 | that of the body |
/// | `apple`: every browser on iOS, which pass on Core Motion's `gravity + userAcceleration` times 9.81 | −9.81 | minus that of the body |
///
/// `rotationRate` is about x (`alpha`), y (`beta`) and z (`gamma`) everywhere, although the specification said z, x, y until
/// 2024 (w3c/deviceorientation, issue 44: Chrome, Firefox and Safari all did so); right-handed, degrees per second.
/// `DeviceOrientationEvent` has the angles of R = Rz(alpha)·Rx(beta)·Ry(gamma), device to (east, north, up) or to a frame whose
/// heading is arbitrary: Core Motion's yaw, pitch and roll.
package enum PhoneConvention: String, Hashable, Sendable, Codable {
  case apple
  case specificForce

  /// What takes the browser's acceleration to Core Motion's sign, in which samples are stored.
  package var sign: Double { self == .apple ? 1 : -1 }

  package var other: PhoneConvention { self == .apple ? .specificForce : .apple }
}

/// Finds out from gravity which signs a phone really reports with: at rest, the attitude says where down is.
package struct ConventionCheck: Sendable {
  /// Samples at rest that decide.
  static let needed = 20
  /// m/s²: how far a length may be from gravity's for the phone to count as at rest.
  static let tolerance = 1.0

  private var agreeing = 0
  private var contradicting = 0

  package init() {}

  /// Nil until enough samples were at rest; then whether gravity points as the convention says.
  package var verdict: Bool? {
    guard agreeing + contradicting >= Self.needed else { return nil }
    return agreeing >= contradicting
  }

  /// Takes in one acceleration with gravity as the browser reported it, and the attitude at that time.
  package mutating func take(
    _ acceleration: Vector3, attitude: Quaternion, convention: PhoneConvention
  ) {
    guard verdict == nil, abs(acceleration.length - standardGravity) < Self.tolerance else { return }
    let gravity = attitude.inverse.act(on: Vector3(0, 0, -standardGravity))
    let agreement = (acceleration * convention.sign).dot(gravity) / (standardGravity * standardGravity)
    if agreement > 0.8 { agreeing += 1 } else if agreement < -0.8 { contradicting += 1 }
  }
}
