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
  /// What random inputs are made from, the same for all submissions: it never leaves the judge.
  package var secret: String
  /// Seconds that a submission may compute in all.
  package var total = GradingTerms.standardTotal
  /// The table of watched calls, and which of its lists holds for each task.
  package private(set) var watch: Data?
  package private(set) var lists: [String: Int32] = [:]
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
    let limited = assignment.tasks.filter { $0.calls != nil }
    guard !limited.isEmpty, WatchTable.isPossible else { return }
    for (number, task) in limited.enumerated() { lists[task.name] = Int32(number) }
    watch = try WatchTable(kit: base.kit, lists: limited.map { $0.calls! }).data
  }

  /// What random inputs are made from: none has luckier inputs than another.
  var seed: UInt64 {
    settledSeed ?? UInt64("\(ContentHash([secret, assignment.name]))".prefix(15), radix: 16) ?? 0
  }
  /// The one for which the first judge has found the solutions right.
  var settledSeed: UInt64?

  /// Seconds that a submission may compute in all, by default.
  package static let standardTotal = 60.0
}

/// Grades submissions, one after another. Not thread-safe: each thread has its own, with its own judge.
package final class Grader {
  private let terms: GradingTerms
  let judge: Judge
  private let store: Store

  /// - Throws: `GradingError` where the source fails or a solution does not pass.
  package init(_ terms: GradingTerms, interrupt: Interrupt) throws {
    self.terms = terms
    store = Store(terms.cacheFolder)
    judge = try Judge(
      terms.program, of: terms.assignment.source, seed: terms.seed, cacheFolder: terms.cacheFolder, interrupt: interrupt
    )
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
    var prepared = try PreparedSubmission(received, terms.program, moduleCache: terms.base.moduleCache)
    let time = SubmissionTime(total: terms.total)
    var seen = try run(prepared, time, interrupt: interrupt)
    // What lets the judge call is one library. A cell that failed as it ran takes its own tasks' calls with it, and no other's.
    while seen.verdicts.isEmpty, !seen.wasStopped, prepared.leaveOut(lacking: seen.failures) {
      seen = try run(prepared, time, interrupt: interrupt)
    }
    mark.failure = seen.loss
    mark.tasks = MarkBuilder(terms, prepared, received, seen, expected: judge.expected).tasks()
    mark.seconds = (ContinuousClock.now - start).seconds
    return mark
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
    /// From where on nothing could be asked any more, for the student.
    var loss: String?

    /// Says once that the call of this function was the last. What could not be asked any more does not repeat it.
    mutating func lose(after name: String) {
      loss = "Nothing could be asked after “\(name)” was called. \(obstacle ?? "The submission ended.")"
      for index in verdicts.indices {
        verdicts[index].results.removeAll { !$0.hasPassed && $0.words.hasSuffix("\(CallRelay.isLost).") }
      }
    }
  }

  private func run(_ prepared: PreparedSubmission, _ time: SubmissionTime, interrupt: Interrupt) throws -> Seen {
    var seen = Seen()
    let sealed = try store.scratchPath()
    defer { ScratchFolder.remove(sealed) }
    guard let compiled = try compile(prepared, time, &seen) else { return seen }
    let libraries = try SealedLibraries(compiled.units, from: compiled.cache, to: sealed, watch: terms.watch)
    compiled.remove()
    for (index, unit) in compiled.units.enumerated() { seen.failures[index] = unit.failure }
    let inspection = CallInspection(
      prepared.job, modules: compiled.units.map(\.module), libraries: libraries.data)
    var judged = JudgedTasks(terms, prepared, inspection, compiled.units, libraries)
    for task in terms.assignment.tasks { seen.forbidden[task.name] = judged.around(task) }

    let scratch = try store.scratchPath()
    defer { ScratchFolder.remove(scratch) }
    try SubmissionFolder.make(scratch, of: terms, for: prepared, isCompiled: true)
    let control = try ControlFolder()
    defer { control.remove() }
    var job = prepared.job
    (job.folder, job.placed) = (SubmissionFolder.cells(in: scratch), compiled.units.map(\.placed))
    (job.libraries, job.modules) = (sealed, libraries.modules)
    job.watch = terms.watch == nil ? nil : libraries.watchFile
    let submission = try ConfinedSubmission(
      .run, job, scratch: scratch, in: terms.sandbox, terms.base, limits: time.limits(terms.limits))
    func finish() throws {
      let ending = try submission.end()
      seen.failures.merge(submission.failures) { compiler, _ in compiler }
      try note(ending, time, &seen)
      if let broken = submission.isBroken { throw GradingError(.sandboxFails(broken)) }
      // Nobody inside can write them; where somebody has, none of this submission counts.
      if !libraries.areUnchanged { throw GradingError(.sandboxFails("its libraries were changed as it ran")) }
    }
    guard submission.awaitReady(time) else {
      try finish()
      seen.obstacle = seen.obstacle ?? "Its cells did not come to an end, or ended the program."
      return seen
    }
    judged.note(submission.touched)
    let relay = try CallRelay(
      folder: control.path, submission, time, checks: judged.checks, constants: judged.constants)
    defer { relay.stop() }
    seen.verdicts = try judge.judge(address: relay.address, until: time.end, interrupt: interrupt)
    relay.stop()
    for task in terms.assignment.tasks {
      let found = (terms.lists[task.name].flatMap { relay.reached[$0] }).map { [$0] } ?? judged.smuggled(task)
      seen.forbidden[task.name, default: []] += found
    }
    try finish()
    if let name = relay.lostIn { seen.lose(after: name) }
    return seen
  }

  /// What a compiler has made of a submission.
  private struct Compilation {
    var units: [CompiledUnit]
    var scratch: String
    var cache: String { "\(scratch)/cache" }
    func remove() { ScratchFolder.remove(scratch) }
  }

  /// Compiles a submission in a sandbox, which is over when this returns; nil where nothing came, and why is seen.
  private func compile(
    _ prepared: PreparedSubmission, _ time: SubmissionTime, _ seen: inout Seen
  ) throws -> Compilation? {
    let scratch = try store.scratchPath()
    do {
      try SubmissionFolder.make(scratch, of: terms, for: prepared)
      var job = prepared.job
      job.folder = SubmissionFolder.cells(in: scratch)
      let compiler = try ConfinedSubmission(
        .compile, job, scratch: scratch, in: terms.sandbox, terms.base, limits: time.limits(terms.limits))
      let units = compiler.awaitCompiled(time)
      try note(compiler.end(), time, &seen)
      if let broken = compiler.isBroken { throw GradingError(.sandboxFails(broken)) }
      guard let units, units.count == job.units.count else {
        ScratchFolder.remove(scratch)
        seen.obstacle = seen.obstacle ?? "The compiler did not come to an end with it."
        return nil
      }
      return Compilation(units: units, scratch: scratch)
    } catch {
      ScratchFolder.remove(scratch)
      throw error
    }
  }

  /// Notes how a sandbox ended.
  ///
  /// - Throws: `GradingError` when the clock ended it: the submission computed for less than it may, and did not only wait.
  private func note(_ end: ConfinedEnd, _ time: SubmissionTime, _ seen: inout Seen) throws {
    time.add(computed: end.cpu)
    if time.hasWaitedTooLong {
      seen.obstacle =
        "It was stopped: it kept the grading waiting for \(Int(time.mostWaiting)) s in all without computing."
    } else if time.isOverByTheClock || end.reason == .outOfTime {
      throw GradingError(.machineTooBusy(seconds: Int(time.mostByTheClock), computed: Int(time.computed)))
    } else if end.reason == .outOfProcessorTime {
      seen.obstacle = "It was stopped: a submission may compute for \(Int(min(time.total, terms.limits.cpu))) s in all."
    } else if let words = end.words(terms.limits) {
      seen.obstacle = "It was stopped: \(words)."
    } else {
      return
    }
    seen.wasStopped = true
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
