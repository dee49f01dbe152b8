import Rotations
import Traces

/// A Kalman filter for the gyroscope's bias (VQF §3.5): at rest the gyroscope shows it; in motion the corrections that the
/// accelerometer makes to the inclination show its horizontal part.
struct BiasEstimator: Hashable, Sendable {
  private let parameters: VersatileFilter.Parameters
  private let interval, drift, startVariance, restVariance, motionVariance, verticalVariance: Double
  private var rowX, rowY, rowZ, predicted: ButterworthLowPass

  /// The estimate, rad/s, device frame.
  private(set) var bias = Vector3.zero
  /// Its covariance, (rad/s)².
  private(set) var covariance: Matrix3

  init(_ parameters: VersatileFilter.Parameters, interval: Double) {
    self.parameters = parameters
    self.interval = interval
    startVariance = parameters.biasAtStart * parameters.biasAtStart
    drift = (0.1 * degree) * (0.1 * degree) * interval / parameters.biasForgettingTime
    // The measurement variance with which the filter settles at the wanted variance p: p²/drift + p.
    func settling(_ deviation: Double, _ drift: Double) -> Double {
      let p = deviation * deviation
      return p * p / drift + p
    }
    restVariance = settling(parameters.biasAtRest, drift)
    motionVariance = settling(parameters.biasInMotion, drift)
    verticalVariance = motionVariance / max(parameters.verticalForgetting, 1e-10)
    covariance = .diagonal(startVariance, startVariance, startVariance)
    let lowPass = ButterworthLowPass(time: parameters.accelerationTime, interval: interval)
    (rowX, rowY, rowZ, predicted) = (lowPass, lowPass, lowPass, lowPass)
  }

  /// Standard deviation of the estimate in its least certain direction, rad/s (a bound: the root of the trace).
  var deviation: Double { (covariance.columns.x.x + covariance.columns.y.y + covariance.columns.z.z).squareRoot() }

  /// One sample.
  ///
  /// - Parameters:
  ///   - attitude: device→level frame, after the accelerometer's correction.
  ///   - tilt: horizontal part of the low-passed up direction in the level frame before its correction: the angle that
  ///     was corrected, rad.
  ///   - restingAt: the gyroscope's low-pass when the device rests, rad/s, else `nil`.
  @inline(__always)
  mutating func update(attitude q: Quaternion, tiltX: Double, tiltY: Double, rest: StillnessMonitor) {
    if parameters.tracksBiasInMotion {
      // The corrections come from a low-passed force: what they are compared with has to be delayed alike.
      let xx = q.x * q.x
      let yy = q.y * q.y
      let zz = q.z * q.z
      let x = Vector3(1 - 2 * (yy + zz), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y))
      let y = Vector3(2 * (q.x * q.y + q.w * q.z), 1 - 2 * (xx + zz), 2 * (q.y * q.z - q.w * q.x))
      let z = Vector3(2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (xx + yy))
      let biasLevel = predicted(Vector3(x.dot(bias), y.dot(bias), 0))
      let rows = (rowX(x), rowY(y), rowZ(z))
      grow()
      if rest.atRest && parameters.tracksBiasAtRest {
        correct(atRest: rest.meanRate)
      } else {
        let innovation = Vector3(
          -tiltY / interval + biasLevel.x - rows.0.dot(bias), tiltX / interval + biasLevel.y - rows.1.dot(bias),
          -rows.2.dot(bias))
        correct(innovation, rows)
      }
    } else if parameters.tracksBiasAtRest {
      grow()
      if rest.atRest { correct(atRest: rest.meanRate) }
    }
  }

  @inline(__always)
  private mutating func grow() {
    if covariance.columns.x.x < startVariance { covariance.columns.x.x += drift }
    if covariance.columns.y.y < startVariance { covariance.columns.y.y += drift }
    if covariance.columns.z.z < startVariance { covariance.columns.z.z += drift }
  }

  /// The measurement is the bias itself.
  @inline(__always)
  private mutating func correct(atRest rate: Vector3) {
    let (p, limit) = (covariance, parameters.largestBias)
    let inverse = (p + .diagonal(restVariance, restVariance, restVariance)).inverted
    bias = (bias + p * (inverse * (rate - bias).clipped(to: limit))).clipped(to: limit)
    covariance = (p - p * inverse * p).symmetrized
  }

  /// The measurement is the bias in the level frame, seen through the low-passed attitude's rows.
  @inline(__always)
  private mutating func correct(_ innovation: Vector3, _ rows: (Vector3, Vector3, Vector3)) {
    let (p, limit) = (covariance, parameters.largestBias)
    // P·Cᵀ and S⁻¹ of the Kalman filter.
    let cross = Matrix3(columns: p * rows.0, p * rows.1, p * rows.2)
    let inverse =
      (Matrix3(rows: rows.0, rows.1, rows.2) * cross + .diagonal(motionVariance, motionVariance, verticalVariance))
      .inverted
    bias = (bias + cross * (inverse * innovation.clipped(to: limit))).clipped(to: limit)
    covariance = (p - cross * inverse * cross.transpose).symmetrized
  }
}

extension Matrix3 {
  /// The covariance with its symmetry restored after rounding.
  @inline(__always)
  fileprivate var symmetrized: Matrix3 { 0.5 * (self + transpose) }
}
