import CellCompiler
import Foundation
import NotebookDocument
import NotebookImport
import SwiftSyntax

/// The code of a notebook as one Swift file that compiles: a program that prints what the notebook shows.
///
/// A later cell may define a name again, which one scope does not allow. From such a cell on the code is in an inner
/// scope, where the new name hides the old one; what has to be at the top of a file (imports, extensions, operators,
/// protocols, and the types that are extended) is moved there. If it uses a name of the inner scope, the file would not
/// mean what the notebook means, and there is none. Cells that do not run, and those that must fail, are left out, with a
/// word at their place.
package struct Tangle {
  private let notebook: Notebook
  private var imports = ["import Gimbal"]
  private var hoisted: [String] = []
  private var body: [String] = []
  private var depth = 0
  /// What is defined so far, at whatever depth.
  private var names: Set<String> = []
  /// What is defined in inner scopes so far, and cannot be seen from the top of the file.
  private var innerNames: Set<String> = []
  private var hoistedTypes: Set<String> = []
  /// Functions that overload others of a scope further out.
  private var hoistedFunctions: Set<String> = []
  /// What tells the functions of each name from each other; nil for what is not a function.
  private var signatures: [String: Set<String?>] = [:]
  /// How deep the scope lies in which each name was defined last.
  private var scopes: [String: Int] = [:]
  /// Types that an extension somewhere names.
  private let extended: Set<String>

  /// The code of this notebook.
  package init(_ notebook: Notebook) {
    self.notebook = notebook
    extended = Set(
      Self.running(notebook).compactMap { SyntaxTree.of($0.code) }.flatMap { tree in
        tree.statements.compactMap { $0.item.as(ExtensionDeclSyntax.self)?.baseName }
      })
  }

  private static func running(_ notebook: Notebook) -> [Cell] {
    zip(notebook.cells, notebook.fates).filter { $1.doesRun && !$0.options.error }.map(\.0)
  }

  /// The Swift file, for language mode 5, in which cells are compiled too. O(length).
  ///
  /// - Throws: `ExportError` with the line of what would have to be at the top of the file and cannot.
  package func text(parameters: [Parameter]? = nil) throws -> String {
    var tangle = self
    return try tangle.make(parameters ?? notebook.frontMatter.parameters)
  }

  private mutating func make(_ parameters: [Parameter]) throws -> String {
    body.append("// Warnings are printed, as the notebook shows them.\ngimbalBegin()")
    if !parameters.isEmpty {
      names = ["params", "Parameters"]
      body.append(ParameterCell.source(of: parameters).trimmingCharacters(in: .newlines))
    }
    for (cell, fate) in zip(notebook.cells, notebook.fates) { try add(cell, fate) }
    body.append(contentsOf: Array(repeating: "}", count: depth))
    let packages = notebook.frontMatter.packages.map { package in
      "\n// It needs \(package.products.joined(separator: ", ")) of \(package.declaration())."
    }
    let head = "// \(notebook.title): the code of \(notebook.name).md, to be compiled with -swift-version 5."
    return ([head + packages.joined(), imports.joined(separator: "\n")] + hoisted + body).joined(separator: "\n\n")
      + "\n"
  }

  private mutating func add(_ cell: Cell, _ fate: CellFate) throws {
    let place = "\(cell.name), line \(cell.lines.lowerBound)"
    guard fate.doesRun, !cell.options.error else {
      body.append("// MARK: \(place): \(cell.options.error ? "must fail" : "does not run"), left out")
      return
    }
    guard let tree = SyntaxTree.of(cell.code) else {
      body.append("// MARK: \(place)\n\n" + cell.code)
      return
    }
    let definitions = CellAnalysis(cell.code).definitions
    let defined = Set(definitions.map(\.name))
    let earlier = names
    if definitions.contains(where: hides) {
      body.append("do {")
      depth += 1
    } else if depth > 0 {
      // A function in an inner scope would hide those of its name outside of it, next to which it is meant to be.
      hoistedFunctions.formUnion(defined.filter { scopes[$0].map { $0 < depth } ?? false })
    }
    names.formUnion(defined)
    for definition in definitions {
      signatures[definition.name, default: []].insert(definition.signature)
      scopes[definition.name] = hoistedFunctions.contains(definition.name) ? 0 : depth
    }
    if depth > 0 {
      let top = tree.statements.compactMap(\.typeName).filter(
        extended.union(tree.statements.compactMap(\.protocolName)).contains)
      innerNames.formUnion(defined.subtracting(top).subtracting(hoistedFunctions))
      for item in tree.statements {
        guard let name = item.typeName, top.contains(name) else { continue }
        if earlier.contains(name) { throw refusal(item, cell, uses: name) }
        hoistedTypes.insert(name)
      }
    }
    body.append("// MARK: \(place)\n\n" + (try code(of: cell, tree)))
  }

  /// A cell's code without the parts that move to the top of the file, with its last expression shown.
  private mutating func code(of cell: Cell, _ tree: SourceFileSyntax) throws -> String {
    let bytes = Array(cell.code.utf8)
    let shown = CellAnalysis(cell.code).lastExpression
    var text = ""
    var position = 0
    func slice(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for item in tree.statements {
      let range = item.positionAfterSkippingLeadingTrivia.utf8Offset..<item.endPositionBeforeTrailingTrivia.utf8Offset
      if item.item.is(ImportDeclSyntax.self) {
        text += slice(position..<range.lowerBound)
        position = range.upperBound
        let line = item.item.trimmedDescription
        if !imports.contains(line) { imports.append(line) }
      } else if standsAtTop(item) {
        text += slice(position..<range.lowerBound)
        position = range.upperBound
        let source = slice(range)
        if let hidden = CellAnalysis(source).usedNames.intersection(innerNames).min() {
          throw refusal(item, cell, uses: hidden)
        }
        hoisted.append(source)
      } else if let shown, shown == range {
        text += slice(position..<range.lowerBound) + "display(\n" + slice(range) + "\n)"
        position = range.upperBound
      }
    }
    text += slice(position..<bytes.count)
    return text.trimmingCharacters(in: .newlines)
  }

  /// Whether a definition takes the place of an earlier one, and is not next to it as a function of other
  /// parameters.
  private func hides(_ new: CellAnalysis.Definition) -> Bool {
    guard names.contains(new.name) else { return false }
    let known = signatures[new.name] ?? [nil]
    return new.signature == nil || known.contains(nil) || known.contains(new.signature)
  }

  private func standsAtTop(_ item: CodeBlockItemSyntax) -> Bool {
    if item.item.is(OperatorDeclSyntax.self) || item.item.is(PrecedenceGroupDeclSyntax.self) { return true }
    guard depth > 0 else { return false }
    return item.item.is(ExtensionDeclSyntax.self) || item.isOperator
      || item.typeName.map(hoistedTypes.contains) == true
      || item.functionName.map(hoistedFunctions.contains) == true
  }

  private func refusal(_ item: CodeBlockItemSyntax, _ cell: Cell, uses name: String) -> ExportError {
    let extended: String? = item.item.as(ExtensionDeclSyntax.self).map { "the extension of “\($0.baseName)”" }
    let function: String? = item.functionName.map { "the function “\($0)”" }
    let type: String? = item.typeName.map { "the type “\($0)”" }
    let what: String = extended ?? function ?? type ?? "this operator"
    let before = cell.code.utf8.prefix(item.positionAfterSkippingLeadingTrivia.utf8Offset)
    let line = cell.codeLine + before.count { $0 == UInt8(ascii: "\n") }
    return ExportError(
      .cannotTangle(what, uses: name), file: notebook.path, position: Position(line: line, column: 1 + cell.indent))
  }
}

extension CodeBlockItemSyntax {
  /// The name of the type that is declared here; none for other declarations.
  fileprivate var typeName: String? {
    guard case .decl(let declaration) = item else { return nil }
    switch declaration.as(DeclSyntaxEnum.self) {
    case .structDecl(let node): return node.name.text
    case .classDecl(let node): return node.name.text
    case .actorDecl(let node): return node.name.text
    case .enumDecl(let node): return node.name.text
    case .protocolDecl(let node): return node.name.text
    default: return nil
    }
  }

  /// The name of the function that is declared here.
  fileprivate var functionName: String? {
    guard let function = item.as(FunctionDeclSyntax.self), case .identifier = function.name.tokenKind else {
      return nil
    }
    return function.name.text
  }

  /// The name of the protocol that is declared here.
  fileprivate var protocolName: String? { item.as(ProtocolDeclSyntax.self)?.name.text }

  /// Whether a function is declared here that is called by a sign.
  fileprivate var isOperator: Bool {
    guard let function = item.as(FunctionDeclSyntax.self) else { return false }
    if case .identifier = function.name.tokenKind { return false }
    return true
  }
}

extension ExtensionDeclSyntax {
  /// The extended type, or the one that it is nested in.
  fileprivate var baseName: String {
    String(extendedType.trimmedDescription.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}
