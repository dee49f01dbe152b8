import Foundation
import Inertial
import PhoneLink
import Rotations

extension PhoneRecording {
  init(text: String) throws(PhoneError) { try self.init(lines: Data(text.utf8)) }
}

/// Batches as phones send them, for all suites.
enum Samples {
  static let device = PhoneBatch.Device(convention: .specificForce, name: "Chrome 120 on Android 14", origin: 1.7e12)

  /// A phone that is moved along a smooth path while it turns, with the events that a browser of this convention sends.
  static func events(_ convention: PhoneConvention, count: Int = 200, orientation: Bool = true, rate: Bool = true)
    -> (events: [PhoneEvent], truth: [MotionSample])
  {
    var events: [PhoneEvent] = []
    var truth: [MotionSample] = []
    let degree = 180 / Double.pi
    for index in 0..<count {
      let t = Double(index) * 0.01
      let angles = RollPitchYaw(roll: 0.3 * sin(t), pitch: 0.5 + 0.2 * cos(2 * t), yaw: 0.4 * sin(1.3 * t))
      let attitude = angles.quaternion
      // At rest for the first half second.
      let moves = t > 0.5 ? 1.0 : 0
      let acceleration = Vector3(moves * sin(4 * t), moves * 0.5 * cos(3 * t), 0)
      let gravity = attitude.inverse.act(on: Vector3(0, 0, -standardGravity))
      let user = -attitude.inverse.act(on: acceleration)
      truth.append(
        MotionSample(timestamp: 5 + t, attitude: attitude, userAcceleration: user, gravity: gravity))
      let sign = convention == .apple ? 1.0 : -1
      let (whole, alone) = (sign * (user + gravity), sign * user)
      if orientation {
        events.append(
          .orientation(
            .init(
              time: 5000 + t * 1000, angles: .init(angles.yaw * degree, angles.pitch * degree, angles.roll * degree),
              isAbsolute: false)))
      }
      events.append(
        .motion(
          .init(
            time: 5000 + t * 1000, accelerationIncludingGravity: .init(whole.x, whole.y, whole.z),
            acceleration: .init(alone.x, alone.y, alone.z), rotationRate: rate ? .init(0, 0, 0) : nil, interval: 10)))
    }
    return (events, truth)
  }

  static func batch(_ events: [PhoneEvent], first: Int = 0, page: String = "page1") -> PhoneBatch {
    PhoneBatch(page: page, first: first, device: device, events: events)
  }

  static func json(_ batch: PhoneBatch) throws -> Data { try JSONEncoder().encode(batch) }
}
