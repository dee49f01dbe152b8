import Basics
import Foundation
import NotebookDocument

/// The reader that Markdown is written for. What Markdown has no words for, each dialect says in its own.
package enum ProseDialect: Sendable {
  case github, jupyter, latex, word, typst

  /// Characters in a line of code across the page, at the size that its setter gives it; nil where the page scrolls, or the code is set
  /// elsewhere.
  var columns: Int? { self == .latex ? 90 : self == .word ? 84 : nil }

  /// Characters of a table across the page; nil where the page scrolls.
  package var tableColumns: Int? { self == .latex ? 84 : self == .word ? 76 : nil }

  /// The format of the figures' files.
  var pictures: String { self == .latex ? "pdf" : self == .word ? "png" : "svg" }

  /// Whether the reader shows an author's HTML.
  var isSeenInBrowser: Bool { self == .github || self == .jupyter }

  /// Whether the reader is pandoc.
  var isPaper: Bool { format != nil }

  /// What is in place of a directive; empty where the reader has none of the kind.
  package func text(_ line: Directives.Line, references: String, of notebook: Notebook) -> String {
    switch line {
    case .newPage: newPage
    case .references: references
    case .columns: begin
    case .column(let index, let shares): column(index, shares)
    case .endOfColumns: end
    case .endOfColumn: self == .typst ? raw("],") : ""
    case .guess(let index): title(of: notebook.guesses[index], number: index + 1)
    case .answer(let index): room(for: notebook.guesses[index])
    case .endOfGuess: self == .github ? "\n</details>\n" : ""
    case .question(let index): title(of: notebook.questions[index])
    case .endOfQuestion(let index): notebook.isAnswered(notebook.questions[index]) ? "" : roomToWrite
    case .written, .endOfReferences, .pause, .incremental, .endOfIncremental, .nothing: ""
    }
  }

  /// The name by which pandoc knows the reader's own words; nil for a reader of Markdown alone.
  private var format: String? {
    switch self {
    case .github, .jupyter: nil
    case .latex: "latex"
    case .word: "openxml"
    case .typst: "typst"
    }
  }

  func raw(_ text: String) -> String { format.map { MarkdownText.raw(text, $0) } ?? text }

  func raw(inLine text: String) -> String { format.map { MarkdownText.raw(text, inLine: $0) } ?? text }

  private var newPage: String {
    switch self {
    case .github, .jupyter: ""
    case .latex: raw("\\newpage")
    case .word: raw("<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>")
    case .typst: raw("#newpage")
    }
  }

  private var begin: String {
    switch self {
    case .github: "\n<table><tr>\n"
    case .jupyter, .latex, .typst: ""
    case .word: raw("<w:tbl><w:tblPr><w:tblW w:type=\"pct\" w:w=\"5000\"/><w:tblLayout w:type=\"fixed\"/></w:tblPr>")
    }
  }

  /// The end of the column before, too, where that has to be next to the beginning of the next.
  private func column(_ index: Int, _ shares: [Double]) -> String {
    let isFirst = index == 0
    let share = shares.indices.contains(index) ? shares[index] : 1
    switch self {
    case .github:
      return (isFirst ? "" : "\n</td>\n") + "\n<td valign=\"top\" width=\"\(Int((share * 100).rounded()))%\">\n"
    case .jupyter: return ""
    case .latex:
      let width = String(format: "%.3f", share - 0.02)
      let box = "\\begin{minipage}[t]{\(width)\\linewidth}\\setlength{\\parskip}{6pt}"
      return raw((isFirst ? "\\par\\noindent" : "\\end{minipage}\\hfill") + box)
    case .word:
      let grid = shares.map { "<w:gridCol w:w=\"\(Int($0 * 9000))\"/>" }.joined()
      let cell =
        "<w:tc><w:tcPr><w:tcW w:type=\"pct\" w:w=\"\(Int(share * 5000))\"/></w:tcPr>"
      return raw((isFirst ? "<w:tblGrid>\(grid)</w:tblGrid><w:tr>" : Self.lastLine + "</w:tc>") + cell)
    case .typst:
      let shares = shares.map { String(format: "%.3ffr", $0) }.joined(separator: ", ")
      return raw(isFirst ? "#beside((\(shares),),\n[" : "[")
    }
  }

  private var end: String {
    switch self {
    case .github: "\n</td>\n</tr></table>\n"
    case .jupyter: ""
    case .latex: raw("\\end{minipage}\\par\\medskip")
    case .word: raw(Self.lastLine + "</w:tc></w:tr></w:tbl>" + Self.lastLine)
    case .typst: raw(")")
    }
  }

  /// What a cell of a table in Word has to end with: a paragraph, of no height.
  private static let lastLine =
    "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" w:lineRule=\"exact\"/></w:pPr></w:p>"

  /// A formula with its number. O(length).
  package func equation(_ tex: String, number: ItemNumber, label: String) -> String {
    switch self {
    case .github, .jupyter:
      let words = Formulas.known(tex.trimmingCharacters(in: .whitespacesAndNewlines))
      return MarkdownText.formula("\n\(words) \\tag{\(number)}\n")
    case .latex: return MarkdownText.raw("\(label) \(Data(tex.utf8).base64EncodedString())", "equation")
    case .word:
      let cell = "<w:tc><w:tcPr><w:tcW w:type=\"pct\" w:w=\""
      let margin = "<w:p><w:pPr><w:jc w:val=\"right\"/></w:pPr><w:r><w:t>"
      return raw(
        "<w:tbl><w:tblPr><w:tblW w:type=\"pct\" w:w=\"5000\"/><w:tblLayout w:type=\"fixed\"/></w:tblPr><w:tblGrid>"
          + "<w:gridCol w:w=\"900\"/><w:gridCol w:w=\"7200\"/><w:gridCol w:w=\"900\"/></w:tblGrid><w:tr>"
          + "<w:trPr><w:cantSplit/></w:trPr>\(cell)500\"/></w:tcPr>\(margin)</w:t></w:r></w:p></w:tc>"
          + "\(cell)4000\"/><w:vAlign w:val=\"center\"/></w:tcPr>")
        + "\n\(MarkdownText.formula(Formulas.onOneLine(tex)))\n"
        + raw(
          "</w:tc>\(cell)500\"/><w:vAlign w:val=\"center\"/></w:tcPr>\(margin)(\(number))</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
            + Self.lastLine)
    case .typst:
      return raw(inLine: "#equation(\"\(label)\", \"(\(number))\", [") + MarkdownText.formula(Formulas.onOneLine(tex))
        + raw(inLine: "])")
    }
  }
}
