internal import Basics
import Foundation
import Stabilization
import Traces

extension Sweep {
  /// What speaks against the best point, in words, each a sentence: that it is worthless (``NullResult``), and for which parameters the
  /// best value is the first or the last that was tried.
  public var warnings: [String] {
    var words: [String] = []
    if let nullResult { words.append("the best point of the sweep, \(text(of: best.candidate)), \(nullResult)") }
    return words
      + zip(parameters, best.candidate).compactMap { parameter, value in
        NullBaseline.wordsOfEnd(parameter.name, value, unit: parameter.unit, tried: parameter.values)
      }
  }

  private func text(of point: [Double]) -> String {
    zip(parameters, point).map { "\($0.name) \(number($1, $0.unit))" }.joined(separator: ", ")
  }

  private func number(_ value: Double, _ unit: String) -> String {
    String(format: "%g", value) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// What speaks against a scheme on several recordings: it moves on none of them as the device does, or its mean error is no better
  /// than that of standing still.
  static func nullResult(
    of scheme: any Scheme, on traces: [Trace], errors: Double, standingStill: [Double]
  ) throws -> NullResult? {
    let reasons = try traces.map { trace in
      NullResult(of: try scheme.integrate(trace), plain: try Unstabilized().integrate(trace))
    }
    if let reason = reasons.first ?? nil, reasons.allSatisfy({ $0 != nil }) { return reason }
    return NullResult(
      error: errors, standingStill: standingStill.reduce(0, +) / Double(max(standingStill.count, 1)))
  }
}
