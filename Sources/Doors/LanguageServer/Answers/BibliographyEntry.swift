import Basics
import Foundation
import NotebookDocument

/// An entry of a notebook's bibliography, as far as that is written in BibTeX.
struct BibliographyEntry {
  var key: String
  /// The word behind the @: article, book.
  var kind: String
  /// The file as the front matter names it, and where it is.
  var file: String
  var path: String
  /// From 0.
  var line: Int
  /// The entry as it is written.
  var text: String

  /// The entries of all files of a notebook, in their order. O(length).
  static func all(in notebook: Notebook) -> [BibliographyEntry] {
    notebook.frontMatter.bibliography.flatMap { file -> [BibliographyEntry] in
      let path = notebook.path(of: file)
      guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.utf8.count < 4 << 20 else { return [] }
      let found = text.matches(of: compiled(/@(\w+)\s*\{\s*([^\s,{}]+)\s*,/))
      return found.enumerated().compactMap { index, match in
        guard !["comment", "string", "preamble"].contains(match.output.1.lowercased()) else { return nil }
        let end = index + 1 < found.count ? found[index + 1].range.lowerBound : text.endIndex
        return BibliographyEntry(
          key: String(match.output.2), kind: String(match.output.1), file: file.path, path: path,
          line: text[..<match.range.lowerBound].utf8.count { $0 == 10 },
          text: text[match.range.lowerBound..<end].trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
  }
}
