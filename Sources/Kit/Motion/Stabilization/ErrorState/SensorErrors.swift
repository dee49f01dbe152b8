import Traces

/// How wrong sensors are, as a filter has to know it. All standard deviations are per axis.
///
/// A filter is as sure as these numbers make it. Too small, and it trusts its sensors more than they deserve; `Consistency` tells.
public struct SensorErrors: Hashable, Sendable {
  /// White noise of the accelerometer, m/s² per √Hz. Grows: what happens between two rests is less certain, and a rest says less about the
  /// biases.
  public var accelerationNoise: NoiseDensity
  /// White noise of the gyroscope, rad/s per √Hz. Grows: a rest says more about the attitude and less about the accelerometer.
  public var rotationNoise: NoiseDensity
  /// Errors of the gyroscope that grow with the turn, as those of scale and alignment do: standard deviation of the attitude's error after a turn of 1 rad,
  /// about each axis, rad; it grows with the root of the angle turned, to and fro alike. 0, the default: none. A scale that is wrong by the share *s* gives
  /// about *s* where turns are of 1 rad. Grows: what happens while the device turns says less about the biases.
  public var rotationScale: Double
  /// Standard deviation of the accelerometer's bias at the start, m/s². 0: none, and none is estimated while the walk is 0, too.
  public var accelerationBias: Double
  /// Standard deviation of the gyroscope's bias at the start, rad/s.
  public var rotationBias: Double
  /// The accelerometer's bias wanders: standard deviation of its change in one second, m/s². Grows: old rests are forgotten.
  public var accelerationBiasWalk: Double
  /// The same of the gyroscope, rad/s.
  public var rotationBiasWalk: Double
  /// Standard deviation of the attitude at the start about each horizontal axis, rad.
  public var tilt: Double
  /// Standard deviation of the heading at the start, rad. 0, the default: the reference frame is the one in which it is right.
  public var heading: Double

  /// Errors; see the properties. The defaults are round numbers about a phone's sensors in a hand, and no recording was searched for them.
  public init(
    accelerationNoise: NoiseDensity = 0.01, rotationNoise: NoiseDensity = 0.001, accelerationBias: Double = 0.05,
    rotationBias: Double = 0.01, accelerationBiasWalk: Double = 0.001, rotationBiasWalk: Double = 0.0001,
    tilt: Double = 0.01, heading: Double = 0, rotationScale: Double = 0
  ) {
    self.accelerationNoise = accelerationNoise
    self.rotationNoise = rotationNoise
    self.accelerationBias = accelerationBias
    self.rotationBias = rotationBias
    self.accelerationBiasWalk = accelerationBiasWalk
    self.rotationBiasWalk = rotationBiasWalk
    self.tilt = tilt
    self.heading = heading
    self.rotationScale = rotationScale
  }

  /// These errors with the white noises and the walks of the biases so many times as large, 1 changing nothing.
  public func scaled(by factor: Double) -> Self {
    var errors = self
    errors.accelerationNoise = accelerationNoise * factor
    errors.rotationNoise = rotationNoise * factor
    errors.rotationScale *= factor
    errors.accelerationBiasWalk *= factor
    errors.rotationBiasWalk *= factor
    return errors
  }

  /// - Throws: `TraceError.invalidParameter` for a number that no sensor has.
  public func check() throws(TraceError) {
    try requirePositive("accelerationNoise", accelerationNoise.oneSided, unit: "m/s² per √Hz")
    for (name, value, unit) in [
      ("rotationNoise", rotationNoise.oneSided, "rad/s per √Hz"), ("accelerationBias", accelerationBias, "m/s²"),
      ("rotationBias", rotationBias, "rad/s"), ("accelerationBiasWalk", accelerationBiasWalk, "m/s² per √s"),
      ("rotationBiasWalk", rotationBiasWalk, "rad/s per √s"), ("tilt", tilt, "rad"), ("heading", heading, "rad"),
      ("rotationScale", rotationScale, "rad per √rad"),
    ] { try requireNonnegative(name, value, unit: unit) }
  }

  /// The two-sided densities' squares: what white noise adds to a covariance in a second.
  var processNoise: ProcessNoise {
    ProcessNoise(
      turning: rotationScale * rotationScale, velocity: accelerationNoise.twoSided * accelerationNoise.twoSided,
      attitude: rotationNoise.twoSided * rotationNoise.twoSided, gyroscope: rotationBiasWalk * rotationBiasWalk,
      accelerometer: accelerationBiasWalk * accelerationBiasWalk)
  }
}
