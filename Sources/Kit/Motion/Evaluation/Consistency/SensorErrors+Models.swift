import Simulation
import Stabilization
import Traces

extension SensorErrors {
  /// The errors that simulated sensors have, as far as a filter can know them.
  ///
  /// Three of them are approximated: a bias instability *B* counts as a random walk of the bias that changes by it in 10 s, the steps of an
  /// analogue-to-digital converter as white noise of 1/√12 of a step, and the gyroscope's errors of scale and right angles as noise of its turns. A start-up
  /// transient, the same errors of the accelerometer, and what is clipped have no place among the 15 states: a recording with them is less certain than
  /// the filter says.
  public init(_ sensors: SensorModel) {
    func walk(_ walk: Double, _ instability: Double) -> Double {
      (walk * walk + instability * instability / 10).squareRoot()
    }
    let step = sensors.accelerationBits.map { 2 * sensors.accelerationRange / Double(1 << $0) } ?? 0
    let sample = sensors.accelerationNoise.deviation(at: sensors.rate)
    let steps = step * step / 12
    self.init(
      accelerationNoise: NoiseDensity(
        deviation: max((sample * sample + steps).squareRoot(), 1e-6), at: sensors.rate),
      rotationNoise: sensors.rotationNoise, accelerationBias: sensors.accelerationBias,
      rotationBias: sensors.rotationBias,
      accelerationBiasWalk: walk(sensors.accelerationBiasWalk, sensors.accelerationBiasInstability),
      rotationBiasWalk: walk(sensors.rotationBiasWalk, sensors.rotationBiasInstability), tilt: sensors.tiltError,
      heading: sensors.tiltError,
      rotationScale: (sensors.scaleError * sensors.scaleError + sensors.nonOrthogonality * sensors.nonOrthogonality)
        .squareRoot())
  }

  /// These errors with the white noises and the walks of the biases that Allan plots of a still device show, each the largest of its sensor's axes.
  ///
  /// If a plot does not show a noise, its upper bound is used: the filter is then rather too timid than too sure.
  ///
  /// - Parameters:
  ///   - accelerometer: The plots of its axes, in m/s².
  ///   - gyroscope: The plots of its axes, in rad/s.
  public func fitted(accelerometer: [AllanDeviation], gyroscope: [AllanDeviation] = []) -> Self {
    func most<Value: Comparable>(
      _ plots: [AllanDeviation], _ noise: (AllanDeviation) -> AllanDeviation.Coefficient<Value>
    )
      -> Value?
    {
      plots.map {
        switch noise($0) {
        case .shown(let value, _): value
        case .notShown(let bound): bound
        }
      }.max()
    }
    var errors = self
    errors.accelerationNoise = most(accelerometer, \.whiteNoise) ?? accelerationNoise
    errors.rotationNoise = most(gyroscope, \.whiteNoise) ?? rotationNoise
    errors.accelerationBiasWalk = most(accelerometer, \.randomWalk) ?? accelerationBiasWalk
    errors.rotationBiasWalk = most(gyroscope, \.randomWalk) ?? rotationBiasWalk
    return errors
  }
}
