import Basics
import Foundation
import NotebookBench
import ReportExport
import Reports
import Testing

@testable import NotebookDocument
@testable import NotebookRunning
@testable import Processes

/// A report as PDF, looked at with poppler's tools.
@Suite("Paper", .enabled(if: canPrint, "Typst, pandoc or poppler-utils is missing: “make setup”"))
struct PrintTests {
  /// A word on a page: points from the page's left and top.
  struct Word {
    var page: Int
    var text: String
    var left, right, top, bottom: Double
  }

  private struct Paper {
    var pages = 0
    var words: [Word] = []
    /// Sizes of text in points.
    var sizes: [Double] = []
    /// How many characters each size has.
    var amount: [Double: Int] = [:]
    var links = 0
    var bitmaps = 0
    var fonts = ""
    func text(of page: Int) -> String { words.filter { $0.page == page }.map(\.text).joined(separator: " ") }
    var text: String { words.map(\.text).joined(separator: " ") }
  }

  static func tool(_ name: String, _ arguments: [String]) throws -> String {
    try Subprocess.run(Program.find(name)!, arguments).output
  }

  /// The words of a document, page by page.
  static func words(of file: String) throws -> (pages: Int, words: [Word]) {
    var (pages, words) = (0, [Word]())
    for line in try tool("pdftotext", ["-bbox", file, "-"]).split(separator: "\n") {
      if line.contains("<page ") { pages += 1 }
      guard
        let word = line.firstMatch(
          of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/)
      else { continue }
      let text = String(word.output.5).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      words.append(
        Word(
          page: pages, text: text, left: Double(word.output.1)!, right: Double(word.output.3)!,
          top: Double(word.output.2)!, bottom: Double(word.output.4)!))
    }
    return (pages, words)
  }

  private func paper(_ body: String, matter: String = "notebook: {}", _ name: String = #function) throws -> Paper {
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: On Paper\n\(matter)\n---\n\(body)\n")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.pdf]))
    #expect(result.isSuccess, "\(result.messages)")
    let file = "\(bench.folder)/plots/test/test.pdf"
    var paper = Paper()
    (paper.pages, paper.words) = try Self.words(of: file)
    let xml = try Self.tool("pdftohtml", ["-xml", "-stdout", "-i", "-zoom", "1", file])
    var sizes: [Substring: Double] = [:]
    for font in xml.matches(of: /<fontspec id="(\d+)" size="([\d.]+)"/) {
      sizes[font.output.1] = Double(font.output.2)!
    }
    for text in xml.matches(of: /<text [^>]*font="(\d+)"[^>]*>(.*?)<\/text>/) {
      paper.amount[sizes[text.output.1] ?? 0, default: 0] += text.output.2.count
    }
    paper.sizes = Array(sizes.values)
    paper.links = xml.matches(of: /<a href=/).count
    paper.bitmaps = try Self.tool("pdfimages", ["-list", file]).split(separator: "\n").count - 2
    paper.fonts = try Self.tool("pdffonts", [file])
    return paper
  }

  @Test(
    "A table of eight rows is whole; a longer one leaves no row or two at the end of a page, or at the beginning of one"
  )
  func rows() throws {
    var body = cell("import Gimbal")
    // Tables of two to seventeen rows at all heights of a page.
    for number in 0..<24 {
      let count = 2 + number % 16
      body += (0..<number % 7).map { "Filler \($0).\n\n" }.joined()
      body += cell(
        "//| echo: false\n//| tbl-cap: Table of \(count).\nTable(columns: [.init(\"a\"), .init(\"b\")], rows: (1...\(count)).map { [.text(\"t\(number)r\\($0)\"), .number(Double($0))] })"
      )
    }
    let paper = try paper(body)
    #expect(paper.pages > 4)
    var isParted = false
    for number in 0..<24 {
      let count = 2 + number % 16
      let pages = Dictionary(grouping: paper.words.filter { $0.text.hasPrefix("t\(number)r") }, by: \.page)
      #expect(pages.values.map(\.count).reduce(0, +) == count)
      for (page, rows) in pages {
        #expect(rows.count >= (count <= 8 ? count : 3), "\(rows.count) of \(count) on page \(page)")
      }
      isParted = isParted || pages.count > 1
    }
    #expect(isParted, "no table went over a page's end")
  }

  @Test("Long lines of code and of output wrap behind a mark, inside the margins, and keep all their characters")
  func wrapping() throws {
    let items = (1...40).map { "\"item\($0)\"" }.joined(separator: ", ")
    let long = String(repeating: "x", count: 300)
    let paper = try paper(cell("let things = [\(items)]\nprint(things.joined(separator: \"·\"))\nprint(\"\(long)\")"))
    #expect(paper.words.allSatisfy { $0.left >= 70 && $0.right <= 526 }, "A4 is 595 pt wide, its margins 71 pt")
    #expect(paper.words.filter { $0.text.hasPrefix("↪") }.count > 8)
    for item in [1, 20, 40] { #expect(paper.text.contains("\"item\(item)\"")) }
    let joined = paper.words.map(\.text).joined().replacing("↪", with: "")
    #expect(joined.contains(long), "the longest word is whole, over its lines")
    #expect(joined.contains((1...40).map { "item\($0)" }.joined(separator: "·")))
  }

  @Test("Code in another language wraps behind a mark too, has its panel, and loses nothing")
  func otherCode() throws {
    let words = (1...60).map { "--word\($0)" }.joined(separator: " ")
    let long = String(repeating: "é", count: 200)
    let deep = String(repeating: " ", count: 300)
    for language in ["sh", "", "text"] {
      let paper = try paper("```\(language)\n  gimbal run \(words)\n\(long)\n\(deep)deep\nshort\n```\n\n" + cell("1"))
      #expect(paper.words.allSatisfy { $0.left >= 70 && $0.right <= 526 }, "\(language)")
      #expect(paper.words.filter { $0.text.hasPrefix("↪") }.count > 6, "\(language)")
      #expect(paper.words.filter { $0.text == "deep" }.count == 1, "\(language)")
      for number in 1...60 { #expect(paper.text.contains("--word\(number) ") || number == 60, "\(language) \(number)") }
      #expect(paper.words.map(\.text).joined().replacing("↪", with: "").contains(long), "\(language)")
    }
  }

  @Test("Text has 11 points, code at least 8, and every font is embedded")
  func sizes() throws {
    let prose = String(repeating: "The text of a report is read on paper, too. ", count: 40)
    let paper = try paper("\(prose)\n\n" + cell("let a = 1\nprint(a)"))
    let most = paper.amount.max { $0.value < $1.value }?.key ?? 0
    #expect((10...11).contains(most), "\(paper.amount)")
    #expect(paper.sizes.allSatisfy { $0 >= 8 }, "\(paper.sizes)")
    let fonts = paper.fonts.split(separator: "\n").dropFirst(2)
    #expect(!fonts.isEmpty)
    // name, type, encoding, emb, sub, uni, object ID
    #expect(fonts.allSatisfy { $0.contains(/\ yes yes (yes|no ) +\d+ +\d+$/) }, "\(paper.fonts)")
  }

  @Test("A long table goes on with its head repeated; a wide one keeps to the page")
  func tables() throws {
    let long = """
      //| label: tbl-long
      //| tbl-cap: Many rows.
      Table(columns: [.init("number"), .init("square")], rows: (1...120).map { [.count($0), .number(Double($0 * $0))] })
      """
    let wide = """
      Table(columns: (1...12).map { .init("column of words \\($0)", unit: "m/s²") },
        rows: [(1...12).map { .number(Double($0) * 12345.678) }])
      """
    let paper = try paper(cell("import Gimbal") + cell(long) + cell(wide))
    #expect(paper.pages >= 3)
    let heads = (1...paper.pages).filter { page in
      paper.words.contains { $0.page == page && $0.text == "square" }
    }
    #expect(heads.count >= 3, "the head stands on every page of the table: \(heads)")
    #expect(paper.words.allSatisfy { $0.right <= 526 })
    #expect(paper.text.contains("Table 1. Many rows."))
    // A caption is with its table.
    let caption = try #require(paper.words.first { $0.text == "Many" })
    #expect(paper.words.contains { $0.page == caption.page && $0.text == "number" })
  }

  @Test("Figures are with their captions, in order, drawn in lines; no page but the last is left half empty")
  func figures() throws {
    let prose = String(repeating: "Between two figures there is something to say about them. ", count: 9)
    let body = (1...7).map { index in
      "\(prose)\n\n"
        + cell(
          """
          //| label: fig-\(index)
          //| fig-cap: Caption number \(index) of seven.
          Figure(x: FigureAxis("abscissa\(index)"), y: FigureAxis("y"), [.line(x: [0, 1], y: [0, \(index)])])
          """)
    }
    let paper = try paper(cell("import Gimbal") + body.joined())
    var last = (0, 0.0)
    for index in 1...7 {
      let axis = try #require(paper.words.first { $0.text == "abscissa\(index)" }, "vector text of figure \(index)")
      let caption = try #require(
        zip(paper.words, paper.words.dropFirst()).first { $0.text == "Figure" && $1.text == "\(index)." }?.0)
      #expect(caption.page == axis.page)
      #expect((0..<40).contains(caption.top - axis.bottom), "the caption is right below: \(caption.top - axis.bottom)")
      #expect((caption.page, caption.top) > last)
      last = (caption.page, caption.top)
    }
    #expect(paper.bitmaps <= 0)
    for page in 1..<paper.pages {
      let lowest = paper.words.filter { $0.page == page && $0.bottom < 775 }.map(\.bottom).max() ?? 0
      #expect(lowest > 640, "page \(page) of \(paper.pages) ends at \(lowest) of 842 points")
    }
  }

  @Test(
    "A figure that goes to the top of a page tears no code, code parts after three lines at least, and pages are full",
    arguments: 1...6)
  func floats(seed: Int) throws {
    var dice = SeededRandom(seed: UInt64(seed))
    // Cells of two to thirty lines, each with its figure, and text of none to six lines between them.
    let counts = (0..<9).map { _ in Int.random(in: 2...30, using: &dice) }
    var body = cell("import Gimbal")
    for (index, count) in counts.enumerated() {
      let lines = (0..<count).map { "let line\(index)x\($0) = \($0)" }.joined(separator: "\n")
      let height = Double.random(in: 4...9, using: &dice)
      body += String(repeating: "Something is said about it. ", count: Int.random(in: 0...14, using: &dice)) + "\n\n"
      body += cell(
        "//| fig-cap: Caption \(index).\n//| fig-height: \(height)\n\(lines)\n"
          + "Figure(x: FigureAxis(\"abscissa\(index)\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])])")
    }
    let paper = try paper(body)
    for (index, count) in counts.enumerated() {
      let lines = paper.words.filter { $0.text.hasPrefix("line\(index)x") }
      #expect(lines.count == count, "every line of code is there once")
      let pages = Dictionary(grouping: lines, by: \.page)
      for (page, there) in pages where pages.count > 1 {
        // The last line of code is the figure's own.
        #expect(there.count >= 2, "\(there.count) of \(count) lines on page \(page)")
      }
      guard let first = lines.first, let last = lines.last, first.page < last.page else { continue }
      let captions = paper.words.filter { $0.page == last.page && $0.text == "Caption" && $0.top < last.top }
      #expect(captions.isEmpty, "a figure stands in the code of cell \(index)")
    }
    for page in 1..<paper.pages {
      let lowest = paper.words.filter { $0.page == page && $0.bottom < 775 }.map(\.bottom).max() ?? 0
      // If a figure has no room, what follows may not pass it: only its own section's text does.
      let next = paper.words.filter { $0.page == page + 1 && $0.top > 66 }.min { ($0.top, $0.left) < ($1.top, $1.left) }
      let isForced = next.map { !["Something", "let"].contains($0.text) } ?? false
      #expect(lowest > 520 || isForced, "page \(page) of \(paper.pages) ends at \(lowest) of 842 points")
    }
  }

  /// Quantities as sentences have them: signs, decimals, powers, errors and ranges, with units and without.
  private static func quantities(_ count: Int, _ random: inout some RandomNumberGenerator) -> [String] {
    func number() -> String {
      let digits = "\(Int.random(in: 0...99, using: &random)).\(Int.random(in: 100...99_999, using: &random))"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "−" + digits
      case 1: return "+" + digits
      case 2: return digits + "×10⁻⁵"
      case 3: return "\(digits)e-3"
      default: return digits
      }
    }
    return (0..<count).map { index in
      let unit = Quantity.units[index % Quantity.units.count].replacing("^2", with: "³")
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return "\(number())"
      case 1: return "\(number()) ± \(number()) \(unit)"
      case 2: return "\(number())–\(number()) \(unit)"
      case 3: return "\(number()) ± \(number())"
      default: return "\(number()) \(unit)"
      }
    }
  }

  @Test("A number is on one line of paper, whole and with its unit, in prose, lists, tables and captions")
  func quantities() throws {
    var random = SeededRandom(seed: UInt64.random(in: 0..<1 << 32))
    let all = Self.quantities(360, &random)
    func filler() -> String { String(repeating: "w", count: Int.random(in: 1...9, using: &random)) }
    var body = cell(
      "//| echo: false\n//| tbl-cap: \"\(all[..<12].map { "\(filler()) \($0)" }.joined(separator: " "))\"\n"
        + "import Gimbal\nTable(columns: [.init(\"a\")], rows: [[.number(1)]])")
    for start in stride(from: 12, to: all.count, by: 29) {
      let text = all[start..<min(start + 29, all.count)].map { "\(filler()) (\($0)), \(filler())" }.joined(
        separator: " ")
      body += (start % 2 == 0 ? "- " : "") + text + "\n\n"
    }
    let paper = try paper(body)
    // Words of a line share their height.
    let lines = Dictionary(grouping: paper.words) { [Double($0.page), ($0.bottom).rounded()] }.values
      .map { $0.sorted { $0.left < $1.left }.map(\.text).joined(separator: " ") }
    let parted = all.filter { quantity in !lines.contains { $0.contains(quantity) } }
    #expect(parted.isEmpty)
  }

  @Test("A list on paper has its own numbers, also right behind another one and behind what a speaker says")
  func numberedLists() throws {
    let paper = try paper(
      "1. one\n\n<!-- parted -->\n\n1. two\n2. three\n::: notes\nunheard\n:::\n7. seven\n\n> 1. four\n>\n> <!-- parted -->\n> 1. five\n\n"
        + "8. eight\n   - dash\n     1. six\n        1. inner\n   3) paren\n      1. deep\n\n<span></span>\n\n1. last"
    )
    let words = paper.words.map(\.text)
    let items = zip(words, words.dropFirst()).filter { $0.0.wholeMatch(of: /\d[.)]/) != nil }.map { $0.0 + $0.1 }
    #expect(
      items == [
        "1.one", "1.two", "2.three", "7.seven", "1.four", "1.five", "8.eight", "1.six", "1.inner", "3)paren", "1.deep",
        "1.last",
      ], "\(words)")
  }

  /// Every construct of CommonMark and of GitHub's dialect, with a word by which it is found again, if it is to be.
  private static let constructs: [(name: String, markdown: String, words: [String])] = [
    ("a heading below a line", "Underlined\n==========\n", ["Underlined"]),
    ("all headings", "# Aaa\n\n## Bbb\n\n### Ccc\n\n#### Ddd\n\n##### Eee\n\n###### Fff\n", ["Aaa", "Ccc", "Fff"]),
    ("rules", "Above1\n\n---\n\nBetween1\n\n***\n\nBelow1\n\n___\n", ["Above1", "Between1", "Below1"]),
    ("a quote in a quote", "> outer\n>\n> > inner\n>\n> - listed\n", ["outer", "inner", "listed"]),
    ("lists in lists", "- one\n  - two\n    1. three\n       - four\n", ["one", "two", "three", "four"]),
    ("a loose list", "1. loosea\n\n   with more\n\n2. looseb\n", ["loosea", "more", "looseb"]),
    ("a list from seven", "7. seventh\n8. eighth\n", ["seventh", "eighth"]),
    ("tasks", "- [ ] undone\n- [x] finished\n", ["undone", "finished"]),
    ("code in a list", "- item\n\n  ```sh\n  echo inlist\n  ```\n", ["item", "inlist"]),
    ("indented code", "    indented code\n", ["indented"]),
    ("a table", "| Left | Mid | Right |\n| :-- | :-: | --: |\n| `c1` | **c2** | c3 \\| c4 |\n", ["c1", "c2", "c4"]),
    ("a table of one column", "| Single |\n| --- |\n| only |\n", ["Single", "only"]),
    ("emphasis", "*em* **strong** ***both*** ~~gone~~ `code` _x_ __y__\n", ["strong", "both", "gone"]),
    (
      "links",
      "[named](https://a.example/b?c=d&e#f) <https://auto.example> https://bare.example [ref][r] [r]\n\n[r]: x.md \"T\"\n",
      ["named", "ref"]
    ),
    ("a picture that is missing", "![missingpicture](nowhere.png \"title\")\n", ["missingpicture"]),
    ("a picture elsewhere", "![outsidepicture](https://a.example/p.png)\n", ["outsidepicture"]),
    ("breaks in lines", "soft\nline and hard\\\nnext  \nlast\n", ["soft", "hard", "next", "last"]),
    ("characters by name", "&amp; &lt; &copy; &#35; &#x1F600; &nbsp; \\* \\# \\$ \\_ \\@\n", ["&", "©", "#"]),
    (
      "signs of typesetters", "#let @ref <label> $5 and $6 \\\\ {a} [b] ~ ^ % _ // /* */ @x 1. + - =\n",
      ["#let", "@ref"]
    ),
    (
      "raw HTML", "<div align=\"center\">\n\n**insidediv**\n\n</div>\n\nA <kbd>Ctrl</kbd> B<br>C <!-- no --> end\n",
      ["insidediv", "Ctrl", "end"]
    ),
    ("details", "<details><summary>Summed</summary>\n\nhidden part\n\n</details>\n", ["hidden"]),
    (
      "notes at the foot",
      "Noted[^1] and again[^long].\n\n[^1]: At the foot.\n[^long]: Long one.\n\n    With two parts.\n",
      ["Noted", "foot", "parts"]
    ),
    (
      "formulas",
      "$a \\otimes b$, $\\big(x\\big)$, $\\bm{v}$ and\n\n$$\n\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}\n$$\n\nbehindformulas\n",
      ["behindformulas"]
    ),
    (
      "formulas with signs of Markdown",
      "$$\n\\begin{aligned}\na &= b \\\\ % remark\n- c &= d \\\\\n+ e \\% &= f \\\\\n> g\n\\end{aligned}\n$$\n\nsignsbehind\n\n$$\nu\n=\nw\n$$\n",
      ["signsbehind"]
    ),
    (
      "code in formats", "```{=latex}\ncodelatex\n```\n\n`inlatex`{=latex} `inhtml`{=html} formatsbehind\n",
      ["codelatex", "inlatex", "inhtml", "formatsbehind"]
    ),
    (
      "comments in texts",
      "commented <!-- HIDDEN -- a --> words <!-- HIDDEN\n::: notes\nHIDDEN --- b\n:::\n--> commentsbehind\n\n- [x] <!-- ok --> calibrated\n",
      ["commented", "commentsbehind", "calibrated"]
    ),
    (
      "formulas with words",
      "$\\text{a.circle sect} = \\operatorname{rank} A \\cap B$ withwords $\\begin{vmatrix}a & b\\end{vmatrix}$\n",
      ["withwords"]
    ),
    ("a formula that is none", "$\\nosuchthing{x}$ stays\n", ["nosuchthing", "stays"]),
    ("emoji and other scripts", "😀 Ελληνικά кириллица 日本 é e\u{301} ﬁ\n", ["Ελληνικά", "кириллица"]),
    ("alerts", "> [!NOTE]\n> alerted\n", ["alerted"]),
    (
      "an alert with more in it", "> [!WARNING]\n> warned **of**\n>\n> - bullets\n>\n> ```sh\n> echo inalert\n> ```\n",
      ["warned", "bullets", "inalert"]
    ),
    (
      "a new page", "beforepage\n\n\\newpage\n\nafterpage\n\n{{< pagebreak >}}\n\nafterthat\n",
      ["beforepage", "afterthat"]
    ),
    (
      "pictures with widths",
      "![small](wide.png){width=30%} withwidth ![other](wide.png){width=2cm}, `![code](x.png){width=30%}`\n",
      ["withwidth"]
    ),
    (
      "numbered formulas",
      "See @eq-slip and @eq-sum.\n\n$$ x = y $$ {#eq-slip}\n\n$$\n\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}\n$$ {#eq-sum}\n",
      ["Equation 1", "Equation 2"]
    ),
    (
      "citations", "As @savage1998 says [@titterton2004, p. 20; @savage1998].\n",
      ["Savage", "Titterton", "Strapdown"]
    ),
    (
      "columns",
      ":::: columns\n::: {.column width=\"40%\"}\nleftside\n\n- leftitem\n:::\n::: column\nrightside\n:::\n::::\n",
      ["leftside", "leftitem", "rightside"]
    ),
    ("the place of the list", "behindall\n\n::: {#refs}\n:::\n", ["behindall"]),
    ("long words", String(repeating: "long", count: 60) + "\n", []),
    ("an empty list item", "-\n- filled\n", ["filled"]),
    ("numbers below zero", "From -5 to -0.5\n", ["-5", "-0.5"]),
  ]

  @Test("Every construct of Markdown is set completely in every format", .timeLimit(.minutes(60)))
  func constructs() throws {
    let bench = try Workbench()
    let path = try bench.write(
      """
      ---
      title: All of It
      author:
        - {name: Ada Lovelace, affiliation: Engines}
        - {name: Grace Hopper, affiliation: [Navy, Engines]}
      group: Sensing Course
      date: 2024-05-06
      bibliography: refs.bib
      notebook: {}
      ---


      """ + Self.constructs.map(\.markdown).joined(separator: "\nBetween.\n\n"))
    try bench.write(bibliographySample, to: "refs.bib")
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    try Data(base64Encoded: dot)!.write(to: URL(fileURLWithPath: "\(bench.folder)/wide.png"))
    let result = try bench.runner.run(
      .init(path: path, output: "\(bench.folder)/plots", formats: [.pdf, .docx, .tex, .ipynb]))
    let folder = "\(bench.folder)/plots/test"
    let reader =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); [print(z.read(f'word/{n}.xml').decode()) for n in ('document', 'footnotes')]"
    let texts = [
      "PDF": try Self.tool("pdftotext", ["\(folder)/test.pdf", "-"]),
      "Word": try Subprocess.run("/usr/bin/env", ["python3", "-c", reader, "\(folder)/test.docx"]).output
        .replacing(/<[^>]*>/, with: " ").replacing("&amp;", with: "&"),
      "LaTeX": bench.result("test.tex"), "page": bench.result("index.html").replacing("&amp;", with: "&"),
      "GitHub": bench.result("README.md"), "Jupyter": Self.sources(ofJupyter: bench.result("test.ipynb")),
    ]
    // What Markdown has no words for: what each format makes of it, and that none of the notation is left.
    let signs: [String: [String]] = [
      "PDF": ["(1)", "(2)", "Ada Lovelace¹ · Grace Hopper²’¹", "¹ Engines · ² Navy · Sensing Course · 2024-05-06"],
      "LaTeX": [
        "\\newpage", "width=0.3\\linewidth", "width=2cm", "\\begin{equation}\\tag{1}\\label{eq-slip}",
        "\\begin{aligned}", "\\begin{minipage}[t]{0.380\\linewidth}", "\\begin{leftbar}", "Ada Lovelace¹", "- c &= d",
      ],
      "page": [
        "class=\"page-break\"", "style=\"width: 30%\"", "style=\"width: 2cm\"", "id=\"eq-slip\"", "<span>(1)</span>",
        "href=\"#eq-sum\"", "id=\"ref-savage1998\"", "class=\"alert warning\"", "flex-grow: 0.400", "Grace Hopper²’¹",
      ],
      "GitHub": ["width=\"30%\"", "width=\"76\"", "\\tag{1}", "[!NOTE]", "width=\"40%\"", "¹ Engines"],
      "Jupyter": ["width=\"30%\"", "\\tag{2}", "¹ Engines"],
      "Word": ["(1)", "Ada Lovelace¹"],
    ]
    for (format, signs) in signs {
      for sign in signs { #expect(texts[format]!.contains(sign), "\(format) has no \(sign)") }
    }
    for (format, text) in texts {
      for sign in [":::", "{#eq-", "HIDDEN", "[@titterton2004", "{{<", "@savage1998 says", "@eq-"] {
        #expect(!text.contains(sign), "\(format) shows \(sign)")
      }
    }
    let word = try Subprocess.run("/usr/bin/env", ["python3", "-c", reader, "\(folder)/test.docx"]).output
    for sign in ["w:br w:type=\"page\"", "F6F4EE", "w:w=\"2000\""] {
      #expect(word.contains(sign), "Word has no \(sign)")
    }
    // Two centimetres, in the 360000ths that Word counts.
    #expect(word.firstMatch(of: /cx="7(?:19|20)\d{3}"/) != nil, "Word has the picture in its width")
    let printed = try Self.words(of: "\(folder)/test.pdf").words
    let pages = ["beforepage", "afterpage", "afterthat"].compactMap { word in printed.first { $0.text == word }?.page }
    #expect(pages.count == 3 && pages[0] < pages[1] && pages[1] < pages[2])
    let (left, right) = (printed.first { $0.text == "leftside" }, printed.first { $0.text == "rightside" })
    #expect(left.map(\.top) == right.map(\.top) && (left?.right ?? 0) < (right?.left ?? 0))
    for (name, _, words) in Self.constructs {
      for (format, text) in texts {
        // LaTeX and HTML have their own ways for some characters.
        let missing = words.filter { word in
          !text.contains(word) && (word.allSatisfy(\.isLetter) || format == "PDF" || format == "Word")
        }
        #expect(missing.isEmpty, "\(name), \(format)")
      }
    }
    #expect(texts["PDF"]!.contains("unexpected") == false, "what pandoc warns of")
    let formula = result.messages.filter { $0.contains("formula") }
    #expect(
      formula.count == 1 && formula[0].contains("warning") && formula[0].contains("\\nosuchthing{x}"), "\(formula)")
    let line = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .firstIndex { $0.contains("nosuchthing") }!
    #expect(formula.first?.hasPrefix("\(path):\(line + 1):") == true)
    #expect(result.isSuccess)
    let strict = try bench.runner.run(
      .init(path: path, output: "\(bench.folder)/plots", isStrict: true))
    #expect(!strict.isSuccess && strict.messages.contains { $0.contains("error: the formula") })
  }

  /// What people see of the prose of a Jupyter notebook.
  private static func sources(ofJupyter text: String) -> String {
    let notebook = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    return (notebook?["cells"] as? [[String: Any]] ?? []).map { cell in
      (cell["source"] as? [String])?.joined() ?? cell["source"] as? String ?? ""
    }.joined(separator: "\n\n")
  }

  @Test("There is a title block, every page has its number, and references lead to their figures")
  func frame() throws {
    let prose = String(repeating: "Words that fill pages. ", count: 700)
    let paper = try paper(
      "See @fig-one and [nothing](#no-such-place) and [a site](https://example.org).\n\n" + cell("import Gimbal")
        + cell(
          "//| label: fig-one\n//| fig-cap: One.\nFigure(x: FigureAxis(\"x\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])])"
        )
        + "\n# A heading\n\n\(prose)\n\n$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}$$\n\n![missing](no.png)\n",
      matter: "subtitle: A test\nauthor: [Ada, Bob]\ndate: 2024-05-06\nnotebook: {}\nparams:\n  alpha: 2.5")
    for words in ["On Paper", "A test", "Ada · Bob · 2024-05-06", "alpha: 2.5"] {
      #expect(paper.text(of: 1).contains(words))
    }
    for page in 1...paper.pages { #expect(paper.text(of: page).hasSuffix("\(page) / \(paper.pages)")) }
    #expect(paper.links >= 2)
  }

  @Test("Text that means something to the typesetter is shown as it is")
  func hostile() throws {
    let strange = "#set page(width: 1cm) $x$ @ref <label> *a* _b_ `c` \\\\ \\\" // no /* comment ~ [ ] { } = -"
    let paper = try paper(
      "Value `{swift} \"#let x = 1 $ @a <b> *c*\"` in prose.\n\n" + cell("print(\"\(strange)\")")
        + cell("//| error: true\nfatalError(\"#panic() [ $ ]\")"), matter: "author: \"#eval($x)\"\nnotebook: {}")
    let text = paper.text
    #expect(text.contains("#let x = 1 $ @a <b> *c*"))
    #expect(text.contains("#set page(width: 1cm) $x$ @ref <label> *a* _b_ `c` \\ \" // no /* comment ~ [ ] { } = -"))
    #expect(text.contains("#eval($x)") && text.contains("#panic() [ $ ]"))
  }

  @Test("A photo and a table by hand have their numbers on paper, and references lead to them")
  func numberedProse() throws {
    let bench = try Workbench()
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    try #require(Data(base64Encoded: pixel)).write(to: URL(fileURLWithPath: "\(bench.folder)/desk.png"))
    let path = try bench.write(
      "---\nnotebook: {}\n---\n\nSee @fig-desk and @tbl-runs.\n\n![A desk](desk.png){#fig-desk width=3cm}\n\n| a |\n| --- |\n| 1 |\n\n: Runs {#tbl-runs}\n"
    )
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.pdf]))
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
    let text = try Self.words(of: "\(bench.folder)/plots/test/test.pdf").words.map(\.text).joined(separator: " ")
    #expect(text.contains("See Figure 1 and Table 1.") && text.contains("Table 1. Runs"), "\(text)")
    #expect(text.contains("Figure 1. A desk") && !text.contains("{#"), "\(text)")
  }

  @Test("A letter that no font has is named, with its line; letters that every font has are not")
  func letters() throws {
    let bench = try Workbench()
    func messages(_ text: String) throws -> [String] {
      let path = try bench.write("---\nnotebook: {}\n---\n\n\(text)\n")
      return try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.pdf])).messages.map(
        bench.tidy)
    }
    #expect(try messages("λ μ ρ σ² ∂ℝ → ≤ Привет ğ ł “é” — 1 × 2") == [])
    // Hardly a font has the last of the rare Chinese letters.
    let rare = try messages("Text and \u{323AF}.")
    #expect(rare.count == (Program.find("fc-list") == nil ? 0 : 1))
    for message in rare {
      #expect(message.hasPrefix("test.md:5:1: warning: no font of this machine has ") && message.contains("\u{323AF}"))
    }
  }

  @Test("A picture that cannot be read is named with its line, and not with the typesetter's text")
  func brokenPicture() throws {
    let bench = try Workbench()
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
      .write(to: URL(fileURLWithPath: "\(bench.folder)/broken.png"))
    let path = try bench.write("---\nnotebook: {}\n---\n\n![A photo](broken.png)\n")
    do {
      _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.pdf]))
      Issue.record("no error")
    } catch let error as ExportError {
      let words = bench.tidy("\(error)")
      #expect(
        words.hasPrefix("test.md:5:1: error: the pdf could not be made:\nthe picture “broken.png” cannot be read"))
      #expect(words.split(separator: "\n").count == 2, "\(words)")
    }
  }

  @Test("Without the tools, the package to install is named before anything runs")
  func missing() throws {
    do {
      try ExportFormat.pdf.require(path: "/nowhere", beside: nil)
      Issue.record("no error")
    } catch let error as ProcessError {
      #expect("\(error)".contains("install"))
    }
  }
}

@Suite("Wrapping code")
struct CodeWrappingTests {
  @Test("No line is longer than asked for, and without marks and indents the text is as it was")
  func wholeness() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let text = String((0..<Int.random(in: 0...400, using: &random)).map { _ in "abc(),; \n·é字".randomElement()! })
      let columns = Int.random(in: 20...90, using: &random)
      let wrapped = CodeWrapping.wrap(text, columns: columns)
      for line in wrapped.split(separator: "\n", omittingEmptySubsequences: false) {
        let width = line.reduce(0) { $0 + ($1 == "字" ? 2 : 1) }
        #expect(width <= columns + 1, "\(line)")
      }
      func bare(_ text: String) -> String { text.filter { !"↪ \n".contains($0) } }
      #expect(bare(wrapped) == bare(text))
    }
  }

  @Test("A line breaks at a space, and goes on behind its indent and a mark")
  func places() {
    #expect(
      CodeWrapping.wrap("  let a = first + second + third", columns: 22)
        == "  let a = first +\n  ↪ second + third")
    #expect(CodeWrapping.wrap("short\n\n\tx", columns: 40) == "short\n\n    x")
    #expect(CodeWrapping.wrap(String(repeating: "x", count: 45), columns: 20).split(separator: "\n").count == 3)
  }
}
