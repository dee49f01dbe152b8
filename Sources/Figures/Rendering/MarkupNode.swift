/// An element of gnuplot's SVG, or text between elements.
///
/// A reader for the well-formed markup that gnuplot writes, not for any XML: no DTD, no CDATA, no processing
/// instructions apart from the prologue. A full XML parser would bring libxml2 along for one program's output.
indirect enum MarkupNode {
  /// Attributes keep their order.
  case element(name: String, attributes: [(name: String, value: String)], children: [MarkupNode])
  /// With entities as they stand in the file.
  case text(String)

  /// The root element of a document, or `nil` where it is not well formed.
  static func root(of document: String) -> MarkupNode? {
    var reader = MarkupReader(bytes: Array(document.utf8))
    return reader.readRoot()
  }
}

private struct MarkupReader {
  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func readRoot() -> MarkupNode? {
    while let byte = peek() {
      if byte == UInt8(ascii: "<"), at + 1 < bytes.count {
        let next = bytes[at + 1]
        guard next == UInt8(ascii: "?") || next == UInt8(ascii: "!") else { return readElement() }
        guard skip(past: ">") else { return nil }
      } else {
        at += 1
      }
    }
    return nil
  }

  private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skip(past character: Character) -> Bool {
    guard let code = character.asciiValue, let end = bytes[at...].firstIndex(of: code) else { return false }
    at = end + 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 32 || (byte >= 9 && byte <= 13) { at += 1 }
  }

  private mutating func readName() -> String? {
    let start = at
    while let byte = peek(), byte > 32, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/"),
      byte != UInt8(ascii: "=")
    { at += 1 }
    return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
  }

  private mutating func readElement() -> MarkupNode? {
    at += 1
    guard let name = readName() else { return nil }
    var attributes: [(name: String, value: String)] = []
    while true {
      skipSpace()
      guard let byte = peek() else { return nil }
      if byte == UInt8(ascii: "/") {
        guard skip(past: ">") else { return nil }
        return .element(name: name, attributes: attributes, children: [])
      }
      if byte == UInt8(ascii: ">") {
        at += 1
        break
      }
      guard let attribute = readAttribute() else { return nil }
      attributes.append(attribute)
    }
    guard let children = readChildren(of: name) else { return nil }
    return .element(name: name, attributes: attributes, children: children)
  }

  private mutating func readAttribute() -> (name: String, value: String)? {
    guard let name = readName() else { return nil }
    skipSpace()
    guard peek() == UInt8(ascii: "=") else { return nil }
    at += 1
    skipSpace()
    guard let quote = peek(), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      let end = bytes[(at + 1)...].firstIndex(of: quote)
    else { return nil }
    let value = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
    at = end + 1
    return (name, value)
  }

  private mutating func readChildren(of name: String) -> [MarkupNode]? {
    var children: [MarkupNode] = []
    while true {
      guard let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
      if open > at { children.append(.text(String(decoding: bytes[at..<open], as: UTF8.self))) }
      at = open
      guard at + 1 < bytes.count else { return nil }
      if bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        guard readName() == name, skip(past: ">") else { return nil }
        return children
      }
      guard let child = readElement() else { return nil }
      children.append(child)
    }
  }
}
