import Basics
import CCommonMark
import Foundation

/// Makes the blocks of a text from the reference parser's tree.
///
/// Fences of colons, new pages and formulas on their own lines are not known to the parser. It gets declarations of
/// HTML in their place: these end what is above them, hold whatever is in them, and mean nothing inside of code,
/// comments and other HTML. What the parser then reports as such a declaration is what it stands for, and is in the
/// list or the quotation that it reports.
struct DocumentParser {
  private let lines: [String]
  /// What each line is to the parser: the bytes of a line that stay, and what stands for the others.
  private var replaced: [Int: (kept: Int, text: String)] = [:]
  /// The lines of what may be a formula, by the first.
  private var formulas: [Int: (end: Int, label: String?, start: Int, stop: Int)] = [:]
  /// What is above the text for the parser, which drops footnotes that nothing refers to: a paragraph and a blank line for the name of each
  /// footnote.
  private let above: [String]

  init(_ lines: [String]) {
    // To the parser such a sign ends a line, and a line of a text has its end behind it.
    self.lines = lines.contains { $0.holds("\r") } ? lines.map { $0.replacing(bytes: "\r", with: " ") } : lines
    above = Set(lines.compactMap(Self.footnote)).sorted().flatMap { [$0, ""] }
    guard lines.contains(where: Self.mayStandOut) else { return }
    findCandidates(except: lines.contains { $0.holds("<") } ? literalLines : [])
  }

  /// The reference to the footnote that a line may begin.
  private static func footnote(in line: String) -> String? {
    guard line.holds("[^") else { return nil }
    let text = line.utf8.dropFirst(contentStart(of: line))
    guard text.starts(with: "[^".utf8), let end = text.firstIndex(of: UInt8(ascii: "]")),
      text[end...].starts(with: "]:".utf8)
    else { return nil }
    return String(decoding: text[...end], as: UTF8.self)
  }

  // MARK: Candidates

  private static let mark = "<!GIMBAL"
  static let newPages = ["\\newpage", "\\pagebreak", "{{< pagebreak >}}", "{{<pagebreak>}}"]

  private static func mayStandOut(_ line: String) -> Bool {
    line.holds(":::") || line.holds("$$") || line.holds("page")
  }

  private mutating func findCandidates(except literal: Set<Int>) {
    var index = 0
    // By how many quotations a formula is in: the line before which none ends that begins above it.
    var openUntil: [Int: Int] = [:]
    while index < lines.count {
      defer { index += 1 }
      let line = lines[index]
      guard Self.mayStandOut(line), !literal.contains(index) else { continue }
      let start = Self.contentStart(of: line)
      let text = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
      if text.hasPrefix(":::") || Self.newPages.contains(text.trimmingCharacters(in: .whitespaces)) {
        replaced[index] = (start, Self.mark + ">")
      } else if text.hasPrefix("$$"), let formula = formula(at: index, start, text, &openUntil) {
        formulas[index] = formula
        let quotations = line.utf8.prefix(start).count { $0 == UInt8(ascii: ">") }
        for line in index...formula.end {
          let kept = line == index ? start : Self.continuationStart(of: lines[line], quotations) ?? 0
          replaced[line] = (kept, (line == index ? Self.mark : "x") + (line == formula.end ? ">" : ""))
        }
        index = formula.end
      }
    }
  }

  /// The lines, counted from 0, that begin in code, in HTML or in a comment as long as nothing is replaced. A comment in a text may go on in
  /// several lines. O(length).
  private var literalLines: Set<Int> {
    var found: Set<Int> = []
    for block in leaves() {
      if block.isLiteral {
        found.formUnion(block.lines.map { $0 - 1 })
      } else {
        for html in InlineScanner(lines, block).rawHTML { found.formUnion(html.start.line..<html.end.line) }
      }
    }
    return found
  }

  /// The offset in a line, in bytes, of the text behind the marks of quotations and lists.
  static func contentStart(of line: String) -> Int {
    let bytes = Array(line.utf8)
    var index = 0
    func isSpace(_ index: Int) -> Bool { index < bytes.count && (bytes[index] == 32 || bytes[index] == 9) }
    while index < bytes.count {
      let byte = bytes[index]
      if isSpace(index) || byte == UInt8(ascii: ">") {
        index += 1
      } else if "-*+".utf8.contains(byte), isSpace(index + 1) {
        index += 2
      } else {
        let digits = bytes[index...].prefix(9).prefix { (48...57).contains($0) }.count
        guard digits > 0, index + digits < bytes.count, ".)".utf8.contains(bytes[index + digits]),
          isSpace(index + digits + 1)
        else { break }
        index += digits + 2
      }
    }
    return index
  }

  /// Where the text of a line begins that goes on in so many quotations; nil where it is in fewer.
  static func continuationStart(of line: String, _ quotations: Int) -> Int? {
    let bytes = Array(line.utf8)
    var (index, left) = (0, quotations)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">"), left > 0 {
        left -= 1
      } else if bytes[index] != 32, bytes[index] != 9 {
        break
      }
      index += 1
    }
    return left == 0 ? index : nil
  }

  /// A formula on its own lines that may begin in a line: one that takes several lines, or one with a label behind it.
  /// The last line, the label, where in its first line the TeX begins and where in the last it ends.
  private func formula(at index: Int, _ start: Int, _ first: String, _ openUntil: inout [Int: Int]) -> (
    end: Int, label: String?, start: Int, stop: Int
  )? {
    let closing = compiled(/\$\$\s*(?:\{#(eq-[A-Za-z0-9_-]+)\})?\s*$/)
    func isOpen(_ text: String) -> Bool {
      !text.isEmpty && !text.hasPrefix("```") && !text.hasPrefix("~~~") && !text.hasPrefix(":::") && !text.holds("-->")
        && !text.holds("</")
    }
    func ended(_ text: String, _ line: Int, _ kept: Int) -> (end: Int, label: String?, start: Int, stop: Int)? {
      guard text.holds("$$") else { return nil }
      return text.firstMatch(of: closing).map { match in
        (line, match.output.1.map(String.init), start + 2, kept + text[..<match.range.lowerBound].utf8.count)
      }
    }
    let words = first.trimmingCharacters(in: .whitespaces)
    if words != "$$", words.dropFirst(2).holds("$$") {
      guard words.wholeMatch(of: compiled(/\$\$(?:(?!\$\$).)+\$\$\s*\{#eq-[A-Za-z0-9_-]+\}/)) != nil,
        let rest = ended(String(first.dropFirst(2)), index, start + 2)
      else { return nil }
      return rest
    }
    guard isOpen(first) else { return nil }
    let quotations = lines[index].utf8.prefix(start).count { $0 == UInt8(ascii: ">") }
    guard index + 1 >= openUntil[quotations] ?? 0 else { return nil }
    for line in lines.indices[(index + 1)...] {
      openUntil[quotations] = line
      guard let kept = Self.continuationStart(of: lines[line], quotations) else { return nil }
      let text = String(decoding: lines[line].utf8.dropFirst(kept), as: UTF8.self)
      guard isOpen(text) else { return nil }
      if let found = ended(text, line, kept) { return found }
    }
    openUntil[quotations] = lines.count
    return nil
  }

  /// The text as the parser gets it.
  private var prepared: String {
    var result = above.map { $0 + "\n" }.joined()
    for (index, line) in lines.enumerated() {
      if let (kept, text) = replaced[index] {
        result += String(decoding: line.utf8.prefix(kept), as: UTF8.self) + text
      } else {
        result += line
      }
      result += "\n"
    }
    return result
  }

  // MARK: The tree

  /// The blocks, in order: every line is in one. O(length), times the depth to which formulas are torn in formulas that are torn.
  mutating func blocks() -> [Document.Block] {
    var found = leaves()
    // A formula whose lines are not all in its list or quotation is text, in which it may still be one.
    while let torn = torn(in: found) {
      for index in torn {
        for line in index...(formulas[index]?.end ?? index) { replaced[line] = nil }
        formulas[index] = nil
      }
      found = leaves()
    }
    var result: [Document.Block] = []
    var line = 1
    func fill(to end: Int) {
      // What the tree does not have: lines that are blank, and definitions.
      while line < end {
        let isBlank = isBlank(line)
        let start = line
        while line < end, self.isBlank(line) == isBlank { line += 1 }
        result.append(Document.Block(kind: isBlank ? .blank : .definition, lines: start...(line - 1)))
      }
    }
    for leaf in found {
      var leaf = leaf
      fill(to: leaf.lines.lowerBound)
      if leaf.kind == .paragraph, leaf.lines.count == 1,
        lines[line - 1].trimmingCharacters(in: .whitespaces) == ". . ."
      {
        leaf.kind = .pause
      }
      line = leaf.lines.upperBound + 1
      result.append(leaf)
    }
    fill(to: lines.count + 1)
    for index in result.indices { result[index].inlines = InlineScanner(lines, result[index]).inlines() }
    return result
  }

  /// Where formulas begin that the parser has found to end earlier; nil where there are none.
  private func torn(in found: [Document.Block]) -> [Int]? {
    let torn = found.filter { $0.kind == .rawHTML }.map { $0.lines.lowerBound - 1 }.filter { formulas[$0] != nil }
    return torn.isEmpty ? nil : torn
  }

  /// The last line of a block: texts end with a blank line or where another block begins, whatever the parser says of them.
  private func end(of leaf: Document.Block, _ limit: Int) -> Int {
    let start = leaf.lines.lowerBound
    switch leaf.kind {
    case .paragraph, .table, .heading:
      if case .heading = leaf.kind, lines[start - 1].utf8.dropFirst(Self.contentStart(of: lines[start - 1])).first == 35
      {
        return start
      }
      return (start...max(start, limit)).prefix { $0 == start || !isBlank($0) }.last ?? start
    case .indentedCode:
      return (start...max(start, min(leaf.lines.upperBound, limit))).last { !isBlank($0) } ?? start
    default: return min(leaf.lines.upperBound, limit, lines.count)
    }
  }

  /// Whether a line holds only the marks of quotations.
  private func isBlank(_ line: Int) -> Bool { MarkdownText.isBlank(lines[line - 1]) }

  /// The blocks of the tree that hold no others, with their lines, in order.
  private func leaves() -> [Document.Block] {
    let found = nodes().sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    var (result, line): ([Document.Block], Int) = ([], 1)
    for (index, leaf) in found.enumerated() {
      let start = leaf.lines.lowerBound
      guard start >= line, start <= lines.count else { continue }
      let limit = index + 1 < found.count ? max(found[index + 1].lines.lowerBound - 1, start) : lines.count
      result.append(leaf)
      result[result.count - 1].lines = start...max(start, end(of: leaf, limit))
      line = result[result.count - 1].lines.upperBound + 1
    }
    return result
  }

  private func nodes() -> [Document.Block] {
    let text = prepared
    let (parser, tree) = ReferenceParser.parse(text)
    defer {
      cmark_node_free(tree)
      cmark_parser_free(parser)
    }
    let iterator = cmark_iter_new(tree)
    defer { cmark_iter_free(iterator) }
    var (found, containers, isInTable): ([Document.Block], [Document.Container], Bool) = ([], [], false)
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return found }
      guard let node = cmark_iter_get_node(iterator) else { continue }
      let isEntered = event == CMARK_EVENT_ENTER
      if cmark_node_get_type_string(node).map({ String(cString: $0) }) == "table" {
        if isEntered { found.append(leaf(node, .table, containers)) }
        isInTable = isEntered
        continue
      }
      if isInTable { continue }
      let line = startLine(of: node)
      func hold(_ container: Document.Container) {
        if isEntered { containers.append(container) } else { containers.removeLast() }
      }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_BLOCK_QUOTE: hold(.quotation)
      case CMARK_NODE_ITEM: hold(.item(line: line))
      case CMARK_NODE_FOOTNOTE_DEFINITION: hold(.footnote)
      case CMARK_NODE_PARAGRAPH where isEntered: found.append(leaf(node, .paragraph, containers))
      case CMARK_NODE_HEADING where isEntered:
        found.append(leaf(node, .heading(Int(cmark_node_get_heading_level(node))), containers))
      case CMARK_NODE_THEMATIC_BREAK:
        var rule = leaf(node, .rule, containers)
        rule.lines = line...line
        found.append(rule)
      case CMARK_NODE_CODE_BLOCK: found.append(code(node, containers))
      case CMARK_NODE_HTML_BLOCK: found.append(html(node, containers))
      default: break
      }
    }
  }

  private func startLine(of node: OpaquePointer) -> Int { Int(cmark_node_get_start_line(node)) - above.count }

  private func leaf(
    _ node: OpaquePointer, _ kind: Document.Block.Kind, _ containers: [Document.Container]
  ) -> Document.Block {
    let start = startLine(of: node)
    return Document.Block(
      kind: kind, lines: start...max(start, Int(cmark_node_get_end_line(node)) - above.count), containers: containers)
  }

  private func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  /// HTML, or what it stands for. The parser's last lines are wrong: the characters say how many there are.
  private func html(_ node: OpaquePointer, _ containers: [Document.Container]) -> Document.Block {
    var block = leaf(node, .rawHTML, containers)
    let start = block.lines.lowerBound
    let text = literal(node)
    let count = text.utf8.count { $0 == 10 } + (text.hasSuffix("\n") || text.isEmpty ? 0 : 1)
    block.lines = start...max(start, min(start + count - 1, lines.count))
    // The parser keeps the blanks before HTML: up to three columns, also of what is deeper in a list than it has to.
    let content = text.drop { $0 == " " || $0 == "\t" }
    if content.hasPrefix(Self.mark), let (kept, _) = replaced[start - 1] {
      let words = String(decoding: lines[start - 1].utf8.dropFirst(kept), as: UTF8.self)
      if let formula = formulas[start - 1] {
        guard block.lines.upperBound > formula.end else { return block }
        block.kind = .formula(
          label: formula.label, from: .init(line: start, column: formula.start),
          to: .init(line: formula.end + 1, column: formula.stop))
        block.lines = start...formula.end + 1
      } else {
        block.kind = DivisionFence.words(words).map { .fence(words: $0) } ?? .newPage
      }
    } else if content.hasPrefix("<!--") {
      block.kind = .comment
    }
    return block
  }

  private func code(_ node: OpaquePointer, _ containers: [Document.Container]) -> Document.Block {
    var block = leaf(node, .indentedCode, containers)
    var (length, offset, character): (Int32, Int32, CChar) = (0, 0, 0)
    guard cmark_node_get_fenced(node, &length, &offset, &character) != 0 else { return block }
    let start = block.lines.lowerBound
    let end = min(block.lines.upperBound, lines.count)
    block.lines = start...max(start, end)
    let words = (cmark_node_get_fence_info(node).map { String(cString: $0) } ?? "").split(
      whereSeparator: \.isWhitespace
    )
    .map(String.init)
    let fence = String(repeating: Character(Unicode.Scalar(UInt8(bitPattern: character))), count: Int(length))
    let last = lines[max(start, end) - 1].drop { " >-*+\t0123456789.)".contains($0) }
    block.kind = .fencedCode(
      CodeBlocks.Block(
        language: words.first ?? "", arguments: Array(words.dropFirst()),
        code: restored(literal(node), from: start), lines: block.lines,
        indent: Int(cmark_node_get_start_column(node)) - 1, isClosed: end > start && last.hasPrefix(fence),
        containers: containers))
    return block
  }

  /// Code with its own lines where something else stood for them. O(length).
  private func restored(_ code: String, from start: Int) -> String {
    guard !replaced.isEmpty, code.holds(Self.mark) else { return code }
    var texts = code.components(separatedBy: "\n")
    for (offset, text) in texts.enumerated() {
      guard let (kept, mark) = replaced[start + offset], text.hasSuffix(mark) else { continue }
      texts[offset] =
        text.dropLast(mark.count) + String(decoding: lines[start + offset].utf8.dropFirst(kept), as: UTF8.self)
    }
    return texts.joined(separator: "\n")
  }
}
