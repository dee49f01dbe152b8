import Stabilization
import Traces

/// A scheme that waits for a rest and has found none.
struct RestDoubt: Hashable, Sendable {
  /// The scheme's name with its parameters.
  let label: String
  /// What it does then.
  let effect: String
  let threshold: Double
  /// s.
  let duration: Double

  /// The doubt in words, for the recordings of these names.
  func words(in names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    return "“\(label)” found no rest in \(shown); \(effect). Use a scheme for movement without rests, or a detector "
      + "with a higher threshold: now \(threshold) for \(duration) s"
  }
}

extension Comparison {
  /// A doubt for each scheme that waits for a rest and found none in the recording; by its label.
  ///
  /// - Complexity: O(samples · schemes that wait for a rest).
  static func doubtsOfRests(_ schemes: [any Scheme], _ labels: [String], in trace: Trace) throws -> [RestDoubt] {
    try zip(schemes, labels).compactMap { scheme, label throws -> RestDoubt? in
      var next: (any Scheme)? = scheme
      while let link = next {
        next = link.underlying
        guard let detector = link.restDetector, !link.assumesRestAtEnd else { continue }
        guard try !detector.restingSamples(of: trace).contains(true) else { return nil }
        let none = Unstabilized().label
        let base = link.underlying?.label ?? none
        let effect =
          link.label != scheme.label
          ? "its “\(link.name)” does nothing" : "the result equals \(base == none ? "no stabilisation" : "“\(base)”")"
        return RestDoubt(label: label, effect: effect, threshold: detector.threshold, duration: detector.duration)
      }
      return nil
    }
  }

  /// A warning for each scheme that found no rest in some of several recordings.
  static func doubtsOfRests(in comparisons: [Comparison]) -> [String] {
    var (order, names) = ([RestDoubt](), [RestDoubt: [String]]())
    for comparison in comparisons {
      for doubt in comparison.restDoubts {
        if names[doubt] == nil { order.append(doubt) }
        names[doubt, default: []].append(comparison.trace.name)
      }
    }
    return order.map { $0.words(in: names[$0] ?? []) }
  }
}
