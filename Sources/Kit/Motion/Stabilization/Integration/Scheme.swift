import Rotations
import Traces

/// A way to integrate acceleration that keeps the result from flying off.
///
/// Your own scheme needs one method, `advance(_:by:)`:
///
///     struct Clamped: Scheme {
///       mutating func advance(_ motion: inout Motion, by step: Step) {
///         motion.splitStep(step)
///         motion.position.clamp(lowerBound: Vector3(repeating: -1), upperBound: Vector3(repeating: 1))
///       }
///     }
///
/// A scheme is a value and may keep state between samples. A pass over a trace, or an integrator, starts with a copy
/// that is `fresh`, so that one value serves any number of traces, whatever it has seen before. A scheme that learns
/// later that earlier results were wrong sets `rewritesPast`, and corrects them in `revise(_:)` and `finish(_:)`.
public protocol Scheme: Sendable {
  /// What tables and legends call the scheme, and the key of its colour: "exponential". By default the type's name.
  var name: String { get }

  /// The scheme's parameters, besides the scheme it wraps: labels show them. By default nothing.
  var parameters: [SchemeParameter] { get }

  /// The name with the parameters, "exponential (2.0 s⁻¹)". By default the name, the parameters that are in the label,
  /// and the scheme it wraps unless that is the plain split step.
  var label: String { get }

  /// The scheme that this one wraps, if there is one; by default there is none. A caller that wraps another scheme says
  /// it here: it is checked with this one, and its label and parameters are part of this one's.
  var underlying: (any Scheme)? { get }

  /// What tells this scheme when the device rests, where it waits for that; by default nothing does.
  var restDetector: RestDetector? { get }

  /// Whether this scheme takes the end of the recording for a rest, even if none is recognised. By default false.
  var assumesRestAtEnd: Bool { get }

  /// Whether this scheme leaves to `underlying` what that one corrects in the past, and hands `hasRevision`, `revise(_:)` and
  /// `finish(_:)` on to it. By default false: it cannot wrap a scheme that rewrites the past.
  var passesRevisionsOn: Bool { get }

  /// Whether earlier results may still change: this scheme, or one that it wraps, corrects them. By default false, and
  /// then `revise(_:)` and `finish(_:)` are never called. In a chain one link may rewrite the past, once.
  var rewritesPast: Bool { get }

  /// This scheme in its initial state. By default the scheme itself, which is right for one that keeps nothing
  /// between samples.
  var fresh: Self { get }

  /// Tells a fresh scheme that a whole trace follows, with its number of samples, and that only the end result
  /// counts: it may leave `hasRevision` false and correct the past once, in `finish(_:)`. By default it changes
  /// nothing.
  @_documentation(visibility: internal)
  mutating func beginWholePass(of count: Int)

  /// Attitude and uncertainty at the sample that `advance(_:by:)` took last, for a scheme that ``knowsUncertainty``. By default
  /// nil, or what the scheme below says whose revisions this one passes on.
  var estimate: MotionEstimate? { get }

  /// Whether trajectories of this scheme have covariances. By default false, or as the scheme below whose revisions this one passes on.
  var knowsUncertainty: Bool { get }

  /// How many independent numbers the size of the covariances was estimated from: their regions are wider than those of a noise that is
  /// known, for which it is nil. By default nil, or as the scheme below whose revisions this one passes on.
  var noiseFreedom: Int? { get }

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

  /// Throws when a parameter of this scheme makes no sense. By default it accepts everything. The scheme that it wraps
  /// is checked by `validate()`.
  func check() throws(TraceError)

  /// Throws when the trace lacks what this scheme needs, or a parameter makes no sense. By default it is `check()`.
  /// What it is over is asked by `validate(on:from:)`.
  func check(_ trace: Trace) throws(TraceError)

  /// Integrates a whole trace that was checked. There is a default for every scheme, which calls `advance(_:by:)` for each sample; it is
  /// a requirement only so that the compiler can specialise the loop for each scheme of this library. Call `integrate(_:from:)`.
  @_documentation(visibility: internal)
  func integrate(_ pass: Pass, into trajectory: inout Trajectory)

  /// Scores a pass over a whole trace without storing it; a requirement for the same reason. Call `measure(_:from:)`.
  @_documentation(visibility: internal)
  func measure(_ pass: Pass) -> RunningScore
}

extension Scheme {
  public var name: String { String(describing: Self.self) }
  public var parameters: [SchemeParameter] { [] }
  public var underlying: (any Scheme)? { nil }
  public var restDetector: RestDetector? { nil }
  public var assumesRestAtEnd: Bool { false }
  public var passesRevisionsOn: Bool { false }
  public var rewritesPast: Bool { false }
  public var estimate: MotionEstimate? { passesRevisionsOn ? underlying?.estimate : nil }
  public var knowsUncertainty: Bool { passesRevisionsOn && underlying?.knowsUncertainty == true }
  public var noiseFreedom: Int? { passesRevisionsOn ? underlying?.noiseFreedom : nil }
  public var hasRevision: Bool { rewritesPast }
  /// The scheme itself: one that remembers nothing is always fresh.
  public var fresh: Self { self }
  /// Changes nothing.
  @_documentation(visibility: internal)
  public mutating func beginWholePass(of count: Int) {}
  public mutating func revise(_ past: inout Trajectory) {}
  public mutating func finish(_ past: inout Trajectory) {}
  public func check() throws(TraceError) {}
  public func check(_ trace: Trace) throws(TraceError) { try check() }

  // For a scheme of the course that wraps another, which the compiler would leave generic: four times slower.
  @_specialize(where Self == ResetOnRelease<Unstabilized>)
  @_documentation(visibility: internal)
  public func integrate(_ pass: Pass, into trajectory: inout Trajectory) {
    guard !rewritesPast, !knowsUncertainty else {
      integrateStepwise(pass, into: &trajectory)
      return
    }
    let (trace, start) = (pass.trace, pass.start)
    var scheme = fresh
    trajectory.resize(to: trace.timestamps)
    trajectory.withMotions { past in
      trace.withSteps { steps in
        // A variable of this closure: a captured one would be kept in memory, and the next sample would have to wait
        // for it.
        var motion = start
        for index in 0..<steps.count {
          scheme.advance(&motion, by: steps[index])
          past[index] = motion
        }
      }
    }
  }

  /// Asks after each sample whether the past changes. Returns this scheme as it is then.
  @discardableResult
  func integrateStepwise(_ pass: Pass, into trajectory: inout Trajectory) -> Self {
    var scheme = fresh
    scheme.beginWholePass(of: pass.trace.count)
    trajectory.removeAll(reserving: pass.trace.count)
    pass.trace.withSteps { steps in
      var motion = pass.start
      for index in 0..<steps.count {
        let step = steps[index]
        scheme.advance(&motion, by: step)
        trajectory.append(motion, at: step.time, scheme.estimate)
        if scheme.hasRevision { scheme.revise(&trajectory) }
      }
    }
    if rewritesPast { scheme.finish(&trajectory) }
    trajectory.dropMissingEstimates()
    return scheme
  }

  /// What `Comparison` would say of the drift; computed along the way in constant memory, unless the past changes. O(*n*).
  @_specialize(where Self == ResetOnRelease<Unstabilized>)
  @_documentation(visibility: internal)
  public func measure(_ pass: Pass) -> RunningScore {
    let (trace, start) = (pass.trace, pass.start)
    var scheme = fresh
    var score = RunningScore(from: start, aligned: trace.originAlignment)
    let isKnown = trace.isTruthKnown
    withPointer(trace.truePosition) { truth in
      if rewritesPast {
        var trajectory = Trajectory()
        integrate(pass, into: &trajectory)
        for (index, position) in trajectory.positions.enumerated() {
          score.add(position, truth: truth?[index], isKnown: isKnown?[index] ?? true)
        }
      } else {
        trace.withSteps { steps in
          withPointer(isKnown) { known in
            var motion = start
            for index in 0..<steps.count {
              scheme.advance(&motion, by: steps[index])
              score.add(motion.position, truth: truth?[index], isKnown: known?[index] ?? true)
            }
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
