import Basics
import CellKernel
import Display
import Drawings
import Foundation
import NotebookBench
import NotebookDocument
import Testing

@testable import Reports

/// Characters that mean something to one of the formats, in every place where a notebook has text.
@Suite("In every format a text shows its characters")
struct SpecialCharacterTests {
  private static let pieces = [
    "|", "||", "<", ">", "<b>", "<!--", "</p>", "$", "$$", "$x$", "*", "**", "*x*", "_", "__", "a_b_c", "`", "``",
    "`x`",
    "\\", "\\\\", "\\*", "\\n", "#", "##", "#5", "~", "~~", "~x~", "^", "^2^", "[^1]", "@", "@me", "@fig-x", "{", "}",
    "{.a}", "{{x}}", "{#id}", "&", "&amp;", "&#42;", "&lt", "%", "%%", "+ ", "- ", "> ", "= ", "/ ", "1. ", "2) ", "+",
    "-",
    "=", "--", "---", "...", "1...3", "-?", "\"", "'", "''", "\"x\"", "it's", "//", "/*", "*/", "[", "]", "(", ")",
    "[a](b)",
    "![a](b)", "!", "?`", "!`", "<<", ">>", ",,", ":smile:", "1:100:3", "https://a.b/c_d*e", "www.a.b/c_d",
    "<https://a.b>",
    "me@a.org", "a\\ b", "#let", "#\"x\"", "\\LaTeX", "\\begin{x}", "%20", "\u{1}", "“x”", "‘x’", "–", "—", "…", "−",
    "é",
    "=====", "- [ ] x", ": x", "::: x", "(c)", "->", "a;b", ";",
  ]
  private static let words = ["q", "Ω", "7", "word", "m/s²", " ", " ", "q w"]

  private static func text(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      pieces.randomElement(using: &random)! + (Bool.random(using: &random) ? words.randomElement(using: &random)! : "")
    }.joined()
  }

  /// A text as an author writes it who wants to see its characters.
  private static func written(_ text: String) -> String {
    String(
      text.unicodeScalars.flatMap { scalar -> [Character] in
        let isMark =
          scalar.isASCII && scalar.value > 32 && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
        return isMark ? ["\\", Character(scalar)] : [Character(scalar)]
      })
  }

  /// A text in YAML's double quotes.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\u{1}", with: "") + "\""
  }

  /// Where a text may be in prose: “…” is its place.
  private static let places = [
    "k…z", "k … z", "k\n\n…z", "k\n\n… z", "## k … z", "## k …\n\nz", "## k…\n\nz", "- k\n- … z\n", "1. k\n2. …z\n",
    "> k\n>\n> … z", "k *q … q* z", "k **q…q** z", "k\n… z", "| k … z | b |\n|---|---|\n| c | d |",
    "| k…z | b |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n| k … z | d |", "| a | b |\n|---|---|\n| k…z | d |",
    "k [q … q](https://q.org) z", "k\n\n- …z", "k\n\n> …z", "q[^KK]\n\n[^KK]: k … z",
    "k *q*…z", "k **q**…z", "k ~~q~~…z", "k [q](https://q.org)…z", "k [q](#q)…z",
  ]

  private struct Sheet {
    var report: Report
    /// What must be seen between the marks of each number.
    var meant: [String] = []
  }

  /// A report with such texts in all places. `written` texts are the author's, the others values.
  private static func sheet(seed: UInt64) throws -> Sheet {
    var random = SeededRandom(seed: seed)
    var meant: [String] = []
    var values: [InlineOutcome?] = []
    func marked(_ shape: String, _ inside: String) -> String {
      let number = meant.count - 1
      return shape.replacing("KK", with: "n\(number)").replacing("k", with: "k\(number)k").replacing(
        "z", with: "z\(number)z"
      )
      .replacing("…", with: inside)
    }
    func plain() -> String {
      meant.append(text(&random))
      return "k\(meant.count - 1)k\(meant.last!)z\(meant.count - 1)z"
    }
    var body = ""
    for shape in places {
      meant.append(text(&random))
      values.append(.value(meant.last!))
      body += marked(shape, "`{swift} a`") + "\n\n"
      meant.append(text(&random))
      body += marked(shape, written(meant.last!)) + "\n\n"
    }
    func caption() -> String {
      meant.append(text(&random))
      return marked("k … z", written(meant.last!))
    }
    let title = plain()
    let matter = "title: \(quoted(title))\nsubtitle: \(quoted(plain()))\nauthor: \(quoted(plain()))"
    let source = "---\n\(matter)\nnotebook: {}\n---\n\(body)\n" + cell("1") + "\n" + cell("2") + "\n"
    let notebook = try NotebookParser.parse(source, path: "n.md")
    let execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) }, inlines: values)
    var builder = ReportBuilder(execution, drawings: [:])
    var report = builder.build()
    let table = Table(columns: [.init(plain()), .init("b")], rows: [[.text(plain()), 1], [.text(plain()), 22]])
    report.cells[0] = [.table(table, number: 1, label: "tbl-a", caption: caption())]
    let drawing = FigureDrawing(
      label: "fig", index: 0, files: ShownTexts.pictures,
      svg: String(decoding: ShownTexts.pictures["svg"]!, as: UTF8.self), scriptHash: "")
    report.cells[1] = [
      .figure(ReportFigure(drawing, number: 1, caption: caption(), alternative: "a*b*[c](d)<i>$e$`f`"))
    ]
    return Sheet(report: report, meant: meant)
  }

  @Test("Values, prose, headings, tables, captions and titles show what is meant", arguments: seeds)
  func everywhere(seed: UInt64) throws {
    let sheet = try Self.sheet(seed: seed)
    for (format, shown) in try ShownTexts(report: sheet.report).all() {
      for (number, text) in sheet.meant.enumerated() {
        let expected = ShownTexts.withoutBlanks(text)
        let found = shown.ranges(of: "k\(number)k").compactMap { start in
          shown[start.upperBound...].range(of: "z\(number)z").map { String(shown[start.upperBound..<$0.lowerBound]) }
        }
        // A dash before a number is set as a minus on paper.
        func same(_ one: String) -> Bool {
          let words = one.replacing(/^(?:•|\d+\.)?q?|q$/, with: "")
          let behind = one.replacing(/^(?:•|\d+\.)?q/, with: "")
          return [one, words, behind].contains(expected)
            || words.replacing("−", with: "-") == expected.replacing("−", with: "-")
            || one.replacing(/^(?:•|\d+\.)/, with: "") == expected
        }
        #expect(
          found.contains(where: same),
          "\(format), seed \(seed), \(number): \(text.debugDescription) is shown as \(found)")
      }
    }
  }

  /// More are tried with GIMBAL_CHARACTERS=FIRST-LAST.
  static let seeds: ClosedRange<UInt64> = {
    let range = ProcessInfo.processInfo.environment["GIMBAL_CHARACTERS"]?.split(separator: "-").compactMap {
      UInt64($0)
    }
    guard let range, range.count == 2, range[0] <= range[1] else { return 1...4 }
    return range[0]...range[1]
  }()
}
