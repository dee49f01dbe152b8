import NotebookDocument
import SwiftSyntax

/// What is in place of `#file`, `#filePath`, `#fileID`, `#line`, `#column` and `#function`, whose own values are
/// those of the generated source.
///
/// `#line` becomes `(#line, 42).1`: nothing but the value changes, and only to the type that the code asks for. As a default
/// argument the word means the place of the call, and stays.
struct SourcePlaces {
  private(set) var pieces: [CompilableCode.Piece] = []

  /// What code must hold for one of the words to be in it.
  static func mayStand(in code: String) -> Bool {
    code.utf8.contains(35)
      && ["#file", "#line", "#column", "#function"].contains { code.contains($0) }
  }

  /// - Parameter origin: where the code is; nil where it is in no file, which leaves `#function` alone.
  init(_ tree: SourceFileSyntax, code: String, origin: CodeOrigin?) {
    let finder = WordFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    for word in finder.found {
      guard let value = Self.value(of: word, in: code, origin) else { continue }
      pieces.append(.init(offset: word.range.lowerBound, text: "("))
      pieces.append(.init(offset: word.range.upperBound, text: ", \(value)).1"))
    }
  }

  private struct Word {
    var name: String
    var range: Range<Int>
    var isAtTop: Bool
  }

  private static func value(of word: Word, in code: String, _ origin: CodeOrigin?) -> String? {
    // A script's own name for its top level.
    if word.name == "function" { return word.isAtTop ? "\"main\"" : nil }
    guard let origin else { return nil }
    let place = Position(ofByte: word.range.lowerBound, in: code)
    switch word.name {
    case "line": return "\(origin.line + place.line - 1)"
    case "column": return "\(origin.column + place.column - 1)"
    case "file", "filePath": return ParameterValue.text(origin.path).swiftLiteral
    case "fileID":
      let name = origin.path.split(separator: "/").last ?? ""
      return ParameterValue.text("\(ModuleName.shown)/\(name)").swiftLiteral
    default: return nil
    }
  }

  private final class WordFinder: SyntaxVisitor {
    var found: [Word] = []

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      guard node.arguments.isEmpty, !isDefaultArgument(node) else { return .visitChildren }
      add(node.macroName.text, Syntax(node))
      return .skipChildren
    }
    // As its own statement.
    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.arguments.isEmpty, node.attributes.isEmpty else { return .visitChildren }
      add(node.macroName.text, Syntax(node))
      return .skipChildren
    }

    private func add(_ name: String, _ node: Syntax) {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      found.append(
        Word(name: name, range: start..<node.endPositionBeforeTrailingTrivia.utf8Offset, isAtTop: Self.isAtTop(node)))
    }

    /// Whether this is the whole value that a parameter has when a call does not give one.
    private func isDefaultArgument(_ node: MacroExpansionExprSyntax) -> Bool {
      node.parent?.as(InitializerClauseSyntax.self)?.parent?.is(FunctionParameterSyntax.self) == true
    }

    /// Whether no function, type or computed variable, whose name `#function` then gives, is around this.
    private static func isAtTop(_ node: Syntax) -> Bool {
      var around = node.parent
      while let next = around {
        switch next.kind {
        case .functionDecl, .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .accessorBlock: return false
        default: around = next.parent
        }
      }
      return true
    }
  }
}

/// Where a unit's code is in the file that its author wrote.
package struct CodeOrigin: Hashable, Sendable {
  /// The file's absolute path.
  package let path: String
  /// The line of the code's first line, and the column of its first character, both from 1.
  package let line: Int
  package let column: Int

  package init(path: String, line: Int, column: Int) { (self.path, self.line, self.column) = (path, line, column) }
}
