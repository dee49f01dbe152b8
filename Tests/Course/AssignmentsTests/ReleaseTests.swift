import NotebookDocument
import Testing

@testable import Assignments

struct ReleaseTests {
  @Test("A student's version has no solutions, hidden checks, answers, notes and remarks")
  func secrets() throws {
    let text = try Sample.assignment().release().text
    for secret in ["4711", "4712", "4713", "v + a * dt", "2 * x", "solution", "check-step-2\"", "secret"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    for stays in [
      "Each step adds.", "blank(\"what the acceleration adds in dt\")", "Why does the error grow?", "listed",
    ] {
      #expect(text.contains(stays), "\(stays)")
    }
  }

  @Test("A student's version is a notebook whose locked cells have labels, and says what it knows of itself")
  func reads() throws {
    let assignment = try Sample.assignment()
    let release = try assignment.release()
    let notebook = try NotebookParser.parse(release.text, path: "lab.md")
    let record = try #require(notebook.frontMatter.release)
    #expect(record == release.record)
    #expect((record.assignment, record.hiddenChecks, record.hiddenPoints) == ("lab3", 1, 3))
    #expect((release.visibleChecks, release.visiblePoints) == (3, 3))
    #expect(record.locked.map(\.label) == ["given", "check-step", "check-step-3", "twice-it"])
    for locked in record.locked {
      let cell = try #require(notebook.cells.first { $0.options.label == locked.label })
      #expect(cell.options.isLocked)
      #expect(Assignment.hash(of: notebook.content(of: cell)) == locked.hash)
    }
    #expect(
      release.text.hasSuffix(
        "This notebook has 3 checks (3 points). 1 more (3 points) is run after hand-in. A person reads the answer in prose (4 points). `gimbal assignment check` with this file's name says how far you are.\n"
      ))
    #expect(notebook.questions.count == 1 && !notebook.isAnswered(notebook.questions[0]))
    #expect(notebook.frontMatter.parameters.map(\.name) == ["rate"])
  }

  @Test("Questions without points are asked without a word of points")
  func unmarked() throws {
    for fence in ["::: {.answer #effort}", "::: {.answer #effort points=\"0\"}"] {
      let text = "---\nnotebook: {}\n---\n\(fence)\nHow many hours did it take?\n:::\n"
      let assignment = try Assignment(NotebookParser.parse(text, path: "n.md"))
      #expect(assignment.points == 0)
      #expect(try assignment.release().text.contains("A person reads the answer in prose. `gimbal"))
    }
  }

  @Test("Options of a cell in a list stay in the list")
  func list() throws {
    let text = try Sample.assignment().release().text
    #expect(
      text.contains("1. In a list:\n\n   ```swift\n   //| label: check-step-3\n   //| locked: true\n   //| check: step")
    )
  }

  @Test("A comment in code is the code's")
  func comments() throws {
    let text =
      "---\nnotebook: {}\n---\nBefore `<!-- seen -->` <!-- gone\nand gone --> after.\n\n<!-- alone -->\n\n"
      + "```html\n<!-- shown -->\n```\n\n::: {.answer #a}\nWhy?\n:::\n"
    let released = try Assignment(NotebookParser.parse(text, path: "n.md")).release().text
    #expect(released.contains("<!-- seen -->") && released.contains("<!-- shown -->"))
    #expect(!released.contains("gone") && !released.contains("alone") && released.contains("after."))
  }

  @Test("Comments that readers cannot see are never handed out")
  func commentsAnywhere() throws {
    let question = "\n\n::: {.answer #a}\nWhy?\n:::\n"
    func released(_ body: String) throws -> String {
      try Assignment(NotebookParser.parse("---\nnotebook: {}\n---\n\(body)\(question)", path: "n.md")).release().text
    }
    for body in [
      "<div>\nseen <!-- gone -->\n</div>", "<div>`<!-- gone -->` seen</div>", "- seen\n\n  <!-- gone\n\n  gone -->",
      "> seen <!-- gone\n> gone -->", "# seen <!-- gone -->", "| seen |\n| --- |\n| a <!-- gone --> |",
      "seen `a <!-- b` <!-- gone -->",
    ] {
      let text = try released(body)
      #expect(text.contains("seen") && !text.contains("gone") && text.contains("Why?"), "\(body)\n→\n\(text)")
    }
    #expect(try !released("before\n\n::: {.answer #b}\nHow?\n:::\n\n<!-- gone").contains("gone"))
    let unused = "Text.\n\n[^u]: Unused.\n\n    ~~~\n    <!-- code -->\n    ~~~"
    #expect(try released(unused).contains(unused))
    let code = "    <!-- code -->\n\n`<!-- code\nis code -->`"
    #expect(try released(code).contains(code))
  }

  @Test(
    "Comments in captions, titles and other texts of options are never handed out, and a locked cell stays as it is handed out"
  )
  func commentsInOptions() throws {
    let options = [
      "fig-cap: 'Seen <!-- gone --> on'", "fig-alt: [a, 'b `<!-- code` <!-- gone -->']",
      "tbl-cap: |\n//|   Seen <!-- gone\n//|   gone --> on", "fig-subcap:\n//|   - a <!-- gone -->\n//|   - b",
    ]
    let locks = ["", "//| locked: true\n", "//| check: a\n"]
    for (option, lock) in options.flatMap({ option in locks.map { (option, $0) } }) {
      let cell = "- item\n\n```swift\n\(lock)//| \(option)\n1\n```".replacing("\n", with: "\n  ")
      let text =
        "---\ntitle: 'T <!-- gone -->'\nnotebook: {}\n---\n```swift\n//| exercise: a\n//| \(option)\n2\n```\n\n\(cell)"
        + "\n\n::: {.answer #q}\nWhy?\n:::\n"
      let release = try Assignment(NotebookParser.parse(text, path: "n.md")).release()
      #expect(!release.text.contains("gone"), "\(release.text)")
      let notebook = try NotebookParser.parse(release.text, path: "n.md")
      #expect(notebook.cells.map(\.code) == ["2\n", "1\n"] && notebook.title.hasPrefix("T"))
      for locked in release.record.locked {
        let cell = try #require(notebook.cells.first { $0.options.label == locked.label })
        #expect(Assignment.hash(of: notebook.content(of: cell)) == locked.hash)
      }
    }
  }
}
