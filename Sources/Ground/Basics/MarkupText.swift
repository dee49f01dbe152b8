/// Text as it is in HTML, SVG and XML.
package enum MarkupText {
  /// The text with references in place of what would be read as markup, also between quotation marks. O(length).
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
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      // No name is longer than four bytes.
      if bytes[index] == UInt8(ascii: "&"),
        let end = bytes[index...].prefix(6).firstIndex(of: UInt8(ascii: ";")),
        let meant = named[String(decoding: bytes[index + 1..<end], as: UTF8.self)]
      {
        result += meant.utf8
        index = end + 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let named = ["lt": "<", "gt": ">", "quot": "\"", "#39": "'", "apos": "'", "amp": "&"]
}
