import Foundation
import NotebookDocument
import Reports

/// The typesetter that a paper is for. What pandoc's document has no elements for, each says in its own words.
package enum PaperReader: Sendable {
  case latex, word, typst

  /// Characters in a line of code across the page, at the size that its setter gives it; nil where the code is set elsewhere.
  var columns: Int? { self == .latex ? 90 : self == .word ? 84 : nil }

  /// Characters of a table across the page.
  var tableColumns: Int { self == .latex ? 84 : 76 }

  /// The format of the figures' files.
  var pictures: String { self == .word ? "png" : "pdf" }

  /// The name by which pandoc knows the reader's own words.
  private var format: String {
    switch self {
    case .latex: "latex"
    case .word: "openxml"
    case .typst: "typst"
    }
  }

  func raw(_ words: String) -> String { PandocElement.raw(words, format) }

  func raw(inLine words: String) -> String { PandocElement.raw(inLine: words, format) }

  // MARK: Texts

  /// A text's characters as words and the gaps between them. O(length).
  func inlines(of text: String) -> String { PandocElement.joined(elements(of: text)) }

  /// The same one by one.
  func elements(of text: String) -> [String] {
    func isGap(_ byte: UInt8) -> Bool { " \t\n".utf8.contains(byte) }
    var (parts, rest) = ([Substring](), text[...])
    while let first = rest.utf8.first {
      let part = rest.utf8.prefix { isGap($0) == isGap(first) }
      parts.append(Substring(part))
      rest = rest[part.endIndex...]
    }
    // Typst keeps quantities together by itself.
    let keeps = self != .typst
    return parts.enumerated().map { index, part in
      if !isGap(part.utf8.first!) {
        let word = self == .word ? Quantity.joined(part) : String(part)
        return PandocElement.element("Str", PandocElement.quoted(word))
      } else if keeps, index > 0, index + 1 < parts.count, Quantity.isOne(parts[index - 1], parts[index + 1]) {
        return PandocElement.element("Str", "\"\u{A0}\"")
      }
      return PandocElement.element(part.utf8.contains(UInt8(ascii: "\n")) ? "SoftBreak" : "Space")
    }
  }

  // MARK: Formulas

  /// TeX in words that the reader knows.
  func tex(_ tex: String) -> String {
    let known = Formulas.known(tex)
    let words = self == .typst ? PairedBars.bracketed(known) : known
    // An empty line would end a formula of LaTeX's.
    return words.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }

  /// Whether a formula with a number is its own blocks.
  var partsParagraphs: Bool { self != .typst }

  /// A formula with its number, in a line.
  func equation(inLine formula: String, number: String, label: String) -> String {
    guard self == .typst else { return PandocElement.joined([formula, inlines(of: " (\(number))")]) }
    return PandocElement.joined([
      raw(inLine: "#equation(\"\(label)\", \"(\(number))\", ["), formula, raw(inLine: "])"),
    ])
  }

  /// The same as its own blocks. What cannot be read as a formula is code.
  func equation(_ element: String, _ formula: Formulas.Found, number: String, isReadable: Bool) -> String {
    let paragraph = PandocElement.paragraph(element)
    switch self {
    case .typst: return paragraph
    case .latex:
      let label = formula.label ?? ""
      guard isReadable else {
        let end = [raw(inLine: "\\hfill"), inlines(of: "(\(number))")]
        return PandocElement.paragraph(PandocElement.joined([element] + end))
      }
      let words = tex(formula.tex.trimmingCharacters(in: .whitespacesAndNewlines))
      // LaTeX would count those that are elsewhere on paper, as in answers, in another order.
      return raw("\\begin{equation}\\tag{\(number)}\\label{\(label)}\n\(words)\n\\end{equation}")
    case .word:
      let cell = "<w:tc><w:tcPr><w:tcW w:type=\"pct\" w:w=\""
      let margin = "<w:p><w:pPr><w:jc w:val=\"right\"/></w:pPr><w:r><w:t>"
      let start = raw(
        "<w:tbl><w:tblPr><w:tblW w:type=\"pct\" w:w=\"5000\"/><w:tblLayout w:type=\"fixed\"/></w:tblPr><w:tblGrid>"
          + "<w:gridCol w:w=\"900\"/><w:gridCol w:w=\"7200\"/><w:gridCol w:w=\"900\"/></w:tblGrid><w:tr>"
          + "<w:trPr><w:cantSplit/></w:trPr>\(cell)500\"/></w:tcPr>\(margin)</w:t></w:r></w:p></w:tc>"
          + "\(cell)4000\"/><w:vAlign w:val=\"center\"/></w:tcPr>")
      let end = raw(
        "</w:tc>\(cell)500\"/><w:vAlign w:val=\"center\"/></w:tcPr>\(margin)(\(number))</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
          + Self.lastLine)
      return PandocElement.joined([start, paragraph, end])
    }
  }

  // MARK: Layout

  /// What is in place of a directive of the layout; empty for any other.
  func layout(_ line: Directives.Line) -> String {
    switch line {
    case .newPage: newPage
    case .columns: begin
    case .column(let index, let shares): column(index, shares)
    case .endOfColumn: self == .typst ? raw("],") : ""
    case .endOfColumns: end
    default: ""
    }
  }

  private var newPage: String {
    switch self {
    case .latex: raw("\\newpage")
    case .word: raw("<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>")
    case .typst: raw("#newpage")
    }
  }

  private var begin: String {
    guard self == .word else { return "" }
    return raw("<w:tbl><w:tblPr><w:tblW w:type=\"pct\" w:w=\"5000\"/><w:tblLayout w:type=\"fixed\"/></w:tblPr>")
  }

  /// The end of the column before, too, where that has to be next to the beginning of the next.
  private func column(_ index: Int, _ shares: [Double]) -> String {
    let isFirst = index == 0
    let share = shares.indices.contains(index) ? shares[index] : 1
    switch self {
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
    case .latex: raw("\\end{minipage}\\par\\medskip")
    case .word: raw(Self.lastLine + "</w:tc></w:tr></w:tbl>" + Self.lastLine)
    case .typst: raw(")")
    }
  }

  /// What a cell of a table in Word has to end with: a paragraph, of no height.
  private static let lastLine =
    "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" w:lineRule=\"exact\"/></w:pPr></w:p>"

  // MARK: Room to write

  /// The title of a guess, which is above its question.
  func title(of guess: Guess, number: Int) -> String {
    var unit = ""
    if case .number(let name?, _) = guess.kind { unit = ", in \(name)" }
    return PandocElement.strong(inlines(of: "\(guess.title) (\(number))\(unit):"))
  }

  /// What is between the question and the answer.
  func room(for guess: Guess) -> String {
    let line = String(repeating: "_", count: 16)
    switch guess.kind {
    case .number(let unit, _):
      return PandocElement.paragraph(inlines(of: [line, unit].compactMap(\.self).joined(separator: " ")))
    case .choice: return ""
    case .order:
      let lines = Array(repeating: line, count: min(guess.items.count, 3))
      return PandocElement.paragraph(inlines(of: lines.joined(separator: " ")))
    case .curve: return box(centimetres: 5)
    }
  }

  /// An empty box in which a curve can be drawn, or lines be written.
  func box(centimetres height: Int) -> String {
    switch self {
    case .latex:
      raw(
        "\\par\\noindent\\fbox{\\rule{0pt}{\(height)cm}\\rule{\\dimexpr\\linewidth-2\\fboxsep-2\\fboxrule\\relax}{0pt}}\\par"
      )
    case .word:
      raw(
        "<w:tbl><w:tblPr><w:tblW w:type=\"pct\" w:w=\"5000\"/><w:tblBorders>"
          + ["top", "left", "bottom", "right"].map { "<w:\($0) w:val=\"single\" w:sz=\"4\"/>" }.joined()
          + "</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w=\"9000\"/></w:tblGrid><w:tr><w:trPr>"
          + "<w:trHeight w:val=\"\(560 * height)\" w:hRule=\"exact\"/></w:trPr><w:tc><w:tcPr/><w:p/></w:tc></w:tr></w:tbl>"
      )
    case .typst: raw("#block(width: 100%, height: \(height)cm, breakable: false, stroke: 0.5pt + gray)[]")
    }
  }
}
