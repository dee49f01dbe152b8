import Foundation
import Yams

/// A notebook's parameter: a name with a typed value.
package struct Parameter: Hashable, Sendable {
  package var name: String
  package var value: ParameterValue

  package init(name: String, value: ParameterValue) { (self.name, self.value) = (name, value) }

  /// The parameter with its value read from what a person wrote, of the type that the declared value has.
  ///
  /// - Throws: `NotebookError` when the text is not of that type.
  package func replacing(with text: String) throws -> Parameter {
    guard let value = value.parsing(text) else {
      throw NotebookError(.illTypedParameter(name, value: text, expected: value.typeInWords))
    }
    return Parameter(name: name, value: value)
  }
}

extension [Parameter] {
  /// Gives the parameter of this name the value that somebody says: of the declared type, or a text that reads as one.
  ///
  /// - Throws: `NotebookError` where there is no such parameter, or the value is of another type.
  package mutating func replace(with given: Parameter) throws {
    guard let index = firstIndex(where: { $0.name == given.name }) else {
      throw NotebookError(.unknownParameter(given.name, known: map(\.name)))
    }
    if let value = given.value.converted(to: self[index].value) {
      self[index].value = value
    } else {
      self[index] = try self[index].replacing(with: given.value.description)
    }
  }
}

extension ParameterValue {
  /// The value as one of the other's type; nil where that would change its meaning.
  package func converted(to declared: ParameterValue) -> ParameterValue? {
    if swiftType == declared.swiftType { return self }
    switch (self, declared) {
    case (.integer(let value), .number): return .number(Double(value))
    case (.integer(let value), .text): return .text("\(value)")
    case (.list(let values, _), .list(_, let element)):
      let converted = values.compactMap { $0.converted(to: element) }
      return converted.count == values.count ? .list(converted, of: element) : nil
    default: return nil
    }
  }
}

/// The value of a parameter, of one of the types that YAML tells apart.
package indirect enum ParameterValue: Sendable {
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case text(String)
  /// Elements of one type, the first's; `empty` says it where there is none.
  case list([ParameterValue], of: ParameterValue)

  /// A value from YAML; nil when YAML holds something else than a scalar or a list of scalars of one type.
  package init?(_ node: Node) {
    switch node {
    case .scalar(let scalar):
      let quoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      if !quoted, let value = Int(scalar.string) {
        self = .integer(value)
      } else if !quoted, let value = node.float {
        self = .number(value)
      } else if !quoted, let value = node.bool {
        self = .boolean(value)
      } else if !quoted, node.null != nil {
        return nil
      } else {
        self = .text(scalar.string)
      }
    case .sequence(let sequence):
      var elements: [ParameterValue] = []
      for element in sequence {
        guard let value = ParameterValue(element), value.isScalar else { return nil }
        elements.append(value)
      }
      // A list of integers and numbers is a list of numbers.
      if elements.contains(where: \.isNumber), elements.allSatisfy({ $0.isNumber || $0.isInteger }) {
        elements = elements.map { if case .integer(let value) = $0 { .number(Double(value)) } else { $0 } }
      }
      guard let first = elements.first, elements.allSatisfy({ $0.swiftType == first.swiftType }) else { return nil }
      self = .list(elements, of: first)
    default: return nil
    }
  }

  /// What a person wrote, as a value of this value's type; nil when it is not one.
  package func parsing(_ text: String) -> ParameterValue? {
    switch self {
    case .integer: Int(text).map(ParameterValue.integer)
    case .number: Self.number(text).map(ParameterValue.number)
    case .boolean:
      // YAML's words for them.
      ["true": true, "yes": true, "on": true, "false": false, "no": false, "off": false][text.lowercased()]
        .map(ParameterValue.boolean)
    case .text: .text(text)
    case .list(_, let element):
      Self.elements(text).map { element.parsing($0) }.reduce([ParameterValue]?.some([])) { list, value in
        value.flatMap { value in list.map { $0 + [value] } }
      }.map { .list($0, of: element) }
    }
  }

  /// A number as people write it, YAML's `.inf` and `.nan` included; what is too large for a number is not one.
  private static func number(_ text: String) -> Double? {
    let isNamed = text.contains { $0 == "n" || $0 == "N" }
    guard let value = Double(isNamed ? text.replacing(".", with: "") : text) else { return nil }
    return value.isFinite || isNamed ? value : nil
  }

  private static func elements(_ text: String) -> [String] {
    var inner = text.trimmingCharacters(in: .whitespaces)
    if inner.hasPrefix("["), inner.hasSuffix("]") { inner = String(inner.dropFirst().dropLast()) }
    guard !inner.isEmpty else { return [] }
    return inner.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  package var isScalar: Bool { if case .list = self { false } else { true } }
  private var isNumber: Bool { if case .number = self { true } else { false } }
  private var isInteger: Bool { if case .integer = self { true } else { false } }

  /// The type of the constant that cells see.
  package var swiftType: String {
    switch self {
    case .integer: "Int"
    case .number: "Double"
    case .boolean: "Bool"
    case .text: "String"
    case .list(_, let element): "[\(element.swiftType)]"
    }
  }

  /// The value as a Swift expression.
  package var swiftLiteral: String {
    func number(_ value: Double) -> String {
      value.isFinite ? "\(value)" : value.isNaN ? "Double.nan" : value < 0 ? "-Double.infinity" : "Double.infinity"
    }
    func text(_ text: String) -> String { Self.quoted(text) { "\\u{\(String($0, radix: 16))}" } }
    return written(separator: ", ", text: text, number: number)
  }

  /// The value as JSON, numbers with all their digits and with `inf`, `-inf` and `nan`, which JSON lacks.
  package var json: String {
    func text(_ text: String) -> String { Self.quoted(text) { String(format: "\\u%04x", $0) } }
    return written(separator: ",", text: text, number: { $0.isNaN ? "nan" : "\($0)" })
  }

  /// The value in some notation of texts and numbers.
  private func written(separator: String, text: (String) -> String, number: (Double) -> String) -> String {
    switch self {
    case .integer(let value): return "\(value)"
    case .number(let value): return number(value)
    case .boolean(let value): return "\(value)"
    case .text(let value): return text(value)
    case .list(let values, _):
      let elements = values.map { $0.written(separator: separator, text: text, number: number) }
      return "[\(elements.joined(separator: separator))]"
    }
  }

  package var typeInWords: String {
    switch self {
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .text: "a text"
    case .list(_, let element): "a list, separated by commas, each entry \(element.typeInWords)"
    }
  }

  /// A text in quotation marks, with control characters as the notation escapes them.
  private static func quoted(_ text: String, escape: (UInt32) -> String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 32: escape(scalar.value)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

extension ParameterValue: Hashable {
  /// Whether both are the same data: nan is nan, and −0 is not 0.
  package static func == (left: ParameterValue, right: ParameterValue) -> Bool {
    left.swiftType == right.swiftType && left.json == right.json
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension ParameterValue: CustomStringConvertible {
  /// The value as a report prints it.
  package var description: String { written(separator: ", ", text: { $0 }, number: { "\($0)" }) }
}
