import Basics
import Foundation
import NotebookDocument

/// A notebook's lines with something in place of each cell and of each inline expression.
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
  /// What is before a line, as its own block, by the line's number.
  package var inserted: [Int: String] = [:]
  /// What is above the answers to guesses and the solutions of exercises, where they are together at the end.
  package var aboveEnding = ""
  /// What is at the end for readers whose medium folds nothing, by the title of what is folded.
  package var solutions: [String] = []
  /// Lines that are left out, next to those of speaker's notes.
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

  /// The lines of the body, without front matter; `cellText` says what is in place of a cell, and an empty text
  /// removes the cell. Inside a list or a quotation it stays there, unless told otherwise. References such as `@fig-drift`
  /// become the figure's number.
  package func lines(inContainers: Bool = true, cellText: (Int, Cell) -> String) -> [String] {
    let notebook = report.notebook
    var result: [String] = []
    var cellIndex = 0
    var line = notebook.frontMatterLength + 1
    let document = notebook.document
    var marks = ProseMarks(for: notebook.lines)
    var equations: [Int: String] = [:]
    let texts: [String?] = keepsSource ? notebook.lines : report.rearranged(rewritten(&marks, &equations))
    let notes = keepsSource ? [] : notebook.speakerNotes
    let directives = keepsSource ? [:] : Directives(notebook).lines
    let numbered = keepsSource ? [] : Equation.find(in: notebook)
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
        // Jupyter's lines are next to those of the source; an answer is its own paragraph.
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
      if let equation = numbered.first(where: { $0.lines.lowerBound == line }) {
        let text = dialect.equation(equations[line] ?? equation.tex, number: equation.number, label: equation.label)
        result += [Self.contained(text, behind: document.block(at: line).map(document.beginning) ?? "")]
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
      if var text = texts[line - 1] {
        if notebook.shownBlocks.contains(where: { $0.lines.lowerBound == line }) {
          text = text.replacing(compiled(/\s+noeval.*$/), with: "")
        }
        result.append(marks.filling(text, with: \.source) ?? text)
      } else if dialect == .jupyter {
        result.append(Self.joined)
      }
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

  /// What stands for a line of the source that was joined to the one above, where lines are compared with those of the source.
  package static let joined = "\u{E003}"

  /// What begins the notebook's own headings of the highest level.
  private var heading: String {
    String(repeating: "#", count: report.notebook.document.headings.map(\.level).min() ?? 2)
  }

  /// A text with what is before the cell's fence: the marks of the list or the quotation that the cell is part of.
  private func contained(_ text: String, in cell: Cell) -> String {
    let first = String(
      decoding: Array(report.notebook.lines[cell.lines.lowerBound - 1].utf8.prefix(cell.indent)), as: UTF8.self)
    return Self.contained(text, behind: first)
  }

  /// A text behind the marks of lists and quotations.
  private static func contained(_ text: String, behind first: String) -> String {
    guard !first.isEmpty else { return text }
    // A list's mark is before its first line only; a quotation's before each.
    let others = String(first.map { $0 == ">" || $0 == "\t" ? $0 : " " })
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      let start = index == 0 ? first : others
      return line.isEmpty ? String(start.trimmingSuffix { $0 == " " }) : start + line
    }.joined(separator: "\n")
  }

  // MARK: Values

  /// The notebook's lines with what they refer to, and with marks in place of values, so that no value is read as
  /// an address or a reference; the TeX of formulas on their own lines by the first of these. A line is nil that was
  /// joined to the one above.
  private func rewritten(_ marks: inout ProseMarks, _ equations: inout [Int: String]) -> [String?] {
    let notebook = report.notebook
    let document = notebook.document
    let places = notebook.inlinePlaces
    let references = report.references
    let links = movesLinks ? report.links : nil
    var (made, found) = (marks, equations)
    let lines = document.rewriting(
      formula: { block, tex in
        found[block.lines.lowerBound] = tex
        return nil
      },
      { inline, text, isInFormula in
        switch inline.kind {
        case .expression:
          guard let index = places[inline.start] else { return nil }
          let outcome = report.execution.inlines[index]
          if isInFormula { return InlineText.tex(outcome).replacing(bytes: "$", with: "\\$") }
          let before = document.text(from: .init(line: inline.start.line, column: 0), to: inline.start)
          return made.add(
            ProseMark(
              html: InlineText.html(outcome), text: InlineText.bare(outcome),
              source: InlineText.markdown(outcome, isFirst: Self.isContainers(before))))
        case .picture:
          return PictureSize.resolve(
            text, asElement: dialect.isSeenInBrowser, references, dialect.numberedMarks)
        case .citation: return report.citations?.text(for: document.source(of: inline), \.markdown)
        case .reference(let label):
          return ReferenceMarks.text(for: label, references) { reference in
            linksReferences ? "[\(reference.text)](#\(reference.anchor))" : reference.text
          }
        case .formula: return text
        case .target:
          return links.map { $0.address(made.filling(text, with: \.text).map(RelativeLinks.encoded) ?? text) }
        case .code, .rawHTML, .address: return nil
        }
      })
    (marks, equations) = (made, found)
    let captions = report.numbered.filter { $0.kind == .table }.map(\.line)
    return captions.reduce(into: lines) { lines, line in
      lines[line - 1] = lines[line - 1].map { dialect.numberedMarks.caption($0, references) ?? $0 }
    }
  }

  /// Whether this is what is before a block in its line: quotations, lists, indentation.
  private static func isContainers(_ text: String) -> Bool {
    guard text.allSatisfy({ $0.isWhitespace || $0.isNumber || ">-+*.)".contains($0) }) else { return false }
    return text.allSatisfy(\.isWhitespace) || text.wholeMatch(of: compiled(/[\s>]*(?:(?:[-+*]|\d+[.)])[\s>]+)*/)) != nil
  }

}

extension String {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let last = text.last, condition(last) { text.removeLast() }
    return text
  }
}
