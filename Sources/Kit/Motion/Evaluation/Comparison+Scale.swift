internal import Basics
import Rotations
import Stabilization
import Traces

extension Comparison {
  /// A warning for each parameter of a scheme that no recording like this one can follow: a rate or a cutoff that is faster than the
  /// samples, a time longer than the recording.
  ///
  /// A scheme's ``Scheme/parameters`` say their units; one without a unit is not looked at.
  ///
  /// - Complexity: O(parameters of all schemes).
  static func doubtsOfScale(_ schemes: [any Scheme], _ labels: [String], in trace: Trace) -> [String] {
    guard trace.count > 1, trace.medianStep > 0 else { return [] }
    let rate = 1 / trace.medianStep
    return zip(schemes, labels).flatMap { scheme, label in
      var words = [String]()
      var next: (any Scheme)? = scheme
      while let link = next {
        next = link.underlying
        for parameter in link.parameters {
          guard let value = Double(parameter.value), value.isFinite, let limit = Self.limit(parameter.unit, rate, trace)
          else { continue }
          guard value > limit.value else { continue }
          words.append("“\(label)”: its \(parameter.name) of \(parameter.text) is \(limit.words)")
        }
      }
      return words
    }
  }

  /// A warning where somebody says that the device did not move, and the recording's truth moves by more than the tremble of a hand.
  ///
  /// - Complexity: O(samples).
  static func doubtOfMotionless(_ trace: Trace) -> String? {
    let known = (trace.truePosition ?? []).filter { $0.sum().isFinite }
    guard let first = known.first, case let way = known.reduce(0, { max($0, ($1 - first).length) }), way > 0.02 else {
      return nil
    }
    return
      "the true positions of \(trace.name) move by \(shortNumber(way)) m, but `truth: .motionless` says that the device lay still; "
      + "leave the argument out to compare with the true positions"
  }

  /// The largest value that makes sense in a unit, and what a larger one is.
  private static func limit(_ unit: String, _ rate: Double, _ trace: Trace) -> (value: Double, words: String)? {
    switch unit {
    case "s⁻¹", "1/s", "/s":
      (
        rate,
        "faster than the \(shortNumber(rate)) samples a second of \(trace.name): one sample later nothing is left of what it "
          + "damps. Choose a rate far below that"
      )
    case "Hz":
      (
        rate / 2,
        "above \(shortNumber(rate / 2)) Hz, half of the sampling rate of \(trace.name): no movement in it is that fast. Choose a "
          + "frequency far below that"
      )
    case "s":
      (
        trace.duration,
        "longer than \(trace.name), which lasts \(shortSeconds(trace.duration)): it never comes about. Choose a shorter time"
      )
    default: nil
    }
  }
}
