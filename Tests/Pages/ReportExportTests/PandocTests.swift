import Foundation
import NotebookBench
import TestPrograms
import Testing

@testable import Processes
@testable import ReportExport

@Suite("Word and LaTeX")
struct PandocTests {
  private let figure = cell(
    """
    //| label: fig-a
    //| fig-cap: A line.
    import Gimbal
    Figure(x: FigureAxis("t", unit: "s"), y: FigureAxis("x", unit: "m"), [.line("a", x: [0, 1], y: [0, 1])])
    """)

  @Test("A format whose program is missing stops the run before the first cell, and says what to install")
  func missingProgram() throws {
    for format in [ExportFormat.pdf, .tex, .docx] {
      do {
        try format.require(path: "/nowhere", beside: nil)
        Issue.record("no error")
      } catch let error as ProcessError {
        #expect("\(error)".contains("pip install typst pypandoc_binary"))
      }
    }
    try ExportFormat.ipynb.require(path: "/nowhere")
  }

  @Test("What “pip install typst pypandoc_binary” brings is found, also where an older pandoc is on the path")
  func installedByPip() throws {
    let bench = try Workbench()
    func program(_ name: String, _ text: String) throws -> String {
      let path = "\(bench.folder)/\(name)"
      try TestProgram.write(text, to: path)
      return path
    }
    _ = try program("bin/pandoc", "echo latex")
    let pandoc = try program("site-packages/pypandoc/files/pandoc", "echo latex; echo typst")
    let python = try program("bin/python3", "case \"$2\" in *pypandoc*) echo \(pandoc);; esac")
    let tools = TypesettingTools(path: "\(bench.folder)/bin", beside: nil)
    #expect(tools.pandoc == pandoc && tools.python == python && tools.makesPDF)
  }

  @Test(
    "In Word code has a size at which it fits, pictures and tables are with their captions, and pages have numbers",
    .enabled(if: TypesettingTools().pandoc != nil, "pandoc is missing: “make setup”"))
  func word() throws {
    let bench = try Workbench()
    let long = "let things = [\((1...30).map { "\"item\($0)\"" }.joined(separator: ", "))]"
    let body =
      cell("import Gimbal\n\(long)")
      + cell(
        "//| label: fig-a\n//| fig-cap: A.\nFigure(x: FigureAxis(\"x\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])])"
      )
      + cell(
        "//| label: tbl-a\n//| tbl-cap: Many.\nTable(columns: (1...9).map { .init(\"column \\($0) of words\") }, rows: [(1...9).map { .count($0) }])"
      )
      + [2, 7].map {
        cell("Table(columns: (1...\($0)).map { .init(\"\\($0)\") }, rows: [(1...\($0)).map { .count($0) }])")
      }
      .joined()
    let path = try bench.write("---\ntitle: T\nnotebook: {}\n---\n" + body)
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.docx, .tex]))
    let file = "\(bench.folder)/plots/test/test.docx"
    let python = try #require(TypesettingTools().python ?? Program.find("python3"))
    func part(_ name: String) throws -> String {
      let program = "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())"
      return try Subprocess.run(python, ["-c", program, file, name]).output
    }
    let document = try part("word/document.xml")
    #expect(document.contains(/<w:keepNext\/>(?:(?!<w:p[ >]).)*<w:drawing>/) && document.contains("w:footerReference"))
    #expect(document.contains(/<w:keepNext\/>(?:(?!<w:p[ >]).)*Table 1\./), "a caption stays with its table")
    #expect(try part("word/pages.xml").contains("PAGE"))
    #expect(try part("word/styles.xml").contains(/(?s)w:styleId="VerbatimChar".*?<w:sz w:val="17"/))
    #expect(document.contains("↪") && document.contains("item30"))
    let styles = try part("word/styles.xml")
    #expect(styles.contains(/(?s)<w:docDefaults>(?:(?!<\/w:docDefaults>).)*<w:sz w:val="21"/))
    #expect(
      styles.contains(/(?s)w:styleId="Table"(?:(?!<\/w:style>).)*<w:sz w:val="19"(?:(?!<\/w:style>).)*<w:tblBorders>/))
    #expect(styles.contains(/(?s)w:styleId="SourceCode"(?:(?!<\/w:style>).)*w:fill="F6F4EE"/))
    // 12 cm in English metric units.
    let width = try #require(document.firstMatch(of: /<wp:extent cx="(\d+)"/)?.output.1)
    #expect(abs(Double(width)! / 360_000 - 12) < 0.2)
    let tex = bench.result("test.tex")
    #expect(tex.contains("↪"))
    for size in ["scriptsize\\setlength{\\tabcolsep}{2pt}", "small", "footnotesize\\setlength{\\tabcolsep}{3pt}"] {
      #expect(tex.contains("\\begingroup\\\(size)\n"), "\(size)")
    }
    // The columns of a broad table share the line.
    #expect(tex.components(separatedBy: "p{(\\linewidth").count == 10)
  }

  @Test(
    "Pandoc makes Word and LaTeX with the figures",
    .enabled(if: TypesettingTools().pandoc != nil, "pandoc is missing: “make setup”"))
  func pandoc() throws {
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: T\nauthor: Ada\nnotebook: {}\n---\nWith $x^2$.\n\n" + figure)
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.docx, .tex]))
    let tex = bench.result("test.tex")
    #expect(tex.contains("fig-a.pdf") && tex.contains("\\author{Ada}") && tex.contains("\\(x^2\\)"))
    let word = try Data(contentsOf: URL(fileURLWithPath: "\(bench.folder)/plots/test/test.docx"))
    #expect(word.starts(with: Data("PK".utf8)) && word.count > 10_000)
  }

  @Test(
    "LaTeX and Word keep a number with its unit and its error, and leave other words apart",
    .enabled(if: TypesettingTools().pandoc != nil, "pandoc is missing: “make setup”"))
  func quantities() throws {
    let bench = try Workbench()
    let prose = "It is (0.35 m/s², or 2 ± 0.1\nrad), at −4 °C, 3–4 s; 5 samples of 7 miles, and `6 m`.\n"
    let path = try bench.write("---\ntitle: T\nnotebook: {}\n---\n" + prose)
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.docx, .tex]))
    let tex = bench.result("test.tex").replacing("\n", with: " ")
    #expect(tex.contains("It is (0.35~m/s², or 2~±~0.1~rad), at −4~°C, 3–4~s; 5 samples of 7 miles"))
    #expect(tex.contains("{6\\ m}") && !tex.contains("\u{2060}"))
    let reader = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read('word/document.xml').decode())"
    let file = "\(bench.folder)/plots/test/test.docx"
    let word = try Subprocess.run("/usr/bin/env", ["python3", "-c", reader, file]).output
    let fixed = "\u{A0}"
    #expect(
      word.contains("(0.35\(fixed)m/s², or 2\(fixed)±\(fixed)0.1\(fixed)rad), at −4\(fixed)°C, 3–\u{2060}4\(fixed)s; 5")
    )
    #expect(word.contains("6 m"))
  }
}
