import SwiftIfConfig
import SwiftSyntax

/// A `guard` that binds names at the top level of a cell: there they would be variables of the script's own, which no later cell can see.
enum TopLevelGuard {
  /// What is wrong with the first of them. O(statements).
  static func refusal(in tree: SourceFileSyntax) -> CompilableCode.Refusal? { refusal(in: tree.statements) }

  private static func refusal(in items: CodeBlockItemListSyntax) -> CompilableCode.Refusal? {
    for item in items {
      if let statement = item.item.as(GuardStmtSyntax.self), let name = name(boundBy: statement) {
        let message =
          "“guard” cannot define names at a cell's top level; write “let \(name) = …!” or “let \(name) = … ?? …” here, or “if let \(name)” "
          + "around what needs it, or put the code into a function"
        return .init(message: message, offset: statement.positionAfterSkippingLeadingTrivia.utf8Offset)
      }
      if let condition = item.item.as(IfConfigDeclSyntax.self),
        case .statements(let items)? = condition.activeClause(in: CellConfiguration.current).clause?.elements,
        let found = refusal(in: items)
      {
        return found
      }
    }
    return nil
  }

  private static func name(boundBy statement: GuardStmtSyntax) -> String? {
    for condition in statement.conditions {
      switch condition.condition {
      case .optionalBinding(let binding):
        if let name = PatternNames.of(Syntax(binding.pattern)).first { return name.text }
      case .matchingPattern(let matching):
        if let name = PatternNames.of(Syntax(matching.pattern)).first { return name.text }
      default: break
      }
    }
    return nil
  }
}

/// The names in a pattern.
final class PatternNames: TopLevelVisitor {
  private var tokens: [TokenSyntax] = []

  static func of(_ pattern: Syntax) -> [TokenSyntax] {
    let finder = PatternNames(viewMode: .sourceAccurate)
    finder.walk(pattern)
    return finder.tokens
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    tokens.append(node.identifier)
    return .skipChildren
  }
}
