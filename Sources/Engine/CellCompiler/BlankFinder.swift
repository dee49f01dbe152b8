import SwiftSyntax

/// Finds what an exercise leaves open: calls `blank("a hint")`.
final class BlankFinder: SyntaxVisitor {
  static let name = "blank"
  private var hints: [String] = []

  /// The hints in order. A code that defines `blank` itself means its own. O(length).
  static func hints(in tree: SourceFileSyntax) -> [String] {
    let finder = BlankFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    return finder.hints
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == Self.name,
      node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil
    else { return .visitChildren }
    let literal = argument.expression.as(StringLiteralExprSyntax.self)
    let words = literal?.representedLiteralValue ?? argument.expression.trimmedDescription
    hints.append(words)
    return .skipChildren
  }
}
