import CellCompiler
import NotebookDocument
import SwiftSyntax

/// Whether a cell could keep code that another cell gives it, and call it: in a variable, a closure, a class, a type that only the other
/// cell knows. Functions over plain values cannot, nor can constants and structures of them.
enum KeepsCode {
  /// O(length).
  static func isPossible(in code: String) -> Bool {
    guard let tree = SyntaxTree.of(code) else { return true }
    if tree.hasError { return true }
    for item in tree.statements {
      guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
      if variable.bindingSpecifier.tokenKind == .keyword(.var),
        variable.bindings.contains(where: { $0.accessorBlock == nil })
      {
        return true
      }
      let closures = Closures(viewMode: .sourceAccurate)
      closures.walk(variable)
      if closures.areThere { return true }
    }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(tree)
    return finder.isPossible
  }

  private final class Closures: SyntaxVisitor {
    var areThere = false
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
      areThere = true
      return .skipChildren
    }
  }

  private final class Finder: SyntaxVisitor {
    var isPossible = false

    private func found() -> SyntaxVisitorContinueKind {
      isPossible = true
      return .skipChildren
    }
    override func visit(_ node: FunctionTypeSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
      [.keyword(.static), .keyword(.lazy), .keyword(.weak), .keyword(.unowned)].contains(node.name.tokenKind)
        ? found() : .visitChildren
    }
    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      let name = node.name.text
      return name.hasPrefix("Any") || name.hasPrefix("NS") || name.contains("KeyPath") ? found() : .visitChildren
    }
  }
}
