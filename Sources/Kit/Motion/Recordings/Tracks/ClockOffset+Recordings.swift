import Calibration
import Foundation
import Traces

extension ClockOffset {
  /// The offset with its interval in words, for notes.
  package var words: String {
    func milliseconds(_ seconds: Double) -> String { String(format: "%.1f", 1000 * seconds) }
    let drift =
      driftMargin.isFinite
      ? String(format: ", drift %+.1f ± %.1f ppm", 1e6 * self.drift, 1e6 * driftMargin) : ""
    return String(format: "found its clock to be %+.4f s ± ", offset)
      + "\(milliseconds(offsetMargin)) ms away\(drift), by "
      + "how both turn in \(pieces.agreeing) of \(pieces.asked) pieces of 5 s"
  }

  /// How the clock of one recording runs against another's, when two devices that were fixed to each other recorded the same movement.
  ///
  /// - Parameters:
  ///   - first: The recording whose clock is asked for.
  ///   - second: The recording whose times are to be converted.
  /// - Throws: `CalibrationError.tooLittleTurning`, `.clocksDisagree`.
  /// - Complexity: O(samples · log samples).
  public init(of first: RawRecording, to second: RawRecording) throws(CalibrationError) {
    try self.init(of: first.angularRates, to: second.angularRates)
  }
}

extension RawRecording {
  /// How fast the device turned, by its gyroscope, or else by its attitudes; empty without either.
  public var angularRates: AngularRates {
    if let rotationRate { return AngularRates(rates: rotationRate, at: timestamps) }
    return AngularRates(attitudes: attitude ?? [], at: timestamps)
  }
}
