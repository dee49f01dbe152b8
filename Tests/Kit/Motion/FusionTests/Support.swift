import Foundation
import Inertial
import Rotations

extension SeededRandom {
  mutating func unit() -> Double { uniform(-1...1) }
  mutating func vector(_ scale: Double = 1) -> Vector3 { Vector3(unit(), unit(), unit()) * scale }
  mutating func rotation() -> Quaternion {
    while true {
      let (w, x, y, z) = (unit(), unit(), unit(), unit())
      let n = (w * w + x * x + y * y + z * z).squareRoot()
      if n > 0.1 && n < 1 { return Quaternion(w: w / n, x: x / n, y: y / n, z: z / n) }
    }
  }
}

/// The angle between two attitudes, rad.
func angle(_ p: Quaternion, _ q: Quaternion) -> Double {
  let d = p.inverse * q
  return 2 * atan2((d.x * d.x + d.y * d.y + d.z * d.z).squareRoot(), abs(d.w))
}

func close(_ a: Vector3, _ b: Vector3, _ tolerance: Double) -> Bool { (a - b).length <= tolerance }

/// A hand that turns the phone about all axes and moves it about, for `SensorModel.record`.
enum Hand {
  static func attitude(_ t: Double) -> Quaternion {
    Quaternion(.z, 0.8 * sin(0.7 * t))
      * Quaternion(rotationVector: Vector3(0.6 * sin(1.1 * t), 0.9 * sin(0.5 * t + 1), 0))
  }
  static func acceleration(_ t: Double) -> Vector3 {
    Vector3(2 * sin(5 * t), 1.5 * cos(4 * t), 2 * sin(6 * t + 1))
  }
}

/// Root mean square of the angle to the truth over the samples from `start` s on, rad.
func deviation(
  _ attitudes: [Quaternion], _ samples: [RawSample], from start: Double = 0, _ truth: (Double) -> Quaternion
) -> Double {
  let angles = zip(attitudes, samples).filter { $1.time >= start }.map { angle($0, truth($1.time)) }
  return (angles.map { $0 * $0 }.reduce(0, +) / Double(angles.count)).squareRoot()
}
