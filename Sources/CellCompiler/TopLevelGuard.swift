import SwiftSyntax

/// What `guard` binds at the top level of a cell, as constants and variables that later cells can see.
///
/// In a script `guard let x = f() else { … }` binds `x` for all that follows in the file, and for nothing outside of it. It
/// becomes `let x = { guard let x = f() else { … }; return x }()`: the types come from the code as before.
struct TopLevelGuard {
  private(set) var pieces: [CompilableCode.Piece] = []
  /// What is bound with `var`.
  private(set) var variables: Set<String> = []

  init(_ tree: SourceFileSyntax) { read(tree.statements) }

  private mutating func read(_ items: CodeBlockItemListSyntax) {
    for item in items {
      if let statement = item.item.as(GuardStmtSyntax.self) {
        read(statement)
      } else if let condition = item.item.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          if case .statements(let items)? = clause.elements { read(items) }
        }
      }
    }
  }

  private mutating func read(_ statement: GuardStmtSyntax) {
    let bindings = Bindings(of: statement)
    // “return” has nothing to return from; around a closure it would have, and mean something else.
    guard !bindings.names.isEmpty, !ReturnFinder.returns(statement.body) else { return }
    let names = bindings.names.joined(separator: ", ")
    let value = bindings.names.count == 1 ? names : "(\(names))"
    let throwing = ThrowFinder.throwsErrors(Syntax(statement.conditions), Syntax(statement.body)) ? "try " : ""
    if bindings.isVariable { variables.formUnion(bindings.names.map { $0.filter { $0 != "`" } }) }
    pieces.append(
      .init(
        offset: statement.positionAfterSkippingLeadingTrivia.utf8Offset,
        text: "\(bindings.isVariable ? "var" : "let") \(value) = \(throwing){ "))
    pieces.append(
      .init(offset: statement.endPositionBeforeTrailingTrivia.utf8Offset, text: "; return \(value) }()"))
  }

  /// The names that the conditions of a `guard` bind, in order.
  struct Bindings {
    private(set) var names: [String] = []
    private(set) var isVariable = false

    init(of statement: GuardStmtSyntax) {
      for condition in statement.conditions {
        switch condition.condition {
        case .optionalBinding(let binding):
          if binding.bindingSpecifier.tokenKind == .keyword(.var) { isVariable = true }
          add(Syntax(binding.pattern))
        case .matchingPattern(let matching): add(Syntax(matching.pattern))
        default: break
        }
      }
    }

    private mutating func add(_ pattern: Syntax) {
      let finder = NameFinder(viewMode: .sourceAccurate)
      finder.walk(pattern)
      names += finder.names.filter { !names.contains($0) }
      isVariable = isVariable || finder.isVariable
    }
  }

  private final class NameFinder: SyntaxVisitor {
    private(set) var names: [String] = []
    private(set) var isVariable = false

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      names.append(node.identifier.text)
      return .skipChildren
    }
    override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
      if node.bindingSpecifier.tokenKind == .keyword(.var) { isVariable = true }
      return .visitChildren
    }
    override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }

  private final class ReturnFinder: SyntaxVisitor {
    private var found = false

    static func returns(_ body: CodeBlockSyntax) -> Bool {
      let finder = ReturnFinder(viewMode: .sourceAccurate)
      finder.walk(body)
      return finder.found
    }

    override func visit(_: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
      found = true
      return .skipChildren
    }
    override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}
