import Foundation
import SwiftParser
import SwiftSyntax

/// The code of a notebook as one Swift file that compiles: a program that prints what the notebook shows.
///
/// A later cell may define a name again, which one scope does not allow. From such a cell on the code stands in an inner
/// scope, where the new name hides the old one; what has to stand at the top of a file (imports, extensions, operators)
/// is moved there. Cells that do not run, and those that must fail, are left out, with a word at their place.
public struct Tangle {
  private let notebook: Notebook

  /// The code of this notebook.
  public init(_ notebook: Notebook) { self.notebook = notebook }

  /// The Swift file, for language mode 5, in which cells are compiled too. O(length).
  public func text(parameters: [Parameter]? = nil) -> String {
    let parameters = parameters ?? notebook.frontMatter.parameters
    var imports = ["import Gimbal"]
    var hoisted: [String] = []
    var body: [String] = []
    var depth = 0
    var names: Set<String> = parameters.isEmpty ? [] : ["params", "Parameters"]
    if !parameters.isEmpty { body.append(SourceGenerator.source(of: parameters).trimmingCharacters(in: .newlines)) }
    for cell in notebook.cells {
      let place = "\(cell.name), line \(cell.lines.lowerBound)"
      guard cell.options.eval, !cell.options.error else {
        body.append("// MARK: \(place): \(cell.options.error ? "must fail" : "does not run"), left out")
        continue
      }
      let analysis = CellAnalysis(cell.code)
      let defined = Set(analysis.definitions.filter { $0.importKind != "func" }.map(\.name))
      let functions = Set(analysis.definitions.filter { $0.importKind == "func" }.map(\.name))
      if !names.isDisjoint(with: defined) || !names.isDisjoint(with: functions) {
        body.append("do {")
        depth += 1
      }
      names.formUnion(defined.union(functions))
      let parts = Self.parts(of: cell.code, hoistsExtensions: depth > 0)
      for line in parts.imports where !imports.contains(line) { imports.append(line) }
      hoisted += parts.hoisted
      body.append("// MARK: \(place)\n\n" + parts.code)
    }
    body.append(contentsOf: Array(repeating: "}", count: depth))
    let head = "// \(notebook.title): the code of \(notebook.name).md, to be compiled with -swift-version 5."
    return ([head, imports.joined(separator: "\n")] + hoisted + body).joined(separator: "\n\n") + "\n"
  }

  private static func isOperator(_ item: CodeBlockItemSyntax) -> Bool {
    guard let function = item.item.as(FunctionDeclSyntax.self) else { return false }
    if case .identifier = function.name.tokenKind { return false }
    return true
  }

  /// A cell's code without its imports, with its last expression shown.
  private static func parts(
    of code: String, hoistsExtensions: Bool
  ) -> (imports: [String], hoisted: [String], code: String) {
    let tree = Parser.parse(source: code)
    let bytes = Array(code.utf8)
    let shown = CellAnalysis(code).lastExpression
    var imports: [String] = []
    var hoisted: [String] = []
    var text = ""
    var position = 0
    func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for item in tree.statements {
      let range = item.positionAfterSkippingLeadingTrivia.utf8Offset..<item.endPositionBeforeTrailingTrivia.utf8Offset
      let isImport = item.item.is(ImportDeclSyntax.self)
      let isHoisted =
        item.item.is(OperatorDeclSyntax.self) || item.item.is(PrecedenceGroupDeclSyntax.self)
        || (hoistsExtensions && (item.item.is(ExtensionDeclSyntax.self) || isOperator(item)))
      if isImport || isHoisted {
        text += slice(position..<range.lowerBound)
        position = range.upperBound
        if isImport { imports.append(item.item.trimmedDescription) } else { hoisted.append(slice(range)) }
      } else if let shown, shown == range {
        text += slice(position..<range.lowerBound) + "display(\n" + slice(range) + "\n)"
        position = range.upperBound
      }
    }
    text += slice(position..<bytes.count)
    return (imports, hoisted, text.trimmingCharacters(in: .newlines))
  }
}
