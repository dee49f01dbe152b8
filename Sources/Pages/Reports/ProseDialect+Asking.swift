import NotebookDocument

/// Guesses where nobody veils anything: a question, with room for the guess on paper, and the answer.
extension Guess {
  /// What is above the question.
  var title: String { isCheck ? "Check yourself" : "Guess first" }
}

extension ProseDialect {
  /// Whether answers are together at the end.
  var collectsAnswers: Bool { !isSeenInBrowser }

  /// What is before the question, in its paragraph.
  func title(of guess: Guess, number: Int) -> String {
    var unit = ""
    if case .number(let name?, _) = guess.kind { unit = ", in " + MarkdownText.escaped(name) }
    return MarkdownText.strong("\(guess.title)\(collectsAnswers ? " (\(number))" : "")\(unit):")
  }

  /// What is between the question and the answer.
  func room(for guess: Guess) -> String {
    switch self {
    case .jupyter: return ""
    case .github: return "\n<details><summary>Answer</summary>\n"
    case .latex, .word, .typst:
      let line = MarkdownText.escaped(String(repeating: "_", count: 16))
      switch guess.kind {
      case .number(let unit, _): return "\n\(line) \(MarkdownText.escaped(unit ?? ""))\n"
      case .choice: return ""
      case .order: return "\n\(Array(repeating: line, count: min(guess.items.count, 3)).joined(separator: " "))\n"
      case .curve: return box(centimetres: 5)
      }
    }
  }

  /// An empty box in which a curve can be drawn, or lines be written.
  func box(centimetres height: Int) -> String {
    switch self {
    case .github, .jupyter: ""
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

  // MARK: Questions to answer in prose

  /// What is before the question, in its paragraph.
  func title(of question: WrittenQuestion) -> String { MarkdownText.strong("\(question.title):") }

  /// What is where nothing is written yet.
  var roomToWrite: String {
    switch self {
    case .github: "\n\(MarkdownText.emphasis("Not answered yet."))\n"
    case .jupyter: ""
    case .latex, .word, .typst: box(centimetres: 4)
    }
  }
}

extension WrittenQuestion {
  /// “To answer (3 points)”; “To answer” where the answer is worth nothing.
  var title: String { "To answer\(PointsText.behind(points))" }
}
