import SwiftSyntax

/// Another name for what a cell has called `x` before it says `guard let x = x`, so that `x` itself can be what the `guard`
/// binds, for this cell and for those below.
///
/// A script shadows the first `x` there: what stands above means that one, functions included.
struct FirstMeaning {
  /// What stands before the name of the first one.
  static let prefix = "gimbalFirst_"

  /// Gives the constants and variables of these names, which the top level of a file defines, their other names up to the
  /// `guard`; nil where that could change what something else means.
  ///
  /// - Parameter firstUse: where the `guard` has its own names: nothing from there on is changed.
  static func pieces(for names: Set<String>, in tree: SourceFileSyntax, before firstUse: AbsolutePosition)
    -> [CompilableCode.Piece]?
  {
    let finder = Finder(names: names, end: firstUse)
    finder.walk(tree)
    guard !finder.isAmbiguous, finder.defined == names else { return nil }
    return finder.places.map { .init(offset: $0.utf8Offset, text: prefix) }
  }

  private final class Finder: SyntaxVisitor {
    private let names: Set<String>
    private let end: AbsolutePosition
    var places: [AbsolutePosition] = []
    var defined: Set<String> = []
    var isAmbiguous = false

    init(names: Set<String>, end: AbsolutePosition) {
      (self.names, self.end) = (names, end)
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      guard names.contains(node.identifier.text), node.position < end else { return .skipChildren }
      let isAtTop =
        node.parent?.parent?.parent?.as(VariableDeclSyntax.self)?.parent?.is(CodeBlockItemSyntax.self) == true
        && node.parent?.parent?.parent?.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
      if !isAtTop || !defined.insert(node.identifier.text).inserted { isAmbiguous = true }
      places.append(node.positionAfterSkippingLeadingTrivia)
      return .skipChildren
    }
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      guard names.contains(node.baseName.text), node.position < end else { return .visitChildren }
      if !node.isMember, node.parent?.is(KeyPathPropertyComponentSyntax.self) != true {
        places.append(node.positionAfterSkippingLeadingTrivia)
      }
      return .visitChildren
    }
    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
      check(node.secondName ?? node.firstName, node)
      return .visitChildren
    }
    override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
      check(node.secondName ?? node.firstName, node)
      return .visitChildren
    }
    override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
      check(node.name, node)
      return .visitChildren
    }
    override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
      check(node.name, node)
      return .visitChildren
    }

    private func check(_ name: TokenSyntax, _ node: some SyntaxProtocol) {
      if names.contains(name.text), node.position < end { isAmbiguous = true }
    }
  }
}
