internal import Basics
import Rotations
import Stabilization
import Statistics
import Traces

extension Study {
  /// The recording and the moment at which the winner is furthest from the truth.
  public struct Failure: Sendable {
    /// The recording.
    public let recording: Recording
    /// The winner's error in it, in the measure's unit.
    public let error: Double
    /// The runner-up's; nil without one.
    public let runnerUpError: Double?
    /// Winner and runner-up on the part of the recording that is shown: all of it, or a window around the moment.
    public let comparison: Comparison
    /// When the winner is furthest from the truth, or its drift grows fastest, in seconds since the recording's first sample.
    public let moment: Double
  }

  /// The recordings in which the winner's errors are largest, worst first, each with the moment.
  ///
  /// The recordings are read again. For a long recording, this is the window of ``Measure/drift(after:)`` that ends
  /// furthest from the truth.
  ///
  /// - Throws: What reading throws.
  /// - Complexity: O(samples of those recordings · windows).
  public func failures(_ count: Int = 3) throws -> [Failure] {
    guard let winner else { return [] }
    let outcome = outcome(of: winner)
    let runnerUp = self.runnerUp.map { self.outcome(of: $0) }
    let worst = recordings.indices.sorted { outcome.errors[$0] > outcome.errors[$1] }.prefix(max(0, count))
    // The doubts about each recording are reported once for all.
    let failures = try Warnings.$isMuted.withValue(true) {
      try worst.map { index in
        let trace = try load(places[index])
        let schemes = [outcome, runnerUp].compactMap { $0 }.map { $0.scheme(chosenFor: index) }
        let (comparison, moment) = try moment(of: trace, under: schemes)
        return Failure(
          recording: recordings[index], error: outcome.errors[index], runnerUpError: runnerUp?.errors[index],
          comparison: comparison, moment: moment)
      }
    }
    for doubt in Comparison.doubtsOfRests(in: failures.map(\.comparison)) { Warnings.say(doubt) }
    return failures
  }

  private func moment(of trace: Trace, under schemes: [any Scheme]) throws -> (Comparison, Double) {
    let known: Comparison.Truth =
      switch truth {
      case .recorded: .recorded
      case .motionless: .motionless
      case .loop, .restAtEnd: .unknown
      }
    guard case .drift(let after) = measure else {
      let comparison = try Comparison(of: trace, schemes: schemes, truth: known)
      let drift = comparison.runs[0].drift ?? comparison.runs[0].trajectory.positions.map(\.length)
      let worst = drift.indices.max { drift[$0] < drift[$1] } ?? 0
      return (comparison, trace.timestamps[worst] - trace.timestamps[0])
    }
    let windows = try DriftWindows(of: trace, duration: after, spacing: after)
    let worst = try windows.errors(under: schemes[0]).max { $0.error < $1.error }
    let time = worst?.time ?? 0
    return (try windows.comparison(at: time, schemes), time + after)
  }
}

extension Study.Outcome {
  /// The scheme that was chosen for a recording.
  func scheme(chosenFor recording: Int) -> any Scheme {
    contender.candidates[choices[recording]]
  }
}

extension DriftWindows {
  /// Schemes on the window that begins at this time, from the truth's velocity, with the truth turned into the attitude's frame.
  func comparison(at time: Double, _ schemes: [any Scheme]) throws -> Comparison {
    let window = windows.first { trace.timestamps[$0.samples.lowerBound] - trace.timestamps[0] == time } ?? windows[0]
    let piece = trace[window.samples]
    let truth = (trace.truePosition ?? []).isEmpty ? [] : Array((trace.truePosition ?? [])[window.samples])
    let turned = truth.map { window.turn.act(on: $0 - truth[0]) }
    let aligned = Trace(
      unchecked: trace.name, timestamps: piece.timestamps, attitude: piece.attitude,
      userAcceleration: piece.userAcceleration, rotationRate: piece.rotationRate, gravity: piece.gravity,
      magneticField: piece.magneticField, truePosition: turned, trueAttitude: nil, truthHeading: .aligned,
      isTouching: piece.isTouching, notes: piece.notes)
    return try Comparison(of: aligned, schemes: schemes, from: window.start)
  }
}
