import CellCompiler
import CellKernel
import Foundation
import NotebookBench
import NotebookDocument
import ReportExport
import Testing

@testable import NotebookRunning
@testable import Reports

@Suite("Exercises: the blank, its solution and its checks")
struct ExerciseTests {
  private static let blank = "//| exercise: step\nfunc step(_ v: Double) -> Double {\n  blank(\"the new velocity\")\n}"
  private static let filled = "//| exercise: step\nfunc step(_ v: Double) -> Double { v + 1 }"
  private static let wrong = "//| exercise: step\nfunc step(_ v: Double) -> Double { v - 1 }"
  private static let solution = "//| solution: step\nfunc step(_ v: Double) -> Double { v + 1 }"
  private static let badSolution = "//| solution: step\nfunc step(_ v: Double) -> Double { -v }"
  private static let check = "//| check: step\nimport Gimbal\ntry check(step(2), is: 3, \"2 and one more\")"

  private static func notebook(_ cells: String...) -> String {
    "---\nnotebook: {}\n---\n# A\n\n" + cells.map(cell).joined(separator: "\n") + "\nIt is `{swift} step(1)`.\n\n"
      + cell("let other = 1\nprint(\"later \\(step(4))\")")
  }

  private func parsed(_ text: String) throws -> Notebook { try NotebookParser.parse(text, path: "n.md") }

  @Test("Which cells run follows from the blank, the solution and what was asked for")
  func fates() throws {
    func fates(_ text: String, takesSolutions: Bool = false) throws -> [CellFate] {
      var notebook = try parsed(text)
      notebook.takesSolutions = takesSolutions
      return notebook.fates
    }
    let open = CellFate.blank(["the new velocity"])
    #expect(try fates(Self.notebook(Self.blank, Self.solution, Self.check)) == [open, .runs, .runs, .runs])
    #expect(try fates(Self.notebook(Self.filled, Self.solution, Self.check)) == [.runs, .skipped, .runs, .runs])
    let waits = CellFate.waits(exercise: "step")
    #expect(try fates(Self.notebook(Self.blank, Self.check)) == [open, waits, waits])
    for exercise in [Self.blank, Self.filled] {
      let text = Self.notebook(exercise, Self.solution, Self.check)
      #expect(try fates(text, takesSolutions: true) == [.skipped, .runs, .runs, .runs])
    }
    // Without a solution, there is nothing to take.
    #expect(try fates(Self.notebook(Self.filled, Self.check), takesSolutions: true) == [.runs, .runs, .runs])
    // What rests on what waits waits, too, and a cell that defines the name again ends it.
    let chain = Self.notebook(
      Self.blank, "let y = step(2)", "let z = y", "func step(_ v: Double) -> Double { v }", "step(2)")
    #expect(try fates(chain) == [open, waits, waits, .runs, .runs, .runs])
    #expect(try parsed(Self.notebook(Self.blank)).waitingInlines == [0: "step"])
    #expect(try parsed(Self.notebook(Self.blank, Self.solution)).waitingInlines.isEmpty)
  }

  @Test(
    "Only a call of blank is one: no comment, no text, no word of the author's own",
    arguments: [
      "// blank(\"x\")", "let s = \"blank(\\\"x\\\")\"", "let blank = 1", "a.blank(\"x\")", "blank(hint: \"x\")",
      "let blanks = [1]",
    ])
  func noBlank(code: String) {
    #expect(CodeUnit.analysis(of: code).blanks.isEmpty)
  }

  @Test("Hints are the texts of the blanks, in order, wherever they are")
  func hints() {
    let code =
      "let a: Int = blank(\"one\")\nfunc f() -> Int { g(blank(\"two, “so”\")) }\nlet c = [blank(\"three\")] as [Int]"
    #expect(CodeUnit.analysis(of: code).blanks == ["one", "two, “so”", "three"])
  }

  @Test(
    "Parts that do not fit each other are errors with their line",
    arguments: [
      ([solution], 4, "belongs to no exercise"),
      ([blank.replacing("step", with: "stap"), check], 11, "did you mean “stap”"),
      ([blank, blank], 11, "the exercise “step” stands in line 4, too"),
      ([blank, solution, solution], 16, "the solution “step” stands in line 11, too"),
      ([blank, "1", solution], 15, "must be the next cell behind the exercise, which is in line 4"),
      ([check, blank], 4, "is above the exercise “step” in line 10"),
      (["//| exercise: a\n//| check: a\n1"], 6, "a cell is one of them"),
    ])
  func faults(cells: [String], line: Int, part: String) throws {
    let text = "---\nnotebook: {}\n---\n" + cells.map(cell).joined(separator: "\n")
    let error = #expect(throws: NotebookError.self) { try parsed(text) }
    #expect(error?.position?.line == line, "\(error?.description ?? "")")
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  private func run(
    _ text: String, strict: Bool = false, solutions: Bool = false
  ) throws -> (result: NotebookRunner.Result, readme: String, page: String, messages: String) {
    let bench = try Workbench()
    var request = NotebookRunner.Request(
      path: try bench.write(text), output: "\(bench.folder)/plots", isStrict: strict)
    request.takesSolutions = solutions
    let result = try bench.runner.run(request)
    return (
      result, bench.result("README.md"), bench.result("index.html"), result.messages.map(bench.tidy).joined()
    )
  }

  @Test("With a blank, the solution runs in its place; the report folds it, and the checks' sentences with it")
  func open() throws {
    let text = Self.notebook(Self.blank, Self.solution, Self.check)
    let found = try run(text, strict: true)
    #expect(found.result.isSuccess && found.messages.isEmpty, "\(found.messages)")
    #expect(found.readme.contains("It is 2.") || found.readme.contains("It is 2.0."), "\(found.readme)")
    #expect(found.readme.contains("later 5.0"))
    #expect(found.readme.contains("**Not done yet.** In the blank belongs:\n\n- the new velocity"))
    #expect(found.readme.contains("<details><summary>Solution</summary>"))
    #expect(found.readme.contains("<details><summary>What the solution gives</summary>\n\n✓ 2 and one more: 3"))
    #expect(found.page.contains("<details class=\"fold\"><summary>Solution</summary>"))
    #expect(found.page.contains("<p class=\"check passed\">"))
    let notebook = try parsed(text)
    var builder = ReportBuilder(
      {
        var execution = found.result.execution
        execution.notebook = notebook
        return execution
      }(), drawings: [:])
    let report = builder.build()
    let paper = PaperSetter.blocks(of: report, for: .init(report, .latex, nil))
    let parts = paper.components(separatedBy: "\"c\":\"Solutions\"")
    #expect(parts.count == 2 && !parts[0].contains("v + 1") && parts[1].contains("v + 1"))
    let jupyter = JupyterExport(report: report, pictures: [:]).notebook()
    #expect(
      jupyter.cells.contains { $0.source.string.hasPrefix("//| solution") && $0.metadata.jupyter?.sourceHidden == true }
    )
  }

  @Test("The reader's own code runs, and its checks say what is wrong; that is no failure, not even a strict one")
  func done() throws {
    let wrong = try run(Self.notebook(Self.wrong, Self.solution, Self.check), strict: true)
    #expect(wrong.result.isSuccess, "\(wrong.messages)")
    #expect(wrong.readme.contains("\n✗ 2 and one more: 3 was expected, and 1 came."))
    #expect(wrong.readme.contains("later 3.0"))
    let right = try run(Self.notebook(Self.filled, Self.solution, Self.check))
    #expect(right.readme.contains("\n✓ 2 and one more: 3"))
    #expect(!right.readme.contains("Not done yet"))
  }

  @Test("A solution that fails its check is named, and an error under strict; solutions can replace all answers")
  func solutions() throws {
    let bad = Self.notebook(Self.blank, Self.badSolution, Self.check)
    let words =
      "the solution of exercise “step” fails a check: 2 and one more: 3 was expected, and −2 came."
    let plain = try run(bad)
    #expect(plain.result.isSuccess && plain.messages.contains("warning: \(words)"), "\(plain.messages)")
    let strict = try run(bad, strict: true)
    #expect(!strict.result.isSuccess && strict.messages.contains("error: \(words)"), "\(strict.messages)")
    let taken = try run(Self.notebook(Self.wrong, Self.solution, Self.check), strict: true, solutions: true)
    #expect(taken.result.isSuccess && taken.readme.contains("✓ 2 and one more") && taken.readme.contains("later 5.0"))
  }

  @Test("Without a solution, what needs it waits quietly")
  func waiting() throws {
    let found = try run(Self.notebook(Self.blank, Self.check))
    #expect(found.result.isSuccess && found.messages.isEmpty, "\(found.messages)")
    #expect(found.readme.contains("Waits for exercise “step”."))
    #expect(found.readme.contains("⟨waits for exercise “step”⟩"))
    // Among consecutive cells only one shows the note; with prose between them, each does.
    func count(_ between: String) throws -> Int {
      let quiet = "//| echo: false\n" + Self.check
      let text =
        "---\nnotebook: {}\n---\n" + cell(Self.blank) + "\n" + cell(quiet) + between + cell(quiet) + "\n"
        + cell("//| echo: false\nstep(1)")
      return try run(text).readme.components(separatedBy: "Waits for exercise").count - 1
    }
    #expect(try count("\n\n") == 1)
    #expect(try count("\n\nAnd:\n\n") == 2)
    let elsewhere = try run("---\nnotebook: {}\n---\n" + cell("import Gimbal\nlet a: Int = blank(\"x\")"))
    #expect(!elsewhere.result.isSuccess && elsewhere.messages.contains("give the cell “//| exercise: name”"))
  }
}
