import NotebookDocument

/// The formulas in a line of Markdown: `$…$` and `$$…$$`, as GitHub reads them, not inside code spans.
enum FormulaScanner {
  private static let dollar = UInt8(ascii: "$")
  private static let backslash = UInt8(ascii: "\\")

  /// The line with what `mark` makes of each formula and its source. O(length), but for unpaired runs of backticks.
  static func replacing(in line: String, with mark: (Formulas.Found, String) -> String) -> String {
    let bytes = Array(line.utf8)
    guard bytes.contains(dollar) else { return line }
    var spans = CodeSpans.find(in: bytes).map(\.whole)[...]
    let lastDisplay = lastPair(in: bytes)
    var result: [UInt8] = []
    var (copied, index) = (0, 0)
    while index < bytes.count {
      while let span = spans.first, span.upperBound <= index { spans.removeFirst() }
      if let span = spans.first, span.contains(index) {
        index = span.upperBound
      } else if bytes[index] == backslash {
        index += 2
      } else if bytes[index] == dollar, let (inner, isDisplay) = formula(bytes, at: index, lastDisplay) {
        let end = inner.upperBound + (isDisplay ? 2 : 1)
        let tex = String(decoding: bytes[inner], as: UTF8.self)
        result += bytes[copied..<index]
        result +=
          mark(
            Formulas.Found(tex: tex, isDisplay: isDisplay), String(decoding: bytes[index..<end], as: UTF8.self)
          ).utf8
        (copied, index) = (end, end)
      } else {
        index += 1
      }
    }
    return copied == 0 ? line : String(decoding: result + bytes[copied...], as: UTF8.self)
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
    while end < bytes.count, bytes[end] != dollar { end += bytes[end] == backslash ? 2 : 1 }
    guard end < bytes.count, !isSpace(bytes[end - 1]) else { return nil }
    // “$5 and $6” is not a formula.
    if end + 1 < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end + 1]) { return nil }
    return (next..<end, false)
  }

  /// Where the last two dollar signs beside each other begin; −1 where there are none.
  private static func lastPair(in bytes: [UInt8]) -> Int {
    bytes.indices.dropLast().last { bytes[$0] == dollar && bytes[$0 + 1] == dollar } ?? -1
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
