import Foundation
import Inertial
import Rotations
import Testing

@Suite("Frequency response")
struct FrequencyResponseTests {
  @Test("The measured response is the law of the scheme's poles, at every rate", arguments: [50.0, 100, 400])
  func frequencyResponse(rate: Double) throws {
    let damping = ExponentialDamping(velocityRate: 2, positionRate: 0.7)
    let one = ExponentialDamping.exponential(rate: 2)
    // The rest is Π iω/(iω + p), and a step's share of a pole: as schemes compute it, e^(share·p·Δt) more is left.
    let schemes: [(scheme: any Scheme, poles: [(pole: Double, share: Double)])] = [
      (.none, []), (one, [(2, 0.25), (2, 0.5)]), (damping, [(2, 0.25), (0.7, 0.5)]),
      (.highPass(cutoff: 0.3), [(2 * .pi * 0.3, 0)]),
      (damping.highPassed(cutoff: 0.2), [(2, 0.25), (0.7, 0.5), (2 * .pi * 0.2, 0)]),
    ]
    for frequency in [0.05, 0.3, 1, 2.5, 5] {
      let (omega, step) = (2 * Double.pi * frequency, min(1 / rate, 1 / (20 * frequency)))
      for (scheme, poles) in schemes {
        let measured = try FrequencyResponse(of: scheme, at: [frequency], rate: rate, settling: 40)
        let gain = poles.reduce(1) { $0 * omega / hypot(omega, $1.pole) * exp($1.share * $1.pole * step) }
        let phase = poles.reduce(0) { $0 + atan2($1.pole, omega) }
        let sum = omega + poles.reduce(0) { $0 + $1.pole }
        let name: Comment = "\(scheme.label), \(frequency) Hz at \(rate) Hz"
        #expect(abs(measured.gains[0] / gain - 1) < sum * sum * step * step / 8 + 1e-6, name)
        #expect(
          abs(remainder(measured.phases[0] - phase, 2 * .pi)) < sum * (sum - omega) * step * step / 8 + 1e-6, name)
      }
      #expect(abs(damping.gain(at: frequency) - omega * omega / (hypot(omega, 2) * hypot(omega, 0.7))) < 1e-12)
      #expect(abs(damping.phase(at: frequency) - atan2(2, omega) - atan2(0.7, omega)) < 1e-12)
    }
    let fast = try FrequencyResponse(of: one, at: [5], rate: rate).phases[0] * 180 / .pi
    #expect(abs(fast - 7.29) < 0.15)
  }

  @Test("Plain integration leaves all of a movement; what is swallowed has no phase")
  func extremeResponses() throws {
    let plain = try FrequencyResponse(of: .none, at: [1])
    #expect(abs(plain.gains[0] - 1) < 0.01)
    #expect(abs(plain.phases[0]) < 0.05)
    let gone = try FrequencyResponse(of: .nonlinearStep(velocityRate: 100, positionRate: 100), at: [0.1], settling: 5)
    #expect(gone.gains[0] < 1e-3 && gone.phases[0].isNaN)
    #expect(throws: TraceError.self) { try FrequencyResponse(of: .none, at: [0]) }
  }
}
