/// Which style a page may hold: that which loads nothing.
enum SafeStyle {
  /// Whether a style sheet, the style of an element or an attribute of a drawing can be kept. O(length).
  static func loadsNothing(_ style: String) -> Bool {
    let bytes = Array(style.utf8)
    // CSS does not need this sign, and it could begin a forged end tag.
    guard !bytes.contains(UInt8(ascii: "<")) else { return false }
    // Most style has none of the signs by which anything is loaded.
    guard bytes.contains(where: { "(@\\:".utf8.contains($0) }) else { return true }
    let plain = unescaped(bytes)
    return [plain, withoutComments(plain)].allSatisfy { text in
      !loaders.contains { text.contains($0.utf8) }
        && addresses(in: text).allSatisfy { address in
          inside.contains { address.starts(with: $0.utf8) }
        }
    }
  }

  private static let loaders = [
    "@import", "@namespace", "image(", "image-set(", "src(", "cross-fade(", "expression(", "-moz-binding",
    "javascript:",
  ]

  /// What an address begins with that holds what it names, or names a part of the page.
  private static let inside = ["#", "data:image/", "data:font/"]

  private static func addresses(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while let opening = rest.firstRange(of: "url(".utf8) {
      rest = rest[opening.upperBound...]
      found.append(rest.drop { $0 <= 32 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
    }
    return found
  }

  /// In lower case, with each character as itself: CSS writes it also by its number, `\75 rl(` for `url(`.
  private static func unescaped(_ style: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = style[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append((65...90).contains(byte) ? byte + 32 : byte)
        continue
      }
      let digits = rest.prefix(6).prefix { Character(Unicode.Scalar($0)).isHexDigit }
      rest = rest.dropFirst(digits.count)
      if digits.isEmpty {
        if let next = rest.popFirst() { result.append(next) }
        continue
      }
      if let next = rest.first, next <= 32 { rest.removeFirst() }
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
      result += String(Unicode.Scalar(number).map(Character.init) ?? "\u{FFFD}").lowercased().utf8
    }
    return result
  }

  private static func withoutComments(_ style: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = style[...]
    while let opening = rest.firstRange(of: "/*".utf8) {
      result += rest[..<opening.lowerBound]
      rest = rest[opening.upperBound...]
      rest = rest.firstRange(of: "*/".utf8).map { rest[$0.upperBound...] } ?? []
    }
    return result + rest
  }
}
