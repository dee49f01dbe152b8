import Basics
import Foundation

/// Writes a parameter's value into a notebook's text.
package enum ParameterWriting {
  /// The notebook with another value of a parameter, and everything else as it was: comments, order, line ends.
  ///
  /// - Throws: `NotebookError` when there is no such parameter, the value has another type, or the value is not on its
  ///   own line.
  package static func write(_ name: String, _ value: String, into text: String, path: String) throws -> String {
    let old = try NotebookParser.parse(Data(text.utf8), path: path)
    let wanted = try ParameterAssignments.apply(["\(name)=\(value)"], to: old)
    guard let parameter = wanted.first(where: { $0.name == name }) else { return text }
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.components(separatedBy: lineEnd)
    let front = lines.dropFirst().prefix(max(old.frontMatterLength - 1, 0))
    guard let start = front.firstIndex(where: { $0.hasPrefix("params:") }) else {
      throw NotebookError(.unwritableParameter(name), file: path)
    }
    let end =
      front[(start + 1)...].firstIndex { $0.first.map { !$0.isWhitespace && $0 != "#" } ?? false } ?? front.endIndex
    for index in start + 1..<end {
      guard
        let match = lines[index].wholeMatch(of: compiled(/(\s+)([A-Za-z_][A-Za-z0-9_]*)(\s*:\s*)(.*?)(\s+#.*|\s*)/)),
        match.output.2 == name
      else { continue }
      let (_, indent, _, colon, _, rest) = match.output
      lines[index] = "\(indent)\(name)\(colon.hasSuffix(" ") ? colon : colon + " ")\(yaml(parameter.value))\(rest)"
      let changed = lines.joined(separator: lineEnd)
      // Whatever the line looked like, the notebook must now say what was asked for and nothing else must have changed.
      if let new = try? NotebookParser.parse(Data(changed.utf8), path: path), new.frontMatter.parameters == wanted,
        new.cells == old.cells
      {
        return changed
      }
    }
    throw NotebookError(.unwritableParameter(name), file: path)
  }

  /// A value as YAML.
  package static func yaml(_ value: ParameterValue) -> String {
    switch value {
    case .text(let text):
      let isPlain = text.wholeMatch(of: compiled(/[A-Za-z\/_.][A-Za-z0-9\/_. -]*/)) != nil && !text.hasSuffix(" ")
      // What reads as something else than a text is quoted; the check that follows the writing sees the rest.
      let isWord = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(text.lowercased())
      return isPlain && !isWord && !text.hasPrefix(".") ? text : ParameterValue.text(text).json
    case .number(let number):
      return number.isFinite ? "\(number)" : number.isNaN ? ".nan" : number < 0 ? "-.inf" : ".inf"
    default: return value.description
    }
  }
}
