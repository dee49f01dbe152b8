import Basics
import Foundation
import NotebookDocument

import enum Basics.Spelling

/// What the prose cites, as the style sets it: `[@savage1998, p. 20; @titterton2004]`, `@savage1998`, as pandoc writes them.
package struct Citations: Codable, Hashable, Sendable {
  /// A citation as readers see it.
  package struct Entry: Codable, Hashable, Sendable {
    package var html: String
    package var markdown: String
    /// What is at the foot instead, in styles that cite there.
    package var note: String?
    /// What is in the text where there is no foot.
    package var inText: String { note.map { "(\($0))" } ?? markdown }
    /// Keys that no bibliography has.
    package var missing: [String]

    package init(html: String, markdown: String, note: String? = nil, missing: [String] = []) {
      (self.html, self.markdown, self.note, self.missing) = (html, markdown, note, missing)
    }
  }

  /// By what the author wrote.
  package var entries: [String: Entry]
  /// The list of what is cited.
  package var html: String
  /// The same, an entry a paragraph.
  package var markdown: String
  /// The keys of the bibliography.
  package var keys: [String]

  package init(entries: [String: Entry], html: String, markdown: String, keys: [String]) {
    (self.entries, self.html, self.markdown, self.keys) = (entries, html, markdown, keys)
  }

  /// The line with every citation replaced by what the body makes of it, except for those that are at the foot. O(length).
  package func resolve(_ line: String, _ body: (Entry) -> String) -> String {
    let marks = CitationMark.find(in: line)
    guard !marks.isEmpty else { return line }
    var bytes = Array(line.utf8)
    for mark in marks.reversed() {
      if let text = text(for: mark.text, body) { bytes.replaceSubrange(mark.columns, with: Array(text.utf8)) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands for a citation: what the body makes of it, or the mark of its note; nil where it stays.
  ///
  /// - Parameter hasFoot: Whether the notes are below the text; otherwise they are in it, in brackets.
  func text(for citation: String, hasFoot: Bool = true, _ body: (Entry) -> String) -> String? {
    // A name with an @ that no file has may be no citation; in brackets it is one.
    guard let entry = entries[citation], entry.missing.isEmpty || citation.hasPrefix("[") else { return nil }
    return hasFoot && entry.note != nil ? "[^\(Self.name(ofNote: citation))]" : body(entry)
  }

  /// The notes at the foot, to be below the prose: none in most styles.
  package var notes: [String] {
    entries.sorted { $0.key < $1.key }.compactMap { text, entry in
      entry.note.map { "[^\(Self.name(ofNote: text))]: \($0)" }
    }
  }

  private static func name(ofNote text: String) -> String {
    "cited-" + text.utf8.map { String($0, radix: 16) }.joined()
  }

  /// All citations of a notebook, each once, in the order of its lines: those of the prose and of captions.
  package static func texts(of notebook: Notebook) -> [String] {
    var found = prose(of: notebook).map { (line: $0.place.line, text: $0.text) }
    for cell in notebook.cells {
      let options = cell.options
      let captions = options.figureCaptions + options.figureSubcaptions + [options.tableCaption].compactMap { $0 }
      found += captions.flatMap { CitationMark.find(in: $0) }.map { (cell.lines.lowerBound, $0.text) }
    }
    var seen: Set<String> = []
    return found.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element.text)
      .filter { seen.insert($0).inserted }
  }

  /// The citations of the prose, in order. O(length).
  private static func prose(of notebook: Notebook) -> [(text: String, place: Document.Place)] {
    notebook.document.inlines.compactMap { inline in
      if case .citation(let text) = inline.kind { (text, inline.start) } else { nil }
    }
  }

  /// The remarks on citations: keys that no file has, and those for which no file is named. O(length).
  static func remarks(of notebook: Notebook, _ citations: Citations?) -> [ReportRemark] {
    let captions = notebook.cells.flatMap { Array($0.lines.lowerBound..<$0.codeLine) }.flatMap { line in
      let text = notebook.lines[line - 1]
      return (text.holds("-cap:") ? CitationMark.find(in: text) : []).map {
        (text: $0.text, place: Document.Place(line: line, column: $0.columns.lowerBound))
      }
    }
    return (prose(of: notebook) + captions).flatMap { text, place -> [ReportRemark] in
      func say(_ message: String) -> ReportRemark {
        ReportRemark(
          severity: .warning, position: Position(line: place.line, column: place.column + 1), message: message)
      }
      guard let citations else {
        guard text.hasPrefix("["), notebook.frontMatter.bibliography.isEmpty else { return [] }
        return [
          say(
            "“\(text)” is shown as text: name the file with what it cites in the front matter, as in "
              + "“bibliography: references.bib”")
        ]
      }
      return (citations.entries[text]?.missing ?? []).map { key in
        let files = notebook.frontMatter.bibliography.map(\.path).joined(separator: ", ")
        let near = Spelling.nearest(to: key, among: citations.keys).map { "; did you mean “@\($0)”?" }
        return say("“@\(key)” is not in \(files)" + (near ?? "; write \\@ where no citation is meant"))
      }
    }
  }
}
