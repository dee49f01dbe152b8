/// Lines of code and of messages for a page of fixed width: what is too long goes on in the next line, behind a mark.
package enum CodeWrapping {
  /// What a line that goes on begins with, behind its indent.
  package static let mark = "↪ "

  /// The text with no line of more than `columns` characters. Lines break at a space, else behind a comma or a bracket, else
  /// anywhere. O(length).
  package static func wrap(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.hasSuffix("\r") ? line.dropLast() : line
      return pieces(of: expandingTabs(line), columns: max(columns, 20)).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func pieces(of line: String, columns: Int) -> [String] {
    // Most lines are short, and need no look at each character.
    guard line.utf8.count > columns else { return [line] }
    var rest = Array(line)
    let indent = min(rest.prefix { $0 == " " }.count, columns / 3)
    let start = String(repeating: " ", count: indent) + mark
    var pieces: [String] = []
    while width(rest) > columns - (pieces.isEmpty ? 0 : start.count) {
      let room = columns - (pieces.isEmpty ? 0 : start.count)
      let end = breakingPoint(of: rest, room: room, indent: pieces.isEmpty ? indent : 0)
      var piece = rest[..<end]
      while piece.last == " " { piece.removeLast() }
      pieces.append((pieces.isEmpty ? "" : start) + String(piece))
      rest.removeFirst(end)
      rest.removeFirst(rest.prefix { $0 == " " }.count)
    }
    return pieces + [(pieces.isEmpty ? "" : start) + String(rest)]
  }

  /// Before which character the line ends: at least one is before it.
  private static func breakingPoint(of line: [Character], room: Int, indent: Int) -> Int {
    var (taken, most) = (0, 0)
    while most < line.count, taken + columns(line[most]) <= room {
      taken += columns(line[most])
      most += 1
    }
    most = max(most, 1)
    // A break that leaves a line less than half full is worse than one inside a word.
    let least = indent + (most - indent) / 2
    for isGood in [{ $0 == " " }, { ",;([{".contains($0) }] as [(Character) -> Bool] {
      if let place = (least..<most).last(where: { isGood(line[$0]) }) { return place + 1 }
    }
    return most
  }

  private static func width(_ line: [Character]) -> Int { line.reduce(0) { $0 + columns($1) } }

  /// How many columns a character takes: signs of East Asia and pictures take two.
  private static func columns(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  private static func expandingTabs(_ line: Substring) -> String {
    guard line.utf8.contains(9) else { return String(line) }
    var text = ""
    var column = 0
    for character in line {
      let count = character == "\t" ? 4 - column % 4 : 1
      text += character == "\t" ? String(repeating: " ", count: count) : String(character)
      column += count
    }
    return text
  }
}
