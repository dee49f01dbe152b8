import CodeHelp
import Foundation
import Reports

/// The text of a document as an editor has it, with the places of its lines.
package struct DocumentText: Hashable, Sendable {
  /// A place: line and bytes of UTF-8 before it on the line, both from 0.
  package struct Place: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int

    package init(_ line: Int, _ column: Int) { (self.line, self.column) = (line, column) }

    package static func < (left: Place, right: Place) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  package private(set) var bytes: [UInt8]
  package let encoding: PositionEncoding
  /// Where each line begins.
  private var starts: [Int] = [0]

  package init(_ text: String, encoding: PositionEncoding) {
    (bytes, self.encoding) = (Array(text.utf8), encoding)
    findLines()
  }

  /// The whole text. O(length).
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var lineCount: Int { starts.count }

  /// Lines end with a line feed, a carriage return, or both, as the protocol and Markdown say.
  private mutating func findLines() {
    starts = [0]
    for (index, byte) in bytes.enumerated() {
      let endsLine = byte == 10 || byte == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)
      if endsLine { starts.append(index + 1) }
    }
  }

  /// The bytes of a line without its end; none for a line that is not there.
  package func line(_ number: Int) -> ArraySlice<UInt8> {
    guard starts.indices.contains(number) else { return [] }
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    while end > starts[number], bytes[end - 1] == 10 || bytes[end - 1] == 13 { end -= 1 }
    return bytes[starts[number]..<end]
  }

  package func lineText(_ number: Int) -> String { String(decoding: line(number), as: UTF8.self) }

  /// The byte at a place; one beyond a line is its end, one beyond the last line the text's end.
  private func offset(of place: Place) -> Int {
    guard place.line >= 0 else { return 0 }
    guard place.line < starts.count else { return bytes.count }
    return starts[place.line] + min(max(place.column, 0), line(place.line).count)
  }

  // MARK: The protocol's positions

  /// The place of a position; nil for what is not one.
  package func place(_ position: JSON?) -> Place? {
    guard let line = position?["line"]?.int, let character = position?["character"]?.int, line >= 0, character >= 0
    else { return nil }
    guard line < starts.count else { return Place(starts.count - 1, self.line(starts.count - 1).count) }
    return Place(line, encoding.bytes(before: character, in: self.line(line)))
  }

  package func position(_ place: Place) -> JSON {
    ["line": .integer(place.line), "character": .integer(encoding.column(behind: place.column, in: line(place.line)))]
  }

  package func range(_ start: Place, _ end: Place) -> JSON { ["start": position(start), "end": position(end)] }

  /// The range of whole lines, the end of the last included.
  package func range(ofLines lines: ClosedRange<Int>) -> JSON {
    range(Place(lines.lowerBound, 0), Place(lines.upperBound, line(lines.upperBound).count))
  }

  /// Messages about an earlier text, at their places in this one; those in lines that have changed since are left out. O(lines).
  func following(_ messages: [RunMessage], from earlier: DocumentText) -> [RunMessage] {
    let least = min(lineCount, earlier.lineCount)
    let above = (0..<least).prefix { line($0) == earlier.line($0) }.count
    let below = (0..<least - above).prefix { line(lineCount - 1 - $0) == earlier.line(earlier.lineCount - 1 - $0) }
      .count
    return messages.compactMap { message in
      let line = message.position.line - 1
      if line < above { return message }
      guard line >= earlier.lineCount - below else { return nil }
      var message = message
      message.position.line += lineCount - earlier.lineCount
      return message
    }
  }

  // MARK: Changes

  /// Makes one of the client's changes: a text in place of a range, or of all. O(length).
  ///
  /// - Returns: false for something that is not a change; nothing is changed then.
  package mutating func apply(_ change: JSON) -> Bool {
    guard let text = change["text"]?.string else { return false }
    guard let range = change["range"], range != .null else {
      bytes = Array(text.utf8)
      findLines()
      return true
    }
    guard let start = place(range["start"]), let end = place(range["end"]) else { return false }
    let (first, last) = (offset(of: start), offset(of: end))
    guard first <= last else { return false }
    bytes.replaceSubrange(first..<last, with: text.utf8)
    findLines()
    return true
  }
}
