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
    case .paragraph, .heading, .definition: return inlines(of: block.lines)
    // A row's cells end with it.
    case .table: return block.lines.flatMap { inlines(of: $0...$0) }
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

  private func inlines(of range: ClosedRange<Int>) -> [Inline] {
    guard range.contains(where: { lines[$0 - 1].utf8.contains(where: Self.signs.contains) }) else { return [] }
    let text = BlockText(lines, block, range)
    let read = Span.find(in: text.bytes)
    let marks = AddressMark.find(in: text.bytes, except: read.map(\.whole), isTable: block.kind == .table)
    let targets = marks.map { target($0.columns, isPicture: $0.isPicture, text) }
    // `[a](<b c.md>)` has no element of HTML in it.
    var ahead = marks.map(\.whole)[...]
    let spans = inlines(
      of: read.filter { span in
        ahead = ahead.drop { $0.upperBound <= span.whole.lowerBound }
        return span.kind == .code || ahead.first?.contains(span.whole.lowerBound) != true
      }, text)
    // An expression may be the whole of an address: the address is the outer one.
    let outer = targets + spans
    var found =
      outer
      + PictureMark.all(in: text.bytes, marks).map { mark in
        Inline(
          kind: .picture(words: mark.words, address: mark.address, braces: mark.braces),
          start: text.place(mark.columns.lowerBound), end: text.place(mark.columns.upperBound))
      }
    // What of each line is in code or HTML, which may begin above it.
    var taken = [[Range<Int>]](repeating: [], count: range.count)
    for span in outer {
      for line in span.start.line...span.end.line {
        let start = span.start.line == line ? span.start.column : 0
        let end = span.end.line == line ? span.end.column : lines[line - 1].utf8.count
        taken[line - range.lowerBound].append(start..<max(start, end))
      }
    }
    for line in range {
      let (text, taken) = (lines[line - 1], taken[line - range.lowerBound])
      guard text.utf8.contains(where: { $0 != 96 && $0 != 60 && Self.signs.contains($0) }) else { continue }
      func add(_ kind: Inline.Kind, _ columns: Range<Int>) {
        found.append(
          Inline(
            kind: kind, start: Place(line: line, column: columns.lowerBound),
            end: Place(line: line, column: columns.upperBound)))
      }
      for (columns, isDisplay) in FormulaMark.find(in: text, except: taken) {
        add(.formula(isDisplay: isDisplay), columns)
      }
      for mark in CitationMark.find(in: text, except: taken) { add(.citation, mark.columns) }
      for mark in ReferenceMarks.find(in: text, except: taken) { add(.reference(mark.label), mark.columns) }
    }
    found.sort { ($0.start, $1.end) < ($1.start, $0.end) }
    var links = marks.filter { !$0.isPicture && $0.start < $0.columns.lowerBound }
      .map { (start: text.place($0.start), end: text.place($0.columns.lowerBound)) }[...]
    for index in found.indices {
      links = links.drop { $0.end <= found[index].start }
      found[index].isInLink = links.first.map { $0.start <= found[index].start } ?? false
    }
    return Self.nested(found[...])
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
      return Inline(
        kind: kind, start: text.place(span.whole.lowerBound), end: text.place(span.whole.upperBound),
        children: span.kind == .rawHTML ? attributes(in: span.whole, text) : [])
    }
  }

  /// The addresses in the tags of HTML.
  private func attributes(in range: Range<Int>, _ text: BlockText) -> [Inline] {
    AttributeMark.find(in: text.bytes, range).map { target($0.value, isPicture: $0.isPicture, text) }
  }

  private func target(_ columns: Range<Int>, isPicture: Bool, _ text: BlockText) -> Inline {
    Inline(
      kind: .target(isPicture: isPicture), start: text.place(columns.lowerBound), end: text.place(columns.upperBound))
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

/// The text of lines of a block, without the marks of quotations with which its lines go on.
private struct BlockText {
  private(set) var bytes: [UInt8] = []
  private var starts: [(offset: Int, line: Int, column: Int)] = []

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

/// A formula in a line of text: `$…$` and `$$…$$`, as GitHub reads them.
enum FormulaMark {
  private static let dollar = UInt8(ascii: "$")

  /// In UTF-8 bytes from the line's start, with the dollar signs. A dollar sign in such a place does not count.
  /// O(length).
  static func find(in line: String, except taken: [Range<Int>]) -> [(columns: Range<Int>, isDisplay: Bool)] {
    guard line.utf8.contains(dollar) else { return [] }
    var bytes = Array(line.utf8)
    for range in taken { for index in range { bytes[index] = UInt8(ascii: "x") } }
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
          return bytes[next + 1..<end].allSatisfy { isSpace($0) || $0 == dollar } ? nil : (next + 1..<end, true)
        }
        end += 1
      }
      return nil
    }
    guard !isSpace(bytes[next]) else { return nil }
    var end = next
    while end < bytes.count, bytes[end] != dollar { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    guard end < bytes.count, !isSpace(bytes[end - 1]) else { return nil }
    // “$5 and $6” is not a formula.
    if end + 1 < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end + 1]) { return nil }
    return (next..<end, false)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
