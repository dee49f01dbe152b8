import Foundation
import Rotations

extension Quaternion {
  /// The attitude from Core Motion's angles in radians: R(device→reference) = Rz(yaw)·Rx(pitch)·Ry(roll).
  init(coreMotionRoll roll: Double, pitch: Double, yaw: Double) {
    let (sr, cr) = (sin(roll / 2), cos(roll / 2))
    let (sp, cp) = (sin(pitch / 2), cos(pitch / 2))
    let (sy, cy) = (sin(yaw / 2), cos(yaw / 2))
    self =
      Quaternion(w: cy, x: 0, y: 0, z: sy) * Quaternion(w: cp, x: sp, y: 0, z: 0)
      * Quaternion(w: cr, x: 0, y: sr, z: 0)
  }
}
