import Basics

/// An address in the text of a block: of a link or a picture, `[words](address "title")`, and of a definition, `[name]: address`.
struct AddressMark {
  /// In bytes from the text's start, without brackets and quotation marks around it.
  var columns: Range<Int>
  /// The same with parentheses and title around it.
  var whole: Range<Int>
  /// Whether a picture is there, and not only a link.
  var isPicture: Bool
  /// The beginning of the words, bracket included; for others, of the address.
  var start: Int

  /// All of a text that do not begin in what is hidden. A definition begins a text that is no table. O(length).
  static func find(in bytes: [UInt8], except hidden: [Range<Int>], isTable: Bool) -> [AddressMark] {
    guard bytes.contains(UInt8(ascii: "]")) else { return [] }
    var (found, open): ([AddressMark], [Int]) = ([], [])
    var (index, escaped) = (0, -1)
    if !isTable { while let end = definition(bytes, at: index, &found) { index = end } }
    var spans = hidden[...]
    while index < bytes.count {
      while let span = spans.first, span.upperBound <= index { spans.removeFirst() }
      if let span = spans.first, span.contains(index) {
        index = span.upperBound
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        index += 1
        escaped = index
      case UInt8(ascii: "["):
        let isPicture = index > 0 && bytes[index - 1] == UInt8(ascii: "!") && escaped < index - 1
        open.append(isPicture ? index - 1 : index)
      case UInt8(ascii: "]"):
        guard let start = open.popLast(), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") else {
          break
        }
        var reader = ByteReader(bytes: bytes, index: index + 2)
        if let columns = reader.inlineAddress() {
          if !columns.isEmpty {
            found.append(
              AddressMark(
                columns: columns, whole: index + 1..<reader.index, isPicture: bytes[start] == UInt8(ascii: "!"),
                start: start))
          }
          index = reader.index - 1
        }
      default: break
      }
      index += 1
    }
    return found
  }

  /// Where the definition ends that begins at a place of a text; nil where none does.
  private static func definition(_ bytes: [UInt8], at start: Int, _ found: inout [AddressMark]) -> Int? {
    var reader = ByteReader(bytes: bytes, index: start)
    // Marks of lists and quotations may be before the first.
    if start == 0 { reader.skipMarks() } else { reader.takes { $0 == 32 || $0 == 9 } }
    guard reader.takes("["), reader.next != UInt8(ascii: "^"), reader.skipName(),
      reader.takes(":")
    else { return nil }
    reader.skipSpace()
    guard let columns = reader.address(isInParentheses: false), !columns.isEmpty else { return nil }
    let end = reader.index
    if !reader.skipTitle() || !reader.endsLine() {
      // What looks like a title in the next line may be text.
      reader.index = end
      guard reader.endsLine() else { return nil }
    }
    found.append(
      AddressMark(columns: columns, whole: start..<reader.index, isPicture: false, start: columns.lowerBound))
    return reader.index
  }
}

/// Reads an address as CommonMark has it, and the title behind it.
extension ByteReader {
  fileprivate mutating func skipMarks() {
    index += DocumentParser.contentStart(of: String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
  }

  /// Blanks, and one end of a line.
  fileprivate mutating func skipSpace() {
    takes { $0 == 32 || $0 == 9 }
    if takes("\n") { takes { $0 == 32 || $0 == 9 } }
  }

  /// The rest of a definition's name and its bracket.
  fileprivate mutating func skipName() -> Bool {
    let start = index
    while let byte = next, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "[") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return index > start && takes("]")
  }

  /// Whether nothing but blanks is before the end of a line, which is passed.
  fileprivate mutating func endsLine() -> Bool {
    takes { $0 == 32 || $0 == 9 }
    return next == nil || takes("\n")
  }

  /// The address behind a parenthesis, up to the one that closes it.
  fileprivate mutating func inlineAddress() -> Range<Int>? {
    skipSpace()
    guard let columns = address(isInParentheses: true), skipTitle(isOptional: true) else { return nil }
    skipSpace()
    return takes(")") ? columns : nil
  }

  /// An address, in angle brackets or not. Code in it counts with its blanks, for what it gives takes its place.
  fileprivate mutating func address(isInParentheses: Bool) -> Range<Int>? {
    if takes("<") {
      let start = index
      while let byte = next, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<"), byte != 10 {
        index += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      let end = min(index, bytes.count)
      return takes(">") ? start..<end : nil
    }
    let start = index
    var depth = 0
    while let byte = next {
      if byte == UInt8(ascii: "`"), let end = bytes[(index + 1)...].firstIndex(of: byte) {
        index = end + 1
        continue
      }
      if byte <= 32 || byte == UInt8(ascii: ")") && depth == 0 && isInParentheses { break }
      if byte == UInt8(ascii: "(") { depth += 1 }
      // As deep as the reference parser follows them.
      if depth > 32 { return nil }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index, bytes.count)
    return depth <= 0 || !isInParentheses ? start..<index : nil
  }

  /// A title in quotation marks or parentheses, with blanks before it; false where something else is there.
  fileprivate mutating func skipTitle(isOptional: Bool = false) -> Bool {
    let start = index
    skipSpace()
    guard let first = next, index > start, "\"'(".utf8.contains(first) else {
      index = start
      return isOptional
    }
    index += 1
    let closing = first == UInt8(ascii: "(") ? UInt8(ascii: ")") : first
    while let byte = next, byte != closing, byte != first || first == closing {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return takes(String(UnicodeScalar(closing)))
  }
}
