import Basics
import CodeHelp
import NotebookDocument
import Reports

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
  /// What a run would say of another text of the document, before anything runs; nil where that cannot be found out.
  var examine: @Sendable (String) -> [RunMessage]? = { _ in nil }

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

  /// The first error that the text would have with another name in some places, and that it has not now; nil where there is none.
  func newError(after edits: [JSON], instead new: String, of old: String) -> RunMessage? {
    func renamed(_ words: String) -> String {
      var bytes = Array(words.utf8)
      for place in ParameterPlaces.words(old, in: words).reversed() { bytes.replaceSubrange(place, with: new.utf8) }
      return String(decoding: bytes, as: UTF8.self)
    }
    var changed = text
    // From the end, so that the places of the others hold.
    for edit in edits.reversed()
    where !changed.apply(["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]) {
      return nil
    }
    guard let before = examine(text.text), let after = examine(changed.text) else { return nil }
    // What is advised may change with the name: a misspelt name may be near the old one only.
    func fault(_ message: RunMessage) -> String { message.message.components(separatedBy: "; ")[0] }
    var known = before.filter { $0.severity == .error }.map { renamed(fault($0)) }
    return after.filter { $0.severity == .error }.first { message in
      known.firstIndex(of: fault(message)).map { known.remove(at: $0) } == nil
    }
  }

  /// The code in which a place is; nil in the prose.
  func cursor(at place: DocumentText.Place) -> CodeCursor? {
    notebook.flatMap { CodeCursor($0, line: place.line + 1, column: place.column) }
  }

  /// The code of an expression of the prose that is open at a place; nil where there is none.
  func openExpression(before place: DocumentText.Place) -> CodeCursor? {
    let line = String(decoding: text.line(place.line).prefix(place.column), as: UTF8.self)
    guard let notebook, let open = InlineExpressions.open(in: line) else { return nil }
    return CodeCursor(notebook, writing: open.text, line: place.line + 1, column: open.column)
  }

  /// The notebook without the line of the question; nil if that cannot be read either.
  func notebookWithoutLine() -> Notebook? {
    guard let place = try? place() else { return nil }
    var document = document
    let line: JSON = ["range": text.range(ofLines: place.line...place.line), "text": ""]
    return document.text.apply(line) ? document.parsed() : nil
  }

  /// The place of a byte of a code.
  func place(ofByte byte: Int, in code: CodePlace) -> DocumentText.Place {
    let position = code.position(ofByte: byte)
    return .init(position.line - 1, position.column)
  }
}
