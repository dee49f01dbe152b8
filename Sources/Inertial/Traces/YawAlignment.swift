import Foundation
import Rotations

/// The yaw by which vectors in the frame of `from` are turned into the frame of `to`, in radians: the mean of the yaw
/// of to·from⁻¹ over the samples, as a direction, so that it does not depend on where angles wrap.
///
/// For two attitudes of one device in two frames that both have z up. The yaw of a rotation is twice the angle of its
/// (w, z) part, the twist about z. O(*n*).
func meanYaw(from: [Quaternion], to: [Quaternion]) -> Double {
  var (sine, cosine) = (0.0, 0.0)
  for (a, b) in zip(from, to) {
    let d = b * a.inverse
    // Angle doubling without trigonometry: cos 2φ ∝ w² − z², sin 2φ ∝ 2wz.
    cosine += d.w * d.w - d.z * d.z
    sine += 2 * d.w * d.z
  }
  return atan2(sine, cosine)
}

extension TraceTable {
  /// Turns true positions and attitudes about the vertical by `yaw` radians.
  mutating func rotateTruth(by yaw: Double) {
    let turn = Quaternion(w: cos(yaw / 2), x: 0, y: 0, z: sin(yaw / 2))
    for index in truePosition.indices { truePosition[index] = turn.act(on: truePosition[index]) }
    for index in trueAttitude.indices { trueAttitude[index] = turn * trueAttitude[index] }
  }

  /// Keeps the rows in `range`.
  mutating func keep(_ range: Range<Int>) {
    func cut<T>(_ values: inout [T]) {
      if !values.isEmpty { values = Array(values[range]) }
    }
    moveLines(by: range.lowerBound)
    cut(&timestamps)
    cut(&attitude)
    cut(&userAcceleration)
    cut(&rotationRate)
    cut(&gravity)
    cut(&magneticField)
    cut(&truePosition)
    cut(&trueAttitude)
    cut(&isTouching)
  }
}
