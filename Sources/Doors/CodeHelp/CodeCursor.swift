import CellCompiler
import NotebookDocument

/// The code of a notebook in which a cursor is: that of a cell, or of an expression in the prose.
package struct CodeCursor: Sendable {
  /// The codes of the cells above that run, and behind them the one with the cursor.
  package var codes: [String]
  /// The bytes of that code before the cursor.
  package var byte: Int
  /// Where in the notebook that code begins.
  package var origin: CodePlace

  /// How many cells run above.
  package var index: Int { codes.count - 1 }
  /// The code with the cursor.
  package var code: String { codes[codes.count - 1] }

  /// An expression of the prose that is being written: nothing closes it yet.
  ///
  /// - Parameters:
  ///   - written: the expression as far as the cursor.
  ///   - line: from 1.
  ///   - column: bytes of UTF-8 before the expression.
  package init(_ notebook: Notebook, writing written: String, line: Int, column: Int) {
    let cells = notebook.cells.prefix { $0.lines.upperBound < line }.count
    codes = zip(notebook.cells, notebook.fates).prefix(cells).filter(\.1.doesRun).map(\.0.code) + [written]
    byte = written.utf8.count
    origin = CodePlace(code: written, cell: nil, cellsAbove: cells, line: line, indent: column, lines: line...line)
  }

  /// The code at a place of a notebook; nil where the place is in the prose.
  ///
  /// - Parameters:
  ///   - line: from 1.
  ///   - column: bytes of UTF-8 before the cursor.
  package init?(_ notebook: Notebook, line: Int, column: Int) {
    guard let place = notebook.codePlaces.first(where: { $0.holds(line, column) }) else { return nil }
    var lines = place.code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let row = line - place.line
    // An empty last line of a cell is not a line of its code.
    while lines.count <= row, row - lines.count < 1000 { lines.append("") }
    guard lines.indices.contains(row) else { return nil }
    byte =
      lines[..<row].reduce(0) { $0 + $1.utf8.count + 1 } + min(max(column - place.indent, 0), lines[row].utf8.count)
    origin = place
    let above = zip(notebook.cells, notebook.fates).prefix(place.cellsAbove).filter(\.1.doesRun).map(\.0.code)
    codes = above + [lines.joined(separator: "\n")]
  }

  /// The code from the first cell that is not known, the bytes before the cursor in it, and what names mean above it.
  ///
  /// - Parameters:
  ///   - known: the codes that were compiled.
  ///   - assistances: what names mean above each of these, and behind the last.
  ///   - broken: the index of the first of these codes that does not compile: what it defines is seen from there on.
  package func seen(
    behind known: [String], _ assistances: [Assistance], broken: Int? = nil
  ) -> (code: String, byte: Int, assistance: Assistance)? {
    guard !assistances.isEmpty else { return nil }
    let common = zip(codes, known).prefix { $0 == $1 }.count
    let first = min(common, index, assistances.count - 1, broken ?? .max)
    let above = codes[first..<index].map { $0 + "\n" }.joined()
    return (above + code, above.utf8.count + byte, assistances[first])
  }
}

/// A piece of a notebook's code and where it is.
package struct CodePlace: Hashable, Sendable {
  package var code: String
  /// The index of the cell; nil for an expression of the prose.
  package var cell: Int?
  /// How many cells are above.
  package var cellsAbove: Int
  /// The notebook's line of the first line of the code, from 1.
  package var line: Int
  /// The bytes before each line of it.
  package var indent: Int
  /// The lines on which a cursor is in it.
  var lines: ClosedRange<Int>

  func holds(_ line: Int, _ column: Int) -> Bool {
    guard lines.contains(line) else { return false }
    return cell != nil || (indent...indent + code.utf8.count).contains(column)
  }

  /// The notebook's line, from 1, and column, in bytes from 0, of a byte of the code. O(length).
  package func position(ofByte byte: Int) -> (line: Int, column: Int) {
    var (line, column) = (self.line, indent)
    for unit in code.utf8.prefix(byte) {
      if unit == 10 { (line, column) = (line + 1, indent) } else { column += 1 }
    }
    return (line, column)
  }
}

extension Notebook {
  /// All code that runs, or would: cells and expressions, in the order in which they run. O(length).
  package var codePlaces: [CodePlace] {
    let inlines = Dictionary(grouping: inlines, by: \.cellsBefore)
    func expressions(_ above: Int) -> [CodePlace] {
      (inlines[above] ?? []).map {
        CodePlace(
          code: $0.expression, cell: nil, cellsAbove: above, line: $0.code.line, indent: $0.code.column,
          lines: $0.code.line...$0.code.line)
      }
    }
    return expressions(0)
      + cells.enumerated().flatMap { index, cell in
        [
          CodePlace(
            code: cell.code, cell: index, cellsAbove: index, line: cell.codeLine, indent: cell.indent,
            lines: min(cell.codeLine, cell.lines.upperBound)...max(cell.codeLine, cell.lines.upperBound - 1))
        ] + expressions(index + 1)
      }
  }
}
