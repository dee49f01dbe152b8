import NotebookDocument
import SwiftSyntax

/// What stands in the place of `#file`, `#filePath`, `#fileID`, `#line`, `#column` and `#function`, whose own values are those
/// of the generated source.
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

  /// - Parameter origin: where the code stands; nil where it stands in no file, which leaves `#function` alone.
  init(_ tree: SourceFileSyntax, code: String, origin: CodeOrigin?) {
    let finder = WordFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    let bytes = Array(code.utf8)
    for word in finder.found {
      guard let value = Self.value(of: word, in: bytes, origin) else { continue }
      pieces.append(.init(offset: word.range.lowerBound, text: "("))
      pieces.append(.init(offset: word.range.upperBound, text: ", \(value)).1"))
    }
  }

  private struct Word {
    var name: String
    var range: Range<Int>
    var isAtTop: Bool
  }

  private static func value(of word: Word, in bytes: [UInt8], _ origin: CodeOrigin?) -> String? {
    // A script's own name for its top level.
    if word.name == "function" { return word.isAtTop ? "\"main\"" : nil }
    guard let origin else { return nil }
    let before = bytes[..<word.range.lowerBound]
    switch word.name {
    case "line": return "\(origin.line + before.count { $0 == 10 })"
    case "column": return "\(origin.column + before.reversed().prefix { $0 != 10 }.count)"
    case "file", "filePath": return literal(origin.path)
    case "fileID": return literal("\(ModuleName.shown)/\(origin.path.split(separator: "/").last ?? "")")
    default: return nil
    }
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }

  private final class WordFinder: SyntaxVisitor {
    var found: [Word] = []
    private var depth = 0

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      guard node.arguments.isEmpty, !isDefaultArgument(node) else { return .visitChildren }
      add(node.macroName.text, Syntax(node))
      return .skipChildren
    }
    // As a statement of its own.
    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.arguments.isEmpty, node.attributes.isEmpty else { return .visitChildren }
      add(node.macroName.text, Syntax(node))
      return .skipChildren
    }

    private func add(_ name: String, _ node: Syntax) {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      found.append(
        Word(name: name, range: start..<node.endPositionBeforeTrailingTrivia.utf8Offset, isAtTop: depth == 0))
    }

    /// Whether this is the whole value that a parameter has when a call does not give one.
    private func isDefaultArgument(_ node: MacroExpansionExprSyntax) -> Bool {
      node.parent?.as(InitializerClauseSyntax.self)?.parent?.is(FunctionParameterSyntax.self) == true
    }

    private func enter() -> SyntaxVisitorContinueKind {
      depth += 1
      return .visitChildren
    }
    override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: FunctionDeclSyntax) { depth -= 1 }
    override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: StructDeclSyntax) { depth -= 1 }
    override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: ClassDeclSyntax) { depth -= 1 }
    override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: EnumDeclSyntax) { depth -= 1 }
    override func visit(_: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: ActorDeclSyntax) { depth -= 1 }
    override func visit(_: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: ExtensionDeclSyntax) { depth -= 1 }
    // A computed variable's getter has the variable's name.
    override func visit(_: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_: AccessorBlockSyntax) { depth -= 1 }
  }
}

/// Where a unit's code stands in the file that its author wrote.
package struct CodeOrigin: Hashable, Sendable {
  /// The file's absolute path.
  package let path: String
  /// The line of the code's first line, and the column of its first character, both from 1.
  package let line: Int
  package let column: Int

  package init(path: String, line: Int, column: Int) { (self.path, self.line, self.column) = (path, line, column) }
}
