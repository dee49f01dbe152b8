import Basics
import CellKernel
import NotebookDocument

/// The messages about cells that have not run because what they use was to be defined by one that failed.
package enum LackingText {
  /// Why one cell has not run, as it is in its place.
  static func words(_ name: String, since place: Position?, in notebook: Notebook) -> String {
    "Not run: it uses “\(name)”, and "
      + (place.map { "the cell in line \(line(of: $0, in: notebook))" } ?? "a cell above") + " has failed."
  }

  /// One message for each cell that failed and took others along, at that cell.
  package static func messages(of execution: Execution) -> [RunMessage] {
    let notebook = execution.notebook
    var groups: [Int: Group] = [:]
    for (cell, outcome) in zip(notebook.cells, execution.outcomes) {
      guard case .failed(.lacking(let name, let place?)) = outcome.status else { continue }
      groups[line(of: place, in: notebook), default: Group()].add(name, cellIn: cell.lines.lowerBound)
    }
    for case .failed(.lacking(let name, let place?))? in execution.inlines {
      groups[line(of: place, in: notebook), default: Group()].add(name, cellIn: nil)
    }
    return groups.sorted { $0.key < $1.key }.map { line, group in
      RunMessage(severity: .note, position: Position(line: line), message: group.words)
    }
  }

  /// The first line of the cell at a place.
  private static func line(of place: Position, in notebook: Notebook) -> Int {
    notebook.cells.first { $0.lines.contains(place.line) }?.lines.lowerBound ?? place.line
  }

  private struct Group {
    private var names: [String] = []
    private var lines: [Int] = []
    private var expressions = 0

    mutating func add(_ name: String, cellIn line: Int?) {
      if !names.contains(name) { names.append(name) }
      if let line { lines.append(line) } else { expressions += 1 }
    }

    var words: String {
      var users: [String] = []
      if lines.count == 1 { users.append("the cell in line \(lines[0])") }
      if lines.count > 1 {
        let shown = lines.prefix(8).map(String.init).joined(separator: ", ")
        users.append("\(lines.count) cells (lines \(shown)\(lines.count > 8 ? ", …" : ""))")
      }
      if expressions > 0 { users.append(expressions == 1 ? "an expression" : "\(expressions) expressions") }
      let shown = names.prefix(5).map { "“\($0)”" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
      return "because this cell failed, \(users.joined(separator: " and ")) below did not run: "
        + "what they use rests on it (\(shown))"
    }
  }
}
