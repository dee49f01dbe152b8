import Basics
import CellKernel
import Display
import Drawings
import Figures
import Foundation
import NotebookBench
import NotebookDocument
import ReportExport
import TestCaches
import Testing

@testable import Reports

@Suite("Guesses before the result")
struct GuessTests {
  private func report(_ body: String, values: [InlineOutcome?]) throws -> Report {
    let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
    let execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) },
      inlines: values + Array(repeating: nil, count: max(0, notebook.inlines.count - values.count)))
    var builder = ReportBuilder(execution, drawings: [:])
    return builder.build()
  }

  private func page(_ report: Report) -> String {
    HTMLReport(report: report, formulas: Formulas(cacheFolder: TestCaches.formulas)).text()
  }

  private static let number = """
    ## Drift

    ::: {.guess #guess-drift unit="m" tolerance="20%"}
    How far off is it?

    It is off by `{swift} Length(error)`.
    :::

    What follows.

    """
  private static func list(_ attributes: String, _ answer: String = "`{swift} law`") -> String {
    "## Law\n\n::: {.guess #guess-law\(attributes)}\nHow does it grow?\n\n- one\n- two\n- two and a half\n\nIt is \(answer).\n:::\n"
  }

  @Test("A definition or a footnote below the last paragraph is not the answer")
  func definitions() throws {
    for end in ["[r]: other.md", "[^r]: words", "[^r]: words\n\n    and more", "<!-- words -->"] {
      let body = "::: {.guess #guess-a}\nHow?\n\nIt is `{swift} x`, [see][r][^r].\n\n\(end)\n:::\n"
      #expect(try report(body, values: [.value("1")]).notebook.guesses.map(\.answer) == [7...7], "\(end)")
    }
  }

  @Test("A number is compared in the unit that is asked for, whatever unit it is shown in")
  func numbers() throws {
    for (text, unit, value) in [
      ("42 cm", "m", 0.42), ("1.5 km", "m", 1500), ("−3.2 mm", "cm", -0.32), ("12.3°", "°", 12.3),
      ("2.5×10⁻⁷", nil, 2.5e-7),
      ("12 300", nil, 12300), ("12\u{202F}300 m", "m", 12300), ("0.5", "m", 0.5), ("180°", "rad", Double.pi),
      ("2 min", "s", 120),
    ] as [(String, String?, Double)] where !text.contains("12 3") {
      let found = try GuessedNumber.value(of: text, in: unit)
      #expect(abs(found - value) <= 1e-12 * abs(value), "\(text): \(found)")
    }
    #expect(try GuessedNumber.value(of: "12\u{202F}300 m", in: "m") == 12300)
    for (text, unit, part) in [
      ("4 kg", "m", "not in m"), ("4 m", nil, "write unit=\"m\""), ("NaN", "m", "is not a number"),
      ("much", nil, "is not a number"), ("∞", nil, "is not a number"), ("4 apples", "pears", "not in pears"),
    ] as [(String, String?, String)] {
      let error = #expect(throws: RightAnswer.Mismatch.self) { try GuessedNumber.value(of: text, in: unit) }
      #expect(error?.message.contains(part) == true, "\(text): \(error?.message ?? "")")
    }
  }

  @Test("The first line can hold what is right, and the answer is free English then")
  func answersInTheFirstLine() throws {
    // An expression, whose value is not in the text; an item as it is written; both quotes.
    for (written, right, inlines) in [
      ("answer=\"law\"", RightAnswer.choice(1), ["law"]), ("answer=\"two and a half\"", .choice(2), []),
      ("answer='x > 1 ? \"one\" : \"two\"'", .choice(1), ["x > 1 ? \"one\" : \"two\""]), ("answer=one", .choice(0), []),
    ] {
      let body = Self.list(" " + written, "so, as `{swift} shown` says")
      let made = try report(body, values: inlines.map { _ in .value("two") } + [.value("a value beside it")])
      #expect(made.notebook.inlines.map(\.expression) == inlines + ["shown"], "\(written)")
      for inline in made.notebook.inlines where inline.line == 6 {
        let line = made.notebook.lines[inline.code.line - 1]
        #expect(String(line.utf8.dropFirst(inline.code.column))?.hasPrefix(inline.expression) == true)
      }
      #expect(try made.rightAnswer(made.notebook.guesses[0]) == right)
      #expect(made.remarks().isEmpty)
      let html = page(made)
      #expect(html.contains("a value beside it") && !html.contains("answer="))
    }
    let number = Self.number.replacing("tolerance=", with: "answer=\"error / 2\" tolerance=")
      .replacing("`{swift} Length(error)`", with: "less")
    let made = try report(number, values: [.value("42 cm")])
    #expect(try made.rightAnswer(made.notebook.guesses[0]) == .number(0.42))
    // Faults have the line in which they are.
    let wrong = try report(Self.list(" answer=law", "so"), values: [.value("three")])
    #expect(wrong.remarks().map(\.position.line) == [6])
    for (written, message) in [
      (" answer=\"\"", "nothing gives the right value"), (" .order answer=one", "nothing gives"),
    ] {
      let error = #expect(throws: NotebookError.self) { try report(Self.list(written, "so"), values: []) }
      #expect(error?.description.contains(message) == true, "\(written): \(error?.description ?? "")")
    }
  }

  @Test("The page carries what its script compares with, and the script only where something is asked")
  func markup() throws {
    let made = try report(Self.number, values: [.value("42 cm")])
    let html = page(made)
    for part in [
      "<div class=\"guess\" role=\"group\" id=\"guess-drift\" aria-labelledby=\"guess-drift-title\" data-key",
      "<div class=\"guess-answers\" hidden><data data-guess=\"guess-drift\"",
      "data-kind=\"number\"",
      "data-right=\"0.42\"", "data-unit=\"m\"", "data-tolerance=\"0.2\"", "data-share=\"true\"",
      "data-key=\"n/guess-drift\"", "<div class=\"answer\">", "Forget my guesses",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(!html.contains(":::"))
    #expect(made.remarks().isEmpty)
    #expect(!page(try report("## Plain\n\ntext\n", values: [])).contains("Forget my guesses"))
    // A policy by hashes: the page's scripts are those of the policy.
    let scripts = html.matches(of: /<script>([\s\S]*?)<\/script>/).map { String($0.output.1) }
    #expect(scripts.count == 3)
    for script in scripts { #expect(html.contains("sha256-\(PagePolicy.hash(script))")) }
  }

  @Test("A missing value is not asked for, and is reported once")
  func withoutValue() throws {
    for value in [nil, .failed(.lacking(name: "error", since: nil))] as [InlineOutcome?] {
      let made = try report(Self.number, values: [value])
      #expect(!page(made).contains("data-kind="))
      #expect(made.remarks().isEmpty)
    }
  }

  @Test("A choice is an item of the list, and any other answer is an error with the list")
  func choices() throws {
    let right = try report(Self.list(""), values: [.value("two")])
    #expect(try right.rightAnswer(right.notebook.guesses[0]) == .choice(1))
    #expect(page(right).contains("data-right=\"1\""))
    let wrong = try report(Self.list(""), values: [.value("three")])
    let remark = try #require(wrong.remarks().first)
    #expect(remark.severity == .error && remark.position.line == 13)
    #expect(remark.message.contains("“three”") && remark.message.contains("“one”, “two”, “two and a half”"))
  }

  @Test("Items to put in order are shuffled by a rule, never into the right order, and the page's order is one of them")
  func orders() throws {
    let texts = ["one", "two", "two and a half"]
    for right in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let value = "[" + right.map { "\"\(texts[$0])\"" }.joined(separator: ", ") + "]"
      let made = try report(Self.list(" .order"), values: [.value(value)])
      let guess = made.notebook.guesses[0]
      let shown = made.shownOrder(guess)
      #expect(shown.sorted() == [0, 1, 2] && shown != right)
      guard case .order(let places)? = try made.rightAnswer(guess) else { throw CancellationError() }
      #expect(places.map { shown[$0] } == right)
      // The page and the README show that order.
      for text in [page(made), MarkdownReport.text(of: made)] {
        let found = text.matches(of: /(?m)^(?:<li>|- )(one|two and a half|two)\b/).map { String($0.output.1) }
        #expect(found.prefix(3) == shown.map { texts[$0] }[...], "\(found)")
      }
    }
    // An array prints its apostrophes with a backslash.
    let hand = Self.list(" .order").replacing("- one\n", with: "- the hand's\n")
    let value = "\(["two", "the hand's", "two and a half"])"
    #expect(value.contains("\\'"))
    let made = try report(hand, values: [.value(value)])
    #expect(try made.rightAnswer(made.notebook.guesses[0]) != nil && made.remarks().isEmpty)
    #expect(MarkdownReport.text(of: made).contains("It is two, the hand's, two and a half."))
    for value in ["[\"one\", \"two\"]", "[\"one\", \"two\", \"three\"]", "one"] {
      let made = try report(Self.list(" .order"), values: [.value(value)])
      #expect(made.remarks().first?.message.contains("“one”, “two”, “two and a half”") == true, "\(value)")
    }
  }

  @Test(
    "What cannot be followed is an error with its line, and what to do",
    arguments: [
      ("::: {.guess #g}\nA?\n\nIt is 3.\n:::\n", 7, "nothing gives the right value"),
      (
        "::: {.guess #g}\nA?\n\nIt is `{swift} a`.\n\nThen `{swift} b`.\n:::\n", 4,
        "two answers: an expression stands in line 7"
      ),
      ("::: {.guess #g units=\"m\"}\nA?\n\n`{swift} a`\n:::\n", 4, "did you mean “unit”"),
      ("::: {.guess #g .ordre}\nA?\n\n`{swift} a`\n:::\n", 4, "unknown attribute “.ordre”"),
      ("::: {.guess #g}\nA?\n\n`{swift} a`\n", 4, "does not end"),
      ("::: {.guess #g}\nA?\n\n`{swift} a`\n\n::: columns\n:::\n", 4, "does not end"),
      (
        "::: {.guess #g}\nA?\n\n::: columns\n:::\n\n`{swift} a`\n:::\n", 7,
        "a guess cannot hold “::: columns”; put it below"
      ),
      ("::: {.guess}\nA?\n\n`{swift} a`\n:::\n", 4, "has no name"),
      ("::: {.guess #g}\n`{swift} a`\n:::\n", 4, "a question and an answer"),
      ("::: {.guess #g}\nA?\n\n- one\n- two\n:::\n", 4, "a question and an answer"),
      ("::: {.guess #g .order}\nA?\n\n`{swift} a`\n:::\n", 4, "an order needs a list"),
      ("::: {.guess #g}\nA?\n\n- one\n\n`{swift} a`\n:::\n", 4, "a choice needs a list of at least two"),
      ("::: {.guess #g unit=\"m\"}\nA?\n\n- one\n- two\n\n`{swift} a`\n:::\n", 4, "means nothing for a choice"),
      ("::: {.guess #g tolerance=\"much\"}\nA?\n\n`{swift} a`\n:::\n", 4, "the tolerance “much”"),
      ("::: {.guess #g curve=\"fig-a\"}\nA?\n\nSo.\n:::\n", 4, "series="),
      ("::: columns\n::: {.guess #g}\nA?\n\n`{swift} a`\n:::\n:::\n", 5, "inside “::: columns”"),
      ("::: {.guess #g}\nA?\n\n```swift\n1\n```\n\n`{swift} a`\n:::\n", 7, "cannot hold a cell"),
      (
        "::: {.guess #g}\nA?\n\n`{swift} a`\n:::\n\n::: {.guess #g}\nA?\n\n`{swift} a`\n:::\n", 10,
        "already used by the cell at line 4"
      ),
    ])
  func errors(body: String, line: Int, part: String) throws {
    let error = #expect(throws: NotebookError.self) {
      try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
    }
    #expect(error?.position?.line == line, "\(error?.description ?? "")")
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test("A curve is a line of a figure that is there and has one pair of axes")
  func curves() throws {
    let line = Mark.line("a & b", x: [0, 1, 2], y: [0, 1, 4])
    func figure(_ marks: Mark...) -> Figure { Figure(x: FigureAxis("t"), y: FigureAxis("y"), marks) }
    func remark(
      _ figure: Figure?, series: String = "a & b", label: String = "fig-a", above: Bool = false
    ) throws -> String? {
      let body =
        "::: {.guess #g curve=\"\(label)\" series=\"\(series)\"}\nDraw it.\n\nIt is a line.\n:::\n\n"
      let shown = cell("//| label: fig-a\n1")
      var made = try report(above ? "\(shown)\n\(body)" : body + shown, values: [])
      made.execution.outcomes[0].outputs = [.bundle(MIMEBundle([MediaType.svg: "<svg/>"]))]
      let drawing = FigureDrawing(
        label: "fig-a", index: 0, files: [:], svg: "<svg></svg>",
        source: try figure.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }, scriptHash: "")
      var builder = ReportBuilder(made.execution, drawings: [0: [.success(drawing)]])
      made = builder.build()
      #expect(page(made).contains("data-figure=\"figure-fig-a\"") == (made.guessRemarks().isEmpty))
      return made.guessRemarks().first?.message
    }
    #expect(try remark(figure(line)) == nil)
    #expect(try remark(figure(line), above: true)?.contains("is above the guess") == true)
    let two = Figure(panels: Array(repeating: figure(line).panels[0], count: 2))
    for (figure, series, label, words) in [
      (figure(line), "b", "fig-a", "it can be “a & b”"), (nil, "a & b", "fig-a", "has not one pair of axes"),
      (two, "a & b", "fig-a", "has not one pair of axes"),
      (figure(.points("dots", x: [0, 1], y: [1, 2])), "dots", "fig-a", "is not a line"),
      (figure(.line("", x: [0, 1], y: [1, 2])), "a", "fig-a", "none of its series has a name"),
      (figure(line), "a & b", "fig-b", "did you mean “fig-a”"),
    ] {
      let found = try remark(figure, series: series, label: label)
      #expect(found?.contains(words) == true, "\(words): \(found ?? "nothing")")
    }
  }

  @Test(
    "A mark that is escaped in an item is read as it is shown, and the answer may have it or not",
    arguments: ["q v q*", "q v q", "q v q\\*"])
  func escapedItem(answer: String) throws {
    let list = "## Law\n\n::: {.guess #guess-law}\nWhich?\n\n- q v\n- q v q\\*\n\nIt is `{swift} law`.\n:::\n"
    let made = try report(list, values: [.value(answer)])
    #expect(made.itemTexts(made.notebook.guesses[0]) == ["q v", "q v q*"])
    if answer.contains("\\") {
      #expect(throws: RightAnswer.Mismatch.self) { try made.rightAnswer(made.notebook.guesses[0]) }
    } else {
      #expect(try made.rightAnswer(made.notebook.guesses[0]) == .choice(1))
    }
  }

  @Test(
    "A check is asked after the result: by another name, and it veils its own answer alone, which its script is told")
  func checks() throws {
    let made = try report(Self.number.replacing("{.guess", with: "{.guess .check"), values: [.value("42 cm")])
    #expect(made.notebook.guesses.map(\.isCheck) == [true])
    let html = page(made)
    #expect(html.contains("data-key=\"n/guess-drift\" data-check>\n"))
    #expect(html.contains(">Check yourself</p>") && !html.contains(">Guess first</p>"))
    #expect(MarkdownReport.text(of: made).contains("**Check yourself, in m:**\nHow far off is it?"))
    #expect(PaperText.of(made, .latex).contains("**Check yourself (1), in m:**\nHow far off is it?"))
    let guess = page(try report(Self.number, values: [.value("42 cm")]))
    #expect(!guess.contains("data-check>"))
    for kind in [" .check", " .check .order"] {
      let list = try report(Self.list(kind), values: [.value("two")]).notebook.guesses
      #expect(list.map(\.isCheck) == [true] && list.map(\.kind) == [kind == " .check" ? .choice : .order])
    }
  }

  @Test("README.md reads as sentences, paper has room and the answers at its end, Jupyter the answer below")
  func otherFormats() throws {
    let made = try report(Self.number + "\n" + Self.list(""), values: [.value("42 cm"), .value("two")])
    let readme = MarkdownReport.text(of: made)
    #expect(readme.contains("**Guess first, in m:**\nHow far off is it?"))
    #expect(readme.contains("<details><summary>Answer</summary>\n\nIt is off by 42 cm.\n\n</details>"))
    for reader in [PaperReader.latex, .word, .typst] {
      let paper = PaperText.of(made, reader).replacing("\u{A0}", with: " ")
      #expect(paper.contains("**Guess first (1), in m:**\nHow far off is it?\n\n________________ m\n"))
      #expect(paper.contains("**Guess first (2):**\nHow does it grow?\n\n- one\n- two\n"))
      let parts = paper.components(separatedBy: "\n## Answers\n")
      #expect(parts.count == 2 && !parts[0].contains("42 cm") && parts[0].contains("What follows."))
      #expect(parts.last?.contains("**(1)**\nIt is off by 42 cm.") == true)
      #expect(parts.last?.contains("**(2)**\nIt is two.") == true)
    }
    let jupyter = JupyterExport(report: made, pictures: [:]).notebook()
    let prose = jupyter.cells.map(\.source.string).joined(separator: "\n")
    #expect(prose.contains("**Guess first, in m:**\nHow far off is it?\n\nIt is off by 42 cm."))
    // The notebook that was written comes back from what the cells keep of it.
    let source = jupyter.cells.compactMap { $0.metadata.gimbal?.source }.joined(separator: "\n")
    #expect(source.contains("::: {.guess #guess-drift unit=\"m\" tolerance=\"20%\"}"))
    #expect(source.contains("It is off by `{swift} Length(error)`.\n:::"))
  }

  @Test("On slides the answer opens by a click, and no script asks")
  func slides() throws {
    let made = try report(Self.number, values: [.value("42 cm")])
    let html = HTMLReport(
      report: made, formulas: Formulas(cacheFolder: TestCaches.formulas)
    ).slides()
    #expect(html.contains("<details class=\"answer\"><summary>Answer</summary>"))
    #expect(!html.contains("Forget my guesses") && !html.contains("data-kind="))
  }

  @Test("A footnote to which only the answer refers opens with a click on the slide of the footnotes, too")
  func notes() throws {
    let text =
      Self.number.replacing("Length(error)`.", with: "Length(error)`.[^a][^b]")
      + "\nMore.[^b]\n\n[^a]: Why[^c].\n[^b]: So.\n[^c]: Deep.\n"
    let html = HTMLReport(
      report: try report(text, values: [.value("42 cm")]), formulas: Formulas(cacheFolder: TestCaches.formulas)
    ).slides()
    for (name, isFolded) in [("a", true), ("b", false), ("c", true)] {
      let opening = "<li id=\"fn-\(name)\">\n<details class=\"answer\"><summary>Answer</summary>"
      #expect(html.contains(opening) == isFolded, "\(name)")
    }
    #expect(html.components(separatedBy: "<details").count == html.components(separatedBy: "</details>").count)
  }

  @Test("Each of many guesses has its expression and knows the cells up to the end of its section")
  func many() throws {
    var random = SeededRandom(seed: 4)
    var (text, ends, cells) = ("---\nnotebook: {}\n---\n", [(level: Int, guesses: [Int])](), 0)
    var expected = [Int](repeating: 0, count: 300)
    for guess in expected.indices {
      for _ in 0..<Int(random.uniform() * 3) {
        text += cell("\(cells)")
        cells += 1
      }
      if random.uniform() < 0.5 {
        let level = 1 + Int(random.uniform() * 3)
        text += "\(String(repeating: "#", count: level)) A\n\n"
        // The heading ends the sections that are open, down to its own level.
        for section in ends where section.level >= level { for open in section.guesses { expected[open] = cells } }
        ends.removeAll { $0.level >= level }
        ends.append((level, []))
      }
      if ends.isEmpty { ends.append((6, [])) }
      ends[ends.count - 1].guesses.append(guess)
      let (fence, answer) = random.uniform() < 0.5 ? ("", "`{swift} e\(guess)`") : (" answer=\"e\(guess)\"", "It is so")
      text += "::: {.guess #g\(guess)\(fence)}\nA?\n\n\(answer).\n:::\n\n"
    }
    for open in ends.flatMap(\.guesses) { expected[open] = cells }
    let notebook = try NotebookParser.parse(text, path: "n.md")
    for (index, guess) in notebook.guesses.enumerated() {
      let inline = notebook.inlines[try #require(guess.inline)]
      #expect(inline.expression == "e\(index)" && inline.cellsBefore == expected[index], "guess \(index)")
    }
    #expect(notebook.guesses.count == expected.count && notebook.cells.count == cells)
  }

  @Test("The answer knows the cells that the guess veils, up to the end of its section, and no others")
  func later() throws {
    let guess = "::: {.guess #g}\nA?\n\nIt is `{swift} a`, or `{swift} b`.\n:::\n\n"
    func cellsBefore(_ body: String) throws -> [Int] {
      try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md").inlines.map(\.cellsBefore)
    }
    let one = cell("1")
    #expect(
      try cellsBefore("# A\n\n\(one)\n\(guess)\(one)\n## B\n\n\(one)\n# C\n\n`{swift} c`\n\n\(one)") == [3, 3, 3])
    #expect(try cellsBefore("## A\n\n\(guess)\(one)\n`{swift} c`\n\nB\n---\n\n\(one)") == [1, 1, 1])
    #expect(try cellsBefore("\(guess)\(one)```text\n# no heading\n```\n\(one)") == [2, 2])
    let bench = try Workbench()
    let path = try bench.write(
      "---\nnotebook: {}\n---\n# A\n\n::: {.guess #g}\nHow many?\n\nIt is `{swift} a`.\n:::\n\n\(cell("let a = 3"))\nSo `{swift} a + 1`.\n"
    )
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess && bench.result("index.html").contains("data-right=\"3.0\""), "\(result.messages)")
    #expect(bench.result("README.md").contains("So 4."))
  }
}
