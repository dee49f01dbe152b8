import Basics
import NotebookDocument
import SwiftSyntax

/// The names that a piece of code surely takes from elsewhere, in the order in which it first says them.
///
/// Names that it binds anywhere, members, and what is in types and extensions are left out: such a name can mean
/// something else. ``possible(in:)`` leaves out only members and labels.
package enum FreeNames {
  /// The free names of a cell or an expression; none for what the parser cannot read in time. O(length).
  package static func of(_ code: String) -> [String] {
    found(code) { code in
      guard let tree = SyntaxTree.of(code) else { return [] }
      let visitor = Visitor(viewMode: .sourceAccurate)
      visitor.walk(tree)
      var seen = visitor.bound
      return visitor.used.filter { seen.insert($0).inserted }
    }
  }

  /// All names that a code can take from elsewhere: what it says neither as a member of something nor as a label of an argument. O(length).
  package static func possible(in code: String) -> Set<String> {
    guard let tree = SyntaxTree.of(code) else { return [] }
    var names: Set<String> = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind, !isLabel(token), !isMember(token.parent) else { continue }
      names.insert(name.filter { $0 != "`" })
    }
    return names
  }

  private static func isLabel(_ token: TokenSyntax) -> Bool {
    if let argument = token.parent?.as(LabeledExprSyntax.self) { return argument.label?.id == token.id }
    return token.parent?.is(MultipleTrailingClosureElementSyntax.self) == true
  }

  private static func isMember(_ node: Syntax?) -> Bool {
    guard let node = node?.as(DeclReferenceExprSyntax.self) else { return false }
    return node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
      || node.parent?.is(KeyPathPropertyComponentSyntax.self) == true
  }

  private static let found = Memo<[String]>(bytes: 1 << 20)

  private final class Visitor: SyntaxVisitor {
    var used: [String] = []
    /// With those that the language binds by itself.
    var bound: Set<String> = ["self", "error", "newValue", "oldValue"]

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      if !FreeNames.isMember(Syntax(node)), case .identifier(let name) = node.baseName.tokenKind {
        used.append(name.filter { $0 != "`" })
      }
      return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      used.append(node.name.text.filter { $0 != "`" })
      return .visitChildren
    }

    // Within a type, a name can mean a member, also one that it inherits.
    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      guard case .identifier(let name) = token.tokenKind, let parent = token.parent else { return .visitChildren }
      let isUse =
        parent.is(DeclReferenceExprSyntax.self) || parent.is(IdentifierTypeSyntax.self)
        || parent.is(MemberTypeSyntax.self) || parent.is(LabeledExprSyntax.self)
      if !isUse { bound.insert(name.filter { $0 != "`" }) }
      return .visitChildren
    }
  }
}
