import Figures

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
