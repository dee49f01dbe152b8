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
    /// The messages that the editor shows, and the version of the text that they are about.
    var messages: [RunMessage] = []
    var version: JSON = .null
  }

  init(uri: String, version: JSON, text: DocumentText) {
    (self.uri, self.version, self.text) = (uri, version, text)
    path = Self.path(of: uri)
  }

  /// The file of an address; for one that names no file, its last part, in the folder of the server.
  static func path(of uri: String) -> String {
    if let url = URL(string: uri), url.isFileURL { return url.standardizedFileURL.path }
    let name = uri.split(whereSeparator: { "/:\\".contains($0) }).last.map(String.init) ?? "notebook"
    return "\(FileManager.default.currentDirectoryPath)/\(name.hasSuffix(".md") ? name : "\(name).md")"
  }

  /// Whether the document is a notebook: its front matter has the key `notebook`, be the rest of it right or wrong.
  var isNotebook: Bool {
    guard text.lineText(0).trimmingCharacters(in: ["\u{FEFF}"]).wholeMatch(of: compiled(/---\s*/)) != nil else {
      return false
    }
    for line in 1..<max(min(text.lineCount, 1000), 1) {
      let words = text.lineText(line)
      if words.wholeMatch(of: compiled(/(?:---|\.\.\.)\s*/)) != nil { return false }
      if words.prefixMatch(of: compiled(/["']?notebook["']?\s*:/)) != nil { return true }
    }
    return false
  }

  /// The document as a notebook, read as if a line with a mistake, such as an unknown option, were empty: it takes nothing from the rest. nil
  /// where that does not help. O(length · such lines).
  func parsed() -> Notebook? {
    var lines = text.text.components(separatedBy: "\n")
    for _ in 0..<Self.mostMistakes {
      do {
        return try NotebookParser.parse(lines.joined(separator: "\n"), path: path)
      } catch let error as NotebookError {
        guard let line = error.position?.line, lines.indices.contains(line - 1),
          lines[line - 1].contains(where: { !$0.isWhitespace }),
          lines[line - 1].prefixMatch(of: compiled(/\s*(?:---|\.\.\.|```|~~~|["']?notebook)/)) == nil
        else { return nil }
        lines[line - 1] = ""
      } catch { return nil }
    }
    return nil
  }

  /// Lines with mistakes that are passed over; a text with more is something else.
  private static let mostMistakes = 20
}
