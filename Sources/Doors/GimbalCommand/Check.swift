import ArgumentParser
import Files
import Foundation
import NotebookDocument
import NotebookRunning
import Processes

import enum Basics.ShellWord

/// `gimbal check`.
struct Check: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    abstract: "Run notebooks and compare with their accepted results.",
    discussion: """
      Printed text must be the same; with “//| tolerance: 0.01” numbers in it may differ by that part, and what a
      “//| mask:” matches is ignored. Tables are compared entry by entry, figures by the script and data that made them.
      Cells with “//| volatile: true” are not compared. What differs is printed as a unified diff.

      What --accept accepts stands in OUTPUT/NOTEBOOK/accepted.json: “gimbal run” writes the report again and never touches
      it. If nothing was accepted yet, a check compares with the results of the last run, and mentions that.

      Exit status: 0 when nothing differs, 1 when something does, a cell failed or --strict found fault, 2 when a notebook
      cannot be read.

      EXAMPLES
        gimbal check notebooks/*.md
        gimbal check notebooks/stabilisation.md --accept
        gimbal check notebooks/*.md --strict
        gimbal check notebooks/*.md --stale
      """.flowing)

  @Argument(help: "Notebooks.", completion: .file())
  var notebooks: [String]

  @Option(help: ArgumentHelp("The folder of the results.", valueName: "folder"), completion: .directory)
  var output = "plots"

  @Flag(help: "Write the new results and accept them, unless a cell failed.")
  var accept = false

  @OptionGroup var replacing: Replacing

  @Flag(
    help: "Run nothing; say which notebooks have changed, or what their cells looked at, since their results.")
  var stale = false

  @Flag(help: "Take warnings for errors, and demand captions and alternative texts.")
  var strict = false

  @Flag(help: "Run the solutions of exercises in their place, whether they are done or not.")
  var solutions = false

  @OptionGroup var caching: CacheOption

  func run() throws {
    var worst: Int32 = 0
    do {
      if stale {
        for path in notebooks where try isStale(path) { worst = 1 }
      } else {
        let runner = NotebookRunner(cacheFolder: caching.folder, keepsRuns: true)
        let interrupt = EndSignals.caught()
        for path in notebooks where !interrupt.isRequested {
          worst = max(worst, try check(path, runner, interrupt))
        }
        if interrupt.isRequested { worst = EndSignals.status }
      }
    } catch let error as any PlacedError {
      Terminal.complain("\(SystemReason.message(error))\n")
      worst = 2
    }
    if worst != 0 { throw ExitCode(worst) }
  }

  private func isStale(_ path: String) throws -> Bool {
    let reasons = try NotebookRunner.staleness(of: path, output: output)
    print("\(path): \(reasons.isEmpty ? "up to date" : reasons.joined(separator: ", "))")
    return !reasons.isEmpty
  }

  private func check(_ path: String, _ runner: NotebookRunner, _ interrupt: Interrupt) throws -> Int32 {
    let progress = Progress(isQuiet: false)
    defer { progress.end() }
    var request = NotebookRunner.Request(
      path: path, output: output, isStrict: strict, accepts: accept, force: replacing.force)
    request.takesSolutions = solutions
    if accept {
      let result = try runner.run(request, interrupt: interrupt) { progress.show($0) }
      progress.end()
      for message in result.messages { Terminal.complain(message) }
      progress.summary(
        result.isSuccess
          ? "\(path): results accepted in \(result.folder)/"
          : "\(path): not accepted, because the run failed; the results in \(result.folder)/ stay as they were",
        isSuccess: result.isSuccess)
      return result.isSuccess ? 0 : 1
    }
    let check = try runner.check(request, interrupt: interrupt) { progress.show($0) }
    progress.end()
    for message in check.result.messages { Terminal.complain(message) }
    print(check.differences, terminator: "")
    let isSame = check.differences.isEmpty
    let accepting = "“gimbal check \(ShellWord.quoted(path)) --accept”"
    let words =
      switch (check.basis, isSame) {
      case (.accepted, true): "the same as the accepted results"
      case (.accepted, false): "differs from the accepted results; accept the new ones with \(accepting)"
      case (.lastRun, true): "the same as in the last run; nothing was accepted yet: accept it with \(accepting)"
      case (.lastRun, false):
        "differs from the last run; nothing was accepted yet: accept the new results with \(accepting)"
      }
    progress.summary("\(path): \(words)", isSuccess: isSame && check.result.isSuccess)
    return isSame && check.result.isSuccess ? 0 : 1
  }
}
