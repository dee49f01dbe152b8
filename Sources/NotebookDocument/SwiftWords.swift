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
    // members of their own meaning
    "Protocol", "Type",
  ]
}

/// How deep brackets stand in each other.
package enum SwiftNesting {
  /// Brackets in each other from which on code is not looked at: SwiftParser's lookahead takes twice the time for each
  /// further one (Swift 6.3), and nobody writes so many.
  package static let limit = 14

  /// Whether square brackets stand in each other too deep for the parser. O(length).
  package static func isTooDeep(_ code: String) -> Bool {
    var depth = 0
    for byte in code.utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 } else if byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
      if depth > limit { return true }
    }
    return false
  }
}
