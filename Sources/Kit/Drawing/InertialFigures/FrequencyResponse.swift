import Evaluation
import Figures
import Simulation
import Stabilization
import Traces

extension Figure {
  /// What several schemes leave of movements of each frequency, as measured or by their law.
  ///
  /// - Parameters:
  ///   - responses: for each scheme its name and its response; each has its own frequencies.
  ///   - showsPhase: whether a second panel shows by how many degrees the computed movement runs ahead.
  ///   - gesture: the frequencies of the gesture in Hz, shaded; `nil` for none.
  public static func frequencyResponse(
    _ responses: [(name: String, response: FrequencyResponse)], showsPhase: Bool = false,
    gesture: ClosedRange<Double>? = nil, size: Size? = nil
  ) -> Figure {
    let band: [Mark] = gesture.map { [.bands("gesture", [$0])] } ?? []
    let axis = FigureAxis("frequency", unit: "Hz", scale: .logarithmic)
    let gain = Plane(
      x: axis, y: FigureAxis("gain", scale: .logarithmic),
      band + responses.map { .line($0.name, x: $0.response.frequencies, y: drawable($0.response.gains)) })
    guard showsPhase else { return Figure(gain, size: size) }
    let phase = Plane(
      x: axis, y: FigureAxis("phase", unit: "°"),
      band
        + responses.map {
          .line($0.name, x: $0.response.frequencies, y: drawable($0.response.phases.map { $0 * 180 / .pi }))
        })
    return Figure(stacked: [gain, phase], size: size)
  }
}
