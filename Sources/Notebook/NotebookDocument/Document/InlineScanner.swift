import Basics
import Foundation

/// Finds the constructs in the text of a block.
struct InlineScanner {
  private typealias Inline = Document.Inline
  private typealias Place = Document.Place

  private let lines: [String]
  private let block: Document.Block

  init(_ lines: [String], _ block: Document.Block) { (self.lines, self.block) = (lines, block) }

  /// Side by side, in order. O(length).
  func inlines() -> [Document.Inline] {
    switch block.kind {
    case .paragraph, .heading, .definition:
      guard block.lines.contains(where: { lines[$0 - 1].utf8.contains(where: Self.signs.contains) }) else { return [] }
      return inlines(of: BlockText(lines, block, block.lines))
    // A construct is in one cell.
    case .table: return block.lines.flatMap { BlockText.cells(of: lines[$0 - 1], $0).flatMap(inlines) }
    case .formula:
      let text = BlockText(lines, block, block.lines)
      return inlines(of: Span.find(in: text.bytes), text).filter(\.isExpression)
    case .rawHTML:
      let text = BlockText(lines, block, block.lines)
      return attributes(in: text.bytes.indices, text)
    default: return []
    }
  }

  /// HTML in the text, which may go on in the next line. O(length).
  var rawHTML: [Document.Inline] {
    let text = BlockText(lines, block, block.lines)
    return inlines(of: Span.find(in: text.bytes).filter { $0.kind == .rawHTML }, text)
  }

  /// The characters that may begin something.
  private static let signs = Set("`<$@![".utf8)

  private func inlines(of text: BlockText) -> [Inline] {
    guard text.bytes.contains(where: Self.signs.contains) else { return [] }
    let read = Span.find(in: text.bytes)
    let marks = AddressMark.find(in: text.bytes, except: read.map(\.whole), isTable: block.kind == .table)
    // `[a](<b c.md>)` has no element of HTML in it.
    var ahead = marks.map(\.whole)[...]
    let spans = read.filter { span in
      ahead = ahead.drop { $0.upperBound <= span.whole.lowerBound }
      return span.kind == .code || ahead.first?.contains(span.whole.lowerBound) != true
    }
    // An expression may be the whole of an address: the address is the outer one.
    var found = marks.map { inline($0, text) } + inlines(of: spans, text)
    found += PictureMark.all(in: text.bytes, marks).map { mark in
      text.inline(.picture(words: mark.words, address: mark.address, braces: mark.braces), mark.columns)
    }
    found += formulasAndKeys(in: text, spans, marks)
    found.sort { ($0.start, $1.end) < ($1.start, $0.end) }
    var links = marks.filter { !$0.isPicture && $0.start < $0.columns.lowerBound }
      .map { (start: text.place($0.start), end: text.place($0.columns.lowerBound)) }[...]
    for index in found.indices {
      links = links.drop { $0.end <= found[index].start }
      found[index].isInLink = links.first.map { $0.start <= found[index].start } ?? false
    }
    return Self.nested(found[...])
  }

  /// Formulas, citations and references, which do not begin in code, HTML and addresses.
  private func formulasAndKeys(in text: BlockText, _ spans: [Span], _ marks: [AddressMark]) -> [Inline] {
    guard text.bytes.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "@") }) else { return [] }
    let html = spans.filter { $0.kind == .rawHTML }.map(\.whole)
    let others = spans.filter { $0.kind != .rawHTML }.map(\.whole) + marks.map(\.columns)
    let taken = TakenBytes(html + others, of: text.bytes.count)
    let words = String(decoding: text.bytes, as: UTF8.self)
    return FormulaMark.find(in: text.bytes, except: others, without: html).map { columns, isDisplay in
      text.inline(.formula(isDisplay: isDisplay), columns)
    }
      + CitationMark.find(in: words, except: taken).map { text.inline(.citation($0.text), $0.columns) }
      + ReferenceMarks.find(in: words, except: taken).map { text.inline(.reference($0.label), $0.columns) }
  }

  /// Each in the one that encloses it; of two that overlap the first.
  private static func nested(_ inlines: ArraySlice<Inline>) -> [Inline] {
    var (result, rest): ([Inline], ArraySlice<Inline>) = ([], inlines)
    while var first = rest.popFirst() {
      let overlapping = rest.prefix { $0.start < first.end }
      rest = rest.dropFirst(overlapping.count)
      let inside = overlapping.filter { $0.end <= first.end }
      switch first.kind {
      case .formula, .target: first.children = inside.filter(\.isExpression)
      case .picture, .citation: first.children = nested(inside[...])
      default: break
      }
      result.append(first)
    }
    return result
  }

  // MARK: Code and HTML

  /// Code, expressions and raw HTML, which may go on in the next line.
  private func inlines(of spans: [Span], _ text: BlockText) -> [Inline] {
    spans.map { span in
      let kind: Inline.Kind =
        switch span.kind {
        case .code:
          Self.expression(text.bytes, span).map { .expression($0.text, at: text.place($0.start)) } ?? .code
        case .rawHTML: .rawHTML
        case .address: .address
        }
      var inline = text.inline(kind, span.whole)
      if span.kind == .rawHTML { inline.children = attributes(in: span.whole, text) }
      return inline
    }
  }

  /// The addresses in the tags of HTML.
  private func attributes(in range: Range<Int>, _ text: BlockText) -> [Inline] {
    AttributeMark.find(in: text.bytes, range).map { text.inline(.target(isPicture: $0.isPicture), $0.value) }
  }

  private func inline(_ mark: AddressMark, _ text: BlockText) -> Inline {
    text.inline(.target(isPicture: mark.isPicture), mark.columns)
  }

  private static let mark = Array("{swift}".utf8)

  /// The expression in a span of code, and where it begins; an end of a line in it is a space.
  static func expression(_ bytes: [UInt8], _ span: Span) -> (text: String, start: Int)? {
    let content = bytes[span.content]
    guard span.fence == 1, content.starts(with: mark) else { return nil }
    var start = span.content.lowerBound + mark.count
    guard start < span.content.upperBound, bytes[start] == 32 || bytes[start] == 10 else { return nil }
    while start < span.content.upperBound, bytes[start] == 32 || bytes[start] == 10 { start += 1 }
    let text = String(decoding: bytes[start..<span.content.upperBound].map { $0 == 10 ? 32 : $0 }, as: UTF8.self)
      .trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? nil : (text, start)
  }
}

/// The text of lines of a block, without the marks of quotations with which its lines go on, or that of a table's cell.
private struct BlockText {
  private(set) var bytes: [UInt8] = []
  /// The beginnings of the pieces that are whole in the document: in this text, and there.
  private var starts: [(offset: Int, line: Int, column: Int)] = []

  private init(line: Int, column: Int) { starts = [(0, line, column)] }

  /// The cells of a table's row. A bar behind a backslash is a bar of the cell, also in code, and nothing else is read before the bars.
  static func cells(of row: String, _ line: Int) -> [BlockText] {
    var cells = [BlockText(line: line, column: 0)]
    var previous: UInt8 = 0
    for (column, byte) in row.utf8.enumerated() {
      let last = cells.count - 1
      if byte != UInt8(ascii: "|") {
        cells[last].bytes.append(byte)
      } else if previous == UInt8(ascii: "\\") {
        cells[last].bytes[cells[last].bytes.count - 1] = byte
        cells[last].starts.append((cells[last].bytes.count - 1, line, column))
      } else {
        cells.append(BlockText(line: line, column: column + 1))
      }
      previous = byte
    }
    return cells
  }

  init(_ lines: [String], _ block: Document.Block, _ range: ClosedRange<Int>) {
    let quotations = block.containers.count { $0 == .quotation }
    for line in range {
      let text = lines[line - 1]
      let start = line == block.lines.lowerBound ? 0 : DocumentParser.continuationStart(of: text, quotations) ?? 0
      if line > range.lowerBound { bytes.append(10) }
      starts.append((bytes.count, line, start))
      bytes += text.utf8.dropFirst(start)
    }
  }

  /// A construct of these bytes.
  func inline(_ kind: Document.Inline.Kind, _ range: Range<Int>) -> Document.Inline {
    var end = place(range.upperBound - 1)
    end.column += 1
    return Document.Inline(kind: kind, start: place(range.lowerBound), end: end)
  }

  /// Where in the whole text a byte is. O(log lines).
  func place(_ offset: Int) -> Document.Place {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].offset <= offset { low = middle } else { high = middle }
    }
    let start = starts[low]
    return Document.Place(line: start.line, column: start.column + offset - start.offset)
  }
}

extension Document.Inline {
  var isExpression: Bool { if case .expression = kind { true } else { false } }
}

/// Which bytes of a text are in code, HTML or addresses, where nothing else begins.
struct TakenBytes {
  private var isTaken: [Bool]

  /// O(length) for ranges that lie in a few others.
  init(_ ranges: [Range<Int>], of count: Int) {
    isTaken = Array(repeating: false, count: count)
    for range in ranges { for index in range { isTaken[index] = true } }
  }

  /// Those of a text that stands by itself. O(length).
  init(in text: String) { self.init(Span.find(in: Array(text.utf8)).map(\.whole), of: text.utf8.count) }

  func contains(_ index: Int) -> Bool { isTaken[index] }
}

/// A formula in a text: `$…$` and `$$…$$`, as GitHub reads them. It may go on in the next line, and holds no HTML.
enum FormulaMark {
  private static let dollar = UInt8(ascii: "$")
  /// What is in place of HTML.
  private static let foreign: UInt8 = 0

  /// In UTF-8 bytes from the text's start, with the dollar signs. A dollar sign in a place that is taken does not count, and what would
  /// hold HTML is no formula. O(length).
  static func find(
    in text: [UInt8], except taken: [Range<Int>], without html: [Range<Int>]
  ) -> [(columns: Range<Int>, isDisplay: Bool)] {
    guard text.contains(dollar) else { return [] }
    var bytes = text
    for range in taken { for index in range { bytes[index] = UInt8(ascii: "x") } }
    for range in html { for index in range { bytes[index] = foreign } }
    let lastDisplay = bytes.indices.dropLast().last { bytes[$0] == dollar && bytes[$0 + 1] == dollar } ?? -1
    var found: [(Range<Int>, Bool)] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == dollar, let (inner, isDisplay) = formula(bytes, at: index, lastDisplay) {
        let end = inner.upperBound + (isDisplay ? 2 : 1)
        found.append((index..<end, isDisplay))
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  /// What is inside of the formula that begins at a dollar sign; nil when none does.
  private static func formula(_ bytes: [UInt8], at start: Int, _ lastDisplay: Int) -> (Range<Int>, isDisplay: Bool)? {
    let next = start + 1
    guard next < bytes.count else { return nil }
    if bytes[next] == dollar {
      var end = next + 2
      while end <= lastDisplay {
        if bytes[end] == dollar, bytes[end + 1] == dollar {
          // Dollar signs alone are not a formula.
          let isEmpty = bytes[next + 1..<end].allSatisfy { isSpace($0) || $0 == dollar }
          return isEmpty || bytes[next + 1..<end].contains(foreign) ? nil : (next + 1..<end, true)
        }
        end += 1
      }
      return nil
    }
    guard !isSpace(bytes[next]) else { return nil }
    var end = next
    while end < bytes.count, bytes[end] != dollar { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    guard end < bytes.count, !isSpace(bytes[end - 1]), !bytes[next..<end].contains(foreign) else { return nil }
    // “$5 and $6” is not a formula.
    if end + 1 < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end + 1]) { return nil }
    return (next..<end, false)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
