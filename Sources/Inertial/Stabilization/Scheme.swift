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
/// A scheme is a value and may keep state between samples. A pass over a trace starts with a copy of the scheme as it
/// was made, so that one value serves any number of traces.
public protocol Scheme: Sendable {
  /// What tables and legends call the scheme, and the key of its colour: "exponential". By default the type's name.
  var name: String { get }

  /// The name with the parameters, "exponential (2 /s)". By default the name.
  var label: String { get }

  /// Takes `motion` from the sample before to this sample.
  ///
  /// For the first sample of a recording `step.duration` is 0.
  mutating func advance(_ motion: inout Motion, by step: Step)

  /// Throws when a parameter makes no sense or the trace lacks what the scheme needs. By default it accepts everything.
  func check(_ trace: Trace) throws(TraceError)

  /// Integrates a whole trace. There is a default for every scheme, which calls `advance(_:by:)` for each sample; it is
  /// a requirement only so that the compiler can specialise the loop for each scheme of this library.
  func integrate(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory)

  /// Scores a pass over a whole trace without storing it; a requirement for the same reason.
  func measure(_ trace: Trace, from start: Motion) -> RunningScore
}

/// A scheme that learns later that earlier results were wrong, and corrects them.
public protocol RetroactiveScheme: Scheme {
  /// Rewrites what has been recorded; called after each `advance(_:by:)`, with this sample recorded.
  mutating func revise(_ past: inout Trajectory)

  /// Rewrites what has been recorded when the recording is over and what comes last is known: that the gesture has
  /// ended, that the device lies still. By default it changes nothing.
  mutating func finish(_ past: inout Trajectory)
}

extension RetroactiveScheme {
  public mutating func finish(_ past: inout Trajectory) {}
}

extension Scheme {
  public var name: String { String(describing: Self.self) }
  public var label: String { name }
  public func check(_ trace: Trace) throws(TraceError) {}

  /// Velocity and position over the whole trace, started from `start` at the first sample.
  ///
  /// The same numbers, bit for bit, as `Integrator.accumulate(_:)` gives sample by sample. O(*n*).
  public func integrate(_ trace: Trace, from start: Motion = .zero) -> Trajectory {
    var trajectory = Trajectory()
    integrate(trace, from: start, into: &trajectory)
    return trajectory
  }

  public func integrate(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory) {
    // A chain is retroactive when one of its links is, which its type says only through a conditional conformance.
    if let retroactive = self as? any RetroactiveScheme {
      return retroactive.integrateAndRevise(trace, from: start, into: &trajectory)
    }
    trajectory.resize(to: trace.timestamps)
    var scheme = self
    var motion = start
    trajectory.velocities.withUnsafeMutableBufferPointer { velocities in
      trajectory.positions.withUnsafeMutableBufferPointer { positions in
        trace.forEachStep { (index, step) in
          scheme.advance(&motion, by: step)
          velocities[index] = motion.velocity
          positions[index] = motion.position
        }
      }
    }
  }
}

extension Scheme {
  /// What `Comparison` would say of the drift, computed along the way in constant memory. O(*n*).
  public func measure(_ trace: Trace, from start: Motion) -> RunningScore {
    if let retroactive = self as? any RetroactiveScheme { return retroactive.measureStored(trace, from: start) }
    var scheme = self
    var motion = start
    var score = RunningScore(from: start)
    withTruth(of: trace) { truth in
      trace.forEachStep { (index, step) in
        scheme.advance(&motion, by: step)
        score.add(motion.position, truth: truth?[index])
      }
    }
    return score
  }
}

extension RetroactiveScheme {
  public func measure(_ trace: Trace, from start: Motion) -> RunningScore { measureStored(trace, from: start) }

  /// The past changes until the end, so the trajectory is stored for as long as the pass takes.
  func measureStored(_ trace: Trace, from start: Motion) -> RunningScore {
    let trajectory = integrate(trace, from: start)
    var score = RunningScore(from: start)
    withTruth(of: trace) { truth in
      for (index, position) in trajectory.positions.enumerated() { score.add(position, truth: truth?[index]) }
    }
    return score
  }

  public func integrate(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory) {
    integrateAndRevise(trace, from: start, into: &trajectory)
  }

  func integrateAndRevise(_ trace: Trace, from start: Motion, into trajectory: inout Trajectory) {
    trajectory = Trajectory()
    trajectory.times.reserveCapacity(trace.count)
    trajectory.velocities.reserveCapacity(trace.count)
    trajectory.positions.reserveCapacity(trace.count)
    var scheme = self
    var motion = start
    trace.forEachStep { (_, step) in
      scheme.advance(&motion, by: step)
      trajectory.append(motion, at: step.time)
      scheme.revise(&trajectory)
    }
    scheme.finish(&trajectory)
  }
}

extension Scheme {
  /// Lets a link of a chain rewrite the past, if it is one that does.
  mutating func reviseIfRetroactive(_ past: inout Trajectory) {
    guard var retroactive = self as? any RetroactiveScheme else { return }
    retroactive.revise(&past)
    self = retroactive as? Self ?? self
  }

  /// Lets a link of a chain finish, if it is one that rewrites the past.
  mutating func finishIfRetroactive(_ past: inout Trajectory) {
    guard var retroactive = self as? any RetroactiveScheme else { return }
    retroactive.finish(&past)
    self = retroactive as? Self ?? self
  }
}

extension Trace {
  /// Calls `body` for each sample with its index and step.
  ///
  /// Reads through pointers: a bounds check per array and sample would cost more than the arithmetic.
  @inline(__always)
  func forEachStep(_ body: (Int, Step) -> Void) {
    timestamps.withUnsafeBufferPointer { times in
      attitude.withUnsafeBufferPointer { attitude in
        userAcceleration.withUnsafeBufferPointer { userAcceleration in
          withPointer(rotationRate) { rotationRate in
            withPointer(isTouching) { isTouching in
              var previous = times[0]
              for index in 0..<times.count {
                let time = times[index]
                let step = Step(
                  time: time, duration: time - previous,
                  acceleration: attitude[index].act(on: -userAcceleration[index]),
                  rotationRate: rotationRate.map { $0[index] }, isTouching: isTouching.map { $0[index] })
                previous = time
                body(index, step)
              }
            }
          }
        }
      }
    }
  }
}

@inline(__always)
private func withTruth(of trace: Trace, _ body: (UnsafePointer<Vector3>?) -> Void) {
  withPointer(trace.truePosition, body)
}

@inline(__always)
private func withPointer<T>(_ array: [T]?, _ body: (UnsafePointer<T>?) -> Void) {
  if let array { array.withUnsafeBufferPointer { body($0.baseAddress) } } else { body(nil) }
}
