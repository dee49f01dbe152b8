import Rotations
import Traces

/// A recording and a start that a scheme was found fit for: what the loops of a scheme take, so that none runs unchecked.
///
/// Only ``Scheme/integrate(_:from:)`` and its kin make one.
@_documentation(visibility: internal)
public struct Pass: Sendable {
  let trace: Trace
  let start: Motion

  fileprivate init(over trace: Trace, from start: Motion, under scheme: some Scheme) throws {
    try scheme.validate(on: trace, from: start)
    try TimeSteps.require(trace.timestamps, upTo: Step.longest)
    (self.trace, self.start) = (trace, start)
  }
}

extension Scheme {
  /// Velocity and position over the whole trace, started from `start` at the first sample.
  ///
  /// The same numbers, bit for bit, as `Integrator.accumulate(_:)` gives sample by sample. O(*n*).
  ///
  /// - Throws: as `validate(on:from:)` does, and `TraceError.stepTooLong` for a step of more than 1 s, which an ``Integrator`` refuses as
  ///   well: one value of the acceleration does not show a pause of the recording.
  public func integrate(_ trace: Trace, from start: Motion = .zero) throws -> Trajectory {
    var trajectory = Trajectory()
    try integrate(trace, from: start, into: &trajectory)
    return trajectory
  }

  /// The same into the memory of an earlier trajectory; one that was refused leaves it as it was.
  public func integrate(
    _ trace: Trace, from start: Motion = .zero, into trajectory: inout Trajectory
  ) throws {
    integrate(try Pass(over: trace, from: start, under: self), into: &trajectory)
  }

  /// The same, with the scheme as it is after the pass: with what it has learned on the way.
  package func integrated(_ trace: Trace, from start: Motion = .zero) throws -> (trajectory: Trajectory, scheme: Self) {
    var trajectory = Trajectory()
    let scheme = integrateStepwise(try Pass(over: trace, from: start, under: self), into: &trajectory)
    return (trajectory, scheme)
  }

  /// The error of a pass over the whole trace, without storing it. O(*n*).
  ///
  /// - Throws: as `integrate(_:from:)` does.
  public func measure(_ trace: Trace, from start: Motion = .zero) throws -> RunningScore {
    measure(try Pass(over: trace, from: start, under: self))
  }

  /// Whether the scheme can be used at all: every link of its chain is asked by `check()`, and none wraps one that
  /// rewrites the past unless it passes that on. O(links).
  ///
  /// - Throws: `TraceError` with what a link refuses, and ``SchemeError/impossibleChain(outer:inner:remedy:)``.
  public func validate() throws {
    for link in links {
      try link.check()
      guard let inner = link.underlying, inner.rewritesPast, !(link.passesRevisionsOn && link.rewritesPast) else {
        continue
      }
      throw SchemeError.impossibleChain(
        outer: link.name, inner: inner.label,
        remedy:
          "it would go on from a past that still changes; let one link rewrite the past, around those that do not, as "
          + "in `.highPass(cutoff: …).recognizingRest()`; the smoother recognises rest itself, by the detector it is given"
      )
    }
  }

  /// Whether the scheme can integrate the trace from there: what every integration asks first. O(links).
  ///
  /// - Throws: `TraceError` also for what a link lacks in the trace, and for a start that is not finite.
  public func validate(on trace: Trace, from start: Motion = .zero) throws {
    try validate()
    for link in links { try link.check(trace) }
    try start.check()
  }

  /// This scheme, the one it wraps, and so on.
  package var links: some Sequence<any Scheme> { sequence(first: self as any Scheme) { $0.underlying } }
}
