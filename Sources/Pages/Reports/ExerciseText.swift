import Basics
import CellKernel
import Foundation
import NotebookDocument

/// What a report says of exercises.
enum ExerciseText {
  /// The note that a cell has blanks, with hints for them.
  static func hint(_ hints: [String]) -> ReportBlock {
    let words = hints.filter { !$0.isEmpty }
    let title = "Not done yet."
    let html = words.map { "<li>\(MarkupText.escape($0))</li>" }.joined()
    let markdown = words.map { "\n" + MarkdownText.item(MarkdownText.escaped($0, isFirst: true)) }.joined()
    let rest = words.isEmpty ? "" : " In the blank\(words.count == 1 ? " belongs" : "s belong"):"
    return .html(
      "<div class=\"exercise\"><p><strong>\(title)</strong>\(rest)</p>\(html.isEmpty ? "" : "<ul>\(html)</ul>")</div>",
      fallback: "\(MarkdownText.strong(title))\(rest)\(markdown.isEmpty ? "" : "\n\(markdown)")")
  }
}

extension Report {
  /// What is folded, with the exercises' names above it: for the end of a paper.
  package func solutions<Content>(
    _ set: ([ReportBlock], Cell) -> Content
  ) -> [(title: String, content: Content)] {
    folded.sorted { $0.key < $1.key }.map { index, fold in
      let cell = notebook.cells[index]
      return ("\(cell.options.role.exercise ?? cell.name): \(fold.title.lowercased())", set(fold.blocks, cell))
    }
  }
}

extension Execution {
  /// Whether an exercise has a blank, and its solution runs in its place.
  package func isOpen(_ exercise: String) -> Bool {
    guard let index = notebook.exercise(exercise), case .blank = outcomes[index].status else { return false }
    return notebook.solution(of: exercise).map { outcomes[$0].status != .skipped } ?? false
  }

  /// The solutions that run and fail a check, with the check's words.
  var failingSolutions: [(cell: Cell, exercise: String, words: String)] {
    zip(notebook.cells, outcomes).flatMap { cell, outcome -> [(Cell, String, String)] in
      guard case .check(let name) = cell.options.role, isOpen(name) || notebook.takesSolutions else { return [] }
      return outcome.checks.filter { !$0.hasPassed }.map { (cell, name, $0.words) }
    }
  }
}
