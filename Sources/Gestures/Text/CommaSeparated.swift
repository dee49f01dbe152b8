/// Lines of fields between commas. A field in double quotes may hold commas and doubled quotes; no field runs over a
/// line.
struct CommaSeparated {
  /// A line that is not blank, and its number in the file, from 1.
  struct Line {
    let number: Int
    let fields: [String]
  }

  let lines: [Line]

  init(_ text: some StringProtocol) {
    // Split at "\n", "\r" and "\r\n", each of which is one Character; a byte order mark goes.
    let whole = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : String(text)
    lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
      index, line in
      line.allSatisfy(\.isWhitespace) ? nil : Line(number: index + 1, fields: Self.fields(line))
    }
  }

  private static func fields(_ line: Substring) -> [String] {
    guard line.utf8.contains(UInt8(ascii: "\"")) else {
      return line.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    }
    var (fields, field, quoted, wasQuoted) = ([String](), "", false, false)
    var rest = line
    while let next = rest.popFirst() {
      switch (next, quoted) {
      case ("\"", true):
        if rest.first == "\"" { field.append(rest.removeFirst()) } else { quoted = false }
      case ("\"", false) where field.allSatisfy(\.isWhitespace): (field, quoted, wasQuoted) = ("", true, true)
      case (",", false):
        fields.append(wasQuoted ? field : trimmed(field[...]))
        (field, wasQuoted) = ("", false)
      default: field.append(next)
      }
    }
    return fields + [wasQuoted ? field : trimmed(field[...])]
  }

  private static func trimmed(_ text: Substring) -> String {
    let front = text.drop(while: \.isWhitespace)
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(front[...last])
  }

  /// `field`, in quotes where it needs them.
  static func quoted(_ field: String) -> String {
    let plain = field.allSatisfy { $0 != "," && $0 != "\"" && !$0.isNewline }
    guard !plain || field.first?.isWhitespace == true || field.last?.isWhitespace == true else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
