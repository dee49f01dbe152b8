import Basics
import CellCompiler
import CodeHelp
import Foundation
import NotebookDocument
import NotebookRunning
import Reports

/// A document that an editor has open, as it is at one moment.
struct OpenNotebook: Sendable {
  let uri: String
  /// The file; a name in the folder of the server for a document that has none yet.
  let path: String
  var version: JSON
  var text: DocumentText
  /// What the last look at a text of this document has found.
  var knowledge = Knowledge()

  /// What is known of a document's code from the last look at it.
  struct Knowledge: Sendable {
    /// The codes of the cells that run.
    var codes: [String] = []
    /// What names mean above each of them that was looked at, and behind the last of those.
    var assistances: [Assistance] = []
    /// The index of the first of these codes that does not compile.
    var broken: Int?
    /// The messages that the editor shows, and the version of the text that they are about.
    var messages: [RunMessage] = []
    var version: JSON = .null

    /// The code of a cursor as SourceKit is asked about it.
    func seen(_ cursor: CodeCursor) -> (code: String, byte: Int, assistance: Assistance)? {
      cursor.seen(behind: codes, assistances, broken: broken)
    }
  }

  init(uri: String, version: JSON, text: DocumentText) {
    (self.uri, self.version, self.text) = (uri, version, text)
    path = Self.path(of: uri)
  }

  /// Where its cells run.
  var folder: String { Notebook.folder(of: path) }

  /// The file of an address; for one that names no file, its last part, in the folder of the server.
  static func path(of uri: String) -> String {
    if let url = URL(string: uri), url.isFileURL { return url.standardizedFileURL.path }
    let name = uri.split(whereSeparator: { "/:\\".contains($0) }).last.map(String.init) ?? "notebook"
    return "\(FileManager.default.currentDirectoryPath)/\(name.hasSuffix(".md") ? name : "\(name).md")"
  }

  /// Whether the document is a notebook, be it right or wrong.
  var isNotebook: Bool { NotebookParser.looksLikeNotebook((0..<text.lineCount).lazy.map(text.lineText)) }

  /// The document as a notebook, lines with mistakes passed over; nil where that does not help.
  func parsed() -> Notebook? { NotebookParser.parseAround(text.text, path: path).notebook }
}
