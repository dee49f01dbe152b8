import Foundation
import NotebookDocument
import SwiftParser
import SwiftSyntax

/// The variables of a cell with the tag `parameters`: those that are set to a number, a text, true or false, or a list of
/// one of these, at the top of the cell or as members of the structure of which `params` is made.
package struct TaggedParameters {
  private struct Variable {
    var parameter: Parameter
    /// The bytes of the value in the code.
    var place: Range<Int>
  }

  private let source: String
  private var variables: [Variable] = []
  /// Whether they are members of a structure.
  private(set) var isStructure = false
  /// Whether there is nothing else in the code.
  private var isAll = true

  init(_ cell: Cell) { self.init(code: cell.code) }

  init(code: String) {
    source = code
    guard !SwiftNesting.isTooDeep(source) else { return }
    for item in Parser.parse(source: source).statements {
      guard case .decl(let declaration) = item.item else {
        isAll = false
        continue
      }
      if let structure = declaration.as(StructDeclSyntax.self), structure.name.text == ParameterCell.structure {
        isStructure = true
        for member in structure.memberBlock.members { note(member.decl) }
      } else {
        note(declaration)
      }
    }
  }

  /// The values of a cell that gives others to parameters; nil for any other cell.
  package init?(injected code: String) {
    let lines = code.split(whereSeparator: \.isNewline)
    guard lines.first?.trimmingCharacters(in: .whitespaces) == ParameterCell.injectedMark else { return nil }
    self.init(code: code)
    if !isAll || variables.isEmpty || isStructure { return nil }
  }

  private mutating func note(_ declaration: DeclSyntax) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      isAll = false
      return
    }
    for binding in variable.bindings {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), let value = binding.initializer?.value,
        let parsed = Self.value(value, type: binding.typeAnnotation?.type.trimmedDescription)
      else {
        isAll = false
        continue
      }
      let (start, end) = (value.positionAfterSkippingLeadingTrivia, value.endPositionBeforeTrailingTrivia)
      let place = start.utf8Offset..<end.utf8Offset
      let name = pattern.identifier.text.filter { $0 != "`" }
      variables.append(Variable(parameter: Parameter(name: name, value: parsed), place: place))
    }
  }

  var parameters: [Parameter] { variables.map(\.parameter) }

  /// The parameters with other values.
  ///
  /// - Throws: `NotebookError` for a name that is not theirs, or a value of another type.
  func replacing(with given: [Parameter]) throws -> [Parameter] {
    try given.reduce(into: parameters) { try $0.replace(with: $1) }
  }

  /// The code with the values that differ from those in it put in their places.
  func code(with parameters: [Parameter]) -> String {
    var bytes = Array(source.utf8)
    for variable in variables.reversed() {
      guard let wanted = parameters.first(where: { $0.name == variable.parameter.name }),
        wanted.value != variable.parameter.value
      else { continue }
      bytes.replaceSubrange(variable.place, with: wanted.value.swiftLiteral.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of a literal; nil for any other expression.
  private static func value(_ expression: ExprSyntax, type: String?) -> ParameterValue? {
    let text = expression.trimmedDescription.filter { $0 != "_" }
    switch expression.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr,
      .prefixOperatorExpr where text.contains("Double."):
      return ["Double.nan": .nan, "Double.infinity": .infinity, "-Double.infinity": -.infinity][text].map(
        ParameterValue.number)
    case .prefixOperatorExpr(let negative) where negative.operator.text == "-":
      return number(text, type: type, isWhole: negative.expression.is(IntegerLiteralExprSyntax.self))
    case .integerLiteralExpr: return number(text, type: type, isWhole: true)
    case .floatLiteralExpr: return number(text, type: type, isWhole: false)
    case .booleanLiteralExpr: return .boolean(text == "true")
    case .stringLiteralExpr(let literal): return literal.representedLiteralValue.map(ParameterValue.text)
    case .arrayExpr(let array):
      let inner = type.map { String($0.drop { $0 == "[" }.prefix { $0 != "]" }) }
      if array.elements.isEmpty { return Self.empty[inner ?? "String"] }
      var values = array.elements.map { value($0.expression, type: inner) }
      if values.contains(where: { if case .number? = $0 { true } else { false } }) {
        values = values.map { if case .integer(let whole)? = $0 { .number(Double(whole)) } else { $0 } }
      }
      guard let first = values.first ?? nil,
        values.allSatisfy({ $0?.swiftType == first.swiftType && $0?.isScalar == true })
      else { return nil }
      return .list(values.compactMap { $0 }, of: first)
    default: return nil
    }
  }

  /// Lists without an entry, by the type of their entries.
  private static let empty: [String: ParameterValue] = [
    "Int": .list([], of: .integer(0)), "Double": .list([], of: .number(0)), "Bool": .list([], of: .boolean(false)),
    "String": .list([], of: .text("")),
  ]

  private static func number(_ text: String, type: String?, isWhole: Bool) -> ParameterValue? {
    if isWhole, type != "Double" { return type == nil || type == "Int" ? Int(text).map(ParameterValue.integer) : nil }
    return type == nil || type == "Double" ? Double(text).map(ParameterValue.number) : nil
  }
}
