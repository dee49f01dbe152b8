import ArgumentParser
import AssignmentChecks
import Assignments
import Foundation
import Grading
import NotebookDocument
import NotebookImport
import NotebookRunning
import Processes

import enum Basics.Counting

/// `gimbal assignment`.
struct AssignmentCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assignment",
    abstract: "Hand out, check and mark assignments of a course.",
    discussion: """
      An assignment is a notebook with exercises, solutions, checks that are worth points, and questions to answer in prose.
      The whole way is in docs/course.md.

      EXAMPLES
        gimbal assignment validate lab.md
        gimbal assignment release lab.md --output student/lab.md
        gimbal assignment check lab.md
      """.flowing,
    subcommands: [
      ReleaseCommand.self, SelfCheckCommand.self, ValidateCommand.self, GradeCommand.self, MarkCommand.self,
      MarksReportCommand.self,
      MarksExportCommand.self, SubmissionsImportCommand.self,
    ])
}

/// `gimbal assignment release`.
struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Write the student's version of an assignment.",
    discussion: """
      Solutions, hidden checks, answers to questions, comments and speaker's notes are left out. Locked cells get labels, and
      the last line says how many checks there are. The version is a notebook like any other. A release replaces an earlier
      one only with --force, because a student may have written into it.

      Exit status: 0 when the version was written, 2 when it was not.

      EXAMPLES
        gimbal assignment release lab.md
        gimbal assignment release lab.md --output handout/lab.md
      """.flowing)

  @Argument(help: "The assignment's source, with solutions.", completion: .file())
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; student/NAME.md next to the source when left out.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let notebook = try NotebookParser.read(source)
      let release = try Assignment(notebook).release()
      let beside = URL(fileURLWithPath: source).deletingLastPathComponent().relativePath
      let target = output ?? "\(beside == "." ? "" : beside + "/")student/\(notebook.name).md"
      try Destination.write(release.text, to: target, madeOf: [source], replacing)
      let hidden = release.record.hiddenChecks
      print(
        "\(target): \(Counting.words(release.visibleChecks, "check")) (\(PointsText.words(release.visiblePoints)))"
          + (hidden > 0 ? "; \(hidden) more (\(PointsText.words(release.record.hiddenPoints))) run after hand-in" : ""))
    }
  }
}

/// `gimbal assignment check`.
struct SelfCheckCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say how far a student's notebook is: checks, blanks, locked cells, answers.",
    discussion: """
      Runs the notebook and its visible checks, and writes nothing. Locked cells that were changed are named; they are put
      back after hand-in.

      Exit status: 0 when nothing is left to do, 1 when something is, 2 when the notebook cannot be read.

      EXAMPLES
        gimbal assignment check lab.md
        gimbal assignment check lab.md -P trace=mine.csv
      """.flowing)

  @Argument(help: "A student's version, as “gimbal assignment release” writes it.", completion: .file())
  var notebook: String

  @OptionGroup var given: GivenParameters

  @OptionGroup var caching: CacheOption

  func run() throws {
    try saying {
      let progress = Progress(isQuiet: !Terminal.isInteractive)
      defer { progress.end() }
      let (notebook, interrupt) = (try NotebookReader.read(notebook), EndSignals.caught())
      var check = try SelfCheck(
        of: notebook, assignments: given.assignments,
        with: NotebookRunner(cacheFolder: caching.folder, keepGoing: true),
        interrupt: interrupt
      ) { progress.show($0) }
      check.add(
        forbidden: try StudentsCalls.forbidden(in: notebook, cacheFolder: caching.folder, interrupt: interrupt))
      progress.end()
      for line in SelfCheckText.lines(check) { print(Terminal.visible(line)) }
      if !check.isComplete { throw ExitCode(1) }
    }
  }
}

/// `gimbal assignment validate`.
struct ValidateCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Prove that solutions get full marks and blanks none, and that the student's version runs.",
    discussion: """
      The assignment runs with its solutions, with its blanks, and with zeros in their place: an answer that is always zero must
      not get all points of a task. The student's version runs, too. Nothing is written.

      Exit status: 0 when the assignment can be handed out, 1 when something is wrong, 2 when it cannot be read.

      EXAMPLES
        gimbal assignment validate lab.md
        gimbal assignment validate lab/*.md
      """.flowing)

  @Argument(help: "Sources of assignments.", completion: .file())
  var sources: [String]

  @OptionGroup var caching: CacheOption

  func run() throws {
    try saying {
      let interrupt = EndSignals.caught()
      var isValid = true
      for source in sources {
        let progress = Progress(isQuiet: !Terminal.isInteractive)
        defer { progress.end() }
        let assignment = try Assignment(try NotebookParser.read(source))
        // What cannot be graded is better known before it is handed out.
        _ = try JudgeProgram(assignment)
        let validation = try Validation(
          assignment, with: NotebookRunner(cacheFolder: caching.folder, keepGoing: true), interrupt: interrupt
        ) { progress.show($0) }
        progress.end()
        for remark in validation.remarks {
          Terminal.complain(
            "\(source):\(remark.position.line):\(remark.position.column): \(remark.isError ? "error" : "note"): \(remark.message)\n"
          )
        }
        let full = validation.solved.map(\.earned).reduce(0, +)
        let checks = Counting.words(assignment.checks.count, "check")
        print(
          "\(source): solutions \(PointsText.number(full)) of \(PointsText.words(assignment.checks.map(\.points).reduce(0, +)))"
            + " in \(checks), \(assignment.checks.count(where: \.isHidden)) of them hidden"
            + Self.prose(assignment.questions))
        if !validation.isValid { isValid = false }
      }
      if !isValid { throw ExitCode(1) }
    }
  }

  /// “; 4 points for prose”; of questions without points, how many there are.
  private static func prose(_ questions: [WrittenQuestion]) -> String {
    let points = questions.compactMap(\.points).reduce(0, +)
    if questions.isEmpty { return "" }
    return points > 0
      ? "; \(PointsText.words(points)) for prose" : "; \(Counting.words(questions.count, "question")) without points"
  }
}
