import CellCompiler
import SwiftSyntax

/// What functions, types and extensions of a cell take from elsewhere: code that can run when the cell has long run.
enum OwnReads {
  /// The free names of all that a cell declares but its variables; and of those of its variables that are computed or hold closures.
  /// O(length).
  static func ofFunctions(in code: String) -> Set<String> {
    guard let tree = SyntaxTree.of(code) else { return [] }
    var names: Set<String> = []
    for item in tree.statements {
      guard case .decl(let declaration) = item.item else { continue }
      if let variable = declaration.as(VariableDeclSyntax.self),
        !variable.bindings.contains(where: {
          $0.accessorBlock != nil || $0.initializer?.value.is(ClosureExprSyntax.self) == true
        })
      {
        continue
      }
      let text = declaration.trimmedDescription
      // Within types, any name can be a member's.
      names.formUnion(
        declaration.is(FunctionDeclSyntax.self) || declaration.is(VariableDeclSyntax.self)
          ? Set(FreeNames.of(text)) : FreeNames.possible(in: text))
    }
    return names
  }

  /// The types of a cell that keep their own values, in `static` variables; with an empty name for extensions that do.
  /// O(length).
  ///
  /// - Parameter onlyVariables: whether `static let` does not count.
  static func keepers(in code: String, onlyVariables: Bool = false) -> Set<String> {
    guard let tree = SyntaxTree.of(code) else { return [] }
    var names: Set<String> = []
    for item in tree.statements {
      guard case .decl(let declaration) = item.item else { continue }
      let finder = Statics(viewMode: .sourceAccurate)
      finder.onlyVariables = onlyVariables
      finder.walk(declaration)
      guard finder.areThere else { continue }
      names.insert(declaration.asProtocol(NamedDeclSyntax.self)?.name.text ?? "")
    }
    return names
  }

  /// The names of a cell under which other cells can leave values: variables, types that keep some, and constants that are objects of
  /// classes. O(length).
  ///
  /// - Parameter onlyVariables: whether types with `static let` alone do not count.
  static func changeable(in code: String, onlyVariables: Bool = false) -> Set<String> {
    guard let tree = SyntaxTree.of(code) else { return [] }
    var names = keepers(in: code, onlyVariables: onlyVariables)
    let classes = Set(
      tree.statements.compactMap { item in
        item.item.as(ClassDeclSyntax.self)?.name.text ?? item.item.as(ActorDeclSyntax.self)?.name.text
      })
    for variable in tree.statements.compactMap({ $0.item.as(VariableDeclSyntax.self) }) {
      for binding in variable.bindings where binding.accessorBlock == nil {
        let made = FreeNames.possible(in: binding.initializer?.value.trimmedDescription ?? "")
        let isObject = made.contains { classes.contains($0) || $0.hasPrefix("NS") || $0.hasSuffix("Encoder") }
        guard variable.bindingSpecifier.tokenKind == .keyword(.var) || isObject else { continue }
        names.formUnion(
          binding.pattern.as(IdentifierPatternSyntax.self).map { [$0.identifier.text] }
            ?? FreeNames.possible(in: binding.pattern.trimmedDescription))
      }
    }
    return names.subtracting([""])
  }

  private final class Statics: SyntaxVisitor {
    var areThere = false
    var onlyVariables = false
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else { return .skipChildren }
      let isVariable =
        node.bindingSpecifier.tokenKind == .keyword(.var) && node.bindings.contains { $0.accessorBlock == nil }
      areThere = areThere || isVariable || !onlyVariables
      return .skipChildren
    }
  }
}
