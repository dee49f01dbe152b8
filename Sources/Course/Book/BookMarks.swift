import Basics
import Foundation

/// What is in a chapter that was made by itself for what only the book knows: its number, and how figures of other
/// chapters are called. A chapter that has not changed is not run again because another one comes before it.
enum BookMarks {
  /// What stands for the chapter's number.
  static let chapter = "\u{10F0C8}\u{100C7C}"
  /// What stands for the words by which a reference is called, and for its place.
  static func text(_ index: Int) -> String { "\u{10F0C9}\(index)\u{100C7D}" }
  static func anchor(_ index: Int) -> String { "\u{10F0CA}\(index)\u{100C7D}" }

  /// What stands for the attribute with a relative address, of which only the book knows where it leads.
  static func attribute(_ name: String, _ address: String) -> String {
    guard !address.isEmpty, !LinkedAddress.isAbsolute(address) else { return plain(name, address) }
    return "\u{10F0CB}\(name)%00\(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")\u{100C7D}"
  }

  /// An attribute as HTML has it.
  static func plain(_ name: String, _ value: String) -> String { "\(name)=\"\(MarkupText.escape(value))\"" }

  /// The index of the reference whose place this is; nil for another text.
  static func index(ofAnchor text: Substring) -> Int? {
    guard text.hasPrefix("\u{10F0CA}"), text.hasSuffix("\u{100C7D}") else { return nil }
    return Int(text.dropFirst().dropLast())
  }

  /// A text with all of it in its place. About 1 GB/s where there is nothing: a page holds megabytes of figures.
  static func filled(
    _ text: String, chapter: String, text words: (Int) -> String, anchor: (Int) -> String,
    attribute: (_ name: String, _ address: String) -> String = plain
  ) -> String {
    guard !text.isEmpty else { return text }
    var text = text
    return text.withUTF8 { (bytes: UnsafeBufferPointer<UInt8>) -> String? in
      var result: [UInt8] = []
      var (start, place) = (0, 0)
      while place < bytes.count, let found = memchr(bytes.baseAddress! + place, 0xF4, bytes.count - place) {
        place = UnsafeRawPointer(found) - UnsafeRawPointer(bytes.baseAddress!)
        guard let (end, filling) = mark(bytes, at: place, chapter, words, anchor, attribute) else {
          place += 1
          continue
        }
        result += bytes[start..<place]
        result += filling.utf8
        (start, place) = (end, end)
      }
      return start == 0 ? nil : String(decoding: result + bytes[start...], as: UTF8.self)
    } ?? text
  }

  /// The marks of references that a text has. O(length).
  static func references(in text: String) -> Set<Int> {
    var found: Set<Int> = []
    func note(_ index: Int) -> String {
      found.insert(index)
      return ""
    }
    _ = filled(text, chapter: "", text: note, anchor: note)
    return found
  }

  private static let numbered = Array(chapter.utf8)
  private static let (textSign, anchorSign) = (Array("\u{10F0C9}".utf8), Array("\u{10F0CA}".utf8))
  private static let attributeSign = Array("\u{10F0CB}".utf8)
  private static let end = Array("\u{100C7D}".utf8)

  /// The end of the mark that begins at a place, and what is there; nil where none does.
  private static func mark(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ chapter: String, _ words: (Int) -> String,
    _ anchor: (Int) -> String, _ attribute: (String, String) -> String
  ) -> (end: Int, filling: String)? {
    func has(_ sign: [UInt8], at place: Int) -> Bool {
      place + sign.count <= bytes.count && sign.indices.allSatisfy { bytes[place + $0] == sign[$0] }
    }
    if has(numbered, at: place) { return (place + numbered.count, chapter) }
    if has(attributeSign, at: place) {
      let start = place + attributeSign.count
      // Nothing else is between the signs of a mark.
      let written = bytes[start...].prefix { $0 < 0x80 && $0 > 32 }
      let parts = String(decoding: written, as: UTF8.self).split(separator: "%00", maxSplits: 1).map(String.init)
      guard has(end, at: written.endIndex), parts.count == 2, let address = parts[1].removingPercentEncoding else {
        return nil
      }
      return (written.endIndex + end.count, attribute(parts[0], address))
    }
    let isText = has(textSign, at: place)
    guard isText || has(anchorSign, at: place) else { return nil }
    var (number, next) = (0, place + textSign.count)
    while next < bytes.count, (48..<58).contains(bytes[next]), number < 1_000_000 {
      number = number * 10 + Int(bytes[next]) - 48
      next += 1
    }
    guard next > place + textSign.count, has(end, at: next) else { return nil }
    return (next + end.count, isText ? words(number) : anchor(number))
  }
}
