import CellCompiler
import CodeHelp
import Foundation
import NotebookDocument
import Preview

/// Completes code in the editor with the toolchain's SourceKit, one question after another. Of those that come while one is
/// answered only the latest waits: nobody looks at the others any more.
///
/// What the cells above define is known from the last run as far as they are what ran then; those that are not stand before
/// the cell as text.
final class EditorHelp: @unchecked Sendable {
  private let condition = NSCondition()
  private var latest = 0
  private var isAnswering = false
  private let help: Help

  /// - Parameter start: the program and arguments that serve SourceKit; none where the toolchain has none.
  init(start: [String]?) { help = Help(start: start) }

  /// Where the cursor stands in an editor: the text with line and column, both from 0, the column in UTF-16 units as browsers
  /// count.
  struct Question: Decodable, Sendable {
    var text: String
    var line: Int
    var column: Int
  }

  /// What could stand there, and where it begins on the line, in UTF-16 units.
  struct Answer: Encodable, Sendable {
    struct Item: Encodable, Sendable {
      var text: String
      var kind: String
      var signature: String
    }
    /// Whether the cursor stands in a cell of Swift.
    var isCode: Bool
    var start: Int
    var items: [Item] = []
  }

  /// Completions that an editor can show.
  private static let most = 100

  /// What could stand at the cursor; nothing outside of cells.
  func complete(_ question: Question, _ preview: NotebookPreview) -> Answer {
    let isAnswered = condition.withLock { () -> Bool in
      latest += 1
      let own = latest
      condition.broadcast()
      while isAnswering, latest == own { condition.wait() }
      isAnswering = isAnswering || latest == own
      return latest == own
    }
    guard isAnswered else { return Answer(isCode: false, start: question.column) }
    defer { setFree() }
    return answer(question, preview)
  }

  private func setFree() {
    condition.withLock {
      isAnswering = false
      condition.broadcast()
    }
  }

  private func answer(_ question: Question, _ preview: NotebookPreview) -> Answer {
    guard let place = Place(question), let known = preview.knownCode(for: Array(place.cells.dropLast()))
    else {
      return Answer(isCode: false, start: question.column)
    }
    let first = min(known.count, place.index)
    let above = place.cells[first..<place.index].map { $0 + "\n" }.joined()
    let code = above + place.cells[place.index]
    let cursor = above.unicodeScalars.count + place.cursor
    let (found, range) = help.completions(code, at: cursor, known.assistance)
    // The name that is replaced stands on one line.
    let replaced = String(String.UnicodeScalarView(Array(code.unicodeScalars)[range])).utf16.count
    return Answer(
      isCode: true, start: question.column - replaced,
      items: found.prefix(Self.most).map { .init(text: $0.text, kind: $0.kind, signature: $0.signature) })
  }

  /// Ends the process that helps.
  func close() {
    help.stop()
    condition.withLock {
      let limit = Date(timeIntervalSinceNow: 2)
      while isAnswering, condition.wait(until: limit) {}
      if !isAnswering { help.end() }
    }
  }

  /// The cell in which the cursor stands.
  private struct Place {
    /// The cells that run, down to this one.
    var cells: [String]
    var index: Int
    /// Code points before the cursor.
    var cursor: Int

    init?(_ question: Question) {
      guard (0..<1_000_000).contains(question.line), (0..<1_000_000).contains(question.column),
        let notebook = try? NotebookParser.parse(Data(question.text.utf8), path: "notebook.md"),
        let index = notebook.cells.firstIndex(where: { $0.lines.contains(question.line + 1) })
      else { return nil }
      let cell = notebook.cells[index]
      var lines = cell.code.components(separatedBy: "\n")
      let row = question.line + 1 - cell.codeLine
      // An empty last line of a cell is not a line of its code.
      while lines.count <= row, row - lines.count < 1000 { lines.append("") }
      guard lines.indices.contains(row) else { return nil }
      let before = lines[..<row].map { $0.unicodeScalars.count + 1 }.reduce(0, +)
      let column = String(
        decoding: Array(lines[row].utf16.prefix(max(question.column - cell.indent, 0))), as: UTF16.self)
      let above = zip(notebook.cells, notebook.fates).prefix(index).filter(\.1.doesRun).map(\.0.code)
      cells = above + [lines.joined(separator: "\n")]
      (self.index, cursor) = (above.count, before + column.unicodeScalars.count)
    }
  }
}
