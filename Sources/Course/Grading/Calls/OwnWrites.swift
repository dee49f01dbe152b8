import CellCompiler
import SwiftSyntax

/// What a cell changes under names that are not declared where it does so: variables of other cells, as far as the source says it.
enum OwnWrites {
  /// The names that code assigns to, passes on to be changed, or calls a member of; with `Left` for `Left.x[0] = 1`. O(length).
  ///
  /// - Parameter countsCalls: whether a call of a member is a change.
  static func names(in code: String, countsCalls: Bool = true) -> Set<String> {
    guard let tree = SyntaxTree.of(code) else { return [] }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.countsCalls = countsCalls
    finder.walk(tree)
    return finder.names
  }

  /// The operators that a cell defines as functions. O(length).
  static func operators(in code: String) -> Set<String> {
    Set(
      (SyntaxTree.of(code)?.statements ?? []).compactMap { item in
        guard let name = item.item.as(FunctionDeclSyntax.self)?.name else { return nil }
        if case .identifier = name.tokenKind { return nil }
        return name.text
      })
  }

  /// Whether anything but functions leaves values in a cell's variables: a type's members, an operator, a property that is computed, a
  /// closure. They have more names than one. O(length).
  static func isInTypes(_ code: String, variables: Set<String>) -> Bool {
    guard let tree = SyntaxTree.of(code) else { return true }
    return tree.statements.contains { item in
      guard case .decl(let declaration) = item.item else { return false }
      if let function = declaration.as(FunctionDeclSyntax.self), case .identifier = function.name.tokenKind {
        return false
      }
      let finder = Finder(viewMode: .sourceAccurate)
      finder.walk(declaration)
      return !finder.names.isDisjoint(with: variables)
    }
  }

  /// The functions of a cell that leave values in its variables: who calls them can put something there. O(length).
  ///
  /// - Parameter countsSteps: whether those that only count are such functions, too. Those that add something else than 1 do not count.
  static func keepingFunctions(in code: String, variables: Set<String>, countsSteps: Bool = false) -> Set<String> {
    guard let tree = SyntaxTree.of(code) else { return [] }
    var names: Set<String> = []
    for item in tree.statements {
      guard let function = item.item.as(FunctionDeclSyntax.self), let body = function.body else { continue }
      let finder = Finder(viewMode: .sourceAccurate)
      finder.countsSteps = countsSteps
      finder.walk(body)
      if !finder.names.isDisjoint(with: variables) || !finder.fractions.isDisjoint(with: variables) {
        names.insert(function.name.text)
      }
    }
    return names
  }

  private final class Finder: SyntaxVisitor {
    var names: Set<String> = []
    /// Those that grow by a fraction, which no count does.
    var fractions: Set<String> = []
    /// Whether `count += 1` is a change, too.
    var countsSteps = true
    var countsCalls = true

    private static let reading: Set<String> = [
      "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "~=", "&&", "||", "??", "...", "..<",
      "&",
      "|", "^", "<<", ">>", "&+", "&-", "&*", "&<<", "&>>", ".<", ".>", ".<=", ".>=", ".==", ".!=",
    ]

    override func visit(_ node: ExprListSyntax) -> SyntaxVisitorContinueKind {
      let all = Array(node)
      for (index, element) in all.enumerated() {
        let isAssignment = element.is(AssignmentExprSyntax.self)
        guard index > 0, isAssignment || Self.changes(element) else { continue }
        let next = index + 1 < all.count ? all[index + 1] : nil
        let isStep = next.map { $0.is(IntegerLiteralExprSyntax.self) || $0.is(FloatLiteralExprSyntax.self) } ?? false
        if isStep, !countsSteps, all.count == 3 {
          if next?.trimmedDescription != "1", let name = all[index - 1].as(DeclReferenceExprSyntax.self) {
            fractions.insert(name.baseName.text)
          }
          continue
        }
        note(all[index - 1])
        // An operator of the student's can change both sides.
        if !isAssignment, !Self.isCompound(element), let next { note(next) }
      }
      return .visitChildren
    }

    private static func isCompound(_ element: ExprSyntax) -> Bool {
      guard let text = element.as(BinaryOperatorExprSyntax.self)?.operator.text, text.last == "=" else { return false }
      return reading.contains(String(text.dropLast()))
    }

    private static func changes(_ element: ExprSyntax) -> Bool {
      element.as(BinaryOperatorExprSyntax.self).map { !reading.contains($0.operator.text) } ?? false
    }

    override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
      note(node.expression)
      return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if countsCalls, let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
        note(base)
      }
      return .visitChildren
    }

    /// Notes the name at the root of an expression.
    private func note(_ expression: ExprSyntax) {
      if let name = expression.as(DeclReferenceExprSyntax.self) {
        names.insert(name.baseName.text.filter { $0 != "`" })
      } else if let member = expression.as(MemberAccessExprSyntax.self) {
        member.base.map(note)
      } else if let item = expression.as(SubscriptCallExprSyntax.self) {
        note(item.calledExpression)
      } else if let chain = expression.as(OptionalChainingExprSyntax.self) {
        note(chain.expression)
      } else if let forced = expression.as(ForceUnwrapExprSyntax.self) {
        note(forced.expression)
      } else if let tuple = expression.as(TupleExprSyntax.self) {
        for element in tuple.elements { note(element.expression) }
      }
    }
  }
}
