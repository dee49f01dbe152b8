/// What a program has printed, as a reader sees it who has no terminal.
package enum ShownText {
  /// The text without a terminal's commands, and with signs for the other control characters: colours are left out, a line that was written
  /// over with carriage returns is what it was in the end, and `\u{7}` is “^G”.
  ///
  /// - Complexity: O(length).
  package static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    let lines = withoutCommands(text.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in String(String.UnicodeScalarView(overwritten(line).flatMap(signs))) }
      .joined(separator: "\n")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 32 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
      || scalar == "\u{FEFF}"
  }

  /// Without ESC [ … and a letter (ECMA-48, 5.4), ESC ] … to a bell or ESC \, and ESC with one character.
  private static func withoutCommands(_ text: String.UnicodeScalarView) -> [Unicode.Scalar] {
    var (kept, rest) = ([Unicode.Scalar](), text[...])
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        kept.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "[": while let next = rest.popFirst(), !("@"..."~").contains(next) {}
      case "]":
        while let next = rest.popFirst(), next != "\u{7}" {
          if next == "\u{1B}" {
            _ = rest.popFirst()
            break
          }
        }
      default: break
      }
    }
    return kept
  }

  /// A line after its carriage returns, each of which goes back to the line's start.
  private static func overwritten(_ line: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    line.split(separator: "\r", omittingEmptySubsequences: true).reduce([]) { shown, part in
      Array(part) + shown.dropFirst(part.count)
    }
  }

  /// A control character as terminals write it, “^G”, in signs that every font has; nothing for a mark of the byte order, which shows nothing.
  private static func signs(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard isControl(scalar) else { return [scalar] }
    switch scalar.value {
    case 0..<32: return ["^", Unicode.Scalar(UInt8(0x40 + scalar.value))]
    case 0x7F: return ["^", "?"]
    case 0xFEFF: return []
    default: return ["\u{FFFD}"]
    }
  }
}
