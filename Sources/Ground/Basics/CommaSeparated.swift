/// Lines of fields between commas, after RFC 4180, for tables of a person's size: recordings have their own, faster
/// reader. A field in double quotes may hold commas and doubled quotes; no field runs over a line.
package enum CommaSeparated {
  /// A line that is not blank, and its number in the file, from 1.
  package struct Line: Sendable {
    package let number: Int
    package let fields: [String]
  }

  /// The lines of a text, however they end, without blank ones and without a byte order mark. O(length).
  package static func lines(_ text: some StringProtocol) -> [Line] {
    // "\n", "\r" and "\r\n" are one Character each.
    let whole = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : String(text)
    return whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
      index, line in
      line.allSatisfy(\.isWhitespace) ? nil : Line(number: index + 1, fields: fields(line))
    }
  }

  /// The fields of a line; what is not in quotes without the blanks around it. O(length).
  package static func fields(_ line: Substring) -> [String] {
    guard line.utf8.contains(UInt8(ascii: "\"")) else {
      return line.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(Substring($0)) }
    }
    var (fields, field, quoted, wasQuoted) = ([String](), "", false, false)
    var rest = line.unicodeScalars
    while let next = rest.popFirst() {
      switch (next, quoted) {
      case ("\"", true):
        if rest.first == "\"" { field.unicodeScalars.append(rest.removeFirst()) } else { quoted = false }
      case ("\"", false) where field.allSatisfy(\.isWhitespace): (field, quoted, wasQuoted) = ("", true, true)
      case (",", false):
        fields.append(wasQuoted ? field : trimmed(field[...]))
        (field, wasQuoted) = ("", false)
      case (_, false) where wasQuoted && next.properties.isWhitespace: break
      default: field.unicodeScalars.append(next)
      }
    }
    return fields + [wasQuoted ? field : trimmed(field[...])]
  }

  private static func trimmed(_ text: Substring) -> String {
    let front = text.drop(while: \.isWhitespace)
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(front[...last])
  }

  /// A line of these fields, without its end.
  package static func line(_ fields: some Sequence<String>) -> String { fields.map(quoted).joined(separator: ",") }

  /// A field, in quotes where it would be read as something else.
  package static func quoted(_ field: String) -> String {
    let isPlain = field.unicodeScalars.allSatisfy { $0 != "," && $0 != "\"" && !Character($0).isNewline }
    guard !isPlain || field.first?.isWhitespace == true || field.last?.isWhitespace == true else { return field }
    return "\"" + field.replacing(bytes: "\"", with: "\"\"") + "\""
  }
}
