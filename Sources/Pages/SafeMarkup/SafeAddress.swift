/// Which addresses a page may hold.
///
/// A link goes where its reader clicks; what is loaded goes out without anybody's doing.
package enum SafeAddress {
  /// Whether an address may be behind a link: a place of the page, a file next to it, the web, mail, a telephone.
  package static func isLink(_ address: String) -> Bool {
    switch scheme(of: address) {
    case .none: isBeside(address)
    case "http", "https", "mailto", "tel": true
    default: false
    }
  }

  /// Whether a page may show the entry at an address as a picture, a film or a sound: a file next to it, or what the
  /// address itself holds. Nothing from elsewhere, which would tell there who opened the page, and when.
  package static func isSource(_ address: String) -> Bool {
    guard let scheme = scheme(of: address) else { return isBeside(address) }
    let content = seen(address).dropFirst(5)
    return scheme == "data" && ["image/", "audio/", "video/"].contains { content.starts(with: $0.utf8) }
  }

  /// Whether an address is a place on the page itself.
  static func isPlace(_ address: String) -> Bool { seen(address).first == UInt8(ascii: "#") }

  /// The address as a browser reads it, in lower case: without blanks around it, and without line ends and tabs. As bytes, for
  /// a browser does not know characters that are made of several.
  private static func seen(_ address: String) -> ArraySlice<UInt8> {
    address.utf8.filter { $0 != 9 && $0 != 10 && $0 != 13 }.drop { $0 <= 32 }.map { byte in
      (65...90).contains(byte) ? byte + 32 : byte
    }[...]
  }

  private static func scheme(of address: String) -> String? {
    let bytes = seen(address)
    guard let end = bytes.firstIndex(where: { ":/\\?#".utf8.contains($0) }), bytes[end] == UInt8(ascii: ":") else {
      return nil
    }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Two slashes of either kind begin the name of another machine.
  private static func isBeside(_ address: String) -> Bool {
    let beginning = seen(address).prefix(2)
    return !(beginning.count == 2 && beginning.allSatisfy { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
  }
}
