import Foundation
import Rotations
import Traces

/// x-io's AHRS (the Fusion library): a complementary filter that corrects the attitude only by readings that nearly
/// agree with it: what disagrees by more than a given angle counts as acceleration, or as a magnetic disturbance, and
/// is left out.
///
/// The turn between a measured and the expected direction, of the length sin θ (1 beyond a right angle), turns the attitude at the rate
/// `gain`·sin θ. A walking foot swings at several g, which no average makes harmless; but in every stance there is a moment
/// in which it points straight down, and that moment is let through.
///
/// A filter that leaves out what disagrees with it would never find back once it is wrong. So the time of rejection
/// is counted, and after `recoveryTime` everything is believed again until readings have agreed for a ninth of that.
///
/// `gain`, `stillRate` and `biasTime` are the defaults of the library (imufusion 1.3: 0.5, 3 °/s, a cutoff of 0.02 Hz), which rejects
/// nothing unless told: 10° and 5 s are what its examples set. It takes 3 s for still, and took 5 before. No recording was searched. On
/// the five BROAD trials they give 9.7° of total error with nine axes and 3.7° with six (`gimbal-evaluate fusion`).
///
/// Source: S. O. H. Madgwick, "AHRS algorithms and calibration solutions to facilitate new applications using low-cost
/// MEMS", PhD thesis, University of Bristol 2014, chapter 7. The gyroscope's bias is learnt while the device is
/// still, as there; it starts levelled by its first reading where the thesis ramps the gain down.
public struct RejectingFilter: AttitudeFilter, Hashable {
  /// s⁻¹: small errors decay with the time constant 1/gain. Default 0.5. Larger values forget the gyroscope's drift sooner and let
  /// more of the device's own acceleration through.
  public let gain: Double
  /// rad, default 10°: a specific force that is further than this from the expected vertical is left out. Larger values
  /// believe more; π/2 or more turns the rejection off.
  public let accelerationRejection: Double
  /// rad, default 10°: the same for the magnetic field's horizontal direction.
  public let magneticRejection: Double
  /// s, default 5: how long readings may be left out. Larger values ride over longer disturbances and stay wrong longer;
  /// `.infinity` never recovers.
  public let recoveryTime: Double
  /// rad/s, default 3°/s: the device is still while no axis turns faster, for `stillTime`. 0 tracks no bias.
  public let stillRate: Double
  /// s, default 5. Larger values miss short rests; smaller ones take a slow turn for one.
  public let stillTime: Double
  /// s, default 8: the time constant with which the bias follows the rate of a still device. Larger values average out
  /// more noise.
  public let biasTime: Double

  public private(set) var attitude = Quaternion.identity
  public private(set) var rotationRateBias = Vector3.zero

  private var acceleration: Gate
  private var field: Gate
  private var stillFor = 0.0

  /// A filter at the identity; see the properties.
  ///
  /// - Throws: `TraceError.invalidParameter` for a negative gain or `stillRate`, or for an angle or a time
  ///   that is not positive.
  public init(
    gain: Double = 0.5, accelerationRejection: Double = 10 * .pi / 180, magneticRejection: Double = 10 * .pi / 180,
    recoveryTime: Double = 5, stillRate: Double = 3 * .pi / 180, stillTime: Double = 5, biasTime: Double = 8
  ) throws(TraceError) {
    try requireNonnegative("gain", gain)
    try requireNonnegative("stillRate", stillRate)
    try requirePositive("accelerationRejection", accelerationRejection)
    try requirePositive("magneticRejection", magneticRejection)
    try requireLimit("recoveryTime", recoveryTime, unit: "s")
    try requirePositive("stillTime", stillTime)
    try requirePositive("biasTime", biasTime)
    self.gain = gain
    self.accelerationRejection = accelerationRejection
    self.magneticRejection = magneticRejection
    self.recoveryTime = recoveryTime
    self.stillRate = stillRate
    self.stillTime = stillTime
    self.biasTime = biasTime
    acceleration = Gate(angle: accelerationRejection, recoveryTime: recoveryTime)
    field = Gate(angle: magneticRejection, recoveryTime: recoveryTime)
  }

  public mutating func start(specificForce: Vector3, magneticField: Vector3?) {
    attitude = Quaternion(specificForce: specificForce, magneticField: magneticField)
    rotationRateBias = .zero
    stillFor = 0
    acceleration = Gate(angle: accelerationRejection, recoveryTime: recoveryTime)
    field = Gate(angle: magneticRejection, recoveryTime: recoveryTime)
  }

  public mutating func update(
    rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double
  ) {
    let rate = rotationRate - rotationRateBias
    learnBias(from: rate, step)
    let up = attitude.upInDevice
    var correction = Vector3.zero
    if let measured = direction(specificForce) {
      correction += acceleration.admitted(Self.turn(from: up, to: measured), for: step)
    }
    if let magneticField, let west = direction(up.cross(magneticField)) {
      // Seen along the vertical, so that a disturbed field never tilts the attitude.
      let expected = up.cross(attitude.northInDevice)
      correction += field.admitted(Self.turn(from: expected, to: west), for: step)
    }
    attitude = attitude.renormalized * Quaternion(rotationVector: (rate + correction * gain) * step)
  }

  private mutating func learnBias(from rate: Vector3, _ step: Double) {
    guard max(abs(rate.x), abs(rate.y), abs(rate.z)) < stillRate else {
      stillFor = 0
      return
    }
    stillFor += step
    if stillFor > stillTime { rotationRateBias += rate * (1 - exp(-step / biasTime)) }
  }

  /// The turn, in the device frame, that brings the expected direction to the measured one; sin θ long, and 1 beyond a
  /// right angle, where the sine would fall again.
  private static func turn(from expected: Vector3, to measured: Vector3) -> Vector3 {
    let turn = measured.cross(expected)
    return measured.dot(expected) < 0 ? direction(turn) ?? turn : turn
  }
}

/// Lets corrections through that are small enough, and all of them when too many have been refused.
private struct Gate: Hashable, Sendable {
  let limitSquare: Double
  let recoveryTime: Double
  private var rejectedFor = 0.0
  private var isRecovering = false

  init(angle: Double, recoveryTime: Double) {
    let limit = angle < .pi / 2 ? sin(angle) : .infinity
    limitSquare = limit * limit
    self.recoveryTime = recoveryTime
  }

  mutating func admitted(_ turn: Vector3, for step: Double) -> Vector3 {
    let agrees = turn.dot(turn) <= limitSquare
    rejectedFor = min(max(rejectedFor + (agrees ? -9 * step : step), 0), recoveryTime)
    if rejectedFor >= recoveryTime { isRecovering = true }
    if rejectedFor == 0 { isRecovering = false }
    return agrees || isRecovering ? turn : .zero
  }
}
