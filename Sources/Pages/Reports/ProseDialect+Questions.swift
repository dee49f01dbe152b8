import NotebookDocument

/// Questions that a student answers in prose: the question, and the answer or room for it.
extension ProseDialect {
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
