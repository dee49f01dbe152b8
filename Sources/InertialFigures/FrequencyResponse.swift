import Figures
import Inertial

extension Figure {
  /// What a scheme does to movements of each frequency: gain, and phase below it where it is given.
  ///
  /// - Parameters:
  ///   - frequencies: in Hz, positive, ascending.
  ///   - responses: for each scheme its name, its gain (1: unchanged), and its phase in degrees or nothing.
  ///   - gesture: the frequencies of the gesture in Hz, shaded; `nil` for none.
  public static func frequencyResponse(
    frequencies: [Double], responses: [(name: String, gain: [Double], phase: [Double]?)],
    gesture: ClosedRange<Double>? = nil, size: Size? = nil
  ) -> Figure {
    let band: [Mark] = gesture.map { [.bands("gesture", [$0])] } ?? []
    let axis = FigureAxis("frequency", unit: "Hz", scale: .logarithmic)
    let gain = Plane(
      x: axis, y: FigureAxis("gain", scale: .logarithmic),
      band + responses.map { .line($0.name, x: frequencies, y: drawable($0.gain)) })
    let phases = responses.compactMap { response in
      response.phase.map { Mark.line(response.name, x: frequencies, y: drawable($0)) }
    }
    guard !phases.isEmpty else { return Figure(gain, size: size) }
    return Figure(stacked: [gain, Plane(x: axis, y: FigureAxis("phase", unit: "°"), band + phases)], size: size)
  }
}

extension Figure {
  /// What several schemes leave of movements of each frequency, as measured.
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
