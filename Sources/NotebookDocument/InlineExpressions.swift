import Foundation

/// The expressions in the prose: `` `{swift} expression` ``.
package enum InlineExpressions {
  /// All inline expressions outside the given blocks of lines. O(length).
  package static func find(in lines: [String], outside blocks: [ClosedRange<Int>], cells: [Cell]) -> [InlineExpression]
  {
    var covered = Set<Int>()
    for block in blocks { covered.formUnion(block) }
    var found: [InlineExpression] = []
    for (index, line) in lines.enumerated() where !covered.contains(index + 1) && line.contains("`{swift}") {
      let bytes = Array(line.utf8)
      for span in CodeSpans.find(in: bytes) where span.fence == 1 {
        let content = bytes[span.content]
        let mark = Array("{swift}".utf8)
        guard content.starts(with: mark), content.count > mark.count else { continue }
        var start = span.content.lowerBound + mark.count
        guard bytes[start] == 32 else { continue }
        while start < span.content.upperBound, bytes[start] == 32 { start += 1 }
        let expression = String(decoding: bytes[start..<span.content.upperBound], as: UTF8.self)
          .trimmingCharacters(in: .whitespaces)
        guard !expression.isEmpty else { continue }
        found.append(
          InlineExpression(
            expression: expression, line: index + 1, columns: span.whole, expressionColumn: start,
            cellsBefore: cells.count { $0.lines.lowerBound <= index }))
      }
    }
    return found
  }
}

/// Code spans in one line of Markdown, as CommonMark pairs them: a run of backticks ends at the next run of that length.
package enum CodeSpans {
  package struct Span {
    /// The number of backticks on either side.
    package var fence: Int
    /// In bytes, backticks included.
    package var whole: Range<Int>
    /// In bytes, without the backticks.
    package var content: Range<Int>
  }

  /// All code spans of the line, in order. O(length²) in the worst case of unpaired runs.
  package static func find(in bytes: [UInt8]) -> [Span] {
    let backtick = UInt8(ascii: "`")
    func run(at start: Int) -> Int { bytes[start...].prefix { $0 == backtick }.count }
    var spans: [Span] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      guard bytes[index] == backtick else {
        index += 1
        continue
      }
      let fence = run(at: index)
      var end = index + fence
      var closed = false
      while end < bytes.count {
        guard bytes[end] == backtick else {
          end += 1
          continue
        }
        let length = run(at: end)
        if length == fence {
          spans.append(Span(fence: fence, whole: index..<(end + fence), content: (index + fence)..<end))
          index = end + fence
          closed = true
          break
        }
        end += length
      }
      if !closed { index += fence }
    }
    return spans
  }
}
