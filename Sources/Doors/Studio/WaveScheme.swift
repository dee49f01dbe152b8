import Foundation
import Fusion
import Recordings
import Stabilization
import Traces

/// A stabilisation scheme as the page chooses it, with its parameters by name.
package struct WaveScheme: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case none, exponential, nonlinear, highPass, rest, restExponential
  }

  /// A parameter of a scheme, as a slider shows it.
  package struct Knob: Codable, Hashable, Sendable {
    package var name: String
    package var words: String
    package var unit: String
    package var least: Double
    package var greatest: Double
    package var step: Double
    package var value: Double
  }

  package var kind: Kind
  package var values: [String: Double]

  package init(_ kind: Kind, _ values: [String: Double] = [:]) { (self.kind, self.values) = (kind, values) }

  /// What the page calls the scheme; the name is the key of its colour in every figure.
  package var name: String {
    switch kind {
    case .none: "none"
    case .exponential: "exponential"
    case .nonlinear: "nonlinear step"
    case .highPass: "high-pass"
    case .rest: "rest recognition"
    case .restExponential: "rest recognition over exponential"
    }
  }

  /// The sliders, at their defaults.
  package var knobs: [Knob] {
    let standard = RestDetector.fluctuation()
    let rest = [
      Knob(
        name: "threshold", words: "still below", unit: "m/s²", least: 0.02, greatest: 2, step: 0.01,
        value: standard.threshold),
      Knob(name: "duration", words: "for", unit: "s", least: 0.05, greatest: 1, step: 0.05, value: standard.duration),
    ]
    let rate = Knob(name: "rate", words: "α", unit: "s⁻¹", least: 0, greatest: 10, step: 0.05, value: 2)
    return switch kind {
    case .none: []
    case .exponential: [rate]
    case .nonlinear:
      [
        Knob(
          name: "velocityRate", words: "velocity loses", unit: "m/s²", least: 0, greatest: 2, step: 0.01, value: 0.2),
        Knob(
          name: "positionRate", words: "position loses", unit: "m/s", least: 0, greatest: 0.5, step: 0.005, value: 0.05),
      ]
    case .highPass:
      [Knob(name: "cutoff", words: "cutoff", unit: "Hz", least: 0.02, greatest: 2, step: 0.02, value: 0.2)]
    case .rest: rest
    case .restExponential: [rate] + rest
    }
  }

  private func value(_ name: String) throws -> Double {
    guard let knob = knobs.first(where: { $0.name == name }) else { return 0 }
    let value = values[name] ?? knob.value
    guard value.isFinite, (knob.least...knob.greatest).contains(value) else {
      throw StudioError.badValue(
        "“\(knob.words)” of the scheme “\(self.name)”", value, "\(knob.least) to \(knob.greatest) \(knob.unit)")
    }
    return value
  }

  /// The scheme itself, with the detector that tells when the device rests.
  ///
  /// - Throws: `StudioError.badValue` for a value outside the slider's range.
  package func scheme() throws -> any Scheme {
    switch kind {
    case .none: return .none
    case .exponential: return .exponential(rate: try value("rate"))
    case .nonlinear:
      return .nonlinearStep(velocityRate: try value("velocityRate"), positionRate: try value("positionRate"))
    case .highPass: return .highPass(cutoff: try value("cutoff"))
    case .rest: return .restRecognition(try detector())
    case .restExponential:
      return RestRecognition(over: ExponentialDamping.exponential(rate: try value("rate")), detector: try detector())
    }
  }

  /// What tells when the device rests; nil for a scheme that does not ask.
  package func restDetector() throws -> RestDetector? {
    kind == .rest || kind == .restExponential ? try detector() : nil
  }

  private func detector() throws -> RestDetector {
    .fluctuation(threshold: try value("threshold"), duration: try value("duration"))
  }

  /// The scheme as a notebook's cell writes it.
  package var code: String {
    func number(_ name: String) -> String { "\(values[name] ?? knobs.first { $0.name == name }?.value ?? 0)" }
    let detector = ".fluctuation(threshold: \(number("threshold")), duration: \(number("duration")))"
    return switch kind {
    case .none: ".none"
    case .exponential: ".exponential(rate: params.alpha)"
    case .nonlinear: ".nonlinearStep(velocityRate: \(number("velocityRate")), positionRate: \(number("positionRate")))"
    case .highPass: ".highPass(cutoff: \(number("cutoff")))"
    case .rest: ".restRecognition(\(detector))"
    case .restExponential:
      "RestRecognition(over: ExponentialDamping.exponential(rate: params.alpha), detector: \(detector))"
    }
  }
}
