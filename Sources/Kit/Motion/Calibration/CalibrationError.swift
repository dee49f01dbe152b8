internal import Basics
import Rotations
import Traces

/// Why a sensor cannot be calibrated from what was recorded; `description` says what is missing, and what to do.
public enum CalibrationError: InertialError, Hashable {
  /// Too few still positions with different directions of gravity; `wanted` are those that the model needs.
  case tooFewPositions(found: Int, wanted: Int, fitsCrossAxis: Bool)
  /// Enough positions, but none with one of these sides up.
  case sidesMissing([String])
  /// Positions on all six sides, but none that leans between some of them, which would show the angles between the
  /// axes.
  case notTilted
  /// Too few turns about axes that differ, of those that change the direction of gravity.
  case tooFewTurns(found: Int, wanted: Int)
  /// The turns leave out one axis, nearly: they are about others.
  case axisNotTurned(String)
  /// Too few readings of the field.
  case tooFewReadings(found: Int, wanted: Int)
  /// The readings do not surround the centre: none of them points into these directions.
  case directionsMissing([String])
  /// The readings lie on no ellipsoid: the field itself changed.
  case notEllipsoid
  /// The accelerometer's readings are not those of a device at rest: the mean length in m/s².
  case notGravity(length: Double)
  /// One of two devices hardly turns, or they recorded for less than twenty seconds: their clocks cannot be compared.
  case tooLittleTurning
  /// No shift of one recording against the other fits much better than all others: the correlation at the best one and at the best of the
  /// others, and how many pieces of five seconds agreed of those that were asked.
  case clocksDisagree(correlation: Double, other: Double, agreeing: Int, asked: Int)
  /// The search for the parameters did not end: the readings contradict each other.
  case noMinimum

  /// What is missing, and what to do.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .tooFewPositions(let found, let wanted, let fitsCrossAxis):
      "Only \(Counting.words(found, "still position")) with different directions; "
        + (fitsCrossAxis
          ? "bias, scale and cross-axis take at least \(wanted), better 18: lay the device on each of its six sides, and lean it at about "
            + "45° on edges and corners, two seconds each. Six sides and one edge are enough for bias and scale alone: "
            + (option == .swift ? "`model: .biasAndScale`" : "`--no-cross-axis`")
          : "bias and scale take at least \(wanted): lay the device on each of its six sides and once on an edge, two seconds each")
        + "."
    case .sidesMissing(let sides):
      "No still position has \(sides.joined(separator: " or ")) up, within 45°: lay the device down so, for two seconds each."
    case .notTilted:
      "The positions do not tell the angles between the axes, for the device hardly leans between some of its sides: lean it at about 45° on "
        + "all of its edges, two seconds each."
    case .tooFewTurns(let found, let wanted):
      "Only \(Counting.words(found, "turn")) between still positions tilt the device by 20° or more; the gyroscope takes at least \(wanted), "
        + "better 17: turn the device from one side to another, about each of its axes and in both directions, and let it lie still for "
        + "two seconds after each turn. Turns on a level table tell nothing, for gravity stays where it is."
    case .axisNotTurned(let axis):
      "The turns hardly use the device's \(axis) axis: turn the device about \(axis) from one side to another, in both directions, with "
        + "two seconds of rest after each turn."
    case .tooFewReadings(let found, let wanted):
      "Only \(Counting.words(found, "reading")) of the magnetic field; an ellipsoid takes at least \(wanted): turn the device in all "
        + "directions for half a minute, as if writing figures of eight."
    case .directionsMissing(let directions):
      "The magnetic field never points to the device's \(directions.joined(separator: ", ")): turn the device until each of its six sides "
        + "has faced north and the ground, away from iron."
    case .notEllipsoid:
      "The readings of the magnetic field lie on no ellipsoid: the field itself changed. Record away from iron, motors and loudspeakers, and "
        + "turn the device on the spot instead of walking."
    case .notGravity(let length):
      "The accelerometer reads \(shortNumber(length)) m/s² at rest in the mean, and gravity is 9.8: its unit may be wrong "
        + "(\(option(.scaleAcceleration, "9.80665")) for g), or gravity has been taken off it."
    case .tooLittleTurning:
      "The clocks of the two recordings cannot be compared: one of them hardly turns, or lasts less than 20 s. Turn both devices together "
        + "in the hand for ten seconds, irregularly, at the beginning and at the end."
    case .clocksDisagree(let correlation, let other, let agreeing, let asked):
      "The two recordings do not seem to be of the same movement: at the best shift the angular speeds correlate by "
        + "\(shortNumber(correlation)), at another by \(shortNumber(other))"
        + (asked > 0 ? ", and \(agreeing) of \(Counting.words(asked, "piece")) of 5 s agree" : "")
        + ". Check that the files belong together; if they do, turn both devices together in the hand, irregularly, for ten seconds."
    case .noMinimum:
      "No calibration fits these readings: they contradict each other. Leave out recordings in which the device was moved while it "
        + "seemed to lie still."
    }
  }
}
