/// A piece of HTML or SVG, as browsers take it apart.
package enum MarkupToken {
  /// Characters between tags, with the references of the text as they are there.
  case text(ArraySlice<UInt8>)
  case start(MarkupTag)
  /// The name in lower case.
  case end(String)
  /// A comment, a declaration, an instruction: what no page shows.
  case unseen
}

/// A tag that begins an element.
package struct MarkupTag {
  /// In lower case.
  package var name: String
  /// As they were written, the first of each name; without a value where there is only the name.
  package var attributes: [(name: String, value: String?)]
  package var closesItself: Bool
}

/// Takes markup apart by the rules of the HTML standard's tokenizer (WHATWG, 13.2.5), each token once. O(length).
///
/// It builds no tree: Markdown hands HTML over tag by tag, a `<details>` in one block and its end in a later block, and
/// builders of trees would close the one and drop the other.
package struct MarkupTokens: IteratorProtocol, Sequence {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  package mutating func next() -> MarkupToken? {
    guard position < bytes.count else { return nil }
    let start = position
    if bytes[start] == UInt8(ascii: "<"), let token = tag(at: start) { return token }
    position = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    return .text(bytes[start..<position])
  }

  /// The characters up to the end tag of an element whose content is not markup, and behind that tag; all of the rest where
  /// there is no such tag.
  package mutating func content(of element: String) -> ArraySlice<UInt8> {
    let start = position
    let name = Array(element.utf8)
    var place = start
    while let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let behind = end + 2 + name.count
      if behind < bytes.count, bytes[end + 1] == UInt8(ascii: "/"), Self.endsName(bytes[behind]),
        bytes[(end + 2)..<behind].elementsEqual(name, by: { Self.lowered($0) == $1 })
      {
        position = bytes[behind...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
        return bytes[start..<end]
      }
      place = end + 1
    }
    position = bytes.count
    return bytes[start...]
  }

  /// The tag or comment that begins here; nil where there is only the character.
  private mutating func tag(at start: Int) -> MarkupToken? {
    guard start + 1 < bytes.count else { return nil }
    let second = bytes[start + 1]
    if Self.isLetter(second) { return startTag(at: start + 1) ?? rest(from: start) }
    if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
      position = endOfComment(from: start + 2)
      return .unseen
    }
    guard second == UInt8(ascii: "/"), start + 2 < bytes.count else { return nil }
    guard Self.isLetter(bytes[start + 2]) else {
      position = bytes[(start + 2)...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
      return .unseen
    }
    // An end tag may have attributes, which mean nothing.
    guard case .start(let tag)? = startTag(at: start + 2) else { return rest(from: start) }
    return .end(tag.name)
  }

  /// A tag without an end does not count as one, and swallows what follows.
  private mutating func rest(from start: Int) -> MarkupToken {
    position = bytes.count
    return .text(bytes[start...])
  }

  private func endOfComment(from start: Int) -> Int {
    let dashes = Array("--".utf8)
    guard bytes[start - 1] == UInt8(ascii: "!"), bytes[start...].starts(with: dashes) else {
      return bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
    }
    // “<!-->” and “<!--->” are whole.
    for short in [">", "->"] where bytes[(start + 2)...].starts(with: short.utf8) {
      return start + 2 + short.utf8.count
    }
    var place = start + 2
    while let end = bytes[place...].firstIndex(of: UInt8(ascii: "-")) {
      for close in ["-->", "--!>"] where bytes[end...].starts(with: close.utf8) { return end + close.utf8.count }
      place = end + 1
    }
    return bytes.count
  }

  /// The tag whose name begins here; nil where it has no end.
  private mutating func startTag(at start: Int) -> MarkupToken? {
    var place = start
    func skip(while condition: (UInt8) -> Bool) { while place < bytes.count, condition(bytes[place]) { place += 1 } }
    skip { !Self.endsName($0) }
    var tag = MarkupTag(
      name: String(decoding: bytes[start..<place].map(Self.lowered), as: UTF8.self), attributes: [], closesItself: false
    )
    var names: Set<String> = []
    while place < bytes.count {
      let before = place
      skip { Self.isBlank($0) || $0 == UInt8(ascii: "/") }
      guard place < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: ">") {
        tag.closesItself = place > before && bytes[place - 1] == UInt8(ascii: "/")
        position = place + 1
        return .start(tag)
      }
      let nameStart = place
      place += 1
      skip { !Self.endsName($0) && $0 != UInt8(ascii: "=") }
      let name = String(decoding: bytes[nameStart..<place], as: UTF8.self)
      skip(while: Self.isBlank)
      var value: ArraySlice<UInt8>?
      if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
        place += 1
        skip(while: Self.isBlank)
        guard place < bytes.count else { return nil }
        let quote = bytes[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          guard let end = bytes[(place + 1)...].firstIndex(of: quote) else { return nil }
          value = bytes[(place + 1)..<end]
          place = end + 1
        } else {
          let valueStart = place
          skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
          value = bytes[valueStart..<place]
        }
      }
      if names.insert(name.lowercased()).inserted {
        tag.attributes.append((name, value.map { String(decoding: $0.filter { $0 != 0 }, as: UTF8.self) }))
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(lowered(byte)) }
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 32 || (9...10).contains(byte) || (12...13).contains(byte)
  }
  private static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }
  private static func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
