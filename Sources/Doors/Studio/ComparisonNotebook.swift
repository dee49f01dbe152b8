import NotebookDocument

/// The notebook that is written for a recording: the schemes that a person has ticked, side by side.
package enum ComparisonNotebook {
  private static func count(_ number: Int) -> String {
    number == 1
      ? "one scheme" : "\(number < 5 ? ["two", "three", "four"][number - 2] : "\(number)") schemes"
  }

  /// The text of a notebook.
  ///
  /// - Parameters:
  ///   - recording: the file, from the notebook's folder.
  ///   - schemes: at least one.
  ///   - calibration: the file that corrects its readings, likewise.
  ///   - hasPause: whether samples are missing for so long that only a piece of the recording can be integrated.
  package static func text(
    title: String, recording: String, schemes: [WaveScheme], calibration: String? = nil, hasPause: Bool = false
  ) -> String {
    let corrected = calibration == nil ? "" : "calibration: params.calibration"
    let options =
      hasPause
      ? ", options: .init(gaps: .longestPiece\(corrected.isEmpty ? "" : ", " + corrected))"
      : corrected.isEmpty ? "" : ", " + corrected
    let parameter = calibration.map { "\n  calibration: \(ParameterValue.text($0).json)" } ?? ""
    let words =
      hasPause
      ? "\nThe recording has pauses, such as when the phone's page was hidden. The longest piece without one is integrated.\n"
      : ""
    let usesRate = schemes.contains { $0.kind == .exponential || $0.kind == .restExponential }
    let rate = schemes.lazy.compactMap { $0.values["rate"] }.first ?? 2
    let list = schemes.map { "    \($0.code)," }.joined(separator: "\n")
    return """
      ---
      title: "\(title)"
      notebook:
        timeout: 60\(usesRate ? "\n  ranges: {alpha: [0, 10, 0.05]}" : "")
      params:
        trace: \(ParameterValue.text(recording).json)\(parameter)\(usesRate ? "\n  alpha: \(rate)        # s⁻¹" : "")
      ---
      What becomes of this recording when its acceleration is integrated twice, under \(count(schemes.count))?

      # The recording
      \(words)
      ```swift
      import Foundation
      import Gimbal

      let trace = try Trace(contentsOf: params.trace\(options))
      Table(
        columns: [.init("recording"), .init("samples"), .init("duration", unit: "s"), .init("rate", unit: "Hz")],
        rows: [[.text(trace.name), .count(trace.count), .number(trace.duration), .number(1 / trace.medianStep)]])
      ```

      ```swift
      //| label: fig-acceleration
      //| fig-cap: What the device reported, with the times at rest shaded.
      //| fig-alt: The three components of the user acceleration over time.
      try trace.accelerationFigure(rest: .fluctuation())
      ```

      # The schemes

      ```swift
      let comparison = try Comparison(
        of: trace,
        schemes: [
      \(list)
        ])
      ```

      ```swift
      //| label: fig-trajectory
      //| fig-cap: The paths. A ring marks the start, a filled marker each end.
      //| fig-alt: The path of each scheme in the plane that shows most of it.
      comparison.trajectoryFigure()
      ```

      ```swift
      //| label: fig-velocity
      //| fig-cap: Velocity along the three axes of the reference frame. At rest (shaded) it should be zero.
      //| fig-alt: Three panels, one for each component of the velocity.
      comparison.velocityFigure()
      ```

      ```swift
      //| label: tbl-schemes
      //| tbl-cap: How far each scheme goes.
      comparison
      ```

      @fig-trajectory shows the paths and @fig-velocity the velocities; @tbl-schemes has the numbers.

      """
  }
}
