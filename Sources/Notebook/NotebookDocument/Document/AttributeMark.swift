import Basics

/// An attribute of HTML that holds an address: `src` or `href` of a tag, in quotes or without.
package struct AttributeMark {
  /// In lower case.
  package var name: String
  /// In bytes, with name and quotes.
  var whole: Range<Int>
  /// The address without quotes.
  var value: Range<Int>

  /// Whether the text shows what is at the address.
  var isPicture: Bool { name == "src" }

  /// All in HTML, in order. What is in comments, scripts and styles is no tag. O(length).
  static func find(in bytes: [UInt8], _ range: Range<Int>) -> [AttributeMark] {
    var found: [AttributeMark] = []
    var reader = ByteReader(bytes: bytes, index: range.lowerBound)
    while let start = bytes[reader.index..<max(reader.index, range.upperBound)].firstIndex(of: UInt8(ascii: "<")) {
      reader.index = start + 1
      if reader.takes("!--") {
        reader.index = reader.skip(to: "-->") ?? range.upperBound
      } else if let first = reader.next, ByteReader.isLetter(first) {
        let name = reader.name()
        while let mark = reader.attribute() {
          if ["src", "href"].contains(mark.name), !mark.value.isEmpty { found.append(mark) }
        }
        if ["script", "style", "textarea"].contains(name.lowercased()), reader.index < range.upperBound {
          reader.index = reader.skip(to: "</\(name)") ?? range.upperBound
        }
      }
    }
    return found
  }

  /// HTML with other texts in place of attributes that hold an address; nil where one stays. O(length).
  package static func replacing(
    in html: String, _ body: (_ name: String, _ address: String) -> String?
  ) -> String {
    guard html.utf8.contains(UInt8(ascii: "=")) else { return html }
    let bytes = Array(html.utf8)
    var (result, copied): ([UInt8], Int) = ([], 0)
    for mark in find(in: bytes, bytes.indices) {
      let address = MarkupText.unescape(String(decoding: bytes[mark.value], as: UTF8.self))
      guard let text = body(mark.name, address) else { continue }
      result += bytes[copied..<mark.whole.lowerBound] + Array(text.utf8)
      copied = mark.whole.upperBound
    }
    return copied == 0 ? html : String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}

/// Reads tags as browsers do.
extension ByteReader {
  fileprivate mutating func name() -> String {
    let start = index
    takes { !Self.isSpace($0) && !"/>=".utf8.contains($0) }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The next attribute of a tag; nil behind the last, where the tag is passed.
  fileprivate mutating func attribute() -> AttributeMark? {
    takes { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
    if takes(">") || next == nil { return nil }
    let start = index
    // A name may begin with this sign.
    let sign = takes("=") ? "=" : ""
    let name = sign + name().lowercased()
    let end = index
    takes(while: Self.isSpace)
    guard takes("=") else { return AttributeMark(name: name, whole: start..<end, value: end..<end) }
    takes(while: Self.isSpace)
    for quote in ["\"", "'"] where takes(quote) {
      let first = index
      guard let end = skip(to: quote) else {
        index = bytes.count
        return nil
      }
      index = end
      return AttributeMark(name: name, whole: start..<end, value: first..<end - 1)
    }
    let first = index
    takes { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
    return AttributeMark(name: name, whole: start..<index, value: first..<index)
  }
}
