import Basics
import Foundation
import Yams

/// Reading YAML with places: every error names the line of the notebook.
package struct YAMLReader {
  package let file: String
  /// The notebook's line on which the YAML's first line is.
  package let firstLine: Int
  /// What is before the YAML on each line, in columns.
  package var indent = 0

  package init(file: String, firstLine: Int, indent: Int = 0) {
    (self.file, self.firstLine, self.indent) = (file, firstLine, indent)
  }

  /// The mapping that the text holds; nil when it holds only comments.
  package func mapping(_ text: String) throws -> Node.Mapping? {
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw translate(error, in: text)
    }
    switch node {
    case nil: return nil
    case .mapping(let mapping)?: return mapping
    case .scalar(let scalar)? where scalar.string.isEmpty: return nil
    case let other?:
      throw NotebookError(
        .brokenYAML("expected “key: value” lines, found \(Self.kind(other))\(Self.colonRemedy(other))"), file: file,
        position: position(other.mark))
    }
  }

  package func position(_ mark: Mark?) -> Position? {
    mark.map { Position(line: firstLine + $0.line - 1, column: $0.column + indent) }
  }

  package func error(_ reason: NotebookReason, at node: Node) -> NotebookError {
    NotebookError(reason, file: file, position: position(node.mark))
  }

  package func wrongType(_ key: String, _ expected: String, _ node: Node) -> NotebookError {
    error(.wrongType(key: key, expected: expected, found: Self.kind(node)), at: node)
  }

  /// The error for a key that means nothing.
  ///
  /// - Parameter place: where it is, in words.
  package func unknownKey(_ key: Node, _ place: String, known: [String]) -> NotebookError {
    error(.unknownKey(key.scalar?.string ?? "", place: place, known: known), at: key)
  }

  /// Refuses what was meant to be a number and is a text because of its comma, a value or one of a list.
  func refuseDecimalComma(_ key: String, _ node: Node) throws {
    if let list = node.sequence {
      for element in list { try refuseDecimalComma(key, element) }
    } else if let scalar = node.scalar, scalar.style == .plain || scalar.style == .any,
      DecimalComma.mended(scalar.string) != nil
    {
      throw error(.decimalComma(key: key, scalar.string), at: node)
    }
  }

  /// What a node is, in words, for messages.
  package static func kind(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): "“\(scalar.string)”"
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }

  /// What helps where a key and its value are one text.
  private static func colonRemedy(_ node: Node) -> String {
    guard let text = node.scalar?.string else { return "" }
    if text.contains("=") { return "; write a colon and a space instead of “=”" }
    return text.contains(":") ? "; put a space after the colon" : ""
  }

  /// What helps against a fault in a line.
  private static func remedy(_ problem: String, line: Substring) -> String {
    if line.prefix(while: \.isWhitespace).contains("\t") { return "; indent with spaces, not with tabs" }
    if problem.contains("',' or '") { return "; close the bracket, or put the text in quotes" }
    // A pattern that looks for the end of gaps would take a square of their length.
    let text = line.trimmingCharacters(in: .whitespaces)
    guard let match = text.wholeMatch(of: compiled(/([\w-]+):\s+(.+)/)) else { return "" }
    let value = match.output.2
    if let first = value.first, let closing = ["\"": "\"", "'": "'", "[": "]", "{": "}"][first] {
      guard let end = value.dropFirst().lastIndex(of: Character(closing)) else {
        return first == closing.first ? "; close the quotation mark" : ""
      }
      // What goes on behind its end is a text that has to be quoted as a whole.
      guard value.index(after: end) < value.endIndex || first != closing.first else { return "" }
      return problem.contains("expected key")
        ? "; quote all of it: \(match.output.1): '\(value.replacing(bytes: "'", with: "''"))'" : ""
    }
    let quoted = value.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
    return "; quote it: \(match.output.1): \"\(quoted)\""
  }

  private func translate(_ error: YamlError, in text: String) -> NotebookError {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let place = context.map { " (\($0.text))" } ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : ""
      return NotebookError(
        .brokenYAML(problem + place + Self.remedy(problem, line: line)), file: file, position: position(mark))
    case .duplicatedKeysInMapping(let duplicates, let context):
      return NotebookError(
        .brokenYAML("the key \(duplicates.map { "“\($0)”" }.joined(separator: ", ")) appears twice"), file: file,
        position: position(context.mark))
    default:
      return NotebookError(.brokenYAML("\(error)"), file: file, position: Position(line: firstLine))
    }
  }
}
