import Basics
import Foundation

/// An expression in the prose or in a caption, `` `{swift} expression` ``, that its value replaces.
package struct InlineExpression: Hashable, Sendable {
  /// On one line, however it is written.
  package var expression: String
  /// The beginning and the end of the whole span, backticks included.
  package var start: Document.Place
  package var end: Document.Place
  /// Where the expression itself begins.
  package var code: Document.Place
  /// How many cells run before it: those above it, or, for the answer to a guess, all those that the guess veils, too. For a caption, the
  /// cell itself, too.
  package var cellsBefore: Int
  /// The index of the cell whose caption it is in; nil in prose.
  package var captionOf: Int?

  /// The notebook's line, counted from 1.
  package var line: Int { start.line }
}

/// The expressions of a notebook.
package enum InlineExpressions {
  /// All of them, in order. O(length).
  static func find(in document: Document, cells: [Cell]) -> [InlineExpression] {
    var found: [InlineExpression] = []
    for inline in document.inlines {
      guard case .expression(let text, let code) = inline.kind else { continue }
      found.append(
        InlineExpression(expression: text, start: inline.start, end: inline.end, code: code, cellsBefore: 0))
    }
    found += inAnswers(of: document)
    found.sort { $0.start < $1.start }
    var cellsBefore = 0
    for index in found.indices {
      while cellsBefore < cells.count, cells[cellsBefore].lines.lowerBound < found[index].line { cellsBefore += 1 }
      found[index].cellsBefore = cellsBefore
    }
    let captions = cells.indices.flatMap { inCaptions(of: $0, cells[$0], document) }
    return captions.isEmpty ? found : (found + captions).sorted { $0.start < $1.start }
  }

  /// The expressions that give the answers of guesses in their first lines: `answer="error"`. An item of the guess's list stands for
  /// itself.
  private static func inAnswers(of document: Document) -> [InlineExpression] {
    document.divisions.compactMap { division in
      guard division.fence.classes.contains("guess"), let answer = division.fence.answer,
        let key = document.lines[division.line - 1].firstRange(of: compiled(/\banswer\s*=\s*["']?\s*/))
      else { return nil }
      let parts = document.parts(between: division.line, and: division.end ?? document.lines.count)
      if parts.flatMap(document.items).contains(where: { document.text(ofItem: $0) == answer }) { return nil }
      let column = document.lines[division.line - 1][..<key.upperBound].utf8.count
      let start = Document.Place(line: division.line, column: column)
      let end = Document.Place(line: division.line, column: column + answer.utf8.count)
      return InlineExpression(expression: answer, start: start, end: end, code: start, cellsBefore: 0)
    }
  }

  /// The expressions in what a cell's options say of its figures and its table.
  private static func inCaptions(of index: Int, _ cell: Cell, _ document: Document) -> [InlineExpression] {
    var line = cell.lines.lowerBound
    var column = 0
    return cell.options.captions.flatMap { text in
      expressions(in: text).map { span in
        // As it is written; a text that YAML has folded or in which it has its own signs has the place of the cell.
        var start = Document.Place(line: cell.lines.lowerBound, column: 0)
        for place in line..<max(cell.codeLine, line + 1) where document.lines.indices.contains(place - 1) {
          let option = document.lines[place - 1]
          let from = option.utf8.index(option.startIndex, offsetBy: place == line ? min(column, option.utf8.count) : 0)
          if let found = option[from...].firstRange(of: span.written) {
            start = Document.Place(line: place, column: option[..<found.lowerBound].utf8.count)
            (line, column) = (place, start.column + span.written.utf8.count)
            break
          }
        }
        let end = Document.Place(line: start.line, column: start.column + span.written.utf8.count)
        let code = Document.Place(line: start.line, column: start.column + span.code)
        return InlineExpression(
          expression: span.expression, start: start, end: end, code: code, cellsBefore: index + 1, captionOf: index)
      }
    }
  }

  /// The expression at the end of the beginning of a line, which nothing closes yet, and where it begins, in bytes. O(length).
  package static func open(in line: String) -> (text: String, column: Int)? {
    line.firstMatch(of: compiled(/`\{swift\} ([^`]*)$/)).map {
      (String($0.output.1), line[..<$0.output.1.startIndex].utf8.count)
    }
  }

  /// The expressions in a text that stands by itself: as they are written, their places in bytes, and where the expression begins in what is
  /// written. O(length).
  static func expressions(
    in text: String
  ) -> [(written: String, place: Range<Int>, expression: String, code: Int)] {
    guard text.holds("`{swift}") else { return [] }
    let bytes = Array(text.utf8)
    return Span.find(in: bytes).compactMap { span in
      guard span.kind == .code, let (expression, start) = InlineScanner.expression(bytes, span) else { return nil }
      return (
        String(decoding: bytes[span.whole], as: UTF8.self), span.whole, expression, start - span.whole.lowerBound
      )
    }
  }
}

extension Notebook {
  /// The indices of the expressions in the prose, by where they begin.
  package var inlinePlaces: [Document.Place: Int] {
    Dictionary(
      inlines.enumerated().filter { $0.element.captionOf == nil }.map { ($0.element.start, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the words for those who do not see a cell's figures have values in them.
  package func saysValues(ofFiguresOf cell: Cell) -> Bool {
    cell.options.figureAlternatives.contains { !InlineExpressions.expressions(in: $0).isEmpty }
  }

  /// What a cell says of its figures or its table, with what `value` gives for each of its expressions. O(length).
  package func filled(_ caption: String, ofCell cell: Int, value: (Int) -> String) -> String {
    let found = InlineExpressions.expressions(in: caption)
    guard !found.isEmpty else { return caption }
    var bytes = Array(caption.utf8)
    for span in found.reversed() {
      guard let index = inlines.firstIndex(where: { $0.captionOf == cell && $0.expression == span.expression }) else {
        continue
      }
      bytes.replaceSubrange(span.place, with: value(index).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The notebook's place of a place in an expression, in bytes from its beginning.
  package func place(in inline: InlineExpression, byte: Int) -> Document.Place {
    var place = inline.code
    var left = byte
    while place.line < inline.end.line, place.column + left >= lines[place.line - 1].utf8.count {
      // The end of the line is one space of the expression.
      left -= lines[place.line - 1].utf8.count - place.column + 1
      let quotations = document.block(at: place.line)?.containers.count { $0 == .quotation } ?? 0
      place.line += 1
      place.column = DocumentParser.continuationStart(of: lines[place.line - 1], quotations) ?? 0
      left = max(left, 0)
    }
    guard document.block(at: place.line)?.kind == .table else {
      place.column += left
      return place
    }
    // A bar is behind a backslash, which the expression does not have.
    for _ in 0..<left {
      place.column += lines[place.line - 1].utf8.dropFirst(place.column).starts(with: "\\|".utf8) ? 2 : 1
    }
    return place
  }
}
