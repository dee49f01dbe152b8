import Basics
import Foundation

/// The expressions in the prose: `` `{swift} expression` ``.
package enum InlineExpressions {
  /// All inline expressions in lines of prose with their numbers. O(length).
  static func find(in prose: [(number: Int, text: String)], cells: [Cell]) -> [InlineExpression] {
    var found: [InlineExpression] = []
    var cellsBefore = 0
    for (number, line) in prose where line.holds("`{swift}") {
      while cellsBefore < cells.count, cells[cellsBefore].lines.lowerBound < number { cellsBefore += 1 }
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
            expression: expression, line: number, columns: span.whole, expressionColumn: start,
            cellsBefore: cellsBefore))
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
    /// Where the run of backticks begins that ends a span.
    func end(of length: Int, from start: Int) -> Int? {
      var next = start
      while let found = bytes[next...].firstIndex(of: backtick) {
        let count = run(at: found)
        if count == length { return found }
        next = found + count
      }
      return nil
    }
    var spans: [Span] = []
    var index = 0
    while index < bytes.count {
      let fence = run(at: index)
      if fence == 0 {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      } else if let end = end(of: fence, from: index + fence) {
        spans.append(Span(fence: fence, whole: index..<end + fence, content: index + fence..<end))
        index = end + fence
      } else {
        index += fence
      }
    }
    return spans
  }
}
