import CellCompiler
import NotebookDocument
import SwiftSyntax

/// The functions and types that a cell defines and nothing above does. They take nothing away, so they stay when the cell traps
/// or throws: an exercise that nobody has solved does not take the functions next to it along.
struct NewDefinitions {
  /// The cell with nothing but these and its imports, on the lines on which they are.
  private(set) var code: String
  private(set) var names: [String] = []

  /// - Parameter isKnown: whether something above defines a name.
  init(of cell: String, isKnown: (String) -> Bool) {
    code = ""
    guard let tree = SyntaxTree.of(cell) else { return }
    var kept = Array(cell.utf8).map { $0 == 10 ? $0 : 32 }
    let bytes = Array(cell.utf8)
    for item in tree.statements {
      guard case .decl(let declaration) = item.item, let name = Self.name(of: declaration), !isKnown(name) else {
        continue
      }
      let range = declaration.position.utf8Offset..<declaration.endPosition.utf8Offset
      kept.replaceSubrange(range, with: bytes[range])
      if !declaration.is(ImportDeclSyntax.self) { names.append(name) }
    }
    code = String(decoding: kept, as: UTF8.self)
  }

  /// The name that is defined; that of a module for an import. Nil for variables and for what changes others, as extensions
  /// do.
  private static func name(of declaration: DeclSyntax) -> String? {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function): function.name.text
    case .structDecl(let type): type.name.text
    case .classDecl(let type): type.name.text
    case .enumDecl(let type): type.name.text
    case .actorDecl(let type): type.name.text
    case .protocolDecl(let type): type.name.text
    case .typeAliasDecl(let type): type.name.text
    case .importDecl: ""
    default: nil
    }
  }
}
