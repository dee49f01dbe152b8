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
    /// What stands at the foot instead, in styles that cite there.
    package var note: String?
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

  /// The line with every citation replaced by what the body makes of it, but for those that stand at the foot. O(length).
  package func resolve(_ line: String, _ body: (Entry) -> String) -> String {
    let marks = CitationMark.find(in: line)
    guard !marks.isEmpty else { return line }
    var bytes = Array(line.utf8)
    for mark in marks.reversed() {
      // A name with an @ that no file has may be no citation; in brackets it is one.
      guard let entry = entries[mark.text], entry.missing.isEmpty || mark.text.hasPrefix("[") else { continue }
      let text = entry.note == nil ? body(entry) : "[^\(Self.name(ofNote: mark.text))]"
      bytes.replaceSubrange(mark.columns, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The notes at the foot, to stand below the prose: none in most styles.
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
    guard notebook.lines.contains(where: { $0.holds("@") }) else { return [] }
    let captions = Dictionary(
      notebook.cells.map { cell in
        let options = cell.options
        let texts = options.figureCaptions + options.figureSubcaptions + [options.tableCaption].compactMap { $0 }
        return (cell.lines.lowerBound, texts)
      }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    let isLiteral = Formulas.isLiteral(in: notebook)
    return notebook.lines.enumerated().flatMap { index, line in
      isLiteral(index) ? captions[index + 1] ?? [] : [line]
    }.flatMap { CitationMark.find(in: $0).map(\.text) }.filter { seen.insert($0).inserted }
  }

  /// What is to be said of citations: keys that no file has, and those for which no file is named. O(length).
  static func remarks(of notebook: Notebook, _ citations: Citations?) -> [ReportRemark] {
    let isLiteral = Formulas.isLiteral(in: notebook)
    let captions = Set(notebook.cells.flatMap { Array($0.lines.lowerBound..<$0.codeLine) })
    return notebook.lines.enumerated().flatMap { index, line -> [ReportRemark] in
      let isCaption = captions.contains(index + 1) && line.holds("-cap:")
      guard line.holds("@"), !isLiteral(index) || isCaption else { return [] }
      return CitationMark.find(in: line).flatMap { mark -> [ReportRemark] in
        let position = Position(line: index + 1, column: mark.columns.lowerBound + 1)
        func say(_ message: String) -> ReportRemark {
          ReportRemark(severity: .warning, position: position, message: message)
        }
        guard let citations else {
          guard mark.text.hasPrefix("["), notebook.frontMatter.bibliography.isEmpty else { return [] }
          return [
            say(
              "“\(mark.text)” is shown as text: name the file with what it cites in the front matter, as in "
                + "“bibliography: references.bib”")
          ]
        }
        return (citations.entries[mark.text]?.missing ?? []).map { key in
          let files = notebook.frontMatter.bibliography.map(\.path).joined(separator: ", ")
          let near = Spelling.nearest(to: key, among: citations.keys).map { "; did you mean “@\($0)”?" }
          return say("“@\(key)” is not in \(files)" + (near ?? "; write \\@ where no citation is meant"))
        }
      }
    }
  }
}

/// A citation in a line of prose.
package struct CitationMark: Hashable, Sendable {
  package var text: String
  /// In UTF-8 bytes from the line's start.
  package var columns: Range<Int>

  /// All citations of a line that stand outside of code, in order. References such as `@fig-drift` are none. O(length).
  package static func find(in line: String) -> [CitationMark] {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let spans = CodeSpans.find(in: Array(line.utf8)).map(\.whole)
    let key = compiled(/(?:^|[\s;(\[–—-])-?@\{?([\p{L}\p{N}_](?:[\p{L}\p{N}_]|[:.#$%&+?<>~\/-](?=[\p{L}\p{N}_]))*)/)
    // A group in brackets that is not a link, or a key in the sentence, which may have a page behind it.
    let group =
      compiled(
        /(?<whole>\[[^\[\]]*@[^\[\]]*\])(?![(\[:])|(?<bare>@[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[:.#$%&+?<>~\/-](?=[\p{L}\p{N}_]))*(?:\s\[[^\[\]@]*\](?![(\[:]))?)/
      )
    var found: [CitationMark] = []
    for match in line.matches(of: group) {
      let isFirst = match.range.lowerBound == line.startIndex
      let before = isFirst ? nil : line[line.index(before: match.range.lowerBound)]
      let start = line[..<match.range.lowerBound].utf8.count
      guard !spans.contains(where: { $0.contains(start) }) else { continue }
      let text = String(match.output.0)
      if match.output.whole != nil {
        guard before != "!", before != "]", before != "\\" else { continue }
        let keys = text.matches(of: key).map { String($0.output.1) }
        guard !keys.isEmpty, !keys.allSatisfy(isReference) else { continue }
      } else {
        if let before, before.isLetter || before.isNumber || "\\@/_.+-[".contains(before) { continue }
        guard !isReference(String(text.dropFirst())) else { continue }
      }
      found.append(CitationMark(text: text, columns: start..<start + text.utf8.count))
    }
    return found
  }

  private static func isReference(_ key: String) -> Bool {
    ReferenceMarks.isLabel(key)
  }
}
