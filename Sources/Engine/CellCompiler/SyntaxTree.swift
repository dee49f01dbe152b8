import Basics
import NotebookDocument
import SwiftParser
import SwiftSyntax

/// Swift code as the language's own parser reads it: for code that analyses, rewrites, colours or searches a cell.
package enum SyntaxTree {
  /// The tree of a code; nil where its parts are in each other too deep for the parser. O(length).
  package static func of(_ code: String) -> SourceFileSyntax? {
    trees(code) { SwiftNesting.isTooDeep($0) ? nil : Parser.parse(source: $0) }
  }

  /// One cell is asked about several times in a run. A tree takes a hundred times the place of its code.
  private static let trees = Memo<SourceFileSyntax?>(bytes: 1 << 17)
}
