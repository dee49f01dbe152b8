import Foundation

/// How messages name places of a notebook: by the line of its file, or, where people know its cells and never see the file,
/// by the cell and the line in it.
extension Notebook {
  /// A place in the form in which compilers write theirs.
  package func place(_ position: Position) -> String {
    guard isOfCells, let place = Self.cellPlace(position, in: cells) else {
      return "\(path):\(position.line):\(position.column)"
    }
    return "\(path):cell \(place.cell):\(place.position.line):\(place.position.column)"
  }

  /// The number of the cell that holds a place, and the place counted from the cell's first line.
  private static func cellPlace(_ position: Position, in cells: [Cell]) -> (cell: Int, position: Position)? {
    guard let cell = cells.first(where: { $0.lines.contains(position.line) }) else { return nil }
    let line = max(position.line - cell.lines.lowerBound, 1)
    return (cell.number, Position(line: line, column: position.column))
  }

  /// The same for a text that could not be read as a notebook.
  package static func cellPlace(_ position: Position, in text: String) -> (cell: Int, position: Position)? {
    let blocks = Document(text.components(separatedBy: "\n")).codeBlocks.filter(\.isCell)
    guard let index = blocks.firstIndex(where: { $0.lines.contains(position.line) }) else { return nil }
    let line = max(position.line - blocks[index].lines.lowerBound, 1)
    return (index + 1, Position(line: line, column: position.column))
  }
}
