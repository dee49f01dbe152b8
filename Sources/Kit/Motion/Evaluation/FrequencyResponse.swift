import Foundation
import Rotations
import Stabilization
import Traces

/// What a scheme leaves of a movement to and fro, by how slow it is: 1 is all of it.
public struct FrequencyResponse: Hashable, Sendable {
  /// Hz.
  public let frequencies: [Double]
  /// Per frequency: amplitude of the computed position over that of the true one.
  public let gains: [Double]
  /// Per frequency: by how much the computed movement runs ahead of the true one, rad, in −π … π. If it is not 0, the
  /// gesture changes its shape, not only its size. NaN where less than a thousandth of the movement is left.
  public let phases: [Double]

  /// Measures the scheme: at each frequency it integrates a sine of the given amplitude until its start is forgotten,
  /// and the amplitude of the last periods is fitted.
  ///
  /// Each sample says the mean acceleration since the one before, which a scheme holds for just that long: what is measured is the
  /// scheme, and no delay of a sampled signal. What the scheme makes of its steps is measured with it: exponential damping leaves
  /// more than `ExponentialDamping.gain` by the share (α/4 + β/2)·Δt, and the rest of the difference falls as Δt².
  ///
  /// For a linear scheme the gain does not depend on the amplitude; for the nonlinear step it does.
  ///
  /// - Parameters:
  ///   - amplitude: The true position's amplitude, m.
  ///   - rate: Samples a second; at least 20 per period are taken.
  ///   - settling: Seconds before the measurement begins; several times 1/α for exponential damping.
  ///   - scheme: The scheme that is shaken.
  ///   - frequencies: Hz.
  /// - Throws: `TraceError.invalidParameter` for a frequency that is not positive, and what the scheme refuses.
  /// - Complexity: O(frequencies · settling · rate).
  public init(
    of scheme: any Scheme, at frequencies: [Double], amplitude: Double = 0.2, rate: Double = 100, settling: Double = 20
  ) throws {
    try requirePositive("amplitude", amplitude, unit: "m")
    try requirePositive("rate", rate, unit: "Hz")
    try requireNonnegative("settling", settling, unit: "s")
    var (gains, phases) = ([Double](), [Double]())
    for frequency in frequencies {
      try requirePositive("frequency", frequency, unit: "Hz")
      let omega = 2 * Double.pi * frequency
      let step = min(1 / rate, 1 / (20 * frequency))
      let begin = max(settling, 1 / frequency)
      // Whole periods, so that a constant does not disturb the fit.
      let periods = max(1, (2 * frequency).rounded(.up))
      let wanted = ((begin + periods / frequency) / step).rounded()
      guard wanted <= 1e7 else {
        throw TraceError.invalidParameter(
          "samples", value: wanted, expected: "at most 10⁷ by rate, frequency and settling")
      }
      let count = Int(wanted)
      let times = (0...count).map { Double($0) * step }
      let trace = try Trace(
        timestamps: times, attitude: [Quaternion](repeating: .identity, count: times.count),
        userAcceleration: times.indices.map { index in
          let speeds = (-1...0).map { sin(omega * step * Double(index + $0)) }
          return Vector3(amplitude * omega * (speeds[1] - speeds[0]) / step, 0, 0)
        })
      // x = A·cos ωt, at rest at the start.
      let result = try scheme.integrate(trace, from: Motion(position: Vector3(amplitude, 0, 0)))
      let (cosine, sine) = Self.fit(of: result, from: begin, omega: omega)
      let reach = (cosine * cosine + sine * sine).squareRoot()
      gains.append(reach / amplitude)
      // a·cos ωt + b·sin ωt = R·cos(ωt − atan2(b, a)).
      phases.append(reach < 1e-3 * amplitude ? .nan : atan2(-sine, cosine))
    }
    self.init(frequencies: frequencies, gains: gains, phases: phases)
  }

  fileprivate init(frequencies: [Double], gains: [Double], phases: [Double]) {
    (self.frequencies, self.gains, self.phases) = (frequencies, gains, phases)
  }

  /// a and b of the least squares of a·cos ωt + b·sin ωt + c + d·t: drift shall not count as movement.
  private static func fit(of result: Trajectory, from begin: Double, omega: Double) -> (Double, Double) {
    let samples = (result.firstIndex(after: begin)..<result.count).map { index in
      let t = result.times[index]
      return (basis: Vector3(cos(omega * t), sin(omega * t), t - begin), x: result.positions[index].x)
    }
    // Among deviations from the means there is no c.
    let count = Double(samples.count)
    let mean = samples.reduce(Vector3.zero) { $0 + $1.basis } / count
    let center = samples.reduce(0) { $0 + $1.x } / count
    var (normal, right) = (Matrix3.diagonal(0, 0, 0), Vector3.zero)
    for sample in samples {
      let basis = sample.basis - mean
      normal = normal + Matrix3(columns: basis * basis.x, basis * basis.y, basis * basis.z)
      right += basis * (sample.x - center)
    }
    let solution = normal.inverted * right
    return (solution.x, solution.y)
  }
}

extension ExponentialDamping {
  /// ``gain(at:)`` and ``phase(at:)`` over frequencies in Hz: the law that a measured response is held against.
  public func response(at frequencies: [Double]) -> FrequencyResponse {
    FrequencyResponse(
      frequencies: frequencies, gains: frequencies.map(gain(at:)), phases: frequencies.map(phase(at:)))
  }

  /// What the scheme leaves of a movement at `frequency` Hz, by its poles at −α and −β: ω²/√((ω² + α²)(ω² + β²)).
  public func gain(at frequency: Double) -> Double {
    let square = 4 * Double.pi * Double.pi * frequency * frequency
    return square
      / ((square + velocityRate * velocityRate) * (square + positionRate * positionRate)).squareRoot()
  }

  /// By how much the computed movement runs ahead at `frequency` Hz, rad: π less the angles of the two poles,
  /// π − atan(ω/α) − atan(ω/β).
  public func phase(at frequency: Double) -> Double {
    let omega = 2 * Double.pi * frequency
    return .pi - atan2(omega, velocityRate) - atan2(omega, positionRate)
  }
}
