import SwiftSyntax

/// A call around each expression that waits at the top level of a cell.
///
/// A cell is run by a C function and has to return, so its top level is not asynchronous. `let x = await f()` becomes
/// `let x = gimbalWait({ await f() })`: the type comes from the expression as before, and the statement is over when the
/// work is done.
struct TopLevelAwait {
  private(set) var pieces: [CompilableCode.Piece] = []
  private(set) var refusal: CompilableCode.Refusal?

  init(_ tree: SourceFileSyntax) {
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(tree)
    refusal = finder.asyncLet.map { offset in
      .init(
        message:
          "“async let” cannot be at a cell's top level; write “let name = Task { … }” here and “await name.value” "
          + "where the value is needed", offset: offset)
    }
    for (range, throwing) in finder.waits {
      pieces.append(.init(offset: range.lowerBound, text: throwing ? "try gimbalWait({ " : "gimbalWait({ "))
      pieces.append(.init(offset: range.upperBound, text: " })"))
    }
  }

  /// Finds what waits outside functions and closures.
  private final class Finder: TopLevelVisitor {
    private(set) var waits: [Range<Int>: Bool] = [:]
    private(set) var asyncLet: Int?

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
      wrap(outermostExpression(around: node))
      return .skipChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
      guard node.awaitKeyword != nil else { return .visitChildren }
      wrap(node.parent?.as(LabeledStmtSyntax.self).map { Syntax($0) } ?? Syntax(node))
      return .skipChildren
    }

    override func visit(_ node: LabeledStmtSyntax) -> SyntaxVisitorContinueKind {
      // A jump out of a loop that waits cannot leave the call around it: the call goes around what it jumps to.
      guard JumpFinder.jumps(to: node.label.text, in: node) else { return .visitChildren }
      wrap(Syntax(node))
      return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.modifiers.contains(where: { $0.name.text == "async" }) else { return .visitChildren }
      asyncLet = asyncLet ?? node.positionAfterSkippingLeadingTrivia.utf8Offset
      return .skipChildren
    }

    private func wrap(_ node: Syntax) {
      wrap(from: node, to: node)
    }

    private func wrap(from first: Syntax, to last: Syntax) {
      let range = first.positionAfterSkippingLeadingTrivia.utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset
      var throwing = waits[range] == true
      // The elements of a sequence are siblings.
      var next: Syntax? = first
      while let node = next {
        throwing = throwing || ThrowFinder.throwsErrors(node)
        next = node == last ? nil : sibling(after: node)
      }
      waits[range] = throwing
    }

    private func sibling(after node: Syntax) -> Syntax? {
      guard let siblings = node.parent?.children(viewMode: .sourceAccurate) else { return nil }
      return siblings.drop { $0 != node }.dropFirst().first
    }

    private func wrap(_ expression: (first: Syntax, last: Syntax)) { wrap(from: expression.first, to: expression.last) }

    /// The whole expression that a part belongs to; of an assignment, its right side.
    private func outermostExpression(around node: AwaitExprSyntax) -> (first: Syntax, last: Syntax) {
      var best = Syntax(node)
      var child = Syntax(node)
      while let parent = child.parent {
        if parent.is(StmtSyntax.self) || parent.is(DeclSyntax.self) || parent.is(CodeBlockItemSyntax.self)
          || parent.is(ConditionElementSyntax.self) || parent.is(InitializerClauseSyntax.self)
          || parent.is(SwitchExprSyntax.self) || parent.is(IfExprSyntax.self) || parent.is(WhereClauseSyntax.self)
          || parent.is(CatchClauseSyntax.self)
        {
          break
        }
        if let list = parent.as(ExprListSyntax.self), parent.parent?.is(SequenceExprSyntax.self) == true,
          let after = Self.firstBehindAssignment(list, before: child)
        {
          return (after, Syntax(list.last!))
        }
        if parent.is(ExprSyntax.self) { best = parent }
        child = parent
      }
      return (best, best)
    }

    private static func firstBehindAssignment(_ list: ExprListSyntax, before child: Syntax) -> Syntax? {
      let elements = list.map { Syntax($0) }
      guard let place = elements.firstIndex(of: child),
        let assignment = elements[..<place].lastIndex(where: \.isAssignment)
      else { return nil }
      return elements[assignment + 1]
    }
  }

  /// Looks for a jump to a label from inside a loop that waits.
  private final class JumpFinder: TopLevelVisitor {
    private let label: String
    private var depth = 0
    private var found = false

    private init(_ label: String) {
      self.label = label
      super.init(viewMode: .sourceAccurate)
    }

    static func jumps(to label: String, in node: LabeledStmtSyntax) -> Bool {
      let finder = JumpFinder(label)
      // If the statement itself waits, all of it is inside the call anyway.
      if node.statement.as(ForStmtSyntax.self)?.awaitKeyword == nil { finder.walk(node.statement) }
      return finder.found
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
      if node.awaitKeyword != nil { depth += 1 }
      return .visitChildren
    }
    override func visitPost(_ node: ForStmtSyntax) { if node.awaitKeyword != nil { depth -= 1 } }
    override func visit(_ node: ContinueStmtSyntax) -> SyntaxVisitorContinueKind { note(node.label) }
    override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind { note(node.label) }

    private func note(_ target: TokenSyntax?) -> SyntaxVisitorContinueKind {
      if depth > 0, target?.text == label { found = true }
      return .skipChildren
    }
  }
}
