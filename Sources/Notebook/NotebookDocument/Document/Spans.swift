import Basics
import Foundation

/// Code, raw HTML and addresses in angle brackets in a text: what CommonMark reads before anything else, from the left to the right.
package struct Span: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case code, rawHTML, address }

  package var kind: Kind
  /// In bytes, with what encloses it.
  package var whole: Range<Int>
  /// In bytes, without the backticks around code.
  package var content: Range<Int>

  /// The number of backticks on either side of code.
  var fence: Int { content.lowerBound - whole.lowerBound }

  /// All of a text, in order. A run of backticks ends at the next run of that length. O(length) for each length of runs.
  package static func find(in bytes: [UInt8]) -> [Span] {
    guard bytes.contains(where: { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "<") }) else { return [] }
    var spans: [Span] = []
    // What the rest of the text does not have: nobody looks for it again.
    var (missingRuns, missingEnds): (Set<Int>, Set<String>) = ([], [])
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "`"):
        let fence = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
        if !missingRuns.contains(fence), let end = codeEnd(bytes, of: fence, from: index + fence) {
          spans.append(Span(kind: .code, whole: index..<end + fence, content: index + fence..<end))
          index = end + fence
        } else {
          missingRuns.insert(fence)
          index += fence
        }
      case UInt8(ascii: "<"):
        if let (kind, end) = bracketed(bytes, at: index, &missingEnds) {
          spans.append(Span(kind: kind, whole: index..<end, content: index..<end))
          index = end
        } else {
          index += 1
        }
      default: index += 1
      }
    }
    return spans
  }

  /// Where the run of backticks begins that ends a span.
  private static func codeEnd(_ bytes: [UInt8], of fence: Int, from start: Int) -> Int? {
    var next = start
    while let found = bytes[next...].firstIndex(of: UInt8(ascii: "`")) {
      let count = bytes[found...].prefix { $0 == UInt8(ascii: "`") }.count
      if count == fence { return found }
      next = found + count
    }
    return nil
  }

  /// What begins with an angle bracket, and where it ends.
  private static func bracketed(
    _ bytes: [UInt8], at start: Int, _ missing: inout Set<String>
  ) -> (Kind, end: Int)? {
    var reader = ByteReader(bytes: bytes, index: start + 1)
    func rawHTML(to closing: String) -> (Kind, end: Int)? {
      guard !missing.contains(closing) else { return nil }
      guard let end = reader.skip(to: closing) else {
        missing.insert(closing)
        return nil
      }
      return (.rawHTML, end)
    }
    for (opening, closing) in [("!--", "-->"), ("?", "?>"), ("![CDATA[", "]]>")] where reader.takes(opening) {
      if opening == "!--", reader.takes(">") || reader.takes("->") { return (.rawHTML, reader.index) }
      return rawHTML(to: closing)
    }
    if reader.takes("!") { return reader.next.map(ByteReader.isLetter) == true ? rawHTML(to: ">") : nil }
    return reader.address().map { (.address, $0) } ?? reader.tag().map { (.rawHTML, $0) }
  }
}

/// Reads bytes from the left to the right.
struct ByteReader {
  let bytes: [UInt8]
  var index: Int

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  mutating func takes(_ text: String) -> Bool {
    guard index < bytes.count, bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  @discardableResult
  mutating func takes(while condition: (UInt8) -> Bool) -> Bool {
    let start = index
    while let byte = next, condition(byte) { index += 1 }
    return index > start
  }

  /// Behind the next place of a text.
  func skip(to text: String) -> Int? {
    bytes.withUnsafeBufferPointer { $0.position(of: Array(text.utf8), from: index) }.map { $0 + text.utf8.count }
  }
}

/// Addresses in angle brackets, and tags.
extension ByteReader {
  /// The end of an address with a scheme, or of a mailbox.
  fileprivate func address() -> Int? {
    var end = index
    while end < bytes.count, bytes[end] > 32, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: ">") {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else { return nil }
    let inside = bytes[index..<end]
    let scheme = inside.prefix { Self.isLetter($0) || Self.isDigit($0) || "+.-".utf8.contains($0) }
    let isScheme = (2...32).contains(scheme.count) && inside.dropFirst(scheme.count).first == UInt8(ascii: ":")
    let parts = inside.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let isMailbox =
      parts.count == 2
      && parts[0].contains { _ in true }
      && parts[0].allSatisfy { Self.isLetter($0) || Self.isDigit($0) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
      && parts[1].contains { _ in true }
      && parts[1].allSatisfy { Self.isLetter($0) || Self.isDigit($0) || ".-".utf8.contains($0) }
    return (isScheme && Self.isLetter(inside.first!)) || isMailbox ? end + 1 : nil
  }

  /// Where an opening or a closing tag ends.
  fileprivate mutating func tag() -> Int? {
    let isClosing = takes("/")
    guard let first = next, Self.isLetter(first) else { return nil }
    takes { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-") }
    while true {
      let isSpaced = takes(while: Self.isSpace)
      if takes(">") || !isClosing && takes("/>") { return index }
      guard isSpaced, !isClosing, attribute() else { return nil }
    }
  }

  private mutating func attribute() -> Bool {
    guard let first = next, Self.isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: ":") else {
      return false
    }
    takes { Self.isLetter($0) || Self.isDigit($0) || "_.:-".utf8.contains($0) }
    let end = index
    takes(while: Self.isSpace)
    guard takes("=") else {
      index = end
      return true
    }
    takes(while: Self.isSpace)
    for quote in ["\"", "'"] where takes(quote) {
      guard let end = skip(to: quote) else { return false }
      index = end
      return true
    }
    return takes { !Self.isSpace($0) && !"\"'=<>`".utf8.contains($0) }
  }
}

extension Document.Block {
  /// The places of HTML comments in text of a block, in bytes and in order. In raw HTML, one that nothing ends goes to the end, as
  /// browsers read it. O(length), except with unpaired runs of backticks.
  static func comments(in text: [UInt8], of kind: Kind) -> [Range<Int>] {
    let (opening, closing) = (Array("<!--".utf8), Array("-->".utf8))
    switch kind {
    case .fencedCode, .indentedCode: return []
    case .rawHTML, .comment:
      return text.withUnsafeBufferPointer { text in
        var (found, index): ([Range<Int>], Int) = ([], 0)
        while let start = text.position(of: opening, from: index) {
          index = text.position(of: closing, from: start + opening.count).map { $0 + closing.count } ?? text.count
          found.append(start..<index)
        }
        return found
      }
    default:
      return Span.find(in: text).filter { $0.kind == .rawHTML && text[$0.whole].starts(with: opening) }.map(\.whole)
    }
  }

  /// Lines of the block without comments of HTML; nil where they hold none. O(length).
  package func withoutComments(_ lines: [String]) -> [String]? { Self.withoutComments(lines, of: kind) }

  /// Lines of a cell's options or of front matter without comments of HTML in their texts. O(length).
  package static func withoutComments(inOptions lines: [String]) -> [String] {
    var texts: [[String]] = []
    for line in lines {
      // No comment goes on in another option or another text of a list.
      if texts.isEmpty || line.prefixMatch(of: compiled(/(?:\/\/\|)?(?: ?[\w-]+:|\s*- )/)) != nil {
        texts.append([line])
      } else {
        texts[texts.count - 1].append(line)
      }
    }
    return texts.flatMap { withoutComments($0, of: .paragraph) ?? $0 }
  }

  private static func withoutComments(_ lines: [String], of kind: Kind) -> [String]? {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let comments = comments(in: bytes, of: kind)
    guard !comments.isEmpty else { return nil }
    let mark: UInt8 = 0
    var (left, index): ([UInt8], Int) = ([], 0)
    for comment in comments {
      left += bytes[index..<comment.lowerBound] + [mark]
      index = comment.upperBound
    }
    left += bytes[index...]
    // A line that held nothing else goes as a whole.
    return left.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).compactMap { line in
      let rest = String(decoding: line.filter { $0 != mark }, as: UTF8.self)
      return line.contains(mark) && rest.allSatisfy(\.isWhitespace) ? nil : rest
    }
  }
}
