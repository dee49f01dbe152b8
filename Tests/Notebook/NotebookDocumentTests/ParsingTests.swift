import Foundation
import NotebookBench
import SwiftParser
import SwiftSyntax
import Testing

import struct Basics.SeededRandom
import enum Basics.Spelling

@testable import NotebookDocument

@Suite("Reading notebooks")
struct ParsingTests {
  private func parse(_ text: String) throws -> Notebook { try NotebookParser.parse(text, path: "n.md") }

  private func complaint(_ text: String) -> String {
    do {
      _ = try parse(text)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test("No two figures of a notebook have one name, whatever its labels are")
  func figureNames() throws {
    var random = SeededRandom(seed: 28)
    let words = [
      "cell", "cell-1", "cell-2", "cell-3", "cell-1-1", "cell-2-2", "a", "a-1", "a-2", "a-1-1", "a-", "a--1", "a-01",
    ]
    for _ in 0..<2000 {
      var labels = words.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)).map { Optional($0) }
      labels += Array(repeating: nil, count: Int.random(in: 0...3, using: &random))
      labels.shuffle(using: &random)
      let text = labels.map { "```swift\n\($0.map { "//| label: \($0)\n" } ?? "")1\n```\n" }.joined()
      let notebook = try parse("---\nnotebook: {}\n---\n" + text)
      let names = notebook.cells.flatMap { cell in
        let count = Int.random(in: 1...3, using: &random)
        return (0..<count).map { cell.figureName($0, of: count) }
      }
      #expect(Set(names).count == names.count, "\(labels): \(names)")
      #expect(Set(notebook.cells.map(\.anchor)).count == notebook.cells.count)
    }
  }

  @Test("Cells, shown blocks and options come with their lines")
  func structure() throws {
    let notebook = try parse(
      """
      ---
      title: A title
      author: [Ada, Grace]
      notebook:
        timeout: 7
      params:
        alpha: 2.0
        n: 3
        name: "4"
        list: [1, 2.5]
        on: true
      ---
      # Text

      ```swift
      //| label: fig-a
      //| fig-cap: One
      //| timeout: 2.5
      let x = 1
      ```

      ```swift noeval
      shown()
      ```

      ```python
      no
      ```

      > ~~~~swift
      > let y = 2
      > ~~~~
      """)
    #expect(notebook.title == "A title")
    #expect(notebook.frontMatter.names == ["Ada", "Grace"])
    #expect(notebook.frontMatter.timeout == 7)
    #expect(notebook.frontMatter.parameters.map(\.value.swiftType) == ["Double", "Int", "String", "[Double]", "Bool"])
    #expect(notebook.frontMatter.parameters[3].value.swiftLiteral == "[1.0, 2.5]")
    #expect(notebook.cells.count == 2)
    #expect(notebook.cells[0].lines == 15...20)
    #expect(notebook.cells[0].codeLine == 19)
    #expect(notebook.cells[0].code == "let x = 1\n")
    #expect(notebook.cells[0].options.label == "fig-a")
    #expect(notebook.cells[0].options.figureCaptions == ["One"])
    #expect(notebook.cells[0].options.timeout == 2.5)
    #expect(notebook.cells[1].code == "let y = 2\n")
    #expect(notebook.shownBlocks.map(\.lines) == [22...24])
  }

  @Test("Inline expressions are found in prose, not in code and not in longer spans")
  func inlines() throws {
    let notebook = try parse(
      """
      ---
      notebook: {}
      ---
      α = `{swift} a + 1` and `` `{swift} no` `` and `{swift}` and \\`{swift} x`.

      ```text
      `{swift} no`
      ```

      `{swift} b`
      """)
    #expect(notebook.inlines.map(\.expression) == ["a + 1", "b"])
    #expect(notebook.inlines.map(\.line) == [4, 10])
    #expect(notebook.inlines[0].start.column == 5 && notebook.inlines[0].end.column == 20)
    #expect(notebook.inlines[0].code.column == 14)
  }

  @Test("Windows line ends and a byte order mark change nothing")
  func windows() throws {
    let text = "---\nnotebook: {}\n---\n```swift\nlet x = 1\n```\n"
    let plain = try parse(text)
    let windows = try parse("\u{FEFF}" + text.replacing("\n", with: "\r\n"))
    // As Macintosh files ended theirs; Markdown counts such lines too.
    #expect(try parse(text.replacing("\n", with: "\r")) == plain)
    #expect(try parse("---\nnotebook: {}\n---\na\rb\n" + cell("1")).cells[0].lines == 6...8)
    #expect(plain.cells == windows.cells)
    #expect(plain.lines == windows.lines)
  }

  @Test(
    "What cannot be read is refused with line and remedy",
    arguments: [
      ("no front matter", "# Only text\n"),
      ("no key", "---\ntitle: x\n---\n"),
      ("unclosed front matter", "---\ntitle: x\n"),
      ("broken YAML", "---\ntitle: [x\nnotebook: {}\n---\n"),
      ("key twice", "---\nnotebook: {}\ntitle: a\ntitle: b\n---\n"),
      ("unknown key", "---\nnotebook:\n  timout: 3\n---\n"),
      ("timeout of the wrong type", "---\nnotebook:\n  timeout: soon\n---\n"),
      ("parameter of an unsupported type", "---\nnotebook: {}\nparams:\n  a: {b: 1}\n---\n"),
      ("parameter with a bad name", "---\nnotebook: {}\nparams:\n  a-b: 1\n---\n"),
      ("parameter named by a word of Swift", "---\nnotebook: {}\nparams:\n  alpha: 1\n  in: 1\n---\n"),
      ("parameter without a name", "---\nnotebook: {}\nparams:\n  _: 1\n---\n"),
      ("parameter twice", "---\nnotebook: {}\nparams:\n  on: 1\n  beta: 2\n  \"on\": 3\n---\n"),
      ("endless timeout", "---\nnotebook:\n  timeout: 1e30\n---\n"),
      ("endless timeout of a cell", "---\nnotebook: {}\n---\n\n```swift\n//| timeout: .inf\n1\n```\n"),
      ("no timeout of a cell", "---\nnotebook: {}\n---\n\n```swift\n//| timeout: 0\n1\n```\n"),
      ("unknown option", "---\nnotebook: {}\n---\n\n```swift\n//| lable: x\n1\n```\n"),
      ("unknown option without a near one", "---\nnotebook: {}\n---\n\n```swift\n//| qqqqqqqq: x\n1\n```\n"),
      ("option of the wrong type", "---\nnotebook: {}\n---\n\n```swift\n//| label: a\n//| echo: perhaps\n1\n```\n"),
      ("broken option YAML", "---\nnotebook: {}\n---\n\n```swift\n//| label: [a\n1\n```\n"),
      ("bad label", "---\nnotebook: {}\n---\n\n```swift\n//| label: ../x\n1\n```\n"),
      (
        "label twice",
        "---\nnotebook: {}\n---\n```swift\n//| label: a\n1\n```\n\n```swift\n//| label: a\n2\n```\n"
      ),
      ("unclosed cell", "---\nnotebook: {}\n---\n\n```swift\nlet x = 1\n"),
      ("bad mask", "---\nnotebook: {}\n---\n\n```swift\n//| mask: \"[\"\n1\n```\n"),
    ])
  func refusals(name: String, text: String) throws {
    try expectGolden(complaint(text) + "\n", "refusals/\(name).txt")
  }

  @Test("A file that is not text, or not there, is refused")
  func unreadable() throws {
    let nowhere = "/nowhere-\(UInt.random(in: 0 ... .max))"
    let words = "there is no such file; there is no folder \(nowhere)"
    #expect(throws: NotebookError(.unreadable(words), file: "\(nowhere)/n.md")) {
      try NotebookParser.read("\(nowhere)/n.md")
    }
    let bytes = Data("---\nnotebook: {}\n---\nab".utf8) + Data([0xE9, 0x20])
    #expect(throws: NotebookError(.notText(byte: 0xE9), file: "n.md", position: Position(line: 4, column: 3))) {
      try NotebookParser.parse(bytes, path: "n.md")
    }
  }

  /// The warnings of a notebook with this body, which begins on line 4: the place and the words up to the first comma.
  private func warned(_ body: String) throws -> [String] {
    try parse("---\nnotebook: {}\n---\n" + body).warnings.map {
      "\($0.position.line):\($0.position.column) \($0.message.prefix { $0 != "," })"
    }
  }

  @Test("An option behind another sign than `//|` is warned of, wherever it is; what is no option is not")
  func foreignOptions() throws {
    let words = "write a cell's option after “//|”"
    for sign in ["#|", "# |", "#  |", "// |", "//  |", "///|", "/// |"] {
      #expect(try warned(cell("\(sign) echo: false\n1")) == ["5:1 \(words)"], "\(sign)")
      #expect(try warned(cell("let x = 1\n  \(sign) fig-cap: a")) == ["6:3 \(words)"], "\(sign)")
      #expect(try warned("- a\n\n  ```swift\n  \(sign)label: a\n  ```\n") == ["7:3 \(words)"], "\(sign)")
      #expect(try warned(cell("\(sign) nothing: 1\n\(sign) echo | a")).isEmpty, "\(sign)")
      #expect(try warned(cell("let t = \"\"\"\n\(sign) echo: false\n\"\"\"")).isEmpty, "\(sign)")
    }
  }

  @Test("A comment that does not end is warned of: readers see it, or nothing below it")
  func lostComments() throws {
    func found(_ body: String) throws -> [String] {
      try NotebookParser.parse("---\ntitle: N\nnotebook: {}\n---\n\(body)\n", path: "n.md").warnings.map {
        "\($0.position.line):\($0.position.column) \($0.message.prefix { $0 != "," })"
      }
    }
    let (shown, hidden) = ("this comment does not end in its paragraph", "this comment does not end")
    #expect(try found("a <!-- b\n\nc -->") == ["5:3 \(shown)"])
    #expect(try found("a\n\n- <!-- b\n\nc") == ["7:1 \(hidden)"])
    let behind = "the text behind this comment is HTML"
    #expect(try found("<!-- a --> b") == ["5:12 \(behind)"])
    #expect(try found("> - <!-- a\n>   b --> <!-- c --> d `{swift} x`") == ["6:22 \(behind)"])
    for body in [
      "<!-- a --> <!-- b -->", "a <!-- b\nc --> d", "a `<!-- b` c", "a \\<!-- b", "```text\n<!-- a\n```",
      "<!-- a\n\nb -->",
    ] {
      #expect(try found(body) == [], "\(body)")
    }
  }

  @Test("Python's division of whole numbers is warned of; comments with words are not")
  func foreignDivision() throws {
    let words = "“// 2” is a comment: whole numbers are divided with one stroke"
    for (code, column) in [("7 // 2", 3), ("let half = count//2", 17), ("print((a + b) // 2)", 15), ("x[3] // 2", 6)] {
      #expect(try warned(cell(code)) == ["5:\(column) \(words)"], "\(code)")
    }
    for code in [
      "// 2", "let a = 7 // two", "let a = 7 // 2 m", "let url = \"http://2\"", "let a = [ // 2", "/* 7 // 2 */ 1",
      "7 / 2",
      "let t = \"\"\"\n7 // 2\n\"\"\"", "let a = 7 //",
    ] { #expect(try warned(cell(code)).isEmpty, "\(code)") }
  }

  @Test("A line that was meant to begin a cell is warned of: too few backticks, other signs, too far from the left")
  func lostFences() throws {
    for fence in [
      "``swift", "`` swift", "``{swift}", "'''swift", "''' {swift}", "\"\"\"swift", "´´´swift", "‘‘‘swift", "’’’swift",
      "““swift", "~~swift", "    ```swift", "      ```{swift}", "\t```swift",
    ] {
      let line = fence.drop { $0 == " " || $0 == "\t" }
      let words = "“\(line)” does not begin a cell: write three backticks and swift"
      #expect(
        try warned("Text.\n\n\(fence)\nlet x = 1\n") == ["6:\(fence.count - line.count + 1) \(words)"], "\(fence)")
    }
    for (text, column) in [
      ("- '''swift\n  print(1)\n  '''", 3), ("> ``swift\n> 1", 3), ("-     ```swift\n      1", 7), ("1. > ``swift", 6),
      ("> - ~~swift", 5),
    ] { #expect(try warned(text + "\n").map { $0.prefix { $0 != " " } } == ["4:\(column)"], "\(text)") }
    for text in [
      "- ```swift\n  1\n  ```", "> ```swift\n> 1\n> ```", "Use ``swift`` for it.", "``swift``", "~~~text\n``swift\n~~~",
      "swift", "'swift'", "~~swift~~",
    ] {
      #expect(try warned(text + "\n").isEmpty, "\(text)")
    }
    #expect(try parse("---\nnotebook: {}\n---\n   ```swift\n1\n```\n").cells.count == 1)
  }

  @Test("Two dollar signs that begin a line, and no formula, are warned of")
  func lostFormulas() throws {
    let words = "“$$” is shown unchanged: a formula begins and ends with $$ in the same paragraph"
    for text in ["$$\nc = 1\n<!-- a -->\n$$", "$$\nc = 1\n\nd\n$$"] {
      let found = try warned("Text.\n\n\(text)\n")
      #expect(found.count == 2 && found[0].hasPrefix("6:1 \(words)"), "\(text): \(found)")
    }
    for text in ["$$\nc\n$$", "Text $$\nc\n$$ text", "$$c$$", "`\n$$`", "    $$", "- $$\nx\n$$"] {
      #expect(try warned("Text.\n\n\(text)\n").isEmpty, "\(text)")
    }
  }

  @Test("What was meant to be an expression in the text is warned of, with its column")
  func lostExpressions() throws {
    func found(_ line: String) throws -> [String] {
      try parse("---\nnotebook: {}\n---\n\(line)\n").warnings.map { "\($0.position.line):\($0.position.column)" }
    }
    for text in ["`{swft} x`", "`{Swift} x`", "`{swift}x`", "`{ swift } x`", "`{swift } x`", "`{swift} x and on."] {
      #expect(try found("ä is \(text)") == ["4:7"], "\(text)")
      #expect(try found("`{swift} y` and \(text)") == ["4:17"], "\(text)")
    }
    for text in [
      "`{swift} x`", "`{swift}`", "`{python}`", "`` `{swift} x` ``", "`{x} y`", "`{rate} 1`", "`swift build`",
    ] {
      #expect(try found(text).isEmpty, "\(text)")
    }
    #expect(try found("~~~text\n`{swft} x`\n~~~").isEmpty)
  }

  private static let noLabels = "headings have no labels; a link to one is [its text](#its-words-in-lower-case)"

  @Test("An expression of another program, and TeX's references and citations in the text, are warned of")
  func foreignProse() throws {
    for text in ["`{python} x`", "`{r} 1`", "`{swift x}`", "{swift x + 1}"] {
      #expect(
        try warned("ä is \(text) of it.\n") == [
          "4:7 “\(text)” is shown unchanged: an expression in the text is Swift"
        ],
        "\(text)")
    }
    for (text, words) in [
      ("\\ref{fig:x}", "a figure"), ("\\eqref{eq:x}", "a figure"), ("\\cite{key}", "a citation is written [@key]"),
      ("\\citep{a}", "a citation is written [@key]"), ("@sec-one", Self.noLabels),
    ] {
      #expect(try warned("See \(text).\n") == ["4:5 “\(text)” is shown unchanged: \(words)"], "\(text)")
    }
    for label in ["{#sec-one}", "{.unnumbered}", "{#a .b}"] {
      #expect(
        try warned("## ä \(label)\n") == ["4:7 “\(label)” is shown unchanged: \(Self.noLabels)"], "\(label)")
    }
    for (text, place, label) in [
      (": Three runs {#fig-t}", "4:14", "{#fig-t}"), ("Table: three runs {#runs}", "4:19", "{#runs}"),
    ] {
      let words = "the label of a table begins with tbl-"
      #expect(try warned(text + "\n") == ["\(place) “\(label)” is shown unchanged: \(words)"], "\(text)")
    }
    for text in ["$$a = b$$ {#drift}", "$$\na = b\n$$ {#fig-drift}"] {
      let messages = try warned(text + "\n")
      #expect(messages.count == 1 && messages[0].contains("the label of a formula begins with eq-"), "\(messages)")
    }
    for text in [
      ": Three runs {#tbl-t}", "$$a = b$$ {#eq-a}", "`: a {#b}`", "So: a {#b}", "# {a} b", "# The set {x, y}",
      "# `a` `{#b}`", "me@sec-one", "`@sec-a`", "#hash {#a}", "a {#b}", "`\\ref{x}`",
      "`a {swift b}`", "~~~text\n{swift b}\n~~~", "$\\eqref{a}$", "$$\n\\ref{a}\n$$",
      "~~~tex\n\\cite{a}\n~~~", "<!-- \\cite{a} -->",
      "\\reference{a}",
    ] {
      #expect(try warned(text + "\n").isEmpty, "\(text)")
    }
  }

  @Test("What is nearly a cell or an option is warned of, with its line")
  func warnings() throws {
    for language in [
      "Swift", "SWIFT", "{swift}", "{.swift}", "{swift, echo=false}", "swfit", "{swift} noeval", "swift,noeval",
      "swift;noeval",
    ] {
      let name = language.prefix { $0 != " " }
      #expect(
        try warned("```\(language)\n1\n```\n") == [
          "4:1 a block that begins with ```\(name) is only shown; write ```swift"
        ]
          || name.contains(","))
      #expect(try !warned("```\(language)\n1\n```\n").isEmpty)
    }
    for language in ["swift", " swift", "swift noeval", "sh", "swig", "rust", "", "text", "script", "json"] {
      #expect(try warned("```\(language)\n1\n```\n").isEmpty, "\(language)")
    }
    #expect(try parse("---\nnotebook: {}\n---\n``` swift\n1\n```\n").cells.count == 1)
    let late = "this option comes after the first line of code"
    #expect(
      try warned(cell("//| echo: false\nlet x = 1\n//| label: a\n  //| eval: false")) == ["7:1 \(late)", "8:3 \(late)"])
    #expect(try warned(cell("\n//| label: a\n1")) == ["6:1 \(late)"])
    #expect(try warned("> ```swift\n> 1\n> //| label: a\n> ```\n") == ["6:3 \(late)"])
    #expect(try warned(cell("let t = \"\"\"\n//| label: a\n\"\"\"")).isEmpty)
  }

  @Test("Every option is known by its own name only")
  func options() throws {
    for name in CellOptions.known {
      #expect(Spelling.nearest(to: name, among: CellOptions.known) == name)
    }
    #expect(Spelling.nearest(to: "ehco", among: CellOptions.known) == "echo")
    #expect(Spelling.nearest(to: "something", among: CellOptions.known) == nil)
  }
}

@Suite("Parameters")
struct ParameterTests {
  private func notebook() throws -> Notebook {
    try NotebookParser.parse(
      "---\nnotebook: {}\nparams:\n  alpha: 2.0\n  n: 3\n  on: true\n  name: a\n  list: [1, 2]\n---\n", path: "n.md")
  }

  @Test("A value is read as the declared type")
  func values() throws {
    let parameters = try ParameterAssignments.apply(
      ["alpha=3", "n=4", "on=no", "name=7", "list=5, 6", "alpha=5"], to: notebook())
    #expect(parameters.map(\.value.swiftLiteral) == ["5.0", "4", "false", "\"7\"", "[5, 6]"])
    #expect(parameters.map(\.value.swiftType) == ["Double", "Int", "Bool", "String", "[Int]"])
  }

  @Test(
    "An unknown or ill-typed value is refused with what would do",
    arguments: ["alpha", "=3", "alhpa=3", "unrelated=3", "n=2.5", "alpha=x", "on=perhaps", "list=1,x", "alpha=1e999"])
  func refusals(assignment: String) throws {
    do {
      _ = try ParameterAssignments.apply([assignment], to: notebook())
      Issue.record("no error")
    } catch {
      try expectGolden("\(error)\n", "parameters/\(assignment.replacing("=", with: "_")).txt")
    }
  }

  @Test("Every reserved word of the language is refused as a name")
  func reserved() throws {
    for word in UInt8.min...UInt8.max {
      guard let keyword = Keyword(rawValue: word) else { continue }
      let name = TokenSyntax.keyword(keyword).text
      let isName = !Parser.parse(source: "let \(name) = 1").hasError
      guard !isName || ["Type", "Protocol", "_"].contains(name) else { continue }
      #expect(throws: NotebookError.self, "\(name)") {
        try NotebookParser.parse("---\nnotebook: {}\nparams:\n  \(name): 1\n---\n", path: "n.md")
      }
    }
  }

  @Test("Infinities and what is no number are numbers, from YAML and by hand, and equal to themselves")
  func infinities() throws {
    let notebook = try NotebookParser.parse(
      "---\nnotebook: {}\nparams:\n  a: .inf\n  b: -.inf\n  c: .nan\n  d: [1, .nan]\n---\n", path: "n.md")
    #expect(notebook.frontMatter.parameters.map(\.value.json) == ["inf", "-inf", "nan", "[1.0,nan]"])
    #expect(notebook.frontMatter.parameters.map(\.value.swiftType) == ["Double", "Double", "Double", "[Double]"])
    #expect(notebook.frontMatter == notebook.frontMatter)
    let given = try ParameterAssignments.apply(["a=nan", "b=inf", "c=-inf", "d=.inf, -.Inf, NaN, 0.5"], to: notebook)
    #expect(given.map(\.value.json) == ["nan", "inf", "-inf", "[inf,-inf,nan,0.5]"])
  }

  @Test("A value as data keeps all digits and escapes text")
  func json() throws {
    let notebook = try NotebookParser.parse(
      "---\nnotebook: {}\nparams:\n  a: 0.1\n  b: 3\n  c: true\n  d: [1, 2]\n  e: [1, 2.5]\n  f: 1e-7\n---\n",
      path: "n.md")
    #expect(notebook.frontMatter.parameters.map(\.value.json) == ["0.1", "3", "true", "[1,2]", "[1.0,2.5]", "1e-07"])
    #expect(ParameterValue.text("a \"b\" \\(c)\n\u{1} é").json == #""a \"b\" \\(c)\u000a\u0001 é""#)
    #expect(ParameterValue.number(-0.0) != .number(0) && ParameterValue.number(2).json == "2.0")
  }

  @Test("Text survives the way into Swift")
  func escaping() {
    let value = ParameterValue.text("a \"b\" \\(c) \n \u{1} é")
    #expect(value.swiftLiteral == #""a \"b\" \\(c) \u{a} \u{1} é""#)
  }

  @Test("A cell is closed by as many backticks as open it, and not by fewer", arguments: 3...5)
  func fences(_ count: Int) throws {
    func parse(_ closing: Int) throws -> Notebook {
      let (open, close) = (String(repeating: "`", count: count), String(repeating: "`", count: closing))
      return try NotebookParser.parse(
        Data("---\nnotebook: {}\n---\n\(open)swift\nprint(1)\n\(close)\n".utf8), path: "n.md")
    }
    #expect(try parse(count).cells.map(\.code) == ["print(1)\n"])
    #expect(try parse(count + 2).cells.map(\.code) == ["print(1)\n"])
    #expect(throws: NotebookError(.unclosedCell, file: "n.md", position: Position(line: 4, column: 1))) {
      try parse(count - 1)
    }
  }

  @Test(
    "One wrong line of the front matter takes neither the cells nor the parameters from an editor",
    arguments: [
      "notebook: {timout: 3}", "notebook: {timeout: 3, x}", "title: \"T\nnotebook: {}", "title: [T\nnotebook: {}",
      "notebook:\n  timout: 3", "titel: {a: b\nnotebook: {}", "notebook: {}\n  x: y",
    ]) func wrongLines(_ lines: String) throws
  {
    for text in ["\(lines)\nparams:\n  a: 2.0\n  b: 3", "params:\n  a: 2.0\n  b: 3\n\(lines)"] {
      let (notebook, mistakes) = NotebookParser.parseAround("---\n\(text)\n---\n```swift\n1\n```\n", path: "n.md")
      let read = try #require(notebook, "\(text): \(mistakes)")
      #expect(!mistakes.isEmpty && read.cells.count == 1, "\(text)")
      #expect(read.frontMatter.parameters.map(\.name) == ["a", "b"], "\(text): \(mistakes)")
    }
  }
}
