import Basics

/// Letters and digits of MathML's `mathvariant` as the characters that Unicode has for them: browsers draw these, and of the attribute's
/// values only `normal` (MathML Core, section 2.2.1; Unicode, Mathematical Alphanumeric Symbols).
enum MathAlphabet {
  /// The places of A, a, Α, α and 0 of each variant; nil where Unicode has none.
  private static let starts: [Substring: (upper: UInt32, lower: UInt32, greek: (UInt32, UInt32)?, digit: UInt32?)] = [
    "bold": (0x1D400, 0x1D41A, (0x1D6A8, 0x1D6C2), 0x1D7CE),
    "bold-italic": (0x1D468, 0x1D482, (0x1D71C, 0x1D736), 0x1D7CE),
    "script": (0x1D49C, 0x1D4B6, nil, nil),
    "bold-script": (0x1D4D0, 0x1D4EA, nil, nil),
    "fraktur": (0x1D504, 0x1D51E, nil, nil),
    "bold-fraktur": (0x1D56C, 0x1D586, nil, nil),
    "double-struck": (0x1D538, 0x1D552, nil, 0x1D7D8),
    "sans-serif": (0x1D5A0, 0x1D5BA, nil, 0x1D7E2),
    "bold-sans-serif": (0x1D5D4, 0x1D5EE, (0x1D756, 0x1D770), 0x1D7EC),
    "sans-serif-italic": (0x1D608, 0x1D622, nil, nil),
    "sans-serif-bold-italic": (0x1D63C, 0x1D656, (0x1D790, 0x1D7AA), 0x1D7EC),
    "monospace": (0x1D670, 0x1D68A, nil, 0x1D7F6),
  ]

  /// Letters that Unicode had before, and which are no second time among the others.
  private static let older: [UInt32: UInt32] = [
    0x1D49D: 0x212C, 0x1D4A0: 0x2130, 0x1D4A1: 0x2131, 0x1D4A3: 0x210B, 0x1D4A4: 0x2110, 0x1D4A7: 0x2112,
    0x1D4A8: 0x2133, 0x1D4AD: 0x211B, 0x1D4BA: 0x212F, 0x1D4BC: 0x210A, 0x1D4C4: 0x2134, 0x1D506: 0x212D,
    0x1D50B: 0x210C, 0x1D50C: 0x2111, 0x1D515: 0x211C, 0x1D51D: 0x2128, 0x1D53A: 0x2102, 0x1D53F: 0x210D,
    0x1D545: 0x2115, 0x1D547: 0x2119, 0x1D548: 0x211A, 0x1D549: 0x211D, 0x1D551: 0x2124,
  ]

  /// MathML whose letters are what their attribute says; those that Unicode does not have keep it. O(length).
  static func written(in markup: String) -> String {
    markup.replacing(compiled(/<(m[ion]) mathvariant="([a-z-]+)">([^<]*)<\/m[ion]>/)) { match in
      let letters = MarkupText.unescape(String(match.output.3)).unicodeScalars.map {
        character(for: $0.value, in: match.output.2)
      }
      guard letters.allSatisfy({ $0 != nil }) else { return String(match.output.0) }
      return "<\(match.output.1)>\(String(String.UnicodeScalarView(letters.compactMap { $0 })))</\(match.output.1)>"
    }
  }

  private static func character(for code: UInt32, in variant: Substring) -> Unicode.Scalar? {
    guard let start = starts[variant] else { return nil }
    let made: UInt32? =
      switch code {
      case 0x30...0x39: start.digit.map { $0 + code - 0x30 }
      case 0x41...0x5A: start.upper + code - 0x41
      case 0x61...0x7A: start.lower + code - 0x61
      case 0x391...0x3A9: start.greek.map { $0.0 + code - 0x391 }
      case 0x3B1...0x3C9: start.greek.map { $0.1 + code - 0x3B1 }
      default: nil
      }
    return made.flatMap { Unicode.Scalar(older[$0] ?? $0) }
  }
}
