import Basics
import NotebookDocument

/// How a page says a question that a student answers in prose, and what was written.
struct QuestionMarkup {
  let notebook: Notebook

  /// The beginning, up to the question.
  func opening(_ index: Int) -> String {
    let question = notebook.questions[index]
    let label = MarkupText.escape(question.label)
    return "<div class=\"question\" role=\"group\" id=\"\(label)\" aria-labelledby=\"\(label)-title\">\n"
      + "<p class=\"question-title\" id=\"\(label)-title\">\(MarkupText.escape(question.title))</p>"
  }

  /// What is above the answer.
  var written: String { "<div class=\"written\">" }

  /// The end, with room where nothing is written: on paper there is space for it.
  func end(_ index: Int) -> String {
    notebook.isAnswered(notebook.questions[index])
      ? "</div>\n</div>" : "<div class=\"written room\"><p>Not answered yet.</p></div>\n</div>"
  }
}
