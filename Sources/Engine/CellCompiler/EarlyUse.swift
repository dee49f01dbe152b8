import NotebookDocument
import SwiftSyntax

/// A use of a variable above the line that gives it its value, at a cell's top level.
///
/// The compiler lets it pass in a script, and the program reads zeros, or ends. A function or a closure uses names
/// when it is called, and that moment is unknown here.
struct EarlyUse: Hashable, Sendable {
  let name: String
  /// Offsets of the use and of the definition, in UTF-8 bytes.
  let offset: Int
  let definition: Int

  /// The first such use. O(length).
  static func first(in statements: CodeBlockItemListSyntax) -> EarlyUse? {
    var definitions: [String: Int] = [:]
    for item in statements {
      guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings where binding.accessorBlock == nil && binding.initializer != nil {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
        let place = name.positionAfterSkippingLeadingTrivia.utf8Offset
        // What is defined twice is the compiler's to refuse.
        if definitions.updateValue(place, forKey: name.text) != nil { return nil }
      }
    }
    guard !definitions.isEmpty else { return nil }
    for item in statements {
      let finder = Finder(definitions)
      finder.walk(item)
      if let use = finder.uses.first(where: { !finder.bound.contains($0.name) }) { return use }
    }
    return nil
  }

  private final class Finder: TopLevelVisitor {
    private let definitions: [String: Int]
    var uses: [EarlyUse] = []
    /// The names that something inside of the statement binds: they may mean that.
    var bound: Set<String> = []

    init(_ definitions: [String: Int]) {
      self.definitions = definitions
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
      if let definition = definitions[node.baseName.text], offset < definition, !node.isMember,
        node.argumentNames == nil
      {
        uses.append(EarlyUse(name: node.baseName.text, offset: offset, definition: definition))
      }
      return .visitChildren
    }
    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      if node.positionAfterSkippingLeadingTrivia.utf8Offset != definitions[node.identifier.text] {
        bound.insert(node.identifier.text)
      }
      return .skipChildren
    }
    override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
      if node.catchItems.isEmpty { bound.insert("error") }
      return .visitChildren
    }
    /// `.name` is a member of what is wanted here.
    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      node.base == nil ? .skipChildren : .visitChildren
    }
    override func visit(_: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: DeferStmtSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}
