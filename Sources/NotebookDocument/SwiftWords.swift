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
