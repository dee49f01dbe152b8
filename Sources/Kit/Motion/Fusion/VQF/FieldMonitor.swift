import Foundation
import Rotations

/// Judges whether the magnetic field is the Earth's: its norm and dip agree with a reference that was seen for long enough
/// (VQF §3.6).
struct FieldMonitor: Hashable, Sendable {
  private let parameters: VersatileFilter.Parameters
  private let interval, follow: Double
  private var lowPass: ButterworthLowPass
  private var undisturbed = 0.0
  private var candidateNorm = -1.0
  private var candidateDip = 0.0
  private var candidateTime = 0.0

  /// The field that counts as undisturbed: µT, and rad below the horizon. A norm of 0 says that none is known yet.
  private(set) var referenceNorm = 0.0
  private(set) var referenceDip = 0.0
  private(set) var disturbed = true

  init(_ parameters: VersatileFilter.Parameters, interval: Double) {
    self.parameters = parameters
    self.interval = interval
    follow = -expm1(-interval / parameters.fieldReferenceTime)
    lowPass = ButterworthLowPass(time: max(parameters.fieldTime, interval / 2), interval: interval)
  }

  /// - Parameters:
  ///   - level: the field in the level frame, µT, nonzero.
  ///   - rate: the device's rotation rate, rad/s, averaged: trembling turns no field.
  @inline(__always)
  mutating func update(level: Vector3, rotating rate: Double) {
    let strength = level.length
    var current = Vector3(strength, -asin(max(-1, min(1, level.z / strength))), 0)
    if parameters.fieldTime > 0 { current = lowPass(current) }
    let norm = current.x
    let dip = current.y
    if agrees(norm, dip, referenceNorm, referenceDip) {
      undisturbed += interval
      if undisturbed >= parameters.undisturbedTime {
        disturbed = false
        referenceNorm += follow * (norm - referenceNorm)
        referenceDip += follow * (dip - referenceDip)
      }
    } else {
      undisturbed = 0
      disturbed = true
    }
    if agrees(norm, dip, candidateNorm, candidateDip) {
      if rate >= parameters.newFieldRotation { candidateTime += interval }
      candidateNorm += follow * (norm - candidateNorm)
      candidateDip += follow * (dip - candidateDip)
      let needed = referenceNorm == 0 ? parameters.firstFieldTime : parameters.newFieldTime
      if disturbed && candidateTime >= needed {
        (referenceNorm, referenceDip) = (candidateNorm, candidateDip)
        disturbed = false
        undisturbed = parameters.undisturbedTime
      }
    } else {
      candidateTime = 0
      (candidateNorm, candidateDip) = (norm, dip)
    }
  }

  @inline(__always)
  private func agrees(_ norm: Double, _ dip: Double, _ referenceNorm: Double, _ referenceDip: Double) -> Bool {
    abs(norm - referenceNorm) < parameters.fieldNormTolerance * referenceNorm
      && abs(dip - referenceDip) < parameters.fieldDipTolerance
  }
}
