import Basics

/// A picture with braces behind it: `![words](photo.png){width=30%}`, as pandoc writes them.
package struct PictureMark {
  /// In UTF-8 bytes from the text's start, with the braces.
  package var columns: Range<Int>
  package var words: String
  package var address: String
  package var braces: String

  /// The picture that a text consists of; nil for any other text.
  package init?(_ text: String) {
    guard text.holds("]("), text.utf8.last == UInt8(ascii: "}") else { return nil }
    let bytes = Array(text.utf8)
    let marks = AddressMark.find(in: bytes, except: Span.find(in: bytes).map(\.whole), isTable: true)
    guard let mark = Self.all(in: bytes, marks).first, mark.columns == bytes.indices else { return nil }
    self = mark
  }

  private init(columns: Range<Int>, words: String, address: String, braces: String) {
    (self.columns, self.words, self.address, self.braces) = (columns, words, address, braces)
  }

  /// All of a text whose addresses these are. O(length).
  static func all(in bytes: [UInt8], _ marks: [AddressMark]) -> [PictureMark] {
    marks.compactMap { mark in
      let start = mark.whole.upperBound
      guard mark.isPicture, mark.start < mark.columns.lowerBound, start < bytes.count,
        bytes[start] == UInt8(ascii: "{"),
        let end = bytes[(start + 1)...].firstIndex(where: { "{}".utf8.contains($0) }), bytes[end] == UInt8(ascii: "}")
      else { return nil }
      func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self).replacing("\n", with: " ")
      }
      return PictureMark(
        columns: mark.start..<end + 1, words: text(mark.start + 2..<mark.whole.lowerBound - 1),
        address: text(mark.columns),
        braces: text(start + 1..<end))
    }
  }
}

/// The places of `@fig-…`, `@tbl-…` and `@eq-…` in a text, and of those in another chapter of a book: `@rest/fig-…`.
package enum ReferenceMarks {
  package struct Mark {
    /// As it is written, with the chapter's name where it has one.
    package var label: String
    /// In UTF-8 bytes from the start of the text, or of its line, with the @.
    package var columns: Range<Int>

    package init(label: String, columns: Range<Int>) { (self.label, self.columns) = (label, columns) }
  }

  /// All references of a text that stands by itself, outside of code and HTML, in order. O(length).
  package static func find(in line: String) -> [Mark] {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    return find(in: line, except: TakenBytes(in: line))
  }

  /// The same for what does not begin in what is taken.
  static func find(in line: String, except taken: TakenBytes) -> [Mark] {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let bytes = Array(line.utf8)
    return line.matches(of: compiled(/@((?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)?(?:fig|tbl|eq)-[A-Za-z0-9_-]*[A-Za-z0-9])/))
      .compactMap { match in
        let start = line.utf8.distance(from: line.startIndex, to: match.range.lowerBound)
        let isInWord = start > 0 && (isWord(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "\\"))
        guard !isInWord, !taken.contains(start) else { return nil }
        return Mark(label: String(match.output.1), columns: start..<start + match.output.0.utf8.count)
      }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
  }

  /// Whether a key names a figure, a table or a formula, of this notebook or of another.
  package static func isLabel(_ key: String) -> Bool {
    key.wholeMatch(of: compiled(/(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)?(?:fig|tbl|eq)-.*/)) != nil
  }
}

/// A citation in a text.
package struct CitationMark: Hashable, Sendable {
  /// On one line, however it is written.
  package var text: String
  /// In UTF-8 bytes from the text's start.
  package var columns: Range<Int>

  /// All citations of a text that stands by itself, outside of code and HTML, in order. References such as `@fig-drift`
  /// are left out. O(length).
  package static func find(in line: String) -> [CitationMark] {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    return find(in: line, except: TakenBytes(in: line))
  }

  /// All keys in a line that is being written, without the @, whatever they are in. O(length).
  package static func keys(in line: String) -> [(key: String, columns: Range<Int>)] {
    line.matches(of: compiled(/@\{?(_*[\p{L}\p{N}](?:[\p{L}\p{N}_:.#$%&+?<>~\/-]*[\p{L}\p{N}])?)/)).map { match in
      let start = line[..<match.output.1.startIndex].utf8.count
      return (String(match.output.1), start..<start + match.output.1.utf8.count)
    }
  }

  /// The same for what does not begin in what is taken.
  static func find(in line: String, except taken: TakenBytes) -> [CitationMark] {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let key = compiled(/(?:^|[\s;(\[–—-])-?@\{?([\p{L}\p{N}_](?:[\p{L}\p{N}_]|[:.#$%&+?<>~\/-](?=[\p{L}\p{N}_]))*)/)
    // A group in brackets that is not a link, or a key in the sentence, which may have a page behind it.
    let group =
      compiled(
        /(?<whole>\[[^\[\]@]*@[^\[\]]*\])(?![(\[:])|(?<bare>@[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[:.#$%&+?<>~\/-](?=[\p{L}\p{N}_]))*)(?:\s+\[[^\[\]@]*\](?![(\[:]))?/
      )
    var found: [CitationMark] = []
    for match in line.matches(of: group) {
      let start = line[..<match.range.lowerBound].utf8.count
      guard !taken.contains(start) else { continue }
      var text = match.output.0
      if let bare = match.output.bare {
        guard mayBegin(behind: line[..<match.range.lowerBound]) else { continue }
        // No key ends in an underscore: it ends emphasis.
        if bare.last == "_" { text = bare[...(bare.lastIndex { $0.isLetter || $0.isNumber } ?? bare.startIndex)] }
        guard text.utf8.count > 1, !ReferenceMarks.isLabel(String(text.dropFirst())) else { continue }
      } else {
        if let before = line[..<match.range.lowerBound].last, "!]\\".contains(before) { continue }
        let keys = text.matches(of: key).map { String($0.output.1) }
        guard !keys.isEmpty, !keys.allSatisfy(ReferenceMarks.isLabel) else { continue }
      }
      let words = String(text).replacing(compiled(/\s*\n\s*/), with: " ")
      found.append(CitationMark(text: words, columns: start..<start + text.utf8.count))
    }
    return found
  }

  /// Whether a key in the sentence may begin behind a text: at its beginning, a space or a sign, also behind an underscore that begins
  /// emphasis.
  private static func mayBegin(behind text: Substring) -> Bool {
    guard let before = text.last(where: { $0 != "_" }) else { return true }
    return !before.isLetter && !before.isNumber && !"\\@/.+-[".contains(before)
  }
}

extension Document {
  /// Braces behind pictures whose addresses are elsewhere, `![words][name]{width=30%}`, which nobody follows, and their places.
  /// O(length).
  package var strayPictureBraces: [(text: String, place: Place)] {
    lines.enumerated().flatMap { index, line -> [(text: String, place: Place)] in
      guard line.holds("]{"), !isLiteral(index + 1) else { return [] }
      return line.matches(of: compiled(/(?:^|[^\\])!\[[^\[\]]*\](?:\[[^\[\]]*\])?(\{[^{}]*[=#][^{}]*\})/)).compactMap {
        match in
        let place = Place(line: index + 1, column: line[..<match.output.1.startIndex].utf8.count)
        return isHidden(place) ? nil : (String(match.output.1), place)
      }
    }
  }

  /// The references of the text with their lines, in order. O(length).
  package var references: [(line: Int, mark: ReferenceMarks.Mark)] {
    inlines.compactMap { inline in
      guard case .reference(let label) = inline.kind else { return nil }
      return (inline.start.line, .init(label: label, columns: inline.start.column..<inline.end.column))
    }
  }
}

extension Notebook {
  /// The references of the prose, and those of what cells say of their figures and tables, with their lines. O(length).
  package var references: [(line: Int, mark: ReferenceMarks.Mark)] {
    let options = cells.flatMap { Array($0.lines.lowerBound..<$0.codeLine) }
    return document.references + options.flatMap { line in ReferenceMarks.find(in: lines[line - 1]).map { (line, $0) } }
  }
}
