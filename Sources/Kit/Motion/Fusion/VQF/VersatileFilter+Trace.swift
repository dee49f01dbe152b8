import Traces

/// The versatile filter by the name that its paper gives it.
public typealias VQF = VersatileFilter

extension VersatileFilter {
  /// A filter for the samples of this recording: made for the median of their steps.
  ///
  ///     let fused = try trace.fused(by: VQF(for: trace))
  ///
  /// - Throws: `TraceError.invalidParameter` for parameters out of range, and for a recording of one sample, which
  ///   has no step.
  /// - Complexity: O(*n* log *n*) in the samples.
  public init(for trace: Trace, parameters: Parameters = Parameters()) throws(TraceError) {
    try self.init(interval: trace.medianStep, parameters: parameters)
  }
}
