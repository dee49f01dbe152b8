import Foundation
import NotebookDocument
import Testing

@testable import Assignments

struct ReceivingTests {
  private let assignment: Assignment
  private let released: String

  init() throws {
    assignment = try Sample.assignment()
    released = try assignment.release().text
  }

  private func labels(_ received: Received) -> [String] {
    received.cells.map { cell in
      switch cell.origin {
      case .locked(let label), .exercise(let label): label
      case .own: "own"
      }
    }
  }

  @Test("What was handed out comes back unchanged")
  func untouched() throws {
    let received = assignment.receive(released)
    #expect(received.changes == [])
    #expect(labels(received) == ["given", "own", "step", "check-step", "check-step-3", "twice", "twice-it"])
    #expect(received.answers == ["why": ""])
    let notebook = try NotebookParser.parse(received.text, path: "s.md")
    #expect(notebook.cells.count == received.cells.count && notebook.frontMatter.release == nil)
  }

  @Test("The student's code and answers are taken, and lines lead back to the file")
  func filled() throws {
    let code = "func twice(_ x: Double) -> Double {\n  let y = x\n  return y + y\n}"
    let text = released.replacing("func twice(_ x: Double) -> Double { blank(\"the double of x\") }", with: code)
      .replacing(Release.invitationOfAll, with: "Because it **adds up**.\n\n- twice\n")
    let received = assignment.receive(text)
    #expect(received.code["twice"] == code)
    #expect(received.answers["why"] == "Because it **adds up**.\n\n- twice")
    #expect(received.changes == [])
    let cell = try #require(received.cells.first { $0.origin == .exercise("twice") })
    let lines = NotebookParser.split(text)
    for line in cell.codeLine...cell.codeLine + 3 {
      let submitted = try #require(received.submittedLine(line))
      #expect(lines[submitted - 1] == NotebookParser.split(received.text)[line - 1])
    }
  }

  @Test("Colons in a comment or in code end no answer, and begin none")
  func hiddenFences() {
    for hidden in ["<!--\n:::\n-->", "```text\n:::\n```", "<div>\n:::\n</div>", "<!--\n::: {.answer #why}\nno\n-->"] {
      let text = released.replacing(Release.invitationOfAll, with: "One.\n\n\(hidden)\n\nTwo.\n")
      #expect(assignment.receive(text).answers["why"]?.hasSuffix("Two.") == true, "\(hidden)")
    }
  }

  @Test("A locked cell that was changed, deleted, doubled or moved is restored, and told")
  func restored() {
    func changes(_ text: String) -> [CellChange] {
      let received = assignment.receive(text)
      #expect(labels(received).filter { $0 != "own" } == assignment.fixed.map(\.label))
      return received.changes
    }
    let check =
      "```swift\n//| locked: true\n//| label: twice-it\n//| check: twice\n//| points: 1\ntry check(twice(2), is: 4)\n```\n"
    #expect(released.contains(check))
    #expect(
      changes(released.replacing("is: 4)", with: "is: 5)")) == [CellChange(label: "twice-it", kind: .changed)])
    #expect(changes(released.replacing(check, with: "")) == [CellChange(label: "twice-it", kind: .deleted)])
    #expect(changes(released.replacing(check, with: check + check)) == [CellChange(label: "twice-it", kind: .doubled)])
    #expect(
      changes(released.replacing(check, with: "").replacing("# Steps", with: check + "# Steps"))
        == [CellChange(label: "twice-it", kind: .moved)])
    #expect(
      changes(released.replacing("//| label: twice-it\n", with: "")) == [CellChange(label: "twice-it", kind: .changed)])
    #expect(changes("").map(\.kind) == Array(repeating: .deleted, count: 6))
  }

  @Test("An exercise without its option line is known by its place and its first line")
  func unnamed() {
    let blank = "func twice(_ x: Double) -> Double {\n  blank(\"the double of x\")\n}"
    let exercise = "func twice(_ x: Double) -> Double { blank(\"the double of x\") }"
    let source = Sample.source.replacing(exercise, with: blank)
    let longer = try? Assignment(NotebookParser.parse(source, path: "lab.md"))
    let text = (try? longer?.release().text) ?? ""
    let done = text.replacing("//| exercise: twice\n", with: "").replacing(
      "  blank(\"the double of x\")", with: "  2 * x")
    let received = longer?.receive(done)
    #expect(received?.code["twice"] == "func twice(_ x: Double) -> Double {\n  2 * x\n}")
    #expect(received?.changes == [])
    // Elsewhere it is a cell of the student's own.
    let moved = assignment.receive(
      released.replacing("//| exercise: twice\n", with: "").replacing(
        "# Steps", with: "# Steps\n\n```swift\n\(exercise)\n```"))
    #expect(moved.code["twice"] == exercise)
  }

  @Test("A comment, an import, a blank line or a margin above an option is nobody's change")
  func lateOptions() {
    let blank = "//| exercise: twice\nfunc twice(_ x: Double) -> Double { blank(\"the double of x\") }"
    let code = "func twice(_ x: Double) -> Double { x + x }"
    for above in [
      "// By hand.\n", "\n", "// One.\n\n// Two.\n", "  ", "/* By\nhand. */\n", "import Foundation\n",
    ] {
      let text = released.replacing(blank, with: above + "//| exercise: twice\n" + code)
      let received = assignment.receive(text)
      #expect(received.code["twice"]?.hasSuffix(code) == true && received.changes == [], "\(above)")
      let kept = above.trimmingCharacters(in: .whitespacesAndNewlines)
      let whole = received.code["twice"]?.trimmingCharacters(in: .newlines)
      #expect(whole?.hasPrefix(kept.isEmpty ? "func" : kept) == true, "\(above)")
      let line = NotebookParser.split(received.text).firstIndex(of: code).flatMap { received.submittedLine($0 + 1) }
      #expect(line.map { NotebookParser.split(text)[$0 - 1] } == code, "\(above)")
    }
    // In a text they are the text's; others than names hold no more than in a run.
    let own =
      "```swift\nlet s = \"\"\"\n//| exercise: twice\n\"\"\"\n```\n\n```swift\n// Mine.\n//| error: true\nlet t = 1\n```\n\n"
    let received = assignment.receive(released.replacing("# Steps", with: own + "# Steps"))
    #expect(received.text.contains("let s = \"\"\"\n//| exercise: twice\n\"\"\""))
    #expect(received.text.contains("// Mine.\n//| error: true\nlet t = 1"))
    #expect(received.code["twice"]?.contains("blank(") != false)
  }

  @Test("The last filled copy of an exercise counts")
  func copies() {
    let blank = "```swift\n//| exercise: twice\nfunc twice(_ x: Double) -> Double { blank(\"the double of x\") }\n```\n"
    let done = blank.replacing("blank(\"the double of x\")", with: "x + x")
    for text in [done + "\n" + blank, blank + "\n" + done] {
      let received = assignment.receive(released.replacing(blank, with: text))
      #expect(received.code["twice"]?.contains("x + x") == true)
      #expect(received.changes == [CellChange(label: "twice", kind: .doubled)])
    }
  }

  @Test("A fence that was deleted costs its own cell only")
  func fences() {
    let text = released.replacing("blank(\"the double of x\") }\n```", with: "2 * x }")
    let received = assignment.receive(text)
    #expect(received.changes == [])
    #expect(labels(received).filter { $0 != "own" } == assignment.fixed.map(\.label))
    #expect(received.code["twice"]?.hasPrefix("func twice(_ x: Double) -> Double { 2 * x }") == true)
  }

  @Test("Options by which a student would make a cell part of the assignment do not hold")
  func ownOptions() throws {
    let cells = ["check: step", "solution: step", "exercise: mine", "hidden: true", "label: twice-it\n//| echo: false"]
      .map { "```swift\n//| \($0)\nlet mine = 1\n```\n" }.joined(separator: "\n")
    let received = assignment.receive(released.replacing("# Steps", with: cells))
    let notebook = try NotebookParser.parse(received.text, path: "s.md")
    for (cell, origin) in zip(notebook.cells, received.cells) where origin.origin == .own {
      #expect(cell.options.role == .plain && cell.options.label == nil && !cell.options.isHidden)
    }
    #expect(received.cells.count { $0.origin == .own } == 5)
  }

  @Test("An answer is found though its question was changed, its end deleted or its block copied")
  func answers() {
    let block = "::: {.answer #why points=\"4\"}\nWhy does the error grow?\n\n\(Release.invitationOfAll)\n\n:::"
    #expect(released.contains(block))
    func answer(_ text: String) -> String? { assignment.receive(released.replacing(block, with: text)).answers["why"] }
    #expect(answer("::: {.answer #why points=\"4\"}\nWhy does the error grow?\nIt adds up.\n:::") == "It adds up.")
    #expect(answer("::: {.answer #why}\nWhy?\n\nIt adds up.\n:::") == "Why?\n\nIt adds up.")
    #expect(answer("::: {.answer #why}\nWhy does the error grow?\n\nIt adds up.\n") == "It adds up.")
    #expect(answer("::: {.answer #why}\nIt adds up.\n:::\n\n\(block)") == "It adds up.")
    #expect(answer("") == "")
  }
}
