import Foundation

/// How messages name places of a notebook: by the line of its file, or, where people know its cells and never see the file,
/// by the cell and the line in it, or by the cell above the text and the line below that.
extension Notebook {
  /// A place in the form in which compilers write theirs.
  package func place(_ position: Position) -> String {
    guard isOfCells, let place = Self.cellPlace(position, cells.map(\.lines), below: frontMatterLength) else {
      return "\(path):\(position.line):\(position.column)"
    }
    return "\(path):\(place.part):\(place.position.line):\(place.position.column)"
  }

  /// The same for a text that could not be read as a notebook: its part, and the place in it.
  package static func cellPlace(_ position: Position, in text: String) -> (part: String, position: Position)? {
    let lines = text.components(separatedBy: "\n")
    let length = NotebookParser.frontMatterLength(lines) ?? 0
    return cellPlace(position, Document(lines).codeBlocks.filter(\.isCell).map(\.lines), below: length)
  }

  /// The part of a text that holds a place, from the lines of its cells, and the place counted from the part's first line.
  private static func cellPlace(
    _ position: Position, _ cells: [ClosedRange<Int>], below length: Int
  ) -> (part: String, position: Position)? {
    guard position.line > length else { return nil }
    let above = cells.lastIndex { $0.lowerBound <= position.line }
    let isInside = above.map { cells[$0].contains(position.line) } ?? false
    let part = above.map { isInside ? "cell \($0 + 1)" : "text below cell \($0 + 1)" } ?? "text at the top"
    // A blank line is below the front matter and below each cell.
    let start = above.map { isInside ? cells[$0].lowerBound : cells[$0].upperBound + 1 } ?? length + 1
    return (part, Position(line: max(position.line - start, 1), column: position.column))
  }
}
