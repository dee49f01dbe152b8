/// The language's own words.
package enum SwiftWords {
  /// What cannot name a constant, or a member without backticks: the compiler's reserved words, and the members that
  /// every value has.
  package static let reserved: Set<String> = [
    // declarations
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "static", "struct", "subscript",
    "typealias", "var",
    // statements
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
    "repeat", "return", "switch", "throw", "where", "while",
    // expressions and types
    "Any", "Self", "as", "false", "is", "nil", "rethrows", "self", "super", "throws", "true", "try",
    // Their own members' meaning
    "Protocol", "Type",
  ]
}

/// How deep the parts of code stand in each other.
package enum SwiftNesting {
  /// Square brackets in each other from which on code is not looked at: SwiftParser's lookahead takes twice the time for
  /// each further one (Swift 6.3), and nobody writes so many.
  package static let limit = 14

  /// Brackets of any kind in each other, conditions of compilation in each other, and words and operators of one expression:
  /// the parser looks ahead by calling itself for each, until its stack is full.
  private static let (bracketLimit, conditionLimit, chainLimit) = (100, 50, 400)

  /// Words after which an expression or a pattern goes on, on the next line, too.
  private static let prefixes: Set<String> = [
    "any", "as", "async", "await", "borrowing", "case", "consume", "consuming", "copy", "discard", "each", "else",
    "for",
    "guard", "if", "in", "inout", "is", "isolated", "let", "nonisolated", "repeat", "return", "sending", "some",
    "switch",
    "then", "throw", "throws", "try", "unsafe", "var", "where", "while", "yield",
  ]

  /// Whether parts of code stand in each other too deep for the parser. O(length).
  package static func isTooDeep(_ code: String) -> Bool {
    var scan = Scan(bytes: Array(code.utf8))
    return scan.isTooDeep()
  }

  private struct Scan {
    let bytes: [UInt8]
    private var place = 0
    private var (squares, brackets, conditions, chain) = (0, 0, 0, 0)
    /// Whether what was read last lets the expression go on in the next line.
    private var goesOn = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func isTooDeep() -> Bool {
      while place < bytes.count {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: ","), UInt8(ascii: ";"): endOfPart(byte)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
        case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == byte:
          while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): bracket(byte, 1)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): bracket(byte, -1)
        default: if Self.isOfWord(byte) { word() } else { operators() }
        }
        if squares > limit || brackets > bracketLimit || conditions > conditionLimit || chain > chainLimit {
          return true
        }
      }
      return false
    }

    private mutating func endOfPart(_ byte: UInt8) {
      place += 1
      guard byte == UInt8(ascii: "\n") else {
        chain = 0
        return
      }
      let next = bytes[place...].first { ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n")].contains($0) }
      if !goesOn, next.map({ Self.isOfWord($0) || Self.brackets.contains($0) }) ?? true { chain = 0 }
    }

    private mutating func bracket(_ byte: UInt8, _ step: Int) {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") { squares = max(0, squares + step) }
      brackets = max(0, brackets + step)
      goesOn = false
      place += 1
    }

    private mutating func word() {
      let start = place
      while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      if text == "#if" { conditions += 1 }
      if text == "#endif" { conditions = max(0, conditions - 1) }
      goesOn = prefixes.contains(text)
      chain += 1
    }

    private mutating func operators() {
      while place < bytes.count, !Self.isOfWord(bytes[place]), !Self.brackets.contains(bytes[place]),
        !Self.ends.contains(bytes[place])
      { place += 1 }
      goesOn = true
      chain += 1
    }

    private static let brackets = Set("()[]{}".utf8)
    private static let ends = Set(" \t\r\n,;".utf8)

    private static func isOfWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "$"), 128...255:
        true
      default: false
      }
    }
  }
}
