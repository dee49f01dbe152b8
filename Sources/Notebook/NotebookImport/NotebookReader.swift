import Foundation
import NotebookDocument

/// Reads notebooks to be run: Markdown, and those of Jupyter whose cells are Swift.
package enum NotebookReader {
  /// Reads a file; its extension says what it is.
  ///
  /// In a notebook of Jupyter, places are counted in cells: the third code cell and its second line are “cell 3:2”. The
  /// variables of the cell with the tag `parameters` become parameters.
  ///
  /// - Throws: `NotebookError` with file and place. O(length).
  package static func read(_ path: String) throws -> Notebook {
    guard path.lowercased().hasSuffix(".ipynb") else { return try NotebookParser.read(path) }
    let data = try NotebookParser.bytes(of: path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let result = try ForeignNotebook.jupyter(data, name: name, path: path, toRun: true)
    guard result.language == "swift" else {
      throw ImportError(.cannotImport("its cells are \(result.language), not Swift"), file: path)
    }
    do {
      var notebook = try NotebookParser.parse(result.text, path: path)
      notebook.isOfCells = true
      for (index, options) in zip(notebook.cells.indices, result.options) {
        for (name, value) in options { notebook.cells[index].options.set(name, isOn: value == "true") }
      }
      if let index = result.parameterCell, notebook.cells.indices.contains(index) {
        for declared in TaggedParameters(notebook.cells[index]).parameters {
          // What is edited in Jupyter is the cell, whatever the front matter says next to it.
          if notebook.frontMatter.parameters.contains(where: { $0.name == declared.name }) {
            try notebook.frontMatter.parameters.replace(with: declared)
          } else {
            notebook.frontMatter.parameters.append(declared)
          }
        }
        notebook.parameterCell = index
      }
      for given in result.given { try notebook.frontMatter.parameters.replace(with: given) }
      return notebook
    } catch var error as NotebookError {
      if let position = error.position, let place = Notebook.cellPlace(position, in: result.text) {
        error.file = "\(path):\(place.part)"
        error.position = place.position
      }
      throw error.inFile(path)
    }
  }

  /// The notebook with other values for the variables of its tagged cell.
  package static func applying(_ parameters: [Parameter], to notebook: Notebook) -> Notebook {
    guard let index = notebook.parameterCell else { return notebook }
    var notebook = notebook
    let cell = notebook.cells[index]
    let code = TaggedParameters(cell).code(with: parameters)
    notebook.cells[index].code = code
    // What the report shows is what has run.
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = cell.codeLine - 1
    for (offset, line) in lines.enumerated() where notebook.lines.indices.contains(place + offset) && !line.isEmpty {
      notebook.lines[place + offset] = line
    }
    return notebook
  }
}

extension CellOptions {
  /// Sets one of the options that tags of Jupyter stand for.
  fileprivate mutating func set(_ name: String, isOn: Bool) {
    switch name {
    case "include": include = isOn
    case "echo": echo = isOn
    case "output": output = isOn
    case "error": error = isOn
    default: break
    }
  }
}
