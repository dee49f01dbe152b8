import SwiftSyntax

/// What a cell hides from other files: the cells of a notebook are one file to the person who writes them, and several to the
/// compiler.
struct FileAccess {
  /// The words `private` before declarations of the top level, and all words `fileprivate`, in UTF-8 bytes.
  private(set) var modifiers: [Range<Int>] = []

  init(_ tree: SourceFileSyntax) {
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(tree)
    modifiers = finder.found
  }

  private final class Finder: SyntaxVisitor {
    private(set) var found: [Range<Int>] = []

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
      let hides =
        switch node.name.tokenKind {
        case .keyword(.fileprivate): true
        case .keyword(.private): node.detail == nil && Self.standsAtTop(node)
        default: false
        }
      if hides {
        found.append(
          node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset)
      }
      return .skipChildren
    }

    /// Whether no type or function lies around a declaration's modifier.
    private static func standsAtTop(_ node: DeclModifierSyntax) -> Bool {
      // Modifier, list, declaration, item: above that there may be `#if` only.
      var above = node.parent?.parent?.parent?.parent
      let ofFile: Set<SyntaxKind> = [
        .codeBlockItemList, .codeBlockItem, .sourceFile, .ifConfigDecl, .ifConfigClause, .ifConfigClauseList,
      ]
      while let next = above, ofFile.contains(next.kind) { above = next.parent }
      return above == nil
    }
  }
}
