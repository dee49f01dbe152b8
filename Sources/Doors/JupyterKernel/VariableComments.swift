import CellCompiler
import Foundation
import NotebookDocument
import SwiftSyntax

/// The comments above variables at the top level of cells. The compiler keeps those of types and functions in a module, but
/// not these.
struct VariableComments {
  private var texts: [String: String] = [:]

  /// The comment above a name's latest definition; empty where there is none.
  subscript(name: String) -> String { texts[name] ?? "" }

  /// Notes the variables of a cell that has run. O(length).
  mutating func note(_ code: String) {
    guard let tree = SyntaxTree.of(code) else { return }
    for item in tree.statements {
      guard case .decl(let declaration) = item.item, let variable = declaration.as(VariableDeclSyntax.self) else {
        continue
      }
      let comment = Self.comment(in: variable.leadingTrivia)
      for binding in variable.bindings {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        texts[pattern.identifier.text.filter { $0 != "`" }] = comment
      }
    }
  }

  private static func comment(in trivia: Trivia) -> String {
    let lines = trivia.compactMap { piece -> String? in
      switch piece {
      case .docLineComment(let text): String(text.dropFirst(3).drop { $0 == " " })
      case .docBlockComment(let text): text.dropFirst(3).dropLast(2).trimmingCharacters(in: .whitespacesAndNewlines)
      default: nil
      }
    }
    return lines.joined(separator: "\n")
  }
}
