import CCommonMark
import Foundation

/// The fenced code blocks of a Markdown text, as the reference parser finds them.
package enum CodeBlocks {
  package struct Block {
    /// The first word of the info string.
    package var language: String
    /// The other words of the info string.
    package var arguments: [String]
    package var code: String
    /// Fences included, counted from 1.
    package var lines: ClosedRange<Int>
    /// Columns before the fence.
    package var indent: Int
    package var isClosed: Bool
  }

  /// All fenced blocks, in order. O(length).
  package static func find(in lines: [String]) -> [Block] {
    let text = lines.joined(separator: "\n") + "\n"
    let tree = ReferenceParser.alone { cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) }
    guard let root = tree else { return [] }
    defer { cmark_node_free(root) }
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    var blocks: [Block] = []
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { break }
      guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator),
        cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK
      else { continue }
      var length: Int32 = 0
      var offset: Int32 = 0
      var character: CChar = 0
      guard cmark_node_get_fenced(node, &length, &offset, &character) != 0 else { continue }
      let start = Int(cmark_node_get_start_line(node))
      let end = min(Int(cmark_node_get_end_line(node)), lines.count)
      let info = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
      let words = info.split(whereSeparator: \.isWhitespace).map(String.init)
      let fence = String(repeating: Character(Unicode.Scalar(UInt8(bitPattern: character))), count: Int(length))
      let last = lines[end - 1].drop { " >-*+\t0123456789.)".contains($0) }
      blocks.append(
        Block(
          language: words.first ?? "", arguments: Array(words.dropFirst()),
          code: cmark_node_get_literal(node).map { String(cString: $0) } ?? "", lines: start...max(start, end),
          indent: Int(cmark_node_get_start_column(node)) - 1, isClosed: end > start && last.hasPrefix(fence)))
    }
    return blocks
  }

  /// How many backticks stand side by side in a text at most.
  package static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// A block of this text: its fence is longer than any run of backticks inside.
  package static func fenced(_ text: String, _ language: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
    var body = text
    while body.hasSuffix("\n") { body.removeLast() }
    return "\(fence)\(language)\n\(body)\n\(fence)"
  }
}
