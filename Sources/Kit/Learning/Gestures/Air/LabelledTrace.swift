import Simulation
import Stabilization
import Traces

/// The recording of one gesture from touch to lift, what was drawn, and who drew it.
public struct LabelledTrace: Hashable, Sendable {
  /// What was drawn.
  public var label: String
  /// Who drew it; empty when nobody said.
  public var person: String
  /// The recording.
  public var trace: Trace

  /// `trace`, labelled.
  public init(label: String, person: String = "", trace: Trace) {
    (self.label, self.person, self.trace) = (label, person, trace)
  }
}
