import Basics
import Foundation
import NotebookDocument

/// What lines of the prose ask for that Markdown has no words for: a new page, columns, the place of the list of references.
///
/// They are written as pandoc and Quarto have them: `\newpage` or `{{< pagebreak >}}` on its own line, and fences of
/// colons, `::: columns` around `::: column`. Only lines that are in no list and no quotation count.
package struct Directives: Sendable {
  package enum Line: Hashable, Sendable {
    case newPage
    /// The place of the list of references, and what ends it.
    case references, endOfReferences
    /// Columns with these shares of the width, which add up to 1.
    case columns([Double])
    /// A column begins: which one, counted from 0.
    case column(Int, [Double])
    case endOfColumn
    case endOfColumns
    /// A guess begins, its answer, and both end: which one of the notebook's, counted from 0.
    case guess(Int)
    case answer(Int)
    case endOfGuess(Int)
    /// A question to answer in prose begins, what was written, and both end: which one of the notebook's, counted from 0.
    case question(Int)
    case written(Int)
    case endOfQuestion(Int)
    /// What follows on a slide comes with the next step.
    case pause
    /// A list begins whose items come one by one on a slide, and ends.
    case incremental
    case endOfIncremental
    /// A fence that means nothing here: what is in it stays.
    case nothing
  }

  /// By line, counted from 1.
  package private(set) var lines: [Int: Line] = [:]
  /// The lines of columns, fences included.
  package private(set) var columnLines: [ClosedRange<Int>] = []
  /// The remarks on the fences.
  package private(set) var remarks: [ReportRemark] = []

  private struct Fence {
    var name: String
    var line: Int
    var columns: [(line: Int, width: Double?)] = []
  }

  /// The fences that have begun and not ended, the innermost last.
  private struct OpenFences {
    private(set) var fences: [Fence] = []
    private var notes = 0
    /// Whether one of them is a speaker's notes.
    var areNotes: Bool { notes > 0 }

    /// The line of the column behind which the text is in no column, or of the columns; nil elsewhere.
    var gapBetweenColumns: Int? {
      guard let fence = fences.last, fence.name == "columns" else { return nil }
      return fence.columns.last?.line ?? fence.line
    }

    mutating func append(_ fence: Fence) {
      fences.append(fence)
      if fence.name == "notes" { notes += 1 }
    }

    mutating func popLast() -> Fence? {
      let fence = fences.popLast()
      if fence?.name == "notes" { notes -= 1 }
      return fence
    }

    /// Adds a column to the columns around the innermost; false where there are none.
    mutating func addColumn(_ line: Int, _ width: Double?) -> Bool {
      guard fences.count > 1, fences[fences.count - 2].name == "columns" else { return false }
      fences[fences.count - 2].columns.append((line, width))
      return true
    }
  }

  /// The directives of a notebook. O(length).
  package init(_ notebook: Notebook) {
    for (index, guess) in notebook.guesses.enumerated() {
      for line in guess.lines.lowerBound..<guess.questionLine { lines[line] = .nothing }
      lines[guess.questionLine - 1] = .guess(index)
      lines[guess.answerMark] = .answer(index)
      lines[guess.lines.upperBound] = .endOfGuess(index)
    }
    for (index, question) in notebook.questions.enumerated() {
      for line in question.lines.lowerBound..<question.question.lowerBound { lines[line] = .nothing }
      lines[question.question.lowerBound - 1] = .question(index)
      if notebook.isAnswered(question) { lines[question.answer.lowerBound] = .written(index) }
      lines[question.lines.upperBound] = .endOfQuestion(index)
    }
    var open = OpenFences()
    var gaps: Set<Int> = []
    for block in notebook.document.blocks {
      if block.kind == .rawHTML { sayFences(in: block, of: notebook.document) }
      guard !block.isLiteral else { continue }
      let line = block.lines.lowerBound
      if let gap = open.gapBetweenColumns, block.isShown, gaps.insert(gap).inserted {
        say("this is in columns and in no column: in some formats it comes below them; put it into a column", at: line)
      }
      switch block.kind {
      case .newPage where block.containers.isEmpty: lines[line] = .newPage
      case .fence(let words):
        if let container = block.containers.first {
          if !words.isEmpty { sayStray(DivisionFence(words), in: container, at: line) }
        } else if lines[line] == nil {
          read(words, at: line, &open)
        }
      case .pause where block.containers.isEmpty:
        if !open.areNotes { lines[line] = .pause }
      default: for line in block.lines { sayStrayNewPage(at: line, in: notebook.document) }
      }
    }
    for fence in open.fences where fence.name != "notes" {
      say("“::: \(fence.name)” does not end; end it with “:::” on its own line", at: fence.line)
      // A box that nothing ends would hold the rest of the page.
      if fence.name == "incremental" { lines[fence.line] = .nothing }
    }
    let first = open.fences.first { $0.name == "columns" || $0.name == "column" }
    if let first { forget(from: first.line) }
    for (line, directive) in lines.sorted(by: { $0.key < $1.key })
    where directive == .newPage && columnLines.contains(where: { $0.contains(line) }) {
      lines[line] = .nothing
      say("columns stay on their page, so that no new one begins in them; ask for it above or below", at: line)
    }
  }

  /// Warns of fences in raw HTML, except in elements that show or run their text as it is.
  private mutating func sayFences(in block: Document.Block, of document: Document) {
    let isVerbatim = document.lines[block.lines.lowerBound - 1].lowercased().contains(
      compiled(/<(?:pre|script|style|textarea)\b/))
    guard !isVerbatim else { return }
    for line in block.lines {
      guard let words = DivisionFence.words(document.lines[line - 1]), !words.isEmpty else { continue }
      say(
        "“::: \(DivisionFence(words).name)” in raw HTML means nothing and stays as text; leave a line empty above it, which ends the HTML",
        at: line)
    }
  }

  private mutating func sayStray(_ fence: DivisionFence, in container: Document.Container, at line: Int) {
    say(
      "“::: \(fence.name)” in \(container.name) means nothing and stays as text; write it at the left margin, outside of it",
      at: line)
  }

  /// Says it where something asks for a new page in the middle of a text, in a list or in a quotation.
  private mutating func sayStrayNewPage(at line: Int, in document: Document) {
    guard let mark = document.strayNewPage(in: line) else { return }
    say(
      "“\(mark)” begins a new page only on its own line, outside of lists and quotations; here it stays as text",
      at: line)
  }

  private mutating func say(_ message: String, at line: Int) {
    remarks.append(ReportRemark(severity: .warning, position: Position(line: line), message: message))
  }

  private mutating func forget(from line: Int) {
    for place in lines.keys where place >= line && lines[place] != .newPage { lines[place] = .nothing }
  }

  private mutating func read(_ words: String, at line: Int, _ open: inout OpenFences) {
    let isInNotes = open.areNotes
    guard words.isEmpty else {
      let fence = DivisionFence(words)
      let (name, width) = (fence.name, Self.share(fence.attributes["width"]))
      open.append(Fence(name: name, line: line))
      guard !isInNotes else { return }
      switch name {
      case "notes": break
      case "columns": lines[line] = .nothing
      case "column":
        lines[line] = .nothing
        guard open.addColumn(line, width) else {
          say("“::: column” is not inside “::: columns”; put both columns between “::: columns” and “:::”", at: line)
          return
        }
      case "#refs": lines[line] = .references
      case "incremental": lines[line] = .incremental
      default:
        lines[line] = .nothing
        say(
          "“::: \(name)” means nothing here, and what is in it stays as it is; it can be columns, column, incremental, notes, {#refs}, {.guess #name} or {.answer #name}",
          at: line)
      }
      return
    }
    guard let fence = open.popLast() else {
      say(
        "this “:::” ends nothing and stays as text; remove it, or write “::: {.guess #name}” or another beginning above it",
        at: line)
      return
    }
    guard fence.name != "notes", !isInNotes else { return }
    lines[line] = .nothing
    switch fence.name {
    case "#refs": lines[line] = .endOfReferences
    case "incremental": lines[line] = .endOfIncremental
    case "column" where open.fences.last?.name == "columns": lines[line] = .endOfColumn
    case "columns" where !fence.columns.isEmpty: close(fence, at: line)
    case "columns": say("“::: columns” has no “::: column” in it", at: fence.line)
    default: break
    }
  }

  /// Gives columns their shares: those that say none share the rest.
  private mutating func close(_ fence: Fence, at line: Int) {
    let named = fence.columns.compactMap(\.width).reduce(0, +)
    let rest = fence.columns.count { $0.width == nil }
    let share = rest == 0 ? 0 : max(1 - named, 0.1 * Double(rest)) / Double(rest)
    let widths = fence.columns.map { $0.width ?? share }
    let total = max(widths.reduce(0, +), 1e-3)
    let shares = widths.map { $0 / total }
    lines[fence.line] = .columns(shares)
    for (index, column) in fence.columns.enumerated() { lines[column.line] = .column(index, shares) }
    lines[line] = .endOfColumns
    columnLines.append(fence.line...line)
  }

  /// How wide a column says to be: `40%`, `40`.
  private static func share(_ width: String?) -> Double? {
    width?.wholeMatch(of: compiled(/(\d+(?:\.\d+)?)%?/)).flatMap { Double($0.output.1) }.map { $0 / 100 }
  }
}

extension Notebook {
  /// Whether a cell is in columns, where nothing goes elsewhere.
  package func isInColumns(_ cell: Cell, of directives: Directives) -> Bool {
    directives.columnLines.contains { $0.contains(cell.lines.lowerBound) }
  }
}

extension Document.Block {
  /// Whether it is a text, code, or columns, of which readers see something.
  fileprivate var isShown: Bool {
    switch kind {
    case .blank, .comment, .definition, .newPage, .pause: false
    case .fence(let words): DivisionFence(words).name == "columns"
    default: true
    }
  }
}
