import ArgumentParser
import Exchange
import Foundation
import NotebookDocument
import NotebookRunning
import Surroundings

#if canImport(Glibc)
  import Glibc
#endif

/// `gimbal run`.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run notebooks and write their figures and reports.",
    discussion: """
      Each notebook's results go to a folder of its own: plots/NOTEBOOK/, or OUTPUT/NOTEBOOK/. The notebook itself is
      never written. A path given with -P is meant from the current folder.

      With --strict a report must be fit to hand in: every figure has a caption and, under fig-alt, words for those who
      do not see it; a reference to nothing, a caption that fits no figure and a warning of the compiler are errors. The
      report is written all the same.

      Exit status: 0 when all cells ran, 1 when a cell failed or --strict found fault (the report is written all the
      same), 2 when a notebook cannot be read or nothing can be written, 130 after Ctrl-C.

      EXAMPLES
        gimbal run notebooks/stabilisation.md
        gimbal run notebooks/*.md --output results
        gimbal run notebooks/stabilisation.md -P trace=walk.csv -P alpha=0.5
        gimbal run notebooks/stabilisation.md --params slow.yaml --to ipynb,pdf
        gimbal run notebooks/stabilisation.md --strict
        gimbal run notebooks/stabilisation.md --grid alpha=0.5,1,2
      """)

  @Argument(help: "Markdown files with the key “notebook” in their front matter.")
  var notebooks: [String]

  @Option(
    name: [.customShort("P"), .customLong("param")],
    help: ArgumentHelp("Give a parameter another value.", valueName: "name=value"))
  var assignments: [String] = []

  @Option(
    name: .customLong("params"),
    help: ArgumentHelp("A YAML file with values for parameters; -P comes after it.", valueName: "file"))
  var parameterFile: String?

  @Option(
    help: ArgumentHelp(
      "Run once for each value (and each combination, when given several times): one report each, and an index.",
      valueName: "name=value,value"))
  var grid: [String] = []

  @Option(help: ArgumentHelp("The folder for the results.", valueName: "folder"))
  var output = "plots"

  @Flag(help: "Write figures as PNG too.")
  var png = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Write the report in these formats too: ipynb, pdf, tex, docx.", valueName: "formats"))
  var formats = ""

  @Flag(help: "After a failed cell, run the others from the state before it.")
  var keepGoing = false

  @Flag(help: "Take warnings for errors, and demand captions and alternative texts.")
  var strict = false

  @Option(help: ArgumentHelp("The folder for compiled cells.", valueName: "folder"))
  var cache: String?

  @Flag(help: "Say for each cell what was compiled and run again, and why.")
  var explain = false

  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  func validate() throws {
    if notebooks.isEmpty {
      throw ValidationError("Name a notebook, for example: gimbal run notebooks/stabilisation.md")
    }
  }

  func run() throws {
    let interrupt = Interrupts.catchControlC()
    var worst: Int32 = 0
    do {
      try refuseSharedFolders()
      let runner = try NotebookRunner(cacheFolder: cache, keepGoing: keepGoing)
      for path in notebooks where worst != 130 {
        worst = max(worst, run(path, with: runner, interrupt))
      }
    } catch let error as NotebookError {
      Terminal.complain("\(error)\n")
      worst = 2
    }
    if worst != 0 { throw ExitCode(worst) }
  }

  private func run(_ path: String, with runner: NotebookRunner, _ interrupt: Interrupt) -> Int32 {
    let progress = Progress(isQuiet: quiet)
    let start = ContinuousClock.now
    do {
      let request = NotebookRunner.Request(
        path: path, assignments: assignments, output: output, png: png, formats: try ExportFormat.list(formats),
        parameterFile: parameterFile, isStrict: strict)
      if !grid.isEmpty { return try run(request, grid: ParameterGrid(grid), with: runner, interrupt) }
      let result = try runner.run(request, interrupt: interrupt) { progress.show($0) }
      progress.end()
      for message in result.messages { Terminal.complain(message) }
      if explain {
        for item in result.explanations { print("\(item.subject): \(item.compilation); \(item.execution)") }
      }
      let elapsed = ContinuousClock.now - start
      progress.summary("\(path) → \(result.folder)/ in \(Progress.seconds(elapsed))", isSuccess: result.isSuccess)
      if result.execution.wasInterrupted { return 130 }
      return result.isSuccess ? 0 : 1
    } catch {
      progress.end()
      Terminal.complain("\(error)\n")
      return 2
    }
  }

  private func run(
    _ request: NotebookRunner.Request, grid: ParameterGrid, with runner: NotebookRunner, _ interrupt: Interrupt
  ) throws -> Int32 {
    let progress = Progress(isQuiet: quiet)
    let start = ContinuousClock.now
    let outcome = try runner.run(request, grid: grid, interrupt: interrupt) { title, number, count in
      progress.end()
      progress.note("\(title) (\(number) of \(count))")
    } onEvent: {
      progress.show($0)
    }
    progress.end()
    let isSuccess = outcome.results.allSatisfy(\.isSuccess)
    for result in outcome.results { result.messages.forEach(Terminal.complain) }
    let elapsed = Progress.seconds(ContinuousClock.now - start)
    progress.summary(
      "\(request.path), \(outcome.results.count) \(outcome.results.count == 1 ? "run" : "runs") → \(outcome.folder)/ in \(elapsed)",
      isSuccess: isSuccess)
    return interrupt.isRequested ? 130 : isSuccess ? 0 : 1
  }

  /// Two notebooks of one name would overwrite each other's results.
  private func refuseSharedFolders() throws {
    var seen: [String: String] = [:]
    for path in notebooks {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      if let other = seen[name] { throw NotebookError(.duplicateNotebook(name, other: other), file: path) }
      seen[name] = path
    }
  }
}

/// Ctrl-C, or a wish of the system to end: once stops the cell and writes the report, twice ends at once.
enum Interrupts {
  nonisolated(unsafe) private static var interrupt: Interrupt?
  nonisolated(unsafe) private static var count = 0

  static func catchControlC() -> Interrupt {
    let interrupt = Interrupt()
    Self.interrupt = interrupt
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        Interrupts.count += 1
        if Interrupts.count > 1 { _exit(130) }
        Interrupts.interrupt?.request()
      }
    }
    signal(SIGPIPE, SIG_IGN)
    return interrupt
  }
}
