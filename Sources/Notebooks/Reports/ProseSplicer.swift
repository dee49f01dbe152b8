import Foundation

/// A notebook's lines with something in the place of each cell and of each inline expression.
struct ProseSplicer {
  let report: Report

  /// The lines of the body, without front matter; `cellText` says what stands in the place of a cell, and an empty text
  /// removes the cell. References such as `@fig-drift` become the figure's number.
  func lines(cellText: (Int, Cell) -> String) -> [String] {
    let notebook = report.notebook
    let references = report.references
    var result: [String] = []
    var cellIndex = 0
    var line = notebook.frontMatterLength + 1
    var literal = notebook.shownBlocks.map(\.lines)
    literal += CodeBlocks.find(in: notebook.lines).map(\.lines)
    while line <= notebook.lines.count {
      if cellIndex < notebook.cells.count, notebook.cells[cellIndex].lines.lowerBound == line {
        let cell = notebook.cells[cellIndex]
        let text = cellText(cellIndex, cell)
        if !text.isEmpty { result.append(text) } else if result.last == "" { result.removeLast() }
        line = cell.lines.upperBound + 1
        cellIndex += 1
        continue
      }
      var text = splicingInlines(line)
      if let block = notebook.shownBlocks.first(where: { $0.lines.lowerBound == line }) {
        text = text.replacing(/\s+noeval.*$/, with: "")
        _ = block
      } else if !literal.contains(where: { $0.contains(line) }) {
        text = resolving(text, references)
      }
      result.append(text)
      line += 1
    }
    return result
  }

  private func splicingInlines(_ line: Int) -> String {
    let notebook = report.notebook
    let indices = notebook.inlines.indices.filter { notebook.inlines[$0].line == line }
    guard !indices.isEmpty else { return notebook.lines[line - 1] }
    var bytes = Array(notebook.lines[line - 1].utf8)
    for index in indices.reversed() {
      let text =
        switch report.execution.inlines[index] {
        case .value(let value)?: value
        case .failed(let failure)?: "**⟨error: \(failure.message)⟩**"
        case nil: "⟨not run⟩"
        }
      bytes.replaceSubrange(notebook.inlines[index].columns, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func resolving(_ line: String, _ references: [String: String]) -> String {
    guard line.contains("@") else { return line }
    return line.replacing(/@((?:fig|tbl)-[A-Za-z0-9_-]*[A-Za-z0-9_])/) { match in
      references[String(match.output.1)] ?? String(match.output.0)
    }
  }
}
