import Foundation
import NotebookDocument

/// A submission as it is graded: every fixed cell once, unchanged and in its place, and the student's own cells where
/// they were.
package struct Received: Hashable, Sendable {
  /// A cell of the notebook that runs.
  package struct Cell: Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
      /// A locked cell, as it was handed out.
      case locked(String)
      /// The student's code for a task.
      case exercise(String)
      /// A cell of the student's own.
      case own
    }

    package var origin: Origin
    /// What is between the fences.
    package var content: String
    /// The lines of `text` that it takes, fences included, counted from 1.
    package var lines: ClosedRange<Int>
    /// The line of `text` on which its code begins, and that of the submission; nil where the submission has no such cell.
    package var codeLine: Int
    package var submittedCodeLine: Int?
  }

  /// The notebook to run: front matter of the source, and cells. It can always be read.
  package var text: String
  package var cells: [Cell]
  /// What was found of fixed cells, in their order.
  package var changes: [CellChange]
  /// How many of the assignment's own cells and questions the submission has.
  package var recognized = 0
  /// The student's code, by task.
  package var code: [String: String]
  /// What was written below each question, by its name: Markdown.
  package var answers: [String: String]

  /// The line of the submission for a line of `text`; nil where there is none, as in a cell that was put back.
  package func submittedLine(_ line: Int) -> Int? {
    guard let cell = cells.first(where: { $0.lines.contains(line) }), let start = cell.submittedCodeLine,
      line >= cell.codeLine
    else { return nil }
    return start + line - cell.codeLine
  }
}

extension Assignment {
  /// Takes what was handed in. Nothing in the text makes this fail. O(length + cells²).
  package func receive(_ submission: String) -> Received {
    let submitted = SubmittedText(submission)
    let found = FixedCellMatch(fixed, submitted.cells)
    var received = Received(text: "", cells: [], changes: found.changes, code: [:], answers: [:])
    received.recognized = found.chosen.count { $0 != nil }
    var lines = Array(source.lines[..<source.frontMatterLength])
    var labels = Set(fixed.map(\.label))
    func add(_ origin: Received.Cell.Origin, _ content: [String], options: Int, submittedCodeLine: Int?) {
      let block = MarkdownText.fenced(content.joined(separator: "\n"), "swift").components(separatedBy: "\n")
      lines.append("")
      let start = lines.count + 1
      lines += block
      received.cells.append(
        Received.Cell(
          origin: origin, content: content.joined(separator: "\n"), lines: start...lines.count,
          codeLine: start + 1 + options, submittedCodeLine: submittedCodeLine))
    }
    func addOwn(after anchor: Int?) {
      for index in found.own where found.anchor(of: index) == anchor {
        let cell = submitted.cells[index]
        let options = OwnOptions.kept(of: cell.content, labels: &labels)
        add(.own, options + cell.content.code, options: options.count, submittedCodeLine: cell.codeLine)
      }
    }
    addOwn(after: nil)
    for (index, cell) in fixed.enumerated() {
      let given = found.chosen[index].map { submitted.cells[$0] }
      switch cell.kind {
      case .locked:
        add(.locked(cell.label), cell.content, options: cell.optionCount, submittedCodeLine: given?.codeLine)
      case .exercise(let name):
        let code = given?.content.code ?? Array(cell.code)
        received.code[name] = code.joined(separator: "\n")
        add(
          .exercise(name), cell.options + code, options: cell.optionCount, submittedCodeLine: given?.codeLine)
      }
      addOwn(after: index)
    }
    received.text = (lines + [""]).joined(separator: "\n")
    for question in questions {
      let answer = answer(to: question, in: submitted)
      received.answers[question.label] = answer
      if !answer.isEmpty { received.recognized += 1 }
    }
    return received
  }
}
