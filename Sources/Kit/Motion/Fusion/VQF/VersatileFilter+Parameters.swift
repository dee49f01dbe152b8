import Traces

extension VersatileFilter {
  /// What can be tuned. Times are in s and independent of the sampling rate; the defaults are those of the paper's table 2
  /// and hold for walking, handling and machines alike.
  public struct Parameters: Hashable, Codable, Sendable {
    /// Time constant of the low-pass on the specific force in the nearly inertial frame, s. Default 3. Larger values keep
    /// the device's own acceleration out for longer; smaller ones follow gyroscope drift sooner.
    public var accelerationTime = 3.0
    /// Time constant with which the heading follows the magnetometer, s. Default 9. Larger values ride over disturbances.
    public var headingTime = 9.0

    /// Whether the bias is estimated while the device moves. Default true. Turn off when there is no real motion, or when
    /// the bias is removed already.
    public var tracksBiasInMotion = true
    /// Whether the bias is estimated while the device rests. Default true. Turn off when slow constant turns occur.
    public var tracksBiasAtRest = true
    /// Whether a disturbed magnetic field is recognised and left out. Default true. Turn off when the field is known to be
    /// clean: heading then never depends on the recognition.
    public var rejectsDisturbance = true

    /// Standard deviation of the bias at the start, rad/s. Default 0.5 °/s. Larger values let the first estimates move faster.
    public var biasAtStart = 0.5 * degree
    /// Time in which an unobserved bias becomes uncertain by 0.1 °/s, s. Default 100. Smaller values follow a drifting
    /// bias, and noise, faster.
    public var biasForgettingTime = 100.0
    /// Largest bias believed, rad/s. Default 2 °/s. Estimates and innovations are cut off there.
    public var largestBias = 2 * degree
    /// Standard deviation of the bias that motion can converge to, rad/s. Default 0.1 °/s. Larger values trust the
    /// accelerometer's corrections less.
    public var biasInMotion = 0.1 * degree
    /// Weight with which the bias about the vertical is pulled to zero in motion, where it cannot be observed. Default 1e-4.
    /// Larger values forget it sooner; zero never does.
    public var verticalForgetting = 1e-4
    /// Standard deviation of the bias that rest can converge to, rad/s. Default 0.03 °/s. Larger values trust rest less.
    public var biasAtRest = 0.03 * degree

    /// How long both sensors must be calm before the device counts as at rest, s. Default 1.5.
    public var restTime = 1.5
    /// Time constant of the low-pass against which calm is judged, s. Default 0.5.
    public var restFilterTime = 0.5
    /// Largest deviation of the rotation rate from its low-pass at rest, rad/s. Default 2 °/s. Larger values find rest more
    /// often, and take slow turns for it.
    public var restRotation = 2 * degree
    /// Largest deviation of the specific force from its low-pass at rest, m/s². Default 0.5.
    public var restForce = 0.5

    /// Time constant of the low-pass on the field's norm and dip before they are judged, s. Default 0.05; 0 switches it off.
    public var fieldTime = 0.05
    /// Time constant with which the reference norm and dip follow an undisturbed field, s. Default 20.
    public var fieldReferenceTime = 20.0
    /// Largest deviation of the norm from the reference, as a share of it. Default 0.1. Larger values accept more.
    public var fieldNormTolerance = 0.1
    /// Largest deviation of the dip angle from the reference, rad. Default 10°. Larger values accept more.
    public var fieldDipTolerance = 10 * degree
    /// How long a new, steady field must last before it becomes the reference, s. Default 20.
    public var newFieldTime = 20.0
    /// The same for the very first reference, s. Default 5.
    public var firstFieldTime = 5.0
    /// Only time in which the device turns faster than this counts for a new field, rad/s. Default 20 °/s: a field that turns
    /// along with the device would seem steady at rest.
    public var newFieldRotation = 20 * degree
    /// How long the field must have agreed with the reference before it is used again, s. Default 0.5.
    public var undisturbedTime = 0.5
    /// Longest time for which a disturbed field is left out entirely, s. Default 60; after it the heading follows it slowly.
    public var longestRejection = 60.0
    /// By how much more slowly the heading follows a disturbed field after ``longestRejection``. Default 2. The same factor
    /// says how fast an undisturbed field pays back the time of rejection.
    public var rejectionFactor = 2.0

    /// The defaults.
    public init() {}

    /// For the raw sensors of a phone in the hand. Its gyroscope's bias is several °/s, where that of a calibrated sensor is a
    /// tenth: the bias starts with a deviation of 2 °/s and is believed up to 5 °/s. A hand trembles: deviations of up to
    /// 10 °/s still count as rest. And it keeps no acceleration up for long: the force is averaged over 1 s. Chosen by hand on the two
    /// SensorLog recordings of a phone held still, on which it is scored: gravity's error 0.03 and 0.11°, where the
    /// defaults give 0.6 and 1.7°. Which of these numbers differ from the defaults, chosen on one recording, gives the
    /// same on the other (`gimbal-evaluate sensorlog`). There is no other recording with Core Motion's answer, so what
    /// they give on other phones is not known. A device that is carried or thrown is better off with the defaults.
    public static var phone: Parameters {
      var parameters = Parameters()
      parameters.accelerationTime = 1
      parameters.biasAtStart = 2 * degree
      parameters.largestBias = 5 * degree
      parameters.restRotation = 10 * degree
      return parameters
    }

    func check(interval: Double) throws(TraceError) {
      try requirePositive("interval", interval)
      for (name, value) in [
        ("accelerationTime", accelerationTime), ("headingTime", headingTime), ("biasAtStart", biasAtStart),
        ("biasForgettingTime", biasForgettingTime), ("largestBias", largestBias), ("biasInMotion", biasInMotion),
        ("biasAtRest", biasAtRest), ("restFilterTime", restFilterTime), ("restRotation", restRotation),
        ("restForce", restForce), ("fieldReferenceTime", fieldReferenceTime),
        ("fieldNormTolerance", fieldNormTolerance), ("fieldDipTolerance", fieldDipTolerance),
        ("rejectionFactor", rejectionFactor),
      ] { try requirePositive(name, value) }
      for (name, value) in [
        ("verticalForgetting", verticalForgetting), ("restTime", restTime), ("fieldTime", fieldTime),
        ("newFieldTime", newFieldTime), ("firstFieldTime", firstFieldTime), ("newFieldRotation", newFieldRotation),
        ("undisturbedTime", undisturbedTime), ("longestRejection", longestRejection),
      ] { try requireNonnegative(name, value) }
    }
  }
}

/// 1° in rad.
let degree = Double.pi / 180
