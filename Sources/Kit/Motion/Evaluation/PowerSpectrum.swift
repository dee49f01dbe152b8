internal import Basics
import Foundation
import Rotations
import Traces

/// How the power of readings is spread over frequencies: Welch's estimate (1967), the mean over half-overlapping segments of the squared
/// Fourier transform, each segment less its mean and under a Hann window.
///
/// The density is one-sided, as that of ``NoiseDensity/oneSided``: its integral over all frequencies is the variance of the readings, and white
/// noise with a one-sided density n has the height n². The numbers are those of SciPy's `signal.welch`.
public struct PowerSpectrum: Hashable, Sendable {
  /// Hz, from 0 to half the sampling rate, at equal steps.
  public let frequencies: [Double]
  /// The readings' unit squared per Hz.
  public let densities: [Double]
  /// How many segments were averaged.
  public let segments: Int

  /// - Parameters:
  ///   - readings: At equal time steps.
  ///   - rate: Samples per second.
  ///   - segment: How many readings a segment has. Grows: a finer comb of frequencies, `rate / segment` Hz apart, and a noisier density. nil takes
  ///     the power of two that is nearest to five seconds, or as many readings as there are.
  /// - Throws: `TraceError.invalidParameter` for fewer than 8 readings, a segment that is not 8 or more or longer than all readings, or a rate
  ///   that is not positive; `.notFinite`.
  /// - Complexity: O(readings · log segment) for a power of two.
  public init(of readings: [Double], rate: Double, segment: Int? = nil) throws(TraceError) {
    try requirePositive("rate", rate, unit: "Hz")
    guard readings.count >= 8 else {
      throw .invalidParameter("readings", value: Double(readings.count), expected: "at least 8")
    }
    if let row = readings.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(column: "readings", value: readings[row], row: row)
    }
    let length = segment ?? min(readings.count, Int(exp2(max(3, log2(5 * rate).rounded()))))
    try requireCount("segment", length, in: 8...readings.count)
    let window = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)) }
    let scale = 1 / (rate * window.reduce(0) { $0 + $1 * $1 })
    let bins = length / 2 + 1
    var sums = [Double](repeating: 0, count: bins)
    let starts = Array(stride(from: 0, through: readings.count - length, by: length - length / 2))
    let zeros = [Double](repeating: 0, count: length)
    for start in starts {
      let part = readings[start..<(start + length)]
      let mean = part.reduce(0, +) / Double(length)
      let transform = FourierTransform.forward(zip(part, window).map { ($0 - mean) * $1 }, zeros)
      for bin in 0..<bins {
        sums[bin] += transform.real[bin] * transform.real[bin] + transform.imaginary[bin] * transform.imaginary[bin]
      }
    }
    segments = starts.count
    frequencies = (0..<bins).map { Double($0) * rate / Double(length) }
    densities = sums.enumerated().map { bin, sum in
      // Negative frequencies are added to positive ones; 0 and half the rate have none.
      let isSingle = bin == 0 || length % 2 == 0 && bin == bins - 1
      return sum * scale * (isSingle ? 1 : 2) / Double(starts.count)
    }
  }

  /// The sum of spectra at the same frequencies, as of three axes.
  private init(sum spectra: [PowerSpectrum]) {
    (frequencies, segments) = (spectra[0].frequencies, spectra[0].segments)
    densities = spectra[0].densities.indices.map { bin in spectra.reduce(0) { $0 + $1.densities[bin] } }
  }

  /// The sum over the three axes of vectors: it does not depend on how the axes lie.
  ///
  /// - Throws: As ``init(of:rate:segment:)-1``.
  public init(of readings: [Vector3], rate: Double, segment: Int? = nil) throws(TraceError) {
    let x = try PowerSpectrum(of: readings.map(\.x), rate: rate, segment: segment)
    let y = try PowerSpectrum(of: readings.map(\.y), rate: rate, segment: segment)
    let z = try PowerSpectrum(of: readings.map(\.z), rate: rate, segment: segment)
    self.init(sum: [x, y, z])
  }

  /// The power at the frequencies of a band, in the readings' unit squared: the sum of the densities times their step.
  public func power(in band: ClosedRange<Double>) -> Double {
    let step = frequencies.count > 1 ? frequencies[1] - frequencies[0] : 0
    return zip(frequencies, densities).reduce(0) { $0 + (band.contains($1.0) ? $1.1 * step : 0) }
  }

  /// The frequency with the greatest density in a band, Hz; nil where no frequency lies in it.
  public func peak(in band: ClosedRange<Double>) -> Double? {
    zip(frequencies, densities).filter { band.contains($0.0) }.max { $0.1 < $1.1 }?.0
  }

  /// The bands of a phone's movements, in Hz.
  public enum Band: String, CaseIterable, Sendable {
    /// Steps and arm swings.
    case steps
    /// Physiological tremor of a hand (Elble and Koller 1990).
    case tremor
    /// Motors, vehicles, a table that is knocked at; up to half the sampling rate.
    case vibration

    /// From where to where, Hz.
    public var range: ClosedRange<Double> {
      switch self {
      case .steps: 1...3
      case .tremor: 8...12
      case .vibration: 20...1e6
      }
    }
  }
}

extension Trace {
  /// Which readings of a trace.
  public enum Reading: String, CaseIterable, Sendable {
    /// The acceleration without gravity, m/s².
    case userAcceleration
    /// The rotation rate, rad/s.
    case rotationRate
  }

  /// The spectrum of a quantity, summed over the three axes.
  ///
  /// - Throws: `TraceError.missingQuantity` without rotation rates; `.invalidParameter` for a trace with gaps or uneven steps:
  ///   `resampled(rate:)` comes first.
  /// - Complexity: O(samples · log segment).
  public func spectrum(of reading: Reading = .userAcceleration, segment: Int? = nil) throws(TraceError) -> PowerSpectrum
  {
    let rate = try evenRate()
    switch reading {
    case .userAcceleration: return try PowerSpectrum(of: userAcceleration, rate: rate, segment: segment)
    case .rotationRate:
      guard let rotationRate else {
        throw .missingQuantity("rotationRate", neededBy: "spectrum", remedy: "record the gyroscope too")
      }
      return try PowerSpectrum(of: rotationRate, rate: rate, segment: segment)
    }
  }
}
