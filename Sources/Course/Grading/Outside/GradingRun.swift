import Assignments
import Basics
import Caches
import CellCompiler
import CellKernel
import Files
import Foundation
import NotebookDocument
import Processes
import Sandboxes
import Synchronization

/// Grades a folder of submissions: on all cores, only what has changed, and on after a stop.
package struct GradingRun: Sendable {
  package struct Request: Sendable {
    /// The folder of submissions.
    package var submissions: String
    /// The source's file.
    package var source: String
    /// The folder of marks.
    package var output: String
    package var jobs: Int
    /// The name of a sandbox; the first that holds when nil.
    package var sandbox: String?
    package var limits = TreeLimits()
    /// Seconds that a submission may compute in all.
    package var total = GradingTerms.standardTotal
    package var cacheFolder: String?
    /// The name of the program that runs inside, next to this one.
    package var program = "gimbal"

    package init(submissions: String, source: String, output: String, jobs: Int, sandbox: String? = nil) {
      (self.submissions, self.source, self.output) = (submissions, source, output)
      (self.jobs, self.sandbox) = (jobs, sandbox)
    }
  }

  /// How it went.
  package struct Summary: Sendable {
    package var sandbox = ""
    /// How many submissions there are, and how many were graded now; the others had their marks.
    package var count = 0
    package var graded = 0
    /// Seconds of each that was graded, sorted.
    package var seconds: [Double] = []
    /// What could not be graded because the machine failed, by the number in the folder's order.
    package var failures: [String] = []
    /// Files among the submissions that are not graded, each with its reason.
    package var skipped: [SubmittedFile.Skipped] = []
    package var wasInterrupted = false

    package var median: Double { seconds.isEmpty ? 0 : seconds[seconds.count / 2] }
  }

  private let request: Request

  package init(_ request: Request) { self.request = request }

  /// Grades what has to be graded. Students' names appear only in the files that it writes.
  ///
  /// - Parameter progress: how many of how many are done.
  /// - Throws: `PlacedError` where nothing can be graded.
  package func run(
    _ assignment: Assignment, interrupt: Interrupt,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws -> Summary {
    let (submissions, skipped) = try SubmittedFile.all(in: request.submissions, named: assignment)
    let output = try MarkFolder(request.output)
    defer { output.close() }
    let configuration = try SessionConfiguration(cacheFolder: request.cacheFolder)
    let base = try SharedBase(configuration, program: request.program)
    let sandbox = try Sandboxes.choose(named: request.sandbox, trial: base.trial)
    let basis = basis(of: assignment, configuration)
    let open = try submissions.filter { try !output.holds($0, basis: basis) }
    var summary = Summary()
    (summary.sandbox, summary.count, summary.skipped) = (sandbox.name, submissions.count, skipped)
    progress(submissions.count - open.count, submissions.count)
    guard !open.isEmpty else { return summary }
    var terms = try GradingTerms(
      assignment, sandbox: sandbox, base: base, secret: output.secret, limits: request.limits,
      cacheFolder: request.cacheFolder)
    terms.total = request.total
    let common = try CommonCompilation(terms, naming: configuration.surroundings)
    defer { common.remove() }
    common.complete(&terms)
    _ = SharedUnits(
      open.map(\.text), terms, naming: configuration.surroundings, jobs: request.jobs, interrupt: interrupt)
    // The first judge says whether the source is right, and with which inputs, before any other is made.
    let first = try Grader(terms, interrupt: interrupt)
    terms.settledSeed = first.judge.seed
    let shared = terms
    let state = Mutex((next: 0, seconds: [Double](), failures: [String](), error: (any Error)?.none))
    let threads = max(1, min(request.jobs, open.count))
    nonisolated(unsafe) let firstGrader = first
    Parallel.forEach(threads, threads: threads) { thread in
      do {
        let grader = thread == 0 ? firstGrader : try Grader(shared, interrupt: interrupt)
        while !interrupt.isRequested {
          let index = state.withLock { state in
            defer { state.next += 1 }
            return state.error == nil ? state.next : open.count
          }
          guard index < open.count else { return }
          let submission = open[index]
          do {
            let mark = try grader.grade(
              submission.text, of: submission.student, basis: basis, interrupt: interrupt)
            try output.write(mark)
            let done = state.withLock { state in
              state.seconds.append(mark.seconds)
              return state.seconds.count
            }
            progress(submissions.count - open.count + done, submissions.count)
          } catch let error where !(error is Interrupted) && !(error is MarkFolder.Unwritable) {
            let words = (error as? any PlacedError)?.message ?? SystemReason.message(error)
            state.withLock { $0.failures.append("submission \(index + 1): \(words)") }
          }
        }
      } catch {
        state.withLock { if $0.error == nil { $0.error = error } }
      }
    }
    let end = state.withLock { $0 }
    if let error = end.error, !(error is Interrupted) { throw error }
    (summary.graded, summary.seconds, summary.failures) = (end.seconds.count, end.seconds.sorted(), end.failures)
    summary.wasInterrupted = interrupt.isRequested
    return summary
  }

  /// What decides marks next to the submission.
  func basis(of assignment: Assignment, _ configuration: SessionConfiguration) -> String {
    let source = assignment.source
    let data = SubmissionFolder.names(in: assignment).sorted().map { name in
      let path = URL(fileURLWithPath: source.folder.isEmpty ? "." : source.folder).appendingPathComponent(name).path
      return FileManager.default.contents(atPath: path).map { "\(name) \(ContentHash($0))" } ?? ""
    }
    let machine = [configuration.libraries.fingerprint, configuration.toolchain.version]
    return
      "\(ContentHash(["2", source.lines.joined(separator: "\n")] + machine + ["\(request.limits)", "\(request.total)"] + data))"
  }
}
