import Foundation
import NotebookDocument

/// A notebook's lines with something in the place of each cell and of each inline expression.
package struct ProseSplicer {
  package let report: Report
  /// Whether references are links to what they refer to.
  package var linksReferences = false
  /// Whether links and pictures are written as they are in the report's folder.
  package var movesLinks = true
  /// Whether prose stays as it is written, with its expressions and references.
  package var keepsSource = false

  package init(report: Report, linksReferences: Bool = false, movesLinks: Bool = true, keepsSource: Bool = false) {
    self.report = report
    self.linksReferences = linksReferences
    self.movesLinks = movesLinks
    self.keepsSource = keepsSource
  }

  /// The lines of the body, without front matter; `cellText` says what stands in the place of a cell, and an empty text
  /// removes the cell. Inside a list or a quotation it stays there, unless told otherwise. References such as `@fig-drift`
  /// become the figure's number.
  package func lines(inContainers: Bool = true, cellText: (Int, Cell) -> String) -> [String] {
    let notebook = report.notebook
    let references = report.references
    var result: [String] = []
    var cellIndex = 0
    var line = notebook.frontMatterLength + 1
    let literal = literalLines
    let links = movesLinks ? report.links : nil
    while line <= notebook.lines.count {
      if cellIndex < notebook.cells.count, notebook.cells[cellIndex].lines.lowerBound == line {
        let cell = notebook.cells[cellIndex]
        let text = cellText(cellIndex, cell)
        if !text.isEmpty {
          result.append(inContainers ? contained(text, in: cell) : text)
        } else if result.last == "" {
          result.removeLast()
        }
        line = cell.lines.upperBound + 1
        cellIndex += 1
        continue
      }
      if keepsSource {
        result.append(notebook.lines[line - 1])
        line += 1
        continue
      }
      var text = splicingInlines(line)
      if notebook.shownBlocks.contains(where: { $0.lines.lowerBound == line }) {
        text = text.replacing(/\s+noeval.*$/, with: "")
      } else if !literal.contains(where: { $0.contains(line) }) {
        text = ReferenceMarks.resolve(text, references) { linksReferences ? "[\($0.text)](#\($0.anchor))" : $0.text }
        text = links?.rewriting(text) ?? text
      }
      result.append(text)
      line += 1
    }
    return result
  }

  /// A text with what stands before the cell's fence: the marks of the list or the quotation that the cell is part of.
  private func contained(_ text: String, in cell: Cell) -> String {
    let first = String(
      decoding: Array(report.notebook.lines[cell.lines.lowerBound - 1].utf8.prefix(cell.indent)), as: UTF8.self)
    guard !first.isEmpty else { return text }
    // A list's mark stands before its first line only; a quotation's before each.
    let others = String(first.map { $0 == ">" || $0 == "\t" ? $0 : " " })
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      let start = index == 0 ? first : others
      return line.isEmpty ? String(start.trimmingSuffix { $0 == " " }) : start + line
    }.joined(separator: "\n")
  }

  /// The lines that stand in blocks of code, and are shown as they are.
  private var literalLines: [ClosedRange<Int>] {
    report.notebook.shownBlocks.map(\.lines) + CodeBlocks.find(in: report.notebook.lines).map(\.lines)
  }

  /// The references in the prose with their lines, in order. O(length).
  package var referenceMarks: [(line: Int, mark: ReferenceMarks.Mark)] {
    let notebook = report.notebook
    guard notebook.lines.contains(where: { $0.utf8.contains(UInt8(ascii: "@")) }) else { return [] }
    let literal = literalLines
    return (notebook.frontMatterLength..<notebook.lines.count).filter { index in
      !literal.contains { $0.contains(index + 1) }
    }.flatMap { index in ReferenceMarks.find(in: notebook.lines[index]).map { (index + 1, $0) } }
  }

  private func splicingInlines(_ line: Int) -> String {
    let notebook = report.notebook
    let indices = notebook.inlines.indices.filter { notebook.inlines[$0].line == line }
    guard !indices.isEmpty else { return notebook.lines[line - 1] }
    var bytes = Array(notebook.lines[line - 1].utf8)
    for index in indices.reversed() {
      let before = bytes[..<notebook.inlines[index].columns.lowerBound]
      let text = InlineText.markdown(
        report.execution.inlines[index], isFirst: before.allSatisfy { $0 == 32 || $0 == UInt8(ascii: ">") })
      bytes.replaceSubrange(notebook.inlines[index].columns, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let last = text.last, condition(last) { text.removeLast() }
    return text
  }
}
