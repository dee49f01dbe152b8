import Foundation
import Yams

import enum Basics.GivenFile

/// A YAML file with values for a notebook's parameters: lines `name: value`.
package enum ParameterFile {
  /// The notebook's parameters with the values of the file, each of the type that the notebook declares; an integer
  /// serves as a number.
  ///
  /// - Throws: `NotebookError` with the file's line: broken YAML, an unknown parameter, a value of another type.
  package static func apply(_ path: String, to notebook: Notebook) throws -> [Parameter] {
    let data: Data
    do { data = try GivenFile.read(path) } catch { throw NotebookError(.unreadable(error.description), file: path) }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw NotebookError(.notText(byte: data.first { $0 >= 0x80 } ?? 0), file: path)
    }
    return try apply(yaml: text, path: path, to: notebook)
  }

  /// The same for a text.
  package static func apply(yaml text: String, path: String, to notebook: Notebook) throws -> [Parameter] {
    let reader = YAMLReader(file: path, firstLine: 1)
    var parameters = notebook.frontMatter.parameters
    for (keyNode, value) in try reader.mapping(text) ?? [:] {
      let name = keyNode.scalar?.string ?? ""
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        throw reader.error(.unknownParameter(name, known: parameters.map(\.name)), at: keyNode)
      }
      let declared = parameters[index].value
      guard let given = ParameterValue(value)?.converted(to: declared) else {
        throw reader.error(
          .illTypedParameter(name, value: YAMLReader.plain(value), expected: declared.typeInWords), at: value)
      }
      if case .text(let path) = given {
        parameters[index].value = .text(ParameterAssignments.fromHere(path, notebook, declared))
      } else {
        parameters[index].value = given
      }
    }
    return parameters
  }
}

extension YAMLReader {
  /// A value as it is in the file, for messages.
  package static func plain(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): scalar.string
    case .sequence(let sequence): "[\(sequence.map(plain).joined(separator: ", "))]"
    default: kind(node)
    }
  }
}
