import CodeHelp
import NotebookDocument

/// A question about a notebook.
struct Question {
  let document: OpenNotebook
  /// The document as a notebook; nil where it cannot be read as one.
  let notebook: Notebook?
  let parameters: JSON
  let help: Help
  let client: ClientCapabilities
  /// What shows reports; nil where nobody may ask for one.
  let runs: NotebookRuns?

  var text: DocumentText { document.text }

  /// The place that is asked about.
  ///
  /// - Throws: `AnswerFault` where there is none.
  func place() throws(AnswerFault) -> DocumentText.Place {
    guard let place = text.place(parameters["position"]) else {
      throw AnswerFault(.invalidParameters, "“position” must have a “line” and a “character”")
    }
    return place
  }

  /// The code in which a place is; nil in the prose.
  func cursor(at place: DocumentText.Place) -> CodeCursor? {
    notebook.flatMap { CodeCursor($0, line: place.line + 1, column: place.column) }
  }

  /// The place of a byte of a code.
  func place(ofByte byte: Int, in code: CodePlace) -> DocumentText.Place {
    let position = code.position(ofByte: byte)
    return .init(position.line - 1, position.column)
  }
}
