import ArgumentParser
import Exploration
import Files
import Foundation
import Grids
import NotebookDocument
import NotebookRunning
import Processes
import ReportExport
import Results

import enum Basics.ParentFolder
import enum Basics.ShellWord

/// `gimbal run`.
struct Run: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    abstract: "Run notebooks and write their figures and reports.",
    discussion: """
      Each notebook's results go to its own folder: plots/NOTEBOOK/, or OUTPUT/NOTEBOOK/. The notebook itself is
      never written. A path given with -P is meant from the current folder.

      With --strict a report must be fit to hand in: every figure has a caption and, under fig-alt, words for those who
      do not see it; a reference to nothing, a caption that fits no figure and a warning of the compiler are errors. The
      report is written all the same.

      An exercise that still has a blank does not fail: its solution runs in its place, where there is one. With --solutions
      all of them do. A solution that fails a check is a warning, and an error with --strict.

      With --grid or --over, or a YAML plan in a notebook's place, the notebook runs once for each combination: on all
      processors, a report each, and what its cells have recorded in one database, results.sqlite. A point is run again
      when something has changed that it looked at; --again runs all points once more, --retry-failed those that failed.
      A mistake that many points share is reported once. “gimbal grid” does the same on several machines.

      If the notebook names parameters under “explore”, its page has a control for each of them: the notebook runs for each
      of their values, on all processors, and the page shows the results without a server. Parameters that no cell
      uses together are not combined. --no-explore leaves the controls out.

      A notebook whose code, parameters, files and kit are as they were is not run again: its report is made of what it gave. One that
      draws the time or random numbers, changes files or starts programs always runs. --again runs all cells in any case.

      A run replaces the report of the run before. What “gimbal check --accept” has accepted stays.

      Exit status: 0 when all cells ran, 1 when a cell failed or --strict found fault (the report is written all the
      same), 2 when a notebook cannot be read or nothing can be written, 130 after Ctrl-C.

      EXAMPLES
        gimbal run notebooks/stabilisation.md
        gimbal run notebooks/*.md --output results
        gimbal run notebooks/stabilisation.md -P trace=walk.csv -P alpha=0.5
        gimbal run notebooks/stabilisation.md --params slow.yaml --to ipynb,pdf
        gimbal run lecture.md --to slides
        gimbal run notebooks/stabilisation.md --strict
        gimbal run lesson.md --explore-limit 5MB
        gimbal run notebooks/stabilisation.md --grid alpha=0.5,1,2
        gimbal run drift.md --grid alpha=0.5,1,2 --over 'traces/*.csv'
        gimbal run plan.yaml
      """.flowing)

  @Argument(help: "Markdown files with the key “notebook” in their front matter.", completion: .file())
  var notebooks: [String]

  @OptionGroup var given: GivenParameters

  @Option(
    name: .customLong("params"),
    help: ArgumentHelp("A YAML file with values for parameters; -P comes after it.", valueName: "file"),
    completion: .file())
  var parameterFile: String?

  @OptionGroup(title: "Grids")
  var grid: GridOptions

  @Option(
    help: ArgumentHelp(
      "How many points of a grid run at the same time; as many as there are processors.", valueName: "count"))
  var jobs: Int?

  @Flag(inversion: .prefixedNo, help: "Write a report for each point of a grid, not only its numbers.")
  var reports = true

  @Flag(help: "Run points of a grid again that have failed, though nothing has changed.")
  var retryFailed = false

  @Flag(help: "Run all cells, and all points of a grid, again, though nothing has changed.")
  var again = false

  @Option(help: ArgumentHelp("The folder for the results.", valueName: "folder"), completion: .directory)
  var output = "plots"

  @Flag(help: "Write figures as PNG too.")
  var png = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      """
      Write the report in these formats too: \(ExportFormat.words.joined(separator: ", ")). What an earlier run \
      wrote in other formats stays as long as it says the same, and is removed when the report has changed.
      """,
      valueName: "formats"), completion: .list(ExportFormat.words))
  var formats: [String] = []

  @OptionGroup var replacing: Replacing

  @Flag(help: "After a failed cell, run those that do not rest on it, from the state before it.")
  var keepGoing = false

  @Flag(help: "Take warnings for errors, and demand captions and alternative texts.")
  var strict = false

  @Flag(help: "Run the solutions of exercises in their place, whether they are done or not.")
  var solutions = false

  @Flag(inversion: .prefixedNo, help: "Give the page the controls that the notebook asks for under “explore”.")
  var explore = true

  @Option(
    help: ArgumentHelp(
      "How much these controls may add to the page, for example 5MB; 3MB unless the notebook says.", valueName: "size"))
  var exploreLimit: String?

  @OptionGroup var caching: CacheOption

  @Flag(help: "Say for each cell what was compiled and run again, and why.")
  var explain = false

  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  func validate() throws {
    if notebooks.isEmpty {
      throw ValidationError("Name a notebook, for example: gimbal run notebooks/stabilisation.md")
    }
    try refuseFormats()
    try refuseExpandedPattern()
    if solutions, notebooks.contains(where: isGrid) {
      throw ValidationError(
        "--solutions is for single runs; a grid runs each notebook as its readers have it. Leave one of the two away.")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number of points, at least 1.") }
    if let exploreLimit, ByteCount.parse(exploreLimit) == nil {
      throw ValidationError("--explore-limit takes a size, for example 5MB or 500kB.")
    }
  }

  /// `--to pdf ipynb`: the second name is where notebooks do.
  private func refuseFormats() throws {
    let names = ExportFormat.words
    let stray = notebooks.filter { names.contains($0) && !FileManager.default.fileExists(atPath: $0) }
    guard !stray.isEmpty else { return }
    let given = formats.flatMap { $0.split(separator: ",").map(String.init) } + stray
    throw ValidationError(
      "“\(stray[0])” is a format, but a notebook is expected there; write several formats with commas: "
        + "--to \(given.joined(separator: ","))")
  }

  /// `--over *.csv`: the shell puts the files in the pattern's place, and the second is where notebooks do.
  private func refuseExpandedPattern() throws {
    guard let first = grid.over.last else { return }
    let ending = (first as NSString).pathExtension
    let strays = notebooks.filter { ($0 as NSString).pathExtension == ending }
    guard !ending.isEmpty, !strays.isEmpty, !["md", "yaml", "yml"].contains(ending) else { return }
    let name = first.split(separator: "=", maxSplits: 1)
    let file = String(name.last ?? "")
    let folder = ParentFolder.of(file)
    let pattern = (name.count > 1 ? "\(name[0])=" : "") + (folder.isEmpty ? "" : folder + "/") + "*.\(ending)"
    throw ValidationError(
      "a notebook is expected instead of “\(strays[0])”: the shell has replaced the pattern by the files; put the "
        + "pattern in quotes: --over \(ShellWord.quoted(pattern))")
  }

  func run() throws {
    let interrupt = EndSignals.caught()
    var worst: Int32 = 0
    do {
      try refuseSharedFolders()
      // A grid has its own runners.
      let runner = isGrid(notebooks[0]) ? nil : newRunner
      for path in notebooks where !interrupt.isRequested {
        worst = max(worst, run(path, with: runner, interrupt))
      }
      if interrupt.isRequested { worst = EndSignals.status }
    } catch let error as any PlacedError {
      Terminal.complain("\(error)\n")
      worst = 2
    }
    if worst != 0 { throw ExitCode(worst) }
  }

  private var newRunner: NotebookRunner {
    NotebookRunner(cacheFolder: caching.folder, keepGoing: keepGoing, keepsRuns: !again)
  }

  private func isGrid(_ path: String) -> Bool { grid.isGiven || path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  private func run(_ path: String, with runner: NotebookRunner?, _ interrupt: Interrupt) -> Int32 {
    let progress = Progress(isQuiet: quiet)
    let start = ContinuousClock.now
    do {
      if isGrid(path) { return try runGrid(path, interrupt) }
      var request = NotebookRunner.Request(
        path: path, assignments: given.assignments, output: output, png: png,
        formats: try exportFormats(),
        parameterFile: parameterFile, isStrict: strict, force: replacing.force)
      request.takesSolutions = solutions
      let runner = runner ?? newRunner
      let result = try run(request, with: runner, interrupt, progress)
      progress.end()
      for message in result.messages { Terminal.complain(message) }
      if explain {
        for item in result.explanations { print("\(item.subject): \(item.compilation); \(item.execution)") }
      }
      let elapsed = ContinuousClock.now - start
      progress.summary("\(path) → \(result.folder)/ in \(Progress.seconds(elapsed))", isSuccess: result.isSuccess)
      return result.isSuccess ? 0 : 1
    } catch {
      progress.end()
      Terminal.complain("\(SystemReason.message(error))\n")
      return 2
    }
  }

  /// Runs a notebook, with the controls of its page unless they are not wanted.
  private func run(
    _ request: NotebookRunner.Request, with runner: NotebookRunner, _ interrupt: Interrupt, _ progress: Progress
  ) throws -> NotebookRunner.Result {
    guard explore else { return try runner.run(request, interrupt: interrupt) { progress.show($0) } }
    var explorer = Explorer()
    (explorer.limit, explorer.cacheFolder) = (exploreLimit.flatMap(ByteCount.parse), caching.folder)
    explorer.keepGoing = keepGoing
    if let jobs { explorer.jobs = jobs }
    return try explorer.run(
      request, with: runner, interrupt: interrupt, onEvent: { progress.show($0) }, onProgress: { progress.show($0) })
  }

  /// Plans, runs and gathers.

  private func exportFormats() throws -> [ExportFormat] { try ExportFormat.list(formats.joined(separator: ",")) }

  private func runGrid(_ path: String, _ interrupt: Interrupt) throws -> Int32 {
    var request = try grid.request(path)
    request.fixed += given.assignments
    request.parameterFile = parameterFile
    (request.options.reports, request.options.png) = (reports, png)
    (request.options.strict, request.options.keepGoing) = (strict, keepGoing)
    request.options.formats = try exportFormats().map(\.rawValue)
    let start = ContinuousClock.now
    let folder = Planner.folder(for: request.notebook, output: output)
    let (plan, notes) = try Planner(request, cacheFolder: caching.folder).plan(in: folder)
    try plan.write(to: folder, force: replacing.force)
    for note in notes { Terminal.complain("note: \(note)\n") }
    var terms = GridRun.Terms()
    if let jobs { terms.jobs = jobs }
    (terms.retriesFailed, terms.repeatsAll, terms.cacheFolder) = (retryFailed, again, caching.folder)
    terms.force = replacing.force
    let progress = GridProgress(isQuiet: quiet)
    let tally = try GridRun(plan, in: folder, terms).run(Array(plan.points.indices), interrupt: interrupt) {
      progress.show($0)
    }
    progress.end(tally)
    let summary = try Gathering(plan, in: folder).gather(force: replacing.force)
    let isSuccess = summary.isWhole && summary.failed == 0
    GridProgress.tell(refused: summary)
    let elapsed = Progress.seconds(ContinuousClock.now - start)
    Progress(isQuiet: quiet).summary(
      "\(path), \(plan.points.count) runs → \(folder)/ in \(elapsed)", isSuccess: isSuccess)
    GridProgress.tell(leftOut: summary, in: folder)
    return isSuccess ? 0 : 1
  }

  /// Two notebooks of one name would overwrite each other's results.
  private func refuseSharedFolders() throws {
    var seen: [String: String] = [:]
    for path in notebooks {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      if let other = seen[name] { throw CommandError(.duplicateNotebook(name, other: other), file: path) }
      seen[name] = path
    }
  }
}
