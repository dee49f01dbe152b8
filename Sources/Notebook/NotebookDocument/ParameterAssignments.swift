import Foundation

/// The values that a person gives to a notebook's parameters.
package enum ParameterAssignments {
  /// The notebook's parameters with the given values: `name=value`, the last one for a name holds.
  ///
  /// A path given here is meant from the current folder, where the person is; cells run in the notebook's folder. So a
  /// text that names an existing file from here, but not from there, is made absolute.
  ///
  /// - Throws: `NotebookError` that lists the parameters, or says which type a value must have.
  package static func apply(_ assignments: [String], to notebook: Notebook) throws -> [Parameter] {
    var parameters = notebook.frontMatter.parameters
    for assignment in assignments {
      guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex else {
        throw NotebookError(.malformedAssignment(assignment))
      }
      let name = String(assignment[..<equals])
      let value = String(assignment[assignment.index(after: equals)...])
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        throw NotebookError(.unknownParameter(name, known: parameters.map(\.name)), file: notebook.path)
      }
      do {
        parameters[index] = try parameters[index].replacing(with: fromHere(value, notebook, parameters[index].value))
      } catch let error as NotebookError {
        throw error.inFile(notebook.path)
      }
    }
    return parameters
  }

  package static func fromHere(_ value: String, _ notebook: Notebook, _ declared: ParameterValue) -> String {
    guard case .text = declared, !value.isEmpty, !value.hasPrefix("/") else { return value }
    let files = FileManager.default
    guard files.fileExists(atPath: value), !files.fileExists(atPath: "\(notebook.folder)/\(value)") else {
      return value
    }
    return URL(fileURLWithPath: value).standardizedFileURL.path
  }
}
