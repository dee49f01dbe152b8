import ArgumentParser
import CellKernel
import Display
import Evaluation
import Foundation
import Grids
import NotebookDocument
import NotebookRunning
import Processes
import ReportExport
import StudyReports

import enum Basics.ParentFolder
import func Basics.compiled

/// `gimbal compare`.
struct CompareCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Find out which scheme is better on your recordings, by how much, and how sure that is.",
    discussion: """
      Reads recordings in every format that notebooks read, runs each scheme on each of them, and writes a report with the answer in
      three sentences, a table with intervals and tests, figures, and the worst moments. It also writes the notebook that made
      the report, to be edited and run again.

      Without --scheme the course's schemes are compared, as they come and with their rates chosen on the other recordings. A
      range such as 0.5...4 instead of a number is a parameter that is to be chosen. A scheme that stands still takes part
      in every comparison with true positions.

      Exit status: 0 when the report was written and every --require is met, 1 when one is not or a cell failed, 2 for what
      cannot be read, 130 after Ctrl-C.

      EXAMPLES
        gimbal compare walks/*.zip
        gimbal compare walks/ --scheme 'exponential(rate: 1...4)' --scheme 'restRecognition()'
        gimbal compare still/*.csv --truth motionless --group person.csv
        gimbal compare walks/ --require 'rest recognition < exponential' --json > walks.json
      """.flowing)

  @Argument(help: "Recordings: files, archives, folders, or patterns in quotes.", completion: .file())
  var recordings: [String]

  @Option(
    help: ArgumentHelp(
      "A scheme, as a cell writes it without the dot: 'exponential(rate: 2)', or 'exponential(rate: 1...4)' for a rate to be chosen. Several times for several.",
      valueName: "scheme"))
  var scheme: [String] = []

  @Option(
    help: ArgumentHelp("A Swift file with your own schemes, which --scheme can name.", valueName: "file"),
    completion: .file())
  var swift: String?

  @Option(
    help: ArgumentHelp(
      "What is known of where the device was: recorded, motionless, loop (it ended where it began), rest:2 (it lay still for the last two seconds).",
      valueName: "what"), completion: .list(["recorded", "motionless", "loop", "rest:2"]))
  var truth: String?

  @Option(
    help: ArgumentHelp(
      "What is ranked: rms, final, or after:10 for the drift after ten seconds, which recordings longer than a minute are ranked by.",
      valueName: "measure"))
  var measure: String?

  @Option(
    help: ArgumentHelp(
      "A table with two columns, recording and group, such as its person: recordings of one group count as one.",
      valueName: "file"), completion: .file())
  var group: String?

  @Option(
    help: ArgumentHelp(
      "End with status 1 unless the first scheme is shown to be better: 'rest recognition < exponential'.",
      valueName: "requirement"))
  var require: [String] = []

  @Flag(help: "Print what was found as JSON.")
  var json = false

  @Option(help: ArgumentHelp("The file of the notebook that is written.", valueName: "file"), completion: .file())
  var notebook = "compare.md"

  @Option(help: ArgumentHelp("The folder for the results.", valueName: "folder"), completion: .directory)
  var output = "plots"

  @Flag(inversion: .prefixedNo, help: "Write the report as PDF, too: by default where pandoc and Typst are there.")
  var pdf: Bool?

  @OptionGroup var replacing: Replacing
  @OptionGroup var caching: CacheOption

  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  func validate() throws {
    if recordings.isEmpty {
      throw ValidationError("Name at least one recording, for example: gimbal compare walks/*.zip")
    }
    if !notebook.hasSuffix(".md") { throw ValidationError("--notebook takes a Markdown file, such as compare.md.") }
    if scheme.isEmpty, swift != nil {
      throw ValidationError(
        "Name the schemes of the Swift file with --scheme, for example: --scheme 'Mine(gain: 0.5)'.")
    }
  }

  func run() throws {
    let requirements: [Requirement]
    let found: (summary: Study.Summary?, isSuccess: Bool, wasInterrupted: Bool)
    do {
      requirements = try require.map { text in try Requirement(text) }
      try writeNotebook()
      found = try report()
    } catch { throw Terminal.said(error) }
    if found.wasInterrupted { throw ExitCode(EndSignals.status) }
    guard let summary = found.summary else { throw ExitCode(1) }
    if json { print(try Self.json(summary)) }
    var isMet = true
    do {
      for requirement in requirements {
        let answer = try requirement.ask(summary)
        isMet = isMet && answer.isMet
        if !quiet || !answer.isMet { Terminal.complain("\(answer.isMet ? "✓" : "✗") \(answer.words)\n") }
      }
    } catch { throw Terminal.said(error) }
    if !isMet || !found.isSuccess { throw ExitCode(1) }
  }

  /// Writes the notebook, unless somebody has edited the one that is there.
  private func writeNotebook() throws {
    let folder = ParentFolder.of(notebook)
    func place(_ path: String) -> String { Self.relative(path, to: folder) }
    let code = try swift.map { path in try String(contentsOfFile: path, encoding: .utf8) }
    let files = try RecordingFiles(matching: recordings).paths
    let request = try StudyRequest(
      patterns: Self.shortened(recordings, files).map(place), count: files.count, schemes: scheme, truth: truth,
      measure: measure, groups: group.map(place), code: code)
    if let group { _ = try Study.groups(inFile: group) }
    if !replacing.force, let old = try? String(contentsOfFile: notebook, encoding: .utf8),
      !StudyNotebook.isUnedited(old)
    {
      throw StudyRequestError.edited(notebook)
    }
    var force = replacing
    // What is there is ours, or --force was given.
    force.force = true
    // A folder that is a recording may hold the notebook of the last comparison, too.
    let inputs = files.filter { !URL(fileURLWithPath: $0).hasDirectoryPath } + [swift, group].compactMap { $0 }
    try Destination.write(StudyNotebook(request).text, to: notebook, madeOf: inputs, force)
  }

  private func report() throws -> (summary: Study.Summary?, isSuccess: Bool, wasInterrupted: Bool) {
    let start = ContinuousClock.now
    let progress = Progress(isQuiet: quiet)
    let interrupt = EndSignals.caught()
    let pdf = pdf ?? TypesettingTools().makesPDF
    if self.pdf == nil, !pdf, !quiet { Terminal.complain("no PDF is written: \(TypesettingTools.remedy)\n") }
    var request = NotebookRunner.Request(
      path: notebook, output: output, formats: pdf ? [.pdf] : [], force: replacing.force)
    request.isWholeOrNothing = true
    let result = try NotebookRunner(cacheFolder: caching.folder).run(request, interrupt: interrupt) { event in
      if case .kernel(_, .display(let bundle, .replacing)) = event, let text = bundle.contents[MediaType.plain] {
        progress.reach(text)
      } else {
        progress.show(event)
      }
    }
    progress.end()
    if result.execution.wasInterrupted {
      if let words = result.messages.last { Terminal.complain(words) }
      return (nil, false, true)
    }
    for message in result.messages { Terminal.complain(Self.withoutType(message)) }
    let recorded = result.execution.recorded.last { $0.name == StudyNotebook.record }
    var summary: Study.Summary?
    if case .text(let text) = recorded?.value {
      summary = try JSONDecoder().decode(Study.Summary.self, from: Data(text.utf8))
    }
    if let summary, !quiet {
      for omission in summary.omitted { Terminal.complain("left out: \(omission)\n") }
    }
    let elapsed = Progress.seconds(ContinuousClock.now - start)
    progress.summary(
      "\(notebook) → \(result.folder)/index.html\(pdf ? " and PDF" : "") in \(elapsed)", isSuccess: result.isSuccess)
    return (summary, result.isSuccess, false)
  }

  /// A message without the Swift type of the error that it tells, which a reader who compares recordings need not know.
  static func withoutType(_ message: String) -> String {
    message.replacing(compiled(/error: [A-Z]\w*Error:\s/), with: "error: ")
  }

  private static func json(_ summary: Study.Summary) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(summary), as: UTF8.self)
  }

  /// What was given, or a pattern that names the same files where the shell has put many in its place.
  private static func shortened(_ given: [String], _ files: [String]) -> [String] {
    guard given.count > 4 else { return given }
    let folder = ParentFolder.of(given[0])
    let ending = (given[0] as NSString).pathExtension
    let pattern = (folder.isEmpty ? "" : folder + "/") + "*.\(ending)"
    return (try? RecordingFiles(matching: [pattern]).paths) == files ? [pattern] : given
  }

  /// A path as the notebook finds it, from its folder.
  private static func relative(_ path: String, to folder: String) -> String {
    path.hasPrefix("/") || path.hasPrefix("~") || folder.isEmpty || folder == "."
      ? path : Corpus.relative(path, to: folder)
  }
}
