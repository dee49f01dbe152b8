import Basics
import CellCompiler
import CellKernel
import Foundation
import NotebookDocument

/// A section of a notebook as a notebook by itself: with the cells on which it rests, whose code and results are not shown.
package struct SectionExtract {
  /// The heading that was asked for, and that of the section, as it is written.
  package let heading: String
  /// The notebook's text.
  package let text: String

  /// Takes a section out of a notebook.
  ///
  /// - Parameter wanted: the words of its heading, or the number of its line.
  /// - Throws: `ExtractError` for a heading that is not there, or is there several times.
  package init(_ wanted: String, of notebook: Notebook) throws {
    let document = notebook.document
    let headings = document.headings.map {
      (line: $0.line, level: $0.level, words: document.words(of: $0))
    }
    let section = try Self.section(wanted, among: headings, notebook)
    heading = section.words
    let end = headings.first { $0.line > section.line && $0.level <= section.level }?.line ?? notebook.lines.count + 1
    let lines = section.line..<end
    let cells = Set(notebook.cells.indices.filter { lines.contains(notebook.cells[$0].lines.lowerBound) })
    let inlines = Set(notebook.inlines.indices.filter { lines.contains(notebook.inlines[$0].code.line) })
    // A figure that the section speaks of is shown with it.
    let spoken = Set(notebook.references.filter { lines.contains($0.line) }.map(\.mark.label))
    let shown = Set(
      notebook.cells.indices.filter { index in
        guard let label = notebook.cells[index].options.label, !cells.contains(index) else { return false }
        return spoken.contains { $0 == label || $0.hasPrefix("\(label)-") }
      })
    var needed = ParameterReach(notebook, parameters: notebook.frontMatter.parameters)
      .foundation(ofCells: cells.union(shown), inlines: inlines).union(cells).union(shown)
    // The solution runs instead of its exercise.
    for name in needed.compactMap({ notebook.cells[$0].options.role.exercise }) {
      needed.formUnion([notebook.exercise(name), notebook.solution(of: name)].compactMap { $0 })
    }
    var parts = [notebook.lines[..<notebook.frontMatterLength].joined(separator: "\n")]
    let imports = Self.imports(of: notebook, above: lines.lowerBound, without: needed)
    if !imports.isEmpty {
      parts.append(MarkdownText.fenced("//| include: false\n\(imports.joined(separator: "\n"))", "swift"))
    }
    func add(_ indices: [Int]) {
      for index in indices {
        parts.append(Self.source(of: notebook.cells[index], notebook, isShown: shown.contains(index)))
      }
    }
    let sorted = needed.subtracting(cells).sorted()
    add(sorted.filter { notebook.cells[$0].lines.lowerBound < lines.lowerBound })
    parts.append(notebook.lines[(lines.lowerBound - 1)..<(lines.upperBound - 1)].joined(separator: "\n"))
    add(sorted.filter { notebook.cells[$0].lines.lowerBound >= lines.upperBound })
    parts += Self.definitions(usedIn: lines, of: notebook)
    text = parts.map { $0.trimmingCharacters(in: .newlines) }.joined(separator: "\n\n") + "\n"
  }

  private typealias Section = (line: Int, level: Int, words: String)

  private static func section(_ wanted: String, among headings: [Section], _ notebook: Notebook) throws -> Section {
    func folded(_ words: String) -> String {
      words.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let exact = headings.filter { $0.words == wanted }
    let found = exact.isEmpty ? headings.filter { folded($0.words) == folded(wanted) } : exact
    if found.count == 1 { return found[0] }
    if found.isEmpty, let line = Int(wanted), let heading = headings.first(where: { $0.line == line }) {
      return heading
    }
    throw found.isEmpty
      ? ExtractError(.noHeading(wanted, known: headings.map(\.words)), file: notebook.path)
      : ExtractError(.severalHeadings(wanted, lines: found.map(\.line)), file: notebook.path)
  }

  /// What cells import that are left out: imports hold for all cells below.
  private static func imports(of notebook: Notebook, above line: Int, without needed: Set<Int>) -> [String] {
    var seen: Set<String> = []
    return notebook.cells.indices.filter { !needed.contains($0) && notebook.cells[$0].lines.lowerBound < line }
      .filter { notebook.fates[$0].doesRun && !notebook.cells[$0].options.error }
      .flatMap { CellAnalysis(notebook.cells[$0].code).imports }.filter { seen.insert($0).inserted }
  }

  /// A cell as it is written; one that only carries the section is not shown.
  private static func source(of cell: Cell, _ notebook: Notebook, isShown: Bool) -> String {
    var lines = Array(notebook.lines[(cell.lines.lowerBound - 1)..<cell.lines.upperBound])
    let options = lines[1..<(cell.codeLine - cell.lines.lowerBound)]
    if !isShown, !options.contains(where: { $0.contains(compiled(/\/\/\|\s*include\s*:/)) }) {
      lines.insert("\(String(repeating: " ", count: cell.indent))//| include: false", at: 1)
    }
    return lines.map { String($0.dropFirst(min(cell.indent, $0.prefix(while: \.isWhitespace).count))) }.joined(
      separator: "\n")
  }

  /// Footnotes and targets of links that are elsewhere in the notebook, and that the section uses.
  private static func definitions(usedIn lines: Range<Int>, of notebook: Notebook) -> [String] {
    let section = notebook.lines[(lines.lowerBound - 1)..<(lines.upperBound - 1)].joined(separator: "\n")
    return notebook.document.blocks.compactMap { block -> String? in
      guard !lines.contains(block.lines.lowerBound), let name = notebook.document.definedName(by: block),
        section.holds(name)
      else { return nil }
      return notebook.lines[(block.lines.lowerBound - 1)..<block.lines.upperBound].joined(separator: "\n")
    }
  }
}

/// Why a section cannot be taken out of a notebook.
package typealias ExtractError = Fault<ExtractReason>

/// The reasons of ``ExtractError``.
package enum ExtractReason: FaultReason {
  /// No heading has these words; those that there are.
  case noHeading(String, known: [String])
  /// Headings on several lines have these words.
  case severalHeadings(String, lines: [Int])

  package var message: String {
    switch self {
    case .noHeading(let wanted, let known):
      known.isEmpty
        ? "the notebook has no headings, so that it has no sections to extract"
        : "no heading is called “\(wanted)”\(Spelling.hint(wanted, among: known))"
    case .severalHeadings(let wanted, let lines):
      "“\(wanted)” is the heading of the sections in lines \(lines.map(String.init).joined(separator: ", ")); give the "
        + "number of the line instead"
    }
  }
}
