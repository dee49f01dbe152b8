import Foundation
import Rotations
import Traces

/// VQF, the versatile quaternion-based filter: inclination from a low-pass of the specific force in a nearly inertial frame, heading as one
/// scalar that follows the magnetometer, the gyroscope's bias from rest and from motion, and disturbed fields left out.
///
/// Source: D. Laidig, T. Seel, "VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic
/// disturbance rejection", Information Fusion 91 (2023), arXiv 2203.17024. Written from the paper.
///
/// Why it beats a complementary filter: acceleration turns with the device, and the device's own acceleration averages out
/// over seconds only in a frame that does not. So the reading is turned by the gyroscope into a frame that drifts by mere
/// degrees a minute, and low-passed *there*; a rotation of the device passes without any delay.
public struct VersatileFilter: AttitudeFilter, Hashable {
  /// What it was made with.
  public let parameters: Parameters
  /// Nominal time between two samples, s. The low-passes are made for it; the gyroscope is integrated with the actual
  /// step. A whole recording whose median step differs by more than 10 % is refused; callers that pass in single
  /// samples answer for it.
  public let interval: Double
  public var nominalInterval: Double? { interval }

  /// Device→nearly inertial frame: the gyroscope alone, its bias taken off.
  private var strapdown = Quaternion.identity
  /// Nearly inertial→level frame.
  private var inclination = Quaternion.identity
  private var force: ButterworthLowPass
  private var rest: StillnessMonitor
  private var estimator: BiasEstimator
  private var field: FieldMonitor
  private var heading: HeadingTracker

  /// A filter that has seen nothing.
  ///
  /// - Parameters:
  ///   - interval: nominal time between two samples, s.
  ///   - parameters: see ``Parameters``.
  /// - Throws: `TraceError.invalidParameter`.
  public init(interval: Double, parameters: Parameters = Parameters()) throws(TraceError) {
    try parameters.check(interval: interval)
    self.init(checked: parameters, interval: interval)
  }

  /// A filter that has seen nothing.
  private init(checked parameters: Parameters, interval: Double) {
    (self.parameters, self.interval) = (parameters, interval)
    force = ButterworthLowPass(time: parameters.accelerationTime, interval: interval)
    rest = StillnessMonitor(parameters, interval: interval)
    estimator = BiasEstimator(parameters, interval: interval)
    field = FieldMonitor(parameters, interval: interval)
    heading = HeadingTracker(parameters, interval: interval)
  }

  /// Device→(east, north, up) with the magnetometer, device→level frame without.
  public var attitude: Quaternion { Quaternion(.z, heading.offset) * levelAttitude }

  /// Device→level frame: z up, the heading carried by the gyroscope alone. The six-axis answer, whether or not there is a
  /// magnetometer.
  public var levelAttitude: Quaternion { inclination * strapdown }

  /// The angle from the level frame to north, rad.
  public var headingOffset: Double { heading.offset }

  /// By how much the last reading of the magnetometer disagreed with the heading, rad; `nil` where no reading has said a heading.
  public var headingDisagreement: Double? { heading.disagreement }

  public var rotationRateBias: Vector3 { estimator.bias }

  /// How uncertain the bias is, rad/s: a bound on the standard deviation in any direction.
  public var biasDeviation: Double { estimator.deviation }

  /// The bias's covariance, (rad/s)².
  var biasCovariance: Matrix3 { estimator.covariance }

  /// Whether the device rests.
  public var isAtRest: Bool { rest.atRest }

  /// Whether the magnetic field is not the reference field; true until there is a reference.
  public var isFieldDisturbed: Bool { field.disturbed }

  /// The field that counts as undisturbed: its strength in µT and its dip below the horizon in rad; `nil` before one was seen
  /// long enough.
  public var referenceField: (norm: Double, dip: Double)? {
    field.referenceNorm > 0 ? (field.referenceNorm, field.referenceDip) : nil
  }

  /// Takes in the first sample, and forgets what it has seen before. Its rotation rate is unknown to this call and set
  /// to zero.
  public mutating func start(specificForce: Vector3, magneticField: Vector3?) {
    self = VersatileFilter(checked: parameters, interval: interval)
    update(rotationRate: .zero, specificForce: specificForce, magneticField: magneticField, step: interval)
  }

  @inline(__always)
  public mutating func update(
    rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double
  ) {
    rest.update(rotationRate: rotationRate, specificForce: specificForce)
    let rate = rotationRate - estimator.bias
    strapdown = strapdown.renormalized * Quaternion(rotationVector: rate * step)
    if specificForce.x != 0 || specificForce.y != 0 || specificForce.z != 0 {
      level(specificForce)
    }
    if let reading = magneticField, reading.x != 0 || reading.y != 0 || reading.z != 0 {
      let level = levelAttitude.act(on: reading)
      if parameters.rejectsDisturbance { field.update(level: level, rotating: rest.meanRate.length) }
      heading.update(level: level, disturbed: field.disturbed)
    }
  }

  /// Turns the level frame so that the low-passed force points up, and shows the bias what had to be turned.
  @inline(__always)
  private mutating func level(_ specificForce: Vector3) {
    let smooth = force(strapdown.act(on: specificForce))
    guard let up = direction(inclination.act(on: smooth)) else { return }
    // The shortest turn from up to z (VQF eq. 9): half-angle from the cosine up.z, axis in the horizontal plane.
    let w = max(0, (up.z + 1) * 0.5).squareRoot()
    let turn =
      w > 1e-6
      ? Quaternion(w: w, x: 0.5 * up.y / w, y: -0.5 * up.x / w, z: 0) : Quaternion(w: 0, x: 1, y: 0, z: 0)
    inclination = turn * inclination.renormalized
    estimator.update(attitude: levelAttitude, tiltX: up.x, tiltY: up.y, rest: rest)
  }
}
