import Foundation
import NotebookDocument

/// A notebook's parameters as cells of Jupyter hold them, by papermill's convention: a cell with the tag `parameters` has the
/// values that the notebook declares, a cell with the tag `injected-parameters` behind it those that somebody has given.
package enum ParameterCell {
  /// The tag of the cell that declares parameters.
  package static let tag = "parameters"
  /// The tag of the cell with values that were given.
  package static let injectedTag = "injected-parameters"
  /// The first line of a cell with values that were given, as papermill writes it: a kernel sees no tags.
  static let injectedMark = "// Parameters"

  /// The parameters as Swift that declares the constant `params`, as the front matter does.
  package static func source(of parameters: [Parameter]) -> String {
    let members = parameters.map { "  let \($0.name): \($0.value.swiftType) = \($0.value.swiftLiteral)\n" }.joined()
    return "struct \(structure): Sendable {\n\(members)}\nlet params = \(structure)()\n"
  }

  /// The type of `params`.
  static let structure = "Parameters"

  /// Values that were given, as papermill writes them.
  package static func injected(_ parameters: [Parameter]) -> String {
    ([injectedMark] + parameters.map { "let \($0.name) = \($0.value.swiftLiteral)" }).joined(separator: "\n")
  }
}

/// The cells with parameters that a kernel has been sent, so that values which papermill puts behind one take effect as
/// `gimbal run -P` has it: of the type that is declared, for names that are.
package struct SentParameters {
  /// Code that declares parameters, the latest last.
  private var declarations: [TaggedParameters] = []
  /// What the notebook is called in messages.
  private let name: String

  /// - Parameter name: what messages call the notebook.
  package init(name: String = "the notebook") { self.name = name }

  /// Takes what the front matter declares.
  package mutating func declare(_ parameters: [Parameter]) {
    if !parameters.isEmpty { note(ParameterCell.source(of: parameters)) }
  }

  /// Takes the code of a cell that has run. O(length).
  package mutating func note(_ code: String) {
    let declared = TaggedParameters(code: code)
    if !declared.parameters.isEmpty { declarations.append(declared) }
  }

  /// The code that gives parameters the values which a cell says: that of the cell that declares them, with these values in
  /// it. Nil for any other cell, and where no cell declares any of them: then the cell stands for itself.
  ///
  /// - Throws: `NotebookError` for a parameter that is not declared next to the others, or for a value of another type.
  package func code(giving code: String) throws -> String? {
    guard let given = TaggedParameters(injected: code) else { return nil }
    let names = Set(given.parameters.map(\.name))
    let declaration =
      declarations.last { $0.parameters.contains { names.contains($0.name) } }
      ?? declarations.last { $0.isStructure }
    guard let declaration else { return nil }
    return declaration.code(with: try declaration.replacing(with: given.parameters))
  }
}
