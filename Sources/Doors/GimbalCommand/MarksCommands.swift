import ArgumentParser
import Assignments
import Caches
import Foundation
import Marks
import NotebookDocument
import NotebookImport
import Reports

import enum Basics.Counting

/// What commands about marks read.
struct MarksOptions: ParsableArguments {
  @Argument(help: "The folder of the marks, as “gimbal assignment grade” writes it.", completion: .directory)
  var grades: String

  @Option(
    help: ArgumentHelp(
      "The assignment's source, for the words of its questions and to tell what was handed out.", valueName: "notebook"),
    completion: .file())
  var source: String?

  /// What all of them begin with.
  struct Read {
    var folder: MarksFolder
    var marks: [Mark]
    var manual: ManualMarks
    var book: Gradebook
    var assignment: Assignment?

    /// The questions as they were asked, and the source's own answers.
    var questions: [String: String] {
      texts { notebook, question in
        notebook.lines[(question.question.lowerBound - 1)..<question.question.upperBound].joined(separator: "\n")
      }
    }
    var model: [String: String] { texts { $0.answer(to: $1) } }

    private func texts(_ text: (Notebook, WrittenQuestion) -> String) -> [String: String] {
      guard let assignment else { return [:] }
      return Dictionary(
        assignment.questions.map { ($0.label, text(assignment.source, $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The code of each task as it was handed out.
    var handedOut: [String: String] {
      guard let assignment else { return [:] }
      return Dictionary(
        assignment.tasks.map { ($0.name, assignment.source.cells[$0.exercise].code) },
        uniquingKeysWith: { first, _ in first })
    }

    /// Students' words: a page of marks holds everything that it shows.
    var prose: HTMLProse {
      var prose = HTMLProse(formulas: Formulas(store: Store(nil)))
      prose.isPlain = true
      return prose
    }
    func feedback() -> FeedbackPage { FeedbackPage(book, prose: prose, questions: questions) }
  }

  func read() throws -> Read {
    let folder = MarksFolder(grades)
    let marks = try folder.marks()
    let manual = try ManualMarks(folder, for: marks)
    return Read(
      folder: folder, marks: marks, manual: manual, book: Gradebook(marks, manual),
      assignment: try source.map { try Assignment(try NotebookParser.read($0)) })
  }
}

/// `gimbal assignment report`.
struct MarksReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make tables, a page for each student and a summary of marks.",
    discussion: """
      Writes marks.csv, marks.sqlite, summary.html for the teacher, and feedback/STUDENT.html for each student. Students' pages
      name nobody else, and show what was expected only for the checks that students have. What people gave in manual.tsv
      counts; see “gimbal assignment mark”. A report replaces the one before, but no file that somebody has changed since.

      Exit status: 0 when the report was written, 2 when it was not.

      EXAMPLES
        gimbal assignment report grades --source lab.md
        gimbal assignment report grades --source lab.md --output marks/lab3
      """.flowing)

  @OptionGroup var options: MarksOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder to write; report in the folder of the marks when left out.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let read = try options.read()
      let table = MarksTable(read.book)
      let feedback = read.feedback()
      var files: [String: Data] = [:]
      files["marks.csv"] = Data(table.commaSeparated.utf8)
      let scratch = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString).sqlite"
      defer { try? FileManager.default.removeItem(atPath: scratch) }
      try table.write(to: scratch)
      files["marks.sqlite"] = try Data(contentsOf: URL(fileURLWithPath: scratch))
      let alike = Likeness.pairs(read.marks, handedOut: read.handedOut)
      files["summary.html"] = Data(SummaryPage(read.book, alike: alike).text.utf8)
      for student in read.book.students {
        files["feedback/\(student.name).html"] = Data(feedback.text(student).utf8)
      }
      let target = output ?? "\(read.folder.path)/report"
      try ReportFolder(target).write(files, prunes: true, force: replacing.force)
      print(
        "\(target): \(Counting.words(read.book.students.count, "submission")), \(Counting.words(read.book.open, "answer")) still to be marked"
      )
      if read.book.outdated > 0 {
        Terminal.complain(
          "note: \(Counting.words(read.book.outdated, "answer")) changed since points were given; “gimbal assignment mark” shows which\n"
        )
      }
    }
  }
}

/// `gimbal assignment mark`.
struct MarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Prepare the table in which people give points and comments.",
    discussion: """
      Writes manual.tsv into the folder of the marks, with a line for each answer in prose, and answers.html, in which the
      answers are listed question by question, without names, each with its line. Edit manual.tsv with a spreadsheet or an
      editor. Lines that are there stay as they are; grading never touches them.

      A line with a task's name gives points instead of the task's own. In a comment, {key} stands for a text of
      comments.tsv, which has a line “key”, a tab, and the text for each.

      With --student, one entry is written.

      Exit status: 0 when the table was written, 2 when it was not.

      EXAMPLES
        gimbal assignment mark grades --source lab.md
        gimbal assignment mark grades --student ada --item growth --points 3 --comment "{units}"
      """.flowing)

  @OptionGroup var options: MarksOptions

  @Option(help: ArgumentHelp("Write an entry of this student.", valueName: "name"))
  var student: String?

  @Option(help: ArgumentHelp("The question, or the task.", valueName: "name"))
  var item: String?

  @Option(help: ArgumentHelp("The points.", valueName: "number"))
  var points: Double?

  @Option(help: ArgumentHelp("The comment.", valueName: "text"))
  var comment: String?

  func validate() throws {
    guard (student == nil) == (item == nil), student != nil || (points == nil && comment == nil) else {
      throw ValidationError("Name both --student and --item, or neither.")
    }
  }

  func run() throws {
    try saying {
      var read = try options.read()
      if let student, let item {
        read.manual = try read.manual.setting(
          student: student, item: item, points: points, comment: comment, in: read.marks, folder: read.folder)
      }
      let table = read.manual.table(for: read.marks)
      // Everything that is in the file is in what takes its place.
      try Destination.write(table, to: read.folder.manualFile, Replacing.always)
      guard student == nil else { return }
      let page = AnswersPage(
        read.marks, read.manual, prose: read.prose, questions: read.questions, model: read.model)
      try Destination.write(page.text(table: table), to: "\(read.folder.path)/answers.html", Replacing.always)
      print(
        "\(read.folder.manualFile): \(Counting.words(read.book.open, "answer")) still to be marked; read \(read.folder.path)/answers.html"
      )
    }
  }
}

extension Replacing {
  /// For a file that holds all that was in the one before.
  static var always: Replacing {
    var replacing = Replacing()
    replacing.force = true
    return replacing
  }
}

/// `gimbal assignment export`.
struct MarksExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write marks for other programs: nbgrader, Classroom 50.",
    discussion: """
      nbgrader: feedback/STUDENT/ASSIGNMENT/ASSIGNMENT.html, and grades.csv with the columns of nbgrader's export. With
      --submitted, “nbgrader release_feedback” can return the pages.
      classroom50: STUDENT/result.json in the format classroom50/result/v1. Scores are whole numbers there, and are hundredths
      of a point.

      Exit status: 0 when the files were written, 2 when they were not.

      EXAMPLES
        gimbal assignment export grades --source lab.md --to nbgrader --submitted submitted --output .
        gimbal assignment export grades --to classroom50 --classroom sensing --output results
      """.flowing)

  enum Format: String, ExpressibleByArgument, CaseIterable { case nbgrader, classroom50 }

  @OptionGroup var options: MarksOptions

  @Option(help: "nbgrader or classroom50.")
  var to: Format

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp("nbgrader's list of students, for their names and addresses.", valueName: "csv"),
    completion: .file())
  var students: String?

  @Option(
    help: ArgumentHelp(
      "nbgrader's folder “submitted”: pages get the names of the notebooks in it, and what nbgrader returns them by.",
      valueName: "folder"), completion: .directory)
  var submitted: String?

  @Option(help: ArgumentHelp("The classroom's short name.", valueName: "name"))
  var classroom: String?

  @OptionGroup var replacing: Replacing

  func validate() throws {
    if to == .classroom50, classroom == nil { throw ValidationError("Name the classroom: --classroom NAME.") }
    if to == .nbgrader, classroom != nil { throw ValidationError("--classroom is for --to classroom50.") }
    if to == .classroom50, students != nil { throw ValidationError("--students is for --to nbgrader.") }
    if to == .classroom50, submitted != nil { throw ValidationError("--submitted is for --to nbgrader.") }
  }

  func run() throws {
    try saying {
      let read = try options.read()
      let files: [String: Data]
      switch to {
      case .nbgrader:
        let people = try students.map { NbgraderExport.people(try String(contentsOfFile: $0, encoding: .utf8)) } ?? [:]
        let collected =
          try submitted.map { try NbgraderImport.find(in: $0, assignment: read.book.assignment).found } ?? []
        let feedback = read.feedback()
        files = NbgraderExport(read.book).files(
          people: people,
          collected: Dictionary(collected.map { ($0.student, $0) }, uniquingKeysWith: { first, _ in first })
        ) { feedback.text($0) }
      case .classroom50:
        let date = Date().formatted(.iso8601)
        files = try ClassroomExport(read.book, classroom: classroom ?? "", date: date).files()
      }
      try ReportFolder(output).write(files, force: replacing.force)
      print("\(output): \(Counting.words(files.count, "file"))")
    }
  }
}

/// `gimbal assignment import`.
struct SubmissionsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take submissions from nbgrader's folders.",
    discussion: """
      SUBMITTED holds STUDENT/ASSIGNMENT/NOTEBOOK, as nbgrader collects them. Each notebook is copied to OUTPUT/STUDENT.md, as
      “gimbal assignment grade” takes it; one of Jupyter is turned into Markdown. A file that is there with other content stays, and is named.
      Links are not followed.

      Exit status: 0 when every student's folder held a notebook, 1 when some held none, 2 when nothing was written.

      EXAMPLES
        gimbal assignment import submitted --assignment lab3 --output submissions
      """.flowing)

  @Argument(help: "nbgrader's folder “submitted”.", completion: .directory)
  var submitted: String

  @Option(help: ArgumentHelp("The assignment's name.", valueName: "name"))
  var assignment: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var output: String

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let (found, empty) = try NbgraderImport.find(in: submitted, assignment: assignment)
      var files: [String: Data] = [:]
      for submission in found {
        files["\(submission.student).md"] =
          submission.isJupyter
          ? Data(try ForeignNotebook.read(submission.file).text.utf8)
          : try Data(contentsOf: URL(fileURLWithPath: submission.file))
      }
      try ReportFolder(output).write(files, force: replacing.force)
      print(
        "\(output): \(Counting.words(found.count, "submission"))\(empty > 0 ? "; \(Counting.words(empty, "folder")) without a notebook" : "")"
      )
      if empty > 0 { throw ExitCode(1) }
    }
  }
}
