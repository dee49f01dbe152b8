/// An element of gnuplot's SVG, or text between elements.
///
/// A reader for the well-formed markup that gnuplot writes, not for any XML: no DTD, no CDATA, no processing
/// instructions apart from the prologue. A full XML parser would bring libxml2 along for one program's output.
indirect enum MarkupNode {
  /// In the order of the document.
  typealias Attributes = [(name: String, value: String)]

  case element(name: String, attributes: Attributes, children: [MarkupNode])
  /// With entities as they are in the file.
  case text(String)

  /// The root element of a document, or `nil` where it is not well formed. No attribute has a “>” as it is. O(bytes).
  static func root(of document: String) -> MarkupNode? {
    let bytes = Array(document.utf8)
    var open: [(name: String, attributes: Attributes, children: [MarkupNode])] = []
    var at = 0
    while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      if start > at, !open.isEmpty { open[open.count - 1].children.append(.text(text(bytes[at..<start]))) }
      at = end + 1
      let tag = bytes[(start + 1)..<end]
      if tag.first == UInt8(ascii: "?") || tag.first == UInt8(ascii: "!") { continue }
      if tag.first != UInt8(ascii: "/") {
        guard let (name, attributes) = opening(tag) else { return nil }
        open.append((name, attributes, []))
        if tag.last != UInt8(ascii: "/") { continue }
      } else if !tag.dropFirst().elementsEqual(open.last?.name.utf8 ?? "".utf8) {
        return nil
      }
      guard let (name, attributes, children) = open.popLast() else { return nil }
      let node = MarkupNode.element(name: name, attributes: attributes, children: children)
      guard !open.isEmpty else { return node }
      open[open.count - 1].children.append(node)
    }
    return nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The name and the attributes that a tag begins an element with.
  private static func opening(_ tag: ArraySlice<UInt8>) -> (name: String, Attributes)? {
    var rest = tag.last == UInt8(ascii: "/") ? tag.dropLast() : tag
    let name = rest.prefix { $0 > 32 }
    rest = rest[name.endIndex...].drop { $0 <= 32 }
    var attributes: Attributes = []
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let value = rest[(equals + 1)...].drop { $0 <= 32 }
      guard let quote = value.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
        let end = value.dropFirst().firstIndex(of: quote)
      else { return nil }
      attributes.append((text(rest[..<equals].prefix { $0 > 32 }), text(value[(value.startIndex + 1)..<end])))
      rest = value[(end + 1)...].drop { $0 <= 32 }
    }
    return name.isEmpty || !rest.isEmpty ? nil : (text(name), attributes)
  }
}
