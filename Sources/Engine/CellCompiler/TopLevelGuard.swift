import SwiftIfConfig
import SwiftSyntax

/// What `guard` binds at the top level of a cell, as constants and variables that later cells can see.
///
/// In a script `guard let x = f() else { … }` binds `x` for all that follows in the file, and for nothing outside of it. It
/// becomes `let x = { guard let x = f() else { … }; return x }()`: the types come from the code as before.
struct TopLevelGuard {
  private(set) var pieces: [CompilableCode.Piece] = []
  /// What is bound with `var`.
  private(set) var variables: Set<String> = []

  /// Why a `guard` cannot be as it is: the cell has a name already that it binds.
  private(set) var refusal: CompilableCode.Refusal?

  /// What is before a name that means what cells above define, where the cell defines it again.
  static let earlier = "gimbalEarlier_"

  /// The names that the cell has defined so far.
  private var defined: Set<String> = []

  init(_ tree: SourceFileSyntax) { read(tree.statements) }

  private mutating func read(_ items: CodeBlockItemListSyntax) {
    for item in items {
      if let statement = item.item.as(GuardStmtSyntax.self) {
        read(statement)
      } else if let variable = item.item.as(VariableDeclSyntax.self) {
        for binding in variable.bindings { defined.formUnion(PatternNames.of(Syntax(binding.pattern)).names) }
      } else if let condition = item.item.as(IfConfigDeclSyntax.self) {
        if case .statements(let items)? = condition.activeClause(in: CellConfiguration.current).clause?.elements {
          read(items)
        }
      }
    }
  }

  private mutating func read(_ statement: GuardStmtSyntax) {
    let bindings = Bindings(of: statement)
    // “return” has nothing to return from; around a closure it would have, and mean something else.
    guard !bindings.names.isEmpty, !ReturnFinder.returns(statement.body) else { return }
    if let taken = bindings.tokens.first(where: { defined.contains($0.text) }) {
      let name = taken.text
      refusal =
        refusal
        ?? .init(
          message:
            "“\(name)” is defined in this cell already; write “guard let \(name)2 = \(name)”, with a new name, or "
            + "begin a new cell with the “guard”", offset: taken.positionAfterSkippingLeadingTrivia.utf8Offset)
      return
    }
    defined.formUnion(bindings.names)
    pieces += EarlierNames.pieces(in: statement, binding: Set(bindings.names))
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
    private(set) var tokens: [TokenSyntax] = []
    private(set) var isVariable = false

    var names: [String] { tokens.map(\.text) }

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
      let found = PatternNames.of(pattern)
      tokens += found.tokens.filter { !names.contains($0.text) }
      isVariable = isVariable || found.isVariable
    }
  }

  /// The uses of names that a `guard` binds in its own conditions, before it binds them: there they mean what a cell above
  /// has defined. `guard let x else { … }` becomes `guard let x = gimbalEarlier_x else { … }`.
  private final class EarlierNames: SyntaxVisitor {
    private var pieces: [CompilableCode.Piece] = []
    private var unbound: Set<String> = []

    static func pieces(in statement: GuardStmtSyntax, binding names: Set<String>) -> [CompilableCode.Piece] {
      let finder = EarlierNames(viewMode: .sourceAccurate)
      finder.unbound = names
      for condition in statement.conditions {
        var bound: Set<String> = []
        switch condition.condition {
        case .optionalBinding(let binding):
          bound = Set(PatternNames.of(Syntax(binding.pattern)).names)
          if let value = binding.initializer {
            finder.walk(value)
          } else if let name = bound.first, finder.unbound.contains(name) {
            finder.pieces.append(
              .init(
                offset: binding.pattern.endPositionBeforeTrailingTrivia.utf8Offset,
                text: " = \(earlier)\(name)"))
          }
        case .matchingPattern(let matching):
          finder.walk(matching.initializer)
          bound = Set(PatternNames.of(Syntax(matching.pattern)).names)
        case .expression(let expression): finder.walk(expression)
        default: break
        }
        finder.unbound.subtract(bound)
      }
      return finder.pieces
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      if !node.isMember, unbound.contains(node.baseName.text) {
        pieces.append(.init(offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: earlier))
      }
      return .visitChildren
    }
  }

  /// The names in a pattern.
  final class PatternNames: TopLevelVisitor {
    private(set) var tokens: [TokenSyntax] = []
    private(set) var isVariable = false

    var names: [String] { tokens.map(\.text) }

    static func of(_ pattern: Syntax) -> PatternNames {
      let finder = PatternNames(viewMode: .sourceAccurate)
      finder.walk(pattern)
      return finder
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      tokens.append(node.identifier)
      return .skipChildren
    }
    override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
      if node.bindingSpecifier.tokenKind == .keyword(.var) { isVariable = true }
      return .visitChildren
    }
  }

  private final class ReturnFinder: TopLevelVisitor {
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
  }
}
