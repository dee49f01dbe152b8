import CellCompiler
import NotebookDocument
import SwiftSyntax

/// Whether code that a person types into a console is whole, by the compiler's own parser.
package enum Completeness: Hashable {
  case complete
  /// More must come, on a line that begins with this.
  case incomplete(indent: String)
  case invalid

  /// What the code is. O(length).
  package init(of code: String) {
    guard let tree = SyntaxTree.of(code) else {
      self = .invalid
      return
    }
    guard tree.hasError else {
      self = Self.goesOn(tree) ? .incomplete(indent: Self.indent(code, tree)) : .complete
      return
    }
    self = Faults(tree).lieAtTheEnd ? .incomplete(indent: Self.indent(code, tree)) : .invalid
  }

  /// Whether code without a fault ends with what cannot be the end: a comment that is not closed.
  private static func goesOn(_ tree: SourceFileSyntax) -> Bool {
    tree.endOfFileToken.leadingTrivia.contains { piece in
      if case .blockComment(let text) = piece { !text.hasSuffix("*/") || text.utf8.count < 4 } else { false }
    }
  }

  /// Two spaces for each bracket that is open.
  private static func indent(_ code: String, _ tree: SourceFileSyntax) -> String {
    var open = 0
    for token in tree.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .leftBrace, .leftParen, .leftSquare: open += 1
      case .rightBrace, .rightParen, .rightSquare: open -= 1
      default: break
      }
    }
    return String(repeating: "  ", count: max(open, 0))
  }

  /// The faults of a tree.
  private final class Faults: SyntaxAnyVisitor {
    private(set) var lieAtTheEnd = true
    /// Behind the last piece of code: trailing blanks and comments do not count.
    private let end: AbsolutePosition

    init(_ tree: SourceFileSyntax) {
      let last = tree.endOfFileToken.previousToken(viewMode: .sourceAccurate)
      end = last?.endPositionBeforeTrailingTrivia ?? AbsolutePosition(utf8Offset: 0)
      super.init(viewMode: .all)
      walk(tree)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      if node.is(UnexpectedNodesSyntax.self) { lieAtTheEnd = false }
      return lieAtTheEnd ? .visitChildren : .skipChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      guard token.presence == .missing else { return .skipChildren }
      // A string of one line does not go on in the next.
      let isOfOneLine = token.tokenKind == .stringQuote
      if token.position < end || isOfOneLine { lieAtTheEnd = false }
      return .skipChildren
    }
  }
}
