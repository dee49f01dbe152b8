import Stabilization
import Traces

extension Comparison {
  /// A warning for each scheme that waits for a rest and found none in the recording; by its label.
  ///
  /// - Complexity: O(samples · schemes that wait for a rest).
  static func doubtsOfRests(_ schemes: [any Scheme], _ labels: [String], in trace: Trace) throws -> [String] {
    try zip(schemes, labels).compactMap { scheme, label throws -> String? in
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
        return
          "“\(label)” found no rest in \(trace.name); \(effect). Use a scheme for movement without rests, or a detector "
          + "with a higher threshold: now \(detector.threshold) for \(detector.duration) s"
      }
      return nil
    }
  }
}
