import Assignments
import CellCompiler
import CellKernel
import Display
import Foundation
import NotebookDocument
import Processes

import class Basics.Monitor
import enum Basics.OwnThread

/// Decides about submissions, one after another: a process that holds the solutions, and of which nobody else sees anything. Not
/// thread-safe.
package final class Judge {
  /// What a cell of checks found.
  package struct Verdict: Sendable {
    package var results: [CheckedResult]
    /// Why it ended early.
    package var failure: String?
  }

  private let program: JudgeProgram
  private let session: ProgramSession
  private let parameters: [Parameter]
  private let (folder, file): (String, String)
  /// What the inputs of this grading are made from.
  package private(set) var seed: UInt64
  /// How many results each check shows with the solutions.
  package private(set) var expected: [Int] = []

  /// Runs the source with its solutions.
  ///
  /// - Parameter seed: What random inputs are made from.
  /// - Throws: `GradingError` where the source fails, or a solution does not pass; `PlacedError` where nothing can run.
  package init(
    _ program: JudgeProgram, of source: Notebook, seed: UInt64, cacheFolder: String? = nil, interrupt: Interrupt
  ) throws {
    self.seed = seed
    self.program = program
    parameters = source.frontMatter.parameters
    file = source.path
    folder = URL(fileURLWithPath: source.folder.isEmpty ? "." : source.folder).standardizedFileURL.path
    var configuration = try SessionConfiguration(cacheFolder: cacheFolder)
    configuration.keepGoing = true
    configuration.countsProcessorTime = true
    session = try ProgramSession(configuration)
    let (units, places) = program.calibration(parameters)
    var values = Dictionary(parameters.map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 })
    // A check that contradicts its own solution for one input in a thousand is tried with others: the same for all submissions.
    var problem: GradingError?
    for attempt in 0..<Self.attempts {
      self.seed = seed &+ UInt64(attempt)
      values["gimbal_seed"] = ParameterValue.text("\(self.seed)").json
      let result = try session.run(units, parameters: values, folder: folder, interrupt: interrupt)
      if result.wasInterrupted { throw Interrupted() }
      let first = units.count - program.base.count - program.checks.count - 1
      for (index, cell) in program.base.enumerated() {
        if let failure = Self.failure(result.outcomes[first + index]) {
          throw GradingError(.sourceFails(cell: cell.name, why: failure), file: source.path)
        }
      }
      let verdicts = places.map { Verdict(result.outcomes[$0]) }
      for (check, verdict) in zip(program.checks, verdicts) where verdict.failure == nil && verdict.results.isEmpty {
        throw GradingError(.checksNothing(check: check.check.label), file: source.path)
      }
      let wrong = zip(program.checks, verdicts).lazy.compactMap { check, verdict in
        (verdict.failure ?? verdict.results.first { !$0.hasPassed }?.words).map { (check.check.label, $0) }
      }.first
      guard let (label, words) = wrong else {
        expected = verdicts.map(\.results.count)
        return
      }
      problem = problem ?? GradingError(.solutionFails(check: label, words: words), file: source.path)
    }
    throw problem!
  }

  /// How many draws of inputs are tried before the source is refused.
  private static let attempts = 8

  /// What each check says of the submission that answers at this address.
  ///
  /// - Parameter end: When it has to end. What has not been asked until then counts as failed.
  package func judge(
    address: String, until end: ContinuousClock.Instant, interrupt: Interrupt
  ) throws -> [Verdict] {
    let (units, places) = program.judging(parameters)
    var values = Dictionary(parameters.map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 })
    values["gimbal_submission"] = ParameterValue.text(address).json
    values["gimbal_seed"] = ParameterValue.text("\(seed)").json
    let clock = Alarm(at: end, or: interrupt)
    defer { clock.cancel() }
    let result = try session.run(units, parameters: values, folder: folder, interrupt: clock.interrupt)
    if interrupt.isRequested { throw Interrupted() }
    // What takes the place of the student's is ours: where that fails, nobody has earned nothing.
    for case let outcome? in result.outcomes[..<(places.first ?? 0)] {
      guard let failure = Self.failure(outcome) else { continue }
      throw GradingError(.sourceFails(cell: "stand-ins for what is the student's", why: failure), file: file)
    }
    return places.map { place in
      result.outcomes[place].map { Verdict($0) }
        ?? Verdict(results: [], failure: "the time for this submission was over before")
    }
  }

  fileprivate static func failure(_ outcome: UnitOutcome?) -> String? {
    switch outcome?.status {
    case .done?: nil
    case .failed(let failure)?: failure.message
    case nil: "it did not run"
    }
  }
}

/// An interrupt that comes at a time, or with another one.
private final class Alarm: Sendable {
  let interrupt = Interrupt()
  private let isOver = Monitor(false)

  init(at end: ContinuousClock.Instant, or other: Interrupt) {
    let watch: @Sendable () -> Void = { [interrupt, isOver] in
      while .now < end, !other.isRequested {
        if isOver.wait(until: Date(timeIntervalSinceNow: 0.1), while: { !$0 }) { return }
      }
      interrupt.request()
    }
    // Nothing is judged without an end.
    if !OwnThread.start(watch) { interrupt.request() }
  }

  func cancel() { isOver.withLock { $0 = true } }
}

extension Judge.Verdict {
  /// The results that a cell of checks showed: what its process sent, not what anybody printed.
  fileprivate init(_ outcome: UnitOutcome?) {
    failure = Judge.failure(outcome)
    results = (outcome?.outputs ?? []).compactMap { output in
      guard case .bundle(let bundle) = output, let text = bundle.contents[MediaType.check] else { return nil }
      return try? JSONDecoder().decode(CheckedResult.self, from: Data(text.utf8))
    }
  }
}
