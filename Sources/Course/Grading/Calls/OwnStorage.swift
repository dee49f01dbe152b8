import CellCompiler
import SwiftSyntax
import Toolchains

/// What a cell keeps otherwise than in variables at its top level: objects, values of types, and what closures hold. Another cell can put
/// a number there under many names, so all that refer to such a cell could have.
struct OwnStorage {
  /// Classes, and functions whose results are of other types than plain ones, in all cells.
  private var kept: Set<String> = []

  /// Reads the declarations of all cells. O(length).
  init(_ codes: [String]) {
    let trees = codes.compactMap(SyntaxTree.of)
    for tree in trees {
      for item in tree.statements {
        if let name = item.item.as(ClassDeclSyntax.self)?.name.text ?? item.item.as(ActorDeclSyntax.self)?.name.text {
          kept.insert(name)
        }
      }
    }
    let values = Self.plain.union(
      trees.flatMap(\.statements).compactMap { item in
        item.item.as(StructDeclSyntax.self)?.name.text ?? item.item.as(EnumDeclSyntax.self)?.name.text
          ?? item.item.as(TypeAliasDeclSyntax.self)?.name.text
      })
    let classes = kept
    func isPlain(_ type: TypeSyntax?) -> Bool {
      guard let type else { return true }
      let words = type.tokens(viewMode: .sourceAccurate).map(\.text)
      return !words.contains("->") && !words.contains("some") && !words.contains("any")
        && words.allSatisfy { !($0.first?.isUppercase ?? false) || values.contains($0) && !classes.contains($0) }
    }
    for function in trees.flatMap(\.statements).compactMap({ $0.item.as(FunctionDeclSyntax.self) })
    where !isPlain(function.signature.returnClause?.type) {
      kept.insert(function.name.text)
    }
    known = values.subtracting(classes)
  }

  private let known: Set<String>

  /// Types whose constants nobody can change.
  private static let plain: Set<String> = Set(LibraryLocation.kitMembers.keys).union([
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "Bool",
    "String", "Character", "Substring", "Array", "Set", "Dictionary", "Range", "ClosedRange", "Optional", "Void",
    "SIMD2",
    "SIMD3", "SIMD4", "Date", "Decimal", "UUID", "Duration",
  ])

  /// Whether a cell keeps such values. O(length).
  func isIn(_ code: String) -> Bool {
    guard let tree = SyntaxTree.of(code) else { return true }
    for item in tree.statements {
      guard case .decl(let declaration) = item.item else { continue }
      if declaration.is(ClassDeclSyntax.self) || declaration.is(ActorDeclSyntax.self) { return true }
      if let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindings.contains(where: { !isPlain($0.typeAnnotation?.type) && holds($0.initializer?.value) })
      {
        return true
      }
      let statics = Statics(viewMode: .sourceAccurate)
      statics.walk(declaration)
      if statics.areMade { return true }
    }
    return false
  }

  /// Whether a type is named, and its values are plain.
  private func isPlain(_ type: TypeSyntax?) -> Bool {
    guard let words = type?.tokens(viewMode: .sourceAccurate).map(\.text), !words.contains("->") else { return false }
    return words.allSatisfy { !($0.first?.isLetter ?? false) || known.contains($0) }
  }

  /// Whether an initial value can be an object, or a closure that holds a variable.
  private func holds(_ value: ExprSyntax?) -> Bool {
    guard let value else { return false }
    let variables = Variables(viewMode: .sourceAccurate)
    variables.walk(value)
    if variables.areThere { return true }
    return FreeNames.possible(in: value.trimmedDescription).contains { name in
      kept.contains(name) || name.first?.isUppercase == true && !known.contains(name)
    }
  }

  /// Variables in closures that hold other closures.
  private final class Variables: SyntaxVisitor {
    private var depth = 0
    private var (hasVariable, hasInner) = (false, false)
    var areThere: Bool { hasVariable && hasInner }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      hasVariable = hasVariable || depth > 0 && node.bindingSpecifier.tokenKind == .keyword(.var)
      return .visitChildren
    }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
      hasInner = hasInner || depth > 0
      depth += 1
      return .visitChildren
    }
    override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }
  }

  /// Values of types that are made when somebody first asks for them, by a call that may have anything in it; or that can be changed.
  private final class Statics: SyntaxVisitor {
    var areMade = false
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else { return .skipChildren }
      for binding in node.bindings where binding.accessorBlock == nil {
        let calls = Calls(viewMode: .sourceAccurate)
        binding.initializer.map { calls.walk($0) }
        areMade = areMade || calls.areThere || node.bindingSpecifier.tokenKind == .keyword(.var)
      }
      return .skipChildren
    }
  }

  private final class Calls: SyntaxVisitor {
    var areThere = false
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let callee = node.calledExpression.trimmedDescription
      areThere = areThere || !OwnStorage.plain.contains(callee)
      return .visitChildren
    }
  }
}
