import SwiftSyntax

/// `while true` and `repeat … while true` at a cell's top level with nothing in them that could leave them. In a function or a closure such a
/// loop may be a thread's.
enum EndlessLoop {
  /// The loops, from the top. O(length).
  static func find(in tree: SourceFileSyntax) -> [Doubt] {
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.found
  }

  private static func isTrue(_ expression: some SyntaxProtocol) -> Bool { expression.trimmedDescription == "true" }

  /// Whether code may be left: by a word, by an error that is thrown, or by a call that does not come back.
  private static func canBeLeft(_ body: some SyntaxProtocol) -> Bool {
    body.tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .keyword(.break), .keyword(.return), .keyword(.throw), .keyword(.try), .keyword(.await): true
      case .identifier(let name): ["fatalError", "preconditionFailure", "exit", "abort"].contains(name)
      default: false
      }
    }
  }

  private final class Visitor: SyntaxVisitor {
    var found: [Doubt] = []

    override func visit(_ loop: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
      if loop.conditions.allSatisfy(EndlessLoop.isTrue), !EndlessLoop.canBeLeft(loop.body) { add(loop) }
      return .visitChildren
    }

    override func visit(_ loop: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
      if EndlessLoop.isTrue(loop.condition), !EndlessLoop.canBeLeft(loop.body) { add(loop) }
      return .visitChildren
    }

    override func visit(_ function: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ closure: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ members: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func add(_ loop: some SyntaxProtocol) {
      found.append(Doubt("this loop never ends: leave it with “break”, or give “while” a condition", at: loop))
    }
  }
}
