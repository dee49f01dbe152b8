import CellCompiler
import SwiftSyntax

/// A name of the student's that checks use: a function that the judge calls, or a constant that it asks for.
package struct ServedName: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    /// As it is in the declaration: `_ v`, `dt`.
    var names: String
    /// The label in a call; nil for none.
    var label: String?
    /// The name inside.
    var name: String
    var type: String
    /// `= 0.1`, or nothing.
    var standard: String
  }

  package enum Kind: Hashable, Sendable {
    /// With the types of its results: none, one, or those of a tuple.
    case function([Parameter], results: [String], resultText: String, throws: Bool)
    case constant
  }

  package var name: String
  package var kind: Kind
  /// By which it is called: functions of one name are distinguished by their labels.
  package var key: String

  /// What a piece of code declares under this name at its top level, or why the judge cannot call it.
  static func declared(_ name: String, in code: String) -> [Result<ServedName, Unservable>] {
    (SyntaxTree.of(code)?.statements ?? []).compactMap { item in
      guard case .decl(let declaration) = item.item else { return nil }
      if let function = declaration.as(FunctionDeclSyntax.self), function.name.text == name {
        return Result { () throws(Unservable) in try ServedName(function) }
      }
      if let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindings.contains(where: { $0.pattern.trimmedDescription == name })
      {
        return .success(ServedName(name: name, kind: .constant, key: name))
      }
      return nil
    }
  }

  /// Why a declaration cannot be called from another process.
  struct Unservable: Error { var words: String }

  private init(name: String, kind: Kind, key: String) { (self.name, self.kind, self.key) = (name, kind, key) }

  private init(_ function: FunctionDeclSyntax) throws(Unservable) {
    name = function.name.text
    if function.genericParameterClause != nil { throw Unservable(words: "it is generic") }
    if function.signature.effectSpecifiers?.asyncSpecifier != nil { throw Unservable(words: "it is asynchronous") }
    var parameters: [Parameter] = []
    for parameter in function.signature.parameterClause.parameters {
      let type = parameter.type.trimmedDescription
      if parameter.ellipsis != nil { throw Unservable(words: "it takes any number of arguments") }
      if type.hasPrefix("inout ") { throw Unservable(words: "it changes an argument") }
      if type.contains("->") || type.contains("some ") || type.contains("any ") {
        throw Unservable(words: "it takes something other than plain values (“\(type)”)")
      }
      let (first, second) = (parameter.firstName.text, parameter.secondName?.text)
      parameters.append(
        Parameter(
          names: [first, second].compactMap { $0 }.joined(separator: " "), label: first == "_" ? nil : first,
          name: second ?? first, type: type, standard: parameter.defaultValue.map { " \($0.trimmedDescription)" } ?? "")
      )
    }
    let result = function.signature.returnClause?.type
    let text = result?.trimmedDescription ?? "Void"
    if text.contains("->") || text.hasPrefix("some ") || text.hasPrefix("any ") {
      throw Unservable(words: "it gives something other than plain values (“\(text)”)")
    }
    var results = text == "Void" || text == "()" ? [] : [text]
    if let tuple = result?.as(TupleTypeSyntax.self), tuple.elements.count > 1 {
      results = tuple.elements.map { $0.type.trimmedDescription }
    }
    kind = .function(
      parameters, results: results, resultText: text,
      throws: function.signature.effectSpecifiers?.throwsClause != nil)
    key = parameters.isEmpty ? name : "\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))"
  }
}

/// The code on both sides of the judge's calls.
extension ServedName {
  /// What an argument is called inside, where it can be called nothing else.
  private static func argument(_ index: Int) -> String { "gimbalArgument\(index)" }

  /// In the judge's process: takes the place of the right one, and asks the submission.
  var proxy: String {
    let quoted = "\"\(key)\""
    switch kind {
    case .constant: return "let \(name) = Submission.value(\(quoted), like: \(Self.right(name)))\n"
    case .function(let parameters, let results, let result, let doesThrow):
      let list = parameters.map { "\($0.names): \($0.type)\($0.standard)" }.joined(separator: ", ")
      let arguments = ([quoted] + parameters.map { "`\($0.name)`" }).joined(separator: ", ")
      let call = doesThrow ? "try Submission.callThrowing(\(arguments))" : "Submission.call(\(arguments))"
      // The names of a tuple's elements are the declaration's.
      let body =
        results.count > 1
        ? "let gimbalResult: (\(results.joined(separator: ", "))) = \(call); return (\(Self.elements(results)))" : call
      return "func \(name)(\(list))\(doesThrow ? " throws" : "") -> \(result) { \(body) }\n"
    }
  }

  private static func elements(_ results: [String]) -> String {
    results.indices.map { "gimbalResult.\($0)" }.joined(separator: ", ")
  }

  /// The name under which the right value of a constant stays.
  static func right(_ name: String) -> String { "gimbalRight_\(name)" }

  /// Keeps the right value of a constant, whose type is the submission's.
  var keeping: String? { kind == .constant ? "let \(Self.right(name)) = \(name)\n" : nil }

  /// Code before all probes: an argument whose type the called function says.
  static let helper = """
    import JudgedCalls
    func gimbalArgument<Value: PassedValue>(_ call: inout PassedBytes) throws -> Value {
      try ServedCalls.argument(Value.self, &call)
    }

    """

  /// In the submission's process: offers the student's.
  ///
  /// - Parameter types: types that the student's cells define. Behind all cells their names mean these, and in the declaration perhaps
  ///   others: where one of them is in it, the compiler finds the types.
  func probe(besides types: Set<String>) -> String {
    let quoted = "\"\(key)\""
    switch kind {
    case .constant:
      return "ServedCalls.add(\(quoted)) { _ in ServedCalls.result(\(name)) }\n"
    case .function(let parameters, let results, let resultText, _):
      var text = "ServedCalls.add(\(quoted)) { gimbalCall in\n"
      let words = (parameters.map(\.type) + [resultText]).joined(separator: " ").split {
        !$0.isLetter && !$0.isNumber && $0 != "_"
      }
      if words.contains(where: { types.contains(String($0)) }) {
        let arguments = parameters.map { ($0.label.map { "\($0): " } ?? "") + "gimbalArgument(&gimbalCall)" }
        text += "  let gimbalResult = try \(name)(\(arguments.joined(separator: ", ")))\n"
        let given = results.count > 1 ? Self.elements(results) : results.isEmpty ? "" : "gimbalResult"
        return text + "  return ServedCalls.result(\(given))\n}\n"
      }
      for (index, parameter) in parameters.enumerated() {
        text +=
          "  let \(Self.argument(index)) = try ServedCalls.argument((\(parameter.type)).self, &gimbalCall)\n"
      }
      let arguments = parameters.indices.map { index in
        (parameters[index].label.map { "\($0): " } ?? "") + Self.argument(index)
      }.joined(separator: ", ")
      text += "  let gimbalResult: \(resultText) = try \(name)(\(arguments))\n"
      let given = results.count > 1 ? Self.elements(results) : results.isEmpty ? "" : "gimbalResult"
      return text + "  return ServedCalls.result(\(given))\n}\n"
    }
  }
}
