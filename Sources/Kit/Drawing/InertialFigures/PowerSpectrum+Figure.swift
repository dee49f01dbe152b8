import Evaluation
import Figures
import Traces

extension PowerSpectrum {
  /// The density over frequency on logarithmic axes, with the bands in which steps, tremor and vibration lie.
  ///
  /// - Parameters:
  ///   - name: What was measured.
  ///   - unit: Of the readings, "m/s²" or "rad/s".
  public func figure(name: String = "measured", unit: String, size: Figure.Size? = nil) -> Figure {
    .powerSpectra([(name, self)], unit: unit, size: size)
  }
}

extension Figure {
  /// Densities over frequency on logarithmic axes, with the bands in which steps (1 to 3 Hz), tremor (8 to 12 Hz) and vibration (from 20 Hz) lie.
  ///
  /// - Parameters:
  ///   - spectra: A name and a spectrum for each recording or sensor.
  ///   - unit: Of the readings, "m/s²" or "rad/s".
  public static func powerSpectra(
    _ spectra: [(name: String, spectrum: PowerSpectrum)], unit: String, size: Size? = nil
  ) -> Figure {
    let highest = spectra.compactMap { $0.spectrum.frequencies.last }.max() ?? 0
    let shown = PowerSpectrum.Band.allCases.filter { $0.range.lowerBound < highest }
    // Their names are at the top, where densities are seldom.
    let top = spectra.flatMap { $0.spectrum.densities.dropFirst() }.filter { $0.isFinite && $0 > 0 }.max() ?? 1
    let bands =
      [Mark.bands("", shown.map { $0.range.lowerBound...min($0.range.upperBound, highest) })]
      + shown.map { .text($0.rawValue, x: $0.range.lowerBound, y: 2 * top) }
    return Figure(
      x: FigureAxis("frequency", unit: "Hz", scale: .logarithmic),
      y: FigureAxis("power density", unit: "(\(unit))²/Hz", scale: .logarithmic), size: size,
      bands
        + spectra.map { name, spectrum in
          // A logarithmic axis has no place for 0 Hz.
          .line(name, x: Array(spectrum.frequencies.dropFirst()), y: drawable(Array(spectrum.densities.dropFirst())))
        })
  }
}
