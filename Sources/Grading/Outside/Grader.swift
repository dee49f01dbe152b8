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

/// What one grading has in common for all submissions.
package struct GradingTerms: Sendable {
  package var assignment: Assignment
  package var program: JudgeProgram
  package var sandbox: any Sandbox
  package var base: SharedBase
  package var limits: TreeLimits
  /// What random inputs are made from, with the submission's own hash: it never leaves the judge.
  package var secret: String
  /// Compiled cells that all submissions share; each gets a copy.
  package var compiled: String?
  package var cacheFolder: String?

  package init(
    _ assignment: Assignment, sandbox: any Sandbox, base: SharedBase, secret: String, limits: TreeLimits = TreeLimits(),
    cacheFolder: String? = nil
  ) throws {
    (self.assignment, self.sandbox, self.base) = (assignment, sandbox, base)
    (self.secret, self.limits, self.cacheFolder) = (secret, limits, cacheFolder)
    program = try JudgeProgram(assignment)
  }

  /// Seconds that a submission's compiler may take, and then its cells.
  static let patience = (compiling: 60.0, running: 60.0)
}

/// Grades submissions, one after another. Not thread-safe: each thread has its own, with its own judge.
package final class Grader {
  private let terms: GradingTerms
  private let judge: Judge
  private let store: Store

  /// - Throws: `GradingError` where the source fails or a solution does not pass.
  package init(_ terms: GradingTerms, interrupt: Interrupt) throws {
    self.terms = terms
    store = Store(terms.cacheFolder)
    judge = try Judge(terms.program, of: terms.assignment.source, cacheFolder: terms.cacheFolder, interrupt: interrupt)
  }

  /// What a submission earns. Whatever it does is its mark.
  ///
  /// - Throws: `Interrupted`; `PlacedError` where the machine fails and not the submission.
  package func grade(_ text: String, of student: String, basis: String, interrupt: Interrupt) throws -> Mark {
    let start = ContinuousClock.now
    let assignment = terms.assignment
    let received = assignment.receive(text)
    var mark = Mark(
      assignment: assignment.name, student: student, submission: SubmissionHash.of(text), basis: basis,
      answers: assignment.questions.map { question in
        AnswerMark(
          question: question.label, possible: question.points ?? 0, text: received.answers[question.label] ?? "")
      }, changes: received.changes)
    let prepared = try PreparedSubmission(received, terms.program, moduleCache: terms.base.moduleCache)
    let seen = try run(prepared, seed: seed(for: mark), interrupt: interrupt)
    mark.tasks = MarkBuilder(terms, prepared, received, seen, expected: judge.expected).tasks()
    mark.seconds = (ContinuousClock.now - start).seconds
    return mark
  }

  private func seed(for mark: Mark) -> UInt64 {
    let hash = "\(ContentHash([terms.secret, mark.submission]))"
    return UInt64(hash.prefix(15), radix: 16) ?? 0
  }

  /// What happened when a submission ran.
  struct Seen {
    var verdicts: [Judge.Verdict] = []
    var failures: [Int: ConfinedFailure] = [:]
    /// By task.
    var forbidden: [String: [String]] = [:]
    /// Why it could not be asked, for the student.
    var obstacle: String?
    /// Whether a limit ended it.
    var wasStopped = false
  }

  private func run(_ prepared: PreparedSubmission, seed: UInt64, interrupt: Interrupt) throws -> Seen {
    let scratch = try store.scratchPath()
    defer { ScratchFolder.remove(scratch) }
    try SubmissionFolder.make(scratch, of: terms, for: prepared)
    var seen = Seen()
    let control = try ControlFolder()
    defer { control.remove() }
    var job = prepared.job
    job.folder = SubmissionFolder.cells(in: scratch)
    let submission = try ConfinedSubmission(job, scratch: scratch, in: terms.sandbox, terms.base, limits: terms.limits)
    func finish() throws {
      let end = try submission.end()
      seen.failures = submission.failures
      if let words = end.words(terms.limits) {
        seen.obstacle = "It was stopped: \(words)."
        seen.wasStopped = true
      }
    }
    guard let modules = submission.awaitCompiled(seconds: GradingTerms.patience.compiling) else {
      try finish()
      if let broken = submission.isBroken { throw GradingError(.sandboxFails(broken)) }
      seen.obstacle = seen.obstacle ?? "The compiler did not come to an end with it."
      return seen
    }
    let inspection = CallInspection(job, modules: modules, cache: submission.cache)
    for task in terms.assignment.tasks {
      seen.forbidden[task.name] = inspection.forbidden(
        task.calls, names: terms.program.namesOfTask[task.name] ?? [])
    }
    submission.goOn()
    guard submission.awaitReady(seconds: GradingTerms.patience.running) else {
      try finish()
      seen.obstacle = seen.obstacle ?? "Its cells did not come to an end, or ended the program."
      return seen
    }
    let relay = try CallRelay(
      folder: control.path, submission.pipes, isOver: { submission.hasEnded }, giveUp: { submission.stop() })
    defer { relay.stop() }
    seen.verdicts = try judge.judge(address: relay.address, seed: seed, interrupt: interrupt)
    try finish()
    return seen
  }
}

/// What names a submission's content.
package enum SubmissionHash {
  package static func of(_ text: String) -> String { "\(ContentHash(["submission", text]))" }
}

/// A folder of this process, for a socket: its path must be short.
private struct ControlFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/gimbal-judge-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw GradingError(.unreadable(SystemReason.words(errno))) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { ScratchFolder.remove(path) }
}
