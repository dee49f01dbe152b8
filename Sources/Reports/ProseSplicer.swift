import Basics
import Foundation
import NotebookDocument

/// A notebook's lines with something in the place of each cell and of each inline expression.
package struct ProseSplicer {
  package let report: Report
  /// Whether references are links to what they refer to.
  package var linksReferences = false
  /// Whether links and pictures are written as they are in the report's folder.
  package var movesLinks = true
  /// The reader that the prose is written for.
  package var dialect = ProseDialect.github
  /// Whether prose stays as it is written, with its expressions and references.
  package var keepsSource = false
  /// What stands before a line, as a block of its own, by the line's number.
  package var inserted: [Int: String] = [:]
  /// What stands above the answers to guesses and the solutions of exercises, where they stand together at the end.
  package var aboveEnding = ""
  /// What is at the end for readers whose medium folds nothing, by the title of what is folded.
  package var solutions: [String] = []
  /// Lines that are left out, beside those of speaker's notes.
  package var omitted: Set<Int> = []

  package init(
    report: Report, linksReferences: Bool = false, movesLinks: Bool = true, keepsSource: Bool = false,
    dialect: ProseDialect = .github
  ) {
    self.report = report
    self.dialect = dialect
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
    let html = keepsSource ? [] : htmlLines
    let links = movesLinks ? report.links : nil
    var marks = ProseMarks(for: notebook.lines)
    let texts = keepsSource ? notebook.lines : report.rearranged(marked(&marks))
    let notes = keepsSource ? [] : notebook.speakerNotes
    let directives = keepsSource ? [:] : Directives(notebook).lines
    let equations = keepsSource ? [] : Equation.find(in: texts, of: notebook)
    let list = report.citations?.markdown ?? ""
    var answers: [[String]] = []
    var answerStart: Int?
    while line <= notebook.lines.count {
      if let text = inserted[line] { result += ["", text, ""] }
      if let note = notes.first(where: { $0.lines.lowerBound == line }) {
        line = note.lines.upperBound + 1
        continue
      }
      if omitted.contains(line) {
        line += 1
        continue
      }
      if let directive = directives[line] {
        let text = dialect.text(directive, references: list, of: notebook)
        // Jupyter's lines stand beside those of the source; an answer is a paragraph of its own.
        let isKept = if case .written = directive { true } else { dialect == .jupyter }
        if !text.isEmpty || isKept { result += [text] }
        if case .answer = directive { answerStart = result.count }
        if case .endOfGuess = directive, dialect.collectsAnswers, let start = answerStart {
          answers.append(Array(result[start...]))
          result.removeSubrange(start...)
          answerStart = nil
        }
        line += 1
        continue
      }
      if let equation = equations.first(where: { $0.lines.lowerBound == line }) {
        let tex = marks.filling(equation.tex) { $0.tex } ?? equation.tex
        let text = dialect.equation(tex, number: equation.number, label: equation.label)
        let indent = String(notebook.lines[line - 1].prefix { $0 == " " })
        let shown = text.components(separatedBy: "\n").map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
        result += [shown]
        if dialect == .jupyter { result += Array(repeating: "", count: equation.lines.count - 1) }
        line = equation.lines.upperBound + 1
        continue
      }
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
      var text = texts[line - 1]
      if notebook.shownBlocks.contains(where: { $0.lines.lowerBound == line }) {
        text = text.replacing(compiled(/\s+noeval.*$/), with: "")
      } else if !literal.contains(where: { $0.contains(line) }) {
        text = PictureSize.resolve(text, asElement: dialect.isSeenInBrowser)
        text = report.citations?.resolve(text, \.markdown) ?? text
        text = ReferenceMarks.resolve(text, references) { linksReferences ? "[\($0.text)](#\($0.anchor))" : $0.text }
        text = links?.rewriting(text) { marks.filling($0, with: \.text) } ?? text
      }
      result.append(filled(text, isHTML: html.contains { $0.contains(line) }, marks))
      line += 1
    }
    if !answers.isEmpty || !solutions.isEmpty { result += ["", aboveEnding] }
    if !answers.isEmpty {
      result += ["", "\(heading) Answers", ""]
      for (index, answer) in answers.enumerated() { result += ["**(\(index + 1))**"] + answer + [""] }
    }
    if !solutions.isEmpty { result += ["", "\(heading) Solutions", ""] + solutions }
    guard let citations = report.citations, !keepsSource else { return result }
    let isPlaced = directives.values.contains(.references)
    return result + (isPlaced ? [] : ["", list]) + citations.notes.flatMap { ["", $0] }
  }

  /// What begins the notebook's own headings of the highest level.
  private var heading: Substring {
    let literal = literalLines
    return report.notebook.body.enumerated().filter { index, _ in !literal.contains { $0.contains(index + 1) } }
      .compactMap { $0.element.prefixMatch(of: compiled(/(#{1,6})\s+\S/))?.output.1 }.min { $0.count < $1.count }
      ?? "##"
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

  // MARK: Values

  /// The notebook's lines with marks in the place of expressions, so that no value is taken for an address or a reference.
  private func marked(_ marks: inout ProseMarks) -> [String] {
    let notebook = report.notebook
    var lines = notebook.lines
    for (inline, outcome) in zip(notebook.inlines, report.execution.inlines).reversed() {
      var bytes = Array(lines[inline.line - 1].utf8)
      let before = String(decoding: bytes[..<inline.columns.lowerBound], as: UTF8.self)
      let mark = ProseMark(
        html: InlineText.html(outcome), text: InlineText.bare(outcome),
        source: InlineText.markdown(outcome, isFirst: Self.isContainers(before)),
        tex: InlineText.tex(outcome))
      bytes.replaceSubrange(inline.columns, with: Array(marks.add(mark).utf8))
      lines[inline.line - 1] = String(decoding: bytes, as: UTF8.self)
    }
    return lines
  }

  /// Whether this is what stands before a block in its line: quotations, lists, indentation.
  private static func isContainers(_ text: String) -> Bool {
    guard text.allSatisfy({ $0.isWhitespace || $0.isNumber || ">-+*.)".contains($0) }) else { return false }
    return text.allSatisfy(\.isWhitespace) || text.wholeMatch(of: compiled(/[\s>]*(?:(?:[-+*]|\d+[.)])[\s>]+)*/)) != nil
  }

  /// A line with its values: in a formula as they are, in an author's HTML and in prose so that their characters are seen.
  private func filled(_ line: String, isHTML: Bool, _ marks: ProseMarks) -> String {
    guard marks.pieces(of: line) != nil else { return line }
    let line = FormulaScanner.replacing(in: line) { _, source in
      marks.filling(source) { $0.tex.replacing(bytes: "$", with: "\\$") } ?? source
    }
    var isInTag = false
    return marks.pieces(of: line)?.map { piece in
      switch piece {
      case .text(let text):
        if let last = text.last(where: { $0 == "<" || $0 == ">" }) { isInTag = last == "<" }
        return text
      case .mark(let mark): return isInTag ? InlineText.entities(mark.text) : isHTML ? mark.html : mark.source
      }
    }.joined() ?? line
  }

  /// The lines that are an author's HTML, in which no Markdown is read.
  private var htmlLines: [ClosedRange<Int>] {
    let notebook = report.notebook
    guard !notebook.inlines.isEmpty, notebook.lines.contains(where: { $0.contains("<") }) else { return [] }
    let body = Array(repeating: "", count: notebook.frontMatterLength) + notebook.lines[notebook.frontMatterLength...]
    let tree = MarkdownTree(body.joined(separator: "\n") + "\n")
    return tree.htmlLines
  }
}

extension String {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let last = text.last, condition(last) { text.removeLast() }
    return text
  }
}
