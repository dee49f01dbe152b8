import SwiftSyntax

/// Visits what runs from top to bottom: what is in functions, closures and types runs when it is called.
class TopLevelVisitor: SyntaxAnyVisitor {
  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.kind {
    case .functionDecl, .closureExpr, .accessorBlock, .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl,
      .extensionDecl:
      .skipChildren
    default: .visitChildren
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether this names a member of something, `y` in `x.y`.
  var isMember: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName == self }
}
