import CodeHelp
import Foundation
import LanguageServer
import Testing

import struct Basics.SeededRandom

@Suite struct DocumentTextTests {
  @Test(arguments: PositionEncoding.allCases)
  func columnsCountWhatTheEncodingSays(encoding: PositionEncoding) {
    let line = Array("aé€🎲b".utf8)
    let columns = [PositionEncoding.utf8: 10, .utf16: 5, .utf32: 4]
    #expect(encoding.column(behind: 10, in: line) == columns[encoding])
    #expect(encoding.bytes(before: columns[encoding]!, in: line) == 10)
    #expect(encoding.bytes(before: 99, in: line) == 11)
    // Within a character is before it.
    if encoding != .utf32 { #expect(encoding.bytes(before: columns[encoding]! - 1, in: line) == 6) }
  }

  /// The same edits in Swift's own strings, by their units.
  @Test(arguments: PositionEncoding.allCases)
  func randomEditsGiveWhatTheyGiveInAString(encoding: PositionEncoding) {
    var random = SeededRandom(seed: 7)
    let pieces = ["a", "é", "🎲", "\n", "\r\n", "\r", "wörter ", ""]
    for _ in 0..<300 {
      var model = ""
      var text = DocumentText("", encoding: encoding)
      for _ in 0..<20 {
        let new = (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }
          .joined()
        let scalars = Array(model.unicodeScalars)
        var ends = [
          Int.random(in: 0...scalars.count, using: &random), Int.random(in: 0...scalars.count, using: &random),
        ]
        // No position is between the two characters of one line's end.
        for index in ends.indices where ends[index] > 0 && ends[index] < scalars.count {
          if scalars[ends[index]] == "\n", scalars[ends[index] - 1] == "\r" { ends[index] += 1 }
        }
        ends.sort()
        let range: JSON = [
          "start": Self.position(ends[0], scalars, encoding), "end": Self.position(ends[1], scalars, encoding),
        ]
        let isTaken = text.apply(["range": range, "text": .text(new)])
        #expect(isTaken)
        var changed = scalars
        changed.replaceSubrange(ends[0]..<ends[1], with: new.unicodeScalars)
        model = String(String.UnicodeScalarView(changed))
        #expect(text.text.unicodeScalars.elementsEqual(model.unicodeScalars))
      }
    }
  }

  private static func position(_ index: Int, _ scalars: [Unicode.Scalar], _ encoding: PositionEncoding) -> JSON {
    var (line, column) = (0, 0)
    for (place, scalar) in scalars.prefix(index).enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      if scalar == "\n" || scalar == "\r" && next != "\n" {
        (line, column) = (line + 1, 0)
      } else if scalar != "\r" {
        column += encoding == .utf8 ? UTF8.width(scalar) : encoding == .utf16 ? UTF16.width(scalar) : 1
      }
    }
    return ["line": .integer(line), "character": .integer(column)]
  }

  @Test func whatIsNoChangeChangesNothing() {
    var text = DocumentText("abc", encoding: .utf16)
    let backwards: JSON = [
      "start": ["line": 0, "character": 2], "end": ["line": 0, "character": 1],
    ]
    for change: JSON in [["text": 1], [:], ["range": [:], "text": "x"], ["range": backwards, "text": "x"]] {
      let isTaken = text.apply(change)
      #expect(!isTaken)
    }
    #expect(text.text == "abc")
  }

  @Test func placesBeyondTheTextAreItsEnd() {
    let text = DocumentText("ab\ncd", encoding: .utf16)
    #expect(text.place(["line": 9, "character": 0]) == .init(1, 2))
    #expect(text.place(["line": 0, "character": 9]) == .init(0, 2))
    #expect(text.place(["line": -1, "character": 0]) == nil)
  }
}
