import Basics
import Foundation
import NotebookDocument

/// What SourceKit knows of a name: its declaration and documentation.
struct SymbolDescription {
  var declaration: String
  var type: String
  var documentation: String
  var module: String
  /// Declarations of what the same name may mean too: the initialisers of a type.
  var others: [String]

  /// Reads an answer; nil when there is no finding.
  init?(_ answer: JSON) {
    guard let annotated = answer["key.annotated_decl"]?.string else { return nil }
    declaration = Self.plain(annotated)
    type = Self.withoutModules(answer["key.typename"]?.string ?? "")
    documentation = answer["key.doc_comment"]?.string ?? ""
    let module = answer["key.modulename"]?.string ?? ""
    self.module = module.hasPrefix("Notebook") ? "" : module
    others = (answer["key.secondary_symbols"]?.elements ?? []).compactMap {
      $0["key.annotated_decl"]?.string.map(Self.plain)
    }
  }

  private static func plain(_ xml: String) -> String {
    withoutModules(MarkupText.unescape(xml.removingSpans(from: "<", to: ">")))
  }

  private static func withoutModules(_ text: String) -> String {
    text.replacing(compiled(/Notebook_[0-9a-f]{12}\./), with: "")
  }

  /// The description by media type.
  func data(isDetailed: Bool) -> [String: JSON] {
    let code = ([declaration] + (isDetailed ? others : [])).joined(separator: "\n")
    var words = documentation
    if !module.isEmpty { words += (words.isEmpty ? "" : "\n\n") + "Module \(module)" }
    let markdown = MarkdownText.fenced(code, "swift") + (words.isEmpty ? "" : "\n\n\(words)")
    return [
      "text/plain": .text(words.isEmpty ? code : "\(code)\n\n\(words)"), "text/markdown": .text(markdown),
    ]
  }
}
