/// Text as it stands in HTML, SVG and XML.
package enum MarkupText {
  /// The text with references in the place of what would be read as markup, also between quotation marks. O(length).
  package static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 64)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool { byte == 38 || byte == 60 || byte == 62 || byte == 34 }

  /// The text that such markup shows. O(length).
  package static func unescape(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&apos;", with: "'").replacing("&amp;", with: "&")
  }
}
