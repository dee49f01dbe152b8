import NotebookDocument
import SwiftParser
import SwiftSyntax

extension CellAnalysis {
  /// Where a name stands in a code, in UTF-8 bytes: every identifier that is written so, whatever it means. O(length).
  package static func occurrences(of name: String, in code: String) -> [Int] {
    guard code.contains(name), !SwiftNesting.isTooDeep(code) else { return [] }
    return Parser.parse(source: code).tokens(viewMode: .sourceAccurate).compactMap { token in
      guard case .identifier(let text) = token.tokenKind, text.filter({ $0 != "`" }) == name else { return nil }
      return token.positionAfterSkippingLeadingTrivia.utf8Offset + (text.hasPrefix("`") ? 1 : 0)
    }
  }

  /// Whether the code defines this name at its top level at this byte.
  package func definesAtTop(_ name: String, byte: Int) -> Bool {
    definitions.contains { $0.name == name && $0.offset == byte }
  }
}
