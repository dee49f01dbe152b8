import Foundation
import NotebookDocument

extension Assignment {
  /// What a student wrote below a question: the last block of its name in which something is. O(length).
  func answer(to question: WrittenQuestion, in submitted: SubmittedText) -> String {
    var (found, line) = ("", 0)
    while line < submitted.lines.count {
      defer { line += 1 }
      guard isBeginning(line, of: question, in: submitted) else { continue }
      var end = line + 1
      while end < submitted.lines.count, !isEnd(end, in: submitted) { end += 1 }
      let text = written(Array(submitted.lines[line + 1..<end]), below: question)
      if !text.isEmpty { found = text }
    }
    return found
  }

  private func isBeginning(_ index: Int, of question: WrittenQuestion, in submitted: SubmittedText) -> Bool {
    guard let block = submitted.document.block(at: index + 1), case .fence(let words) = block.kind,
      block.containers.isEmpty
    else { return false }
    let fence = DivisionFence(words)
    return fence.classes.contains("answer") && fence.identifier == question.label
  }

  /// A fence, or, where that was deleted, the next cell.
  private func isEnd(_ index: Int, in submitted: SubmittedText) -> Bool {
    guard let block = submitted.document.block(at: index + 1) else { return false }
    return switch block.kind {
    case .fence: block.containers.isEmpty
    case .fencedCode: submitted.cellStarts.contains(index + 1)
    default: false
    }
  }

  /// The student's own lines: without the question, and without the text that was handed out below it.
  private func written(_ lines: [String], below question: WrittenQuestion) -> String {
    func plain(_ line: String) -> String { line.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    var asked = Set(source.lines[(question.question.lowerBound - 1)..<question.question.upperBound].map(plain))
    asked.remove("")
    // Only once: an answer may quote the question.
    return WrittenQuestion.text(lines.filter { asked.remove(plain($0)) == nil })
  }
}
