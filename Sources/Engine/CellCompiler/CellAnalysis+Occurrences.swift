import NotebookDocument
import SwiftSyntax

extension CellAnalysis {
  /// A place where a name is written, whatever it means there.
  package struct Occurrence: Hashable, Sendable {
    /// In UTF-8 bytes.
    package var byte: Int
    /// Whether it only labels an argument, a parameter that has another name inside, or a part of a tuple.
    package var isLabel: Bool
    /// Whether what is defined here is also the label by which callers give it: a parameter, a property of a structure.
    package var givesLabel: Bool
  }

  /// Where a name is in a code: every identifier that is written so. O(length).
  package static func occurrences(of name: String, in code: String) -> [Occurrence] {
    guard code.contains(name), let tree = SyntaxTree.of(code) else { return [] }
    return tree.tokens(viewMode: .sourceAccurate).compactMap { token in
      guard case .identifier(let text) = token.tokenKind, text.filter({ $0 != "`" }) == name else { return nil }
      return Occurrence(
        byte: token.positionAfterSkippingLeadingTrivia.utf8Offset + (text.hasPrefix("`") ? 1 : 0),
        isLabel: token.isLabel, givesLabel: token.givesLabel)
    }
  }

  /// Whether the code defines this name at its top level at this byte.
  package func definesAtTop(_ name: String, byte: Int) -> Bool {
    definitions.contains { $0.name == name && $0.offset == byte }
  }
}

extension TokenSyntax {
  fileprivate var isLabel: Bool {
    guard let parent else { return false }
    if let argument = parent.as(LabeledExprSyntax.self) { return argument.label?.id == id }
    if let parameter = parent.as(FunctionParameterSyntax.self) {
      return parameter.firstName.id == id && parameter.secondName != nil
    }
    if let part = parent.as(TupleTypeElementSyntax.self) { return part.firstName?.id == id }
    if let part = parent.as(TuplePatternElementSyntax.self) { return part.label?.id == id }
    if let value = parent.as(EnumCaseParameterSyntax.self) { return value.firstName?.id == id }
    return parent.is(DeclNameArgumentSyntax.self)
  }

  fileprivate var givesLabel: Bool {
    if let parameter = parent?.as(FunctionParameterSyntax.self) {
      // A subscript's parameters have no label where they are not given one.
      return parameter.secondName == nil && parameter.parent?.parent?.parent?.is(SubscriptDeclSyntax.self) != true
    }
    guard parent?.is(IdentifierPatternSyntax.self) == true,
      let variable = parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
    else { return false }
    return variable.parent?.parent?.parent?.parent?.is(StructDeclSyntax.self) == true
  }
}
