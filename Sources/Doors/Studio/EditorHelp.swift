import CodeHelp
import Foundation
import NotebookDocument
import Preview

import class Basics.Monitor

/// Completes code in the editor with the toolchain's SourceKit, one question after another. While one is
/// answered, only the latest of the others waits: nobody looks at the rest any more.
///
/// What the cells above define is known from the last run as far as they are what ran then; those that are not be
/// before the cell as text.
final class EditorHelp: Sendable {
  private struct State {
    var latest = 0
    var isAnswering = false
  }

  private let state = Monitor(State())
  private let help: Help

  /// - Parameter start: the program and arguments that serve SourceKit; none where the toolchain has none.
  init(start: [String]?) { help = Help(start: start) }

  /// A question at the cursor of an editor: the text with line and column, both from 0, the column in UTF-16 units as
  /// browsers count.
  struct Question: Decodable, Sendable {
    var text: String
    var line: Int
    var column: Int
  }

  /// What could be there, and where it begins on the line, in UTF-16 units.
  struct Answer: Encodable, Sendable {
    struct Item: Encodable, Sendable {
      var text: String
      var kind: String
      var signature: String
    }
    /// Whether the cursor is in a cell of Swift.
    var isCode: Bool
    var start: Int
    var items: [Item] = []
  }

  /// Completions that an editor can show.
  private static let most = 100

  /// What could be at the cursor; nothing outside of cells.
  func complete(_ question: Question, _ preview: NotebookPreview) -> Answer {
    let own = state.withLock { state in
      state.latest += 1
      return state.latest
    }
    let isAnswered = state.wait { state -> Bool? in
      if state.latest == own {
        if state.isAnswering { return nil }
        state.isAnswering = true
      }
      return state.latest == own
    }
    guard isAnswered == true else { return Answer(isCode: false, start: question.column) }
    defer { state.withLock { $0.isAnswering = false } }
    return answer(question, preview)
  }

  private func answer(_ question: Question, _ preview: NotebookPreview) -> Answer {
    let nothing = Answer(isCode: false, start: question.column)
    guard (0..<1_000_000).contains(question.line), (0..<1_000_000).contains(question.column),
      let notebook = try? NotebookParser.parse(Data(question.text.utf8), path: "notebook.md"),
      notebook.lines.indices.contains(question.line)
    else { return nothing }
    let units = Array(notebook.lines[question.line].utf16)
    let column = String(decoding: units.prefix(question.column), as: UTF16.self).utf8.count
    guard let cursor = CodeCursor(notebook, line: question.line + 1, column: column), cursor.origin.cell != nil,
      let known = preview.knownCode, let seen = cursor.seen(behind: known.cells, known.assistances)
    else { return nothing }
    let (found, range) = help.completions(seen.code, atByte: seen.byte, seen.assistance)
    // The name that is replaced is on one line.
    let replaced = String(decoding: Array(seen.code.utf8)[range], as: UTF8.self).utf16.count
    var texts: Set<String> = []
    return Answer(
      isCode: true, start: question.column - replaced,
      items: found.filter { texts.insert($0.text).inserted }.prefix(Self.most).map {
        .init(text: $0.text, kind: $0.kind, signature: $0.signature)
      })
  }

  /// Ends the process that helps.
  func close() {
    help.stop()
    state.wait(until: Date(timeIntervalSinceNow: 2)) { state in
      if !state.isAnswering { help.end() }
      return state.isAnswering ? nil : ()
    }
  }
}
