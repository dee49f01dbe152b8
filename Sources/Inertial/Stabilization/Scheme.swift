import Rotations

/// A way to integrate acceleration that keeps the result from flying off.
///
/// A scheme of one's own needs one method, `advance(_:by:)`:
///
///     struct Clamped: Scheme {
///       mutating func advance(_ motion: inout Motion, by step: Step) {
///         motion.splitStep(step)
///         motion.position.clamp(lowerBound: Vector3(repeating: -1), upperBound: Vector3(repeating: 1))
///       }
///     }
///
/// A scheme is a value and may keep state between samples. A pass over a trace, or an integrator, starts with a copy that is
/// `fresh`, so that one value serves any number of traces, whatever it has seen before. One that learns later that earlier results were wrong says so by
/// `rewritesPast`, and corrects them in `revise(_:)` and `finish(_:)`.
public protocol Scheme: Sendable {
  /// What tables and legends call the scheme, and the key of its colour: "exponential". By default the type's name.
  var name: String { get }

  /// The name with the parameters, "exponential (2 /s)". By default the name.
  var label: String { get }

  /// Whether earlier results may still change: this scheme, or one that it stands over, corrects them. By default false, and
  /// then `revise(_:)` and `finish(_:)` are never called. In a chain one link may rewrite the past, once.
  var rewritesPast: Bool { get }

  /// This scheme as it was made, without what it has seen. By default the scheme itself, which is right for one that keeps nothing
  /// between samples.
  var fresh: Self { get }

  /// Takes `motion` from the sample before to this sample.
  ///
  /// For the first sample of a recording `step.duration` is 0.
  mutating func advance(_ motion: inout Motion, by step: Step)

  /// Whether the sample that `advance(_:by:)` took last makes `revise(_:)` change something. By default `rewritesPast`: it is asked
  /// after every sample.
  var hasRevision: Bool { get }

  /// Rewrites what has been recorded; called after an `advance(_:by:)` that `hasRevision`, with this sample recorded. By default it
  /// changes nothing.
  mutating func revise(_ past: inout Trajectory)

  /// Rewrites what has been recorded when the recording is over and what comes last is known: that the gesture has
  /// ended, that the device lies still. By default it changes nothing.
  mutating func finish(_ past: inout Trajectory)

  /// Throws when a parameter or the chain of schemes makes no sense. By default it accepts everything.
  func check() throws(TraceError)

  /// Throws also when the trace lacks what the scheme needs. By default it is `check()`.
  func check(_ trace: Trace) throws(TraceError)

  /// Integrates a whole trace. There is a default for every scheme, which calls `advance(_:by:)` for each sample; it is
  /// a requirement only so that the compiler can specialise the loop for each scheme of this library.
  func integrate(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory)

  /// Scores a pass over a whole trace without storing it; a requirement for the same reason.
  func measure(_ trace: Trace, from start: Motion) -> RunningScore
}

extension Scheme {
  public var name: String { String(describing: Self.self) }
  public var label: String { name }
  public var rewritesPast: Bool { false }
  public var hasRevision: Bool { rewritesPast }
  /// The scheme itself: one that remembers nothing is always fresh.
  public var fresh: Self { self }
  public mutating func revise(_ past: inout Trajectory) {}
  public mutating func finish(_ past: inout Trajectory) {}
  public func check() throws(TraceError) {}
  public func check(_ trace: Trace) throws(TraceError) { try check() }

  /// What a link of a chain that rewrites the past, or goes on from what was computed, asks of the one that it stands over.
  ///
  /// - Throws: `TraceError.impossibleChain` when that one rewrites the past itself.
  func requireSettledPast(of base: some Scheme) throws(TraceError) {
    guard base.rewritesPast else { return }
    throw .impossibleChain(
      outer: name, inner: base.label,
      remedy:
        "it would go on from a past that still changes; let one link rewrite the past, around those that do not, as "
        + "in `.highPass(cutoff: …).recognizingRest()`; the smoother recognises rest itself, by the detector it is given"
    )
  }

  /// Velocity and position over the whole trace, started from `start` at the first sample.
  ///
  /// The same numbers, bit for bit, as `Integrator.accumulate(_:)` gives sample by sample. Nothing is checked: `check(_:)`
  /// says whether the trace fits. O(*n*).
  public func integrate(_ trace: Trace, from start: Motion = .zero) -> Trajectory {
    var trajectory = Trajectory()
    integrate(trace, from: start, into: &trajectory)
    return trajectory
  }

  // For a scheme of the course that stands over another, which the compiler would leave generic: four times slower.
  @_specialize(where Self == ResetOnRelease<Unstabilized>)
  public func integrate(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory) {
    guard !rewritesPast else { return integrateStepwise(trace, from: start, into: &trajectory) }
    var scheme = fresh
    trajectory.resize(to: trace.timestamps)
    trajectory.withMotions { past in
      trace.withSteps { steps in
        // Of this closure's own, or it would lie in memory, where the next sample has to wait for it.
        var motion = start
        for index in 0..<steps.count {
          scheme.advance(&motion, by: steps[index])
          past[index] = motion
        }
      }
    }
  }

  /// Asks after each sample whether the past changes.
  func integrateStepwise(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory) {
    var scheme = fresh
    trajectory.removeAll(reserving: trace.count)
    trace.withSteps { steps in
      var motion = start
      for index in 0..<steps.count {
        let step = steps[index]
        scheme.advance(&motion, by: step)
        trajectory.append(motion, at: step.time)
        if scheme.hasRevision { scheme.revise(&trajectory) }
      }
    }
    scheme.finish(&trajectory)
  }

  /// What `Comparison` would say of the drift; computed along the way in constant memory, unless the past changes. O(*n*).
  @_specialize(where Self == ResetOnRelease<Unstabilized>)
  public func measure(_ trace: Trace, from start: Motion) -> RunningScore {
    var scheme = fresh
    var score = RunningScore(from: start, aligned: trace.originAlignment)
    withPointer(trace.truePosition) { truth in
      if rewritesPast {
        for (index, position) in integrate(trace, from: start).positions.enumerated() {
          score.add(position, truth: truth?[index])
        }
      } else {
        trace.withSteps { steps in
          var motion = start
          for index in 0..<steps.count {
            scheme.advance(&motion, by: steps[index])
            score.add(motion.position, truth: truth?[index])
          }
        }
      }
    }
    return score
  }
}

/// The steps of a trace, read through pointers: a bounds check per array and sample would cost more than the arithmetic.
struct Steps {
  let count: Int
  fileprivate let times: UnsafePointer<Double>
  fileprivate let attitude: UnsafePointer<Quaternion>
  fileprivate let userAcceleration: UnsafePointer<Vector3>
  fileprivate let rotationRate: UnsafePointer<Vector3>?
  fileprivate let isTouching: UnsafePointer<Bool>?

  @inline(__always)
  subscript(index: Int) -> Step {
    let time = times[index]
    return Step(
      time: time, duration: time - times[index == 0 ? 0 : index &- 1],
      acceleration: attitude[index].act(on: -userAcceleration[index]), attitude: attitude[index],
      rotationRate: rotationRate.map { $0[index] }, isTouching: isTouching.map { $0[index] })
  }
}

extension Trace {
  /// Calls `body` once, with the steps of all samples.
  @inline(__always)
  func withSteps(_ body: (Steps) -> Void) {
    timestamps.withUnsafeBufferPointer { times in
      attitude.withUnsafeBufferPointer { attitude in
        userAcceleration.withUnsafeBufferPointer { userAcceleration in
          withPointer(rotationRate) { rotationRate in
            withPointer(isTouching) { isTouching in
              guard let times = times.baseAddress, let attitude = attitude.baseAddress,
                let userAcceleration = userAcceleration.baseAddress
              else { return }
              body(
                Steps(
                  count: timestamps.count, times: times, attitude: attitude, userAcceleration: userAcceleration,
                  rotationRate: rotationRate, isTouching: isTouching))
            }
          }
        }
      }
    }
  }
}

/// One call of `body` for both cases, so that what it is inlined into stays small enough to be inlined, too.
@inline(__always)
private func withPointer<T>(_ array: [T]?, _ body: (UnsafePointer<T>?) -> Void) {
  (array ?? []).withUnsafeBufferPointer { body(array == nil ? nil : $0.baseAddress) }
}
