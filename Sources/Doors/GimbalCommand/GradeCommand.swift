import ArgumentParser
import Assignments
import CHostLink
import Foundation
import Grading
import NotebookDocument
import NotebookImport
import Processes

import enum Basics.SystemReason

/// `gimbal assignment grade`.
struct GradeCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Grade submissions, each in its own sandbox.",
    discussion: """
      SUBMISSIONS is a folder with Markdown files (ID.md), or with folders ID that hold a notebook each. Each submission is
      compiled in one sandbox and run in another: without a network, seeing only this machine's toolchain and the
      kit, and with limits. The checks run outside, with the source's solutions; only values come out. docs/grading.md says
      what is guaranteed, and what is not. Whatever cannot be graded is listed with its reason.

      The marks go to OUTPUT/ID.json, a file for each submission. A second run grades only what has changed, and a run that
      was stopped goes on. “gimbal assignment report” makes tables and pages of the marks.

      Exit status: 0 when everything in the folder has a mark, 1 when something in it, or all of it, could not be graded, 2 when grading
      cannot begin: the source, the folder or the sandbox is not usable.

      EXAMPLES
        gimbal assignment grade submissions/ --source lab.md
        gimbal assignment grade submissions/ --source lab.md --output grades --jobs 4
        gimbal assignment grade submissions/ --source lab.md --sandbox landlock
      """.flowing)

  @Argument(help: "The folder of submissions.", completion: .directory)
  var submissions: String

  @Option(
    help: ArgumentHelp("The assignment's notebook, with its solutions.", valueName: "notebook"), completion: .file())
  var source: String

  @Option(help: ArgumentHelp("The folder of the marks.", valueName: "folder"), completion: .directory)
  var output = "grades"

  @Option(
    help: ArgumentHelp(
      "How many submissions run at once; by default as many as there are processors.", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Which sandbox: bubblewrap or landlock. The first that holds by default.", valueName: "name"),
    completion: .list(["bubblewrap", "landlock"]))
  var sandbox: String?

  @Option(
    help: ArgumentHelp("How many seconds one submission may compute in all, compiler included.", valueName: "seconds"))
  var limit = GradingTerms.standardTotal

  @OptionGroup var caching: CacheOption

  @Flag(name: .shortAndLong, help: "Report only errors.")
  var quiet = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); give a number from 1") }
    if !(limit >= 5 && limit <= 3600) {
      throw ValidationError("--limit is \(limit); give a number of seconds from 5 to 3600")
    }
  }

  func run() throws {
    try saying {
      let interrupt = EndSignals.caught()
      do { try grade(interrupt) } catch is Interrupted { throw ExitCode(EndSignals.status) }
    }
  }

  private func grade(_ interrupt: Interrupt) throws {
    let notebook = try NotebookReader.read(source)
    let assignment = try Assignment(notebook)
    var request = GradingRun.Request(
      submissions: submissions, source: source, output: output,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, sandbox: sandbox)
    request.cacheFolder = caching.folder
    request.total = limit
    let isSilent = quiet
    let isTerminal = isatty(STDERR_FILENO) == 1
    let summary = try GradingRun(request).run(assignment, interrupt: interrupt) { done, all in
      if isSilent { return }
      if isTerminal {
        Terminal.overwrite("graded \(done) of \(all)")
      } else if done == all || done % 25 == 0 {
        Terminal.complain("graded \(done) of \(all)\n")
      }
    }
    if isTerminal, !quiet { Terminal.complain("\n") }
    for failure in summary.failures { Terminal.complain("\(failure)\n") }
    for skipped in summary.skipped { Terminal.complain("not graded: \(skipped)\n") }
    if !quiet {
      let kept = summary.count - summary.graded - summary.failures.count
      print(
        "\(summary.count + summary.skipped.count) submissions: \(summary.graded) graded (\(summary.sandbox.isEmpty ? "" : "in \(summary.sandbox), ")median "
          + "\(String(format: "%.1f", summary.median)) s), \(max(kept, 0)) unchanged, "
          + "\(summary.failures.count + summary.skipped.count) not graded; the marks are in \(output)")
    }
    if summary.wasInterrupted { throw ExitCode(EndSignals.status) }
    if !summary.failures.isEmpty || !summary.skipped.isEmpty { throw ExitCode(1) }
  }
}
