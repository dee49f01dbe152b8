import Basics
import Testing

@testable import Book

@Suite("Marks for what only a book knows")
struct BookMarksTests {
  @Test("Random texts with marks get what they stand for, and keep everything else")
  func filling() {
    var random = SeededRandom(seed: 31)
    let letters = ["a", "ü", "€", "𝑥", "\u{10F0C7}", "\u{100C7D}", "\u{F4000}", "<", "9", "\u{10FFFD}"]
    for _ in 0..<2000 {
      var (marked, expected) = ("", "")
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let number = Int.random(in: 0...120, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: (marked, expected) = (marked + BookMarks.chapter, expected + "12")
        case 1: (marked, expected) = (marked + BookMarks.text(number), expected + "[\(number)]")
        case 2: (marked, expected) = (marked + BookMarks.anchor(number), expected + "(\(number))")
        default:
          let letter = letters.randomElement(using: &random)!
          // A mark without its end is not a mark.
          (marked, expected) = (marked + letter, expected + letter)
        }
      }
      #expect(BookMarks.filled(marked, chapter: "12", text: { "[\($0)]" }, anchor: { "(\($0))" }) == expected)
    }
  }

  @Test("A mark that is cut off stays as it is")
  func halves() {
    for whole in [
      BookMarks.text(12), BookMarks.anchor(3), BookMarks.chapter, BookMarks.attribute("href", "a.md"),
    ] {
      let half = String(whole.unicodeScalars.dropLast().map(Character.init))
      #expect(
        BookMarks.filled("x" + half + "y", chapter: "1", text: { _ in "?" }, anchor: { _ in "?" }) == "x" + half + "y")
    }
    #expect(BookMarks.filled("", chapter: "1", text: { _ in "?" }, anchor: { _ in "?" }) == "")
  }

  @Test("An address has its attribute, whatever is in it")
  func attributes() {
    for address in ["b.md#the end", "ü&\"<%00>.png", "#\(BookMarks.anchor(5))", "?"] {
      let marked = "x" + BookMarks.attribute("src", address) + "y"
      let filled = BookMarks.filled(
        marked, chapter: "", text: { _ in "" }, anchor: { _ in "" }, attribute: { "[\($0): \($1)]" })
      #expect(filled == "x[src: \(address)]y")
      #expect(marked.utf8.allSatisfy { $0 >= 0x80 || $0 == 37 || ($0 > 47 && $0 < 58) || $0 > 64 })
    }
    for address in ["", "https://example.org/x", "//host/x", "data:image/png;base64,AA"] {
      #expect(BookMarks.attribute("href", address) == "href=\"\(address)\"")
    }
  }

  @Test("The references of a text are found")
  func references() {
    #expect(BookMarks.references(in: "a\(BookMarks.text(3))b\(BookMarks.anchor(7))\(BookMarks.chapter)") == [3, 7])
    #expect(BookMarks.index(ofAnchor: Substring(BookMarks.anchor(5))) == 5)
    #expect(BookMarks.index(ofAnchor: "figure-a") == nil)
  }
}
