import Basics
import Foundation

/// A question that a student answers in prose: the lines from `::: {.answer #name}` to `:::`.
///
/// The first paragraph is the question. What is below it is the answer: the student's, or, in the source of an
/// assignment, one that the teacher gives to those who mark.
package struct WrittenQuestion: Hashable, Sendable {
  package var label: String
  /// What the answer is worth; nil if not given.
  package var points: Double?
  /// The notebook's lines, both fences included, counted from 1.
  package var lines: ClosedRange<Int>
  /// The lines of the question.
  package var question: ClosedRange<Int>
  /// The lines between the question and the end; empty where nothing is there.
  package var answer: Range<Int> { question.upperBound + 1..<lines.upperBound }
}

/// What is wrong with a block that asks for prose.
package enum QuestionFault: Hashable, Sendable {
  case noQuestion
  case badPoints(String)

  package var message: String {
    switch self {
    case .noQuestion: "this block has no question: its first paragraph is the question, and the answer is below"
    case .badPoints(let text): "the points “\(text)” are not a number from 0 to 1000"
    }
  }
}

extension Notebook {
  /// What is below a question, without remarks that no reader sees and without blank lines around it. O(length).
  package func answer(to question: WrittenQuestion) -> String {
    WrittenQuestion.text(lines[(question.answer.lowerBound - 1)..<(question.answer.upperBound - 1)])
  }

  /// Whether something is written below a question.
  package func isAnswered(_ question: WrittenQuestion) -> Bool { !answer(to: question).isEmpty }
}

extension WrittenQuestion {
  /// Lines without comments of HTML, and without blank lines around the rest. O(length).
  package static func text(_ lines: some Sequence<String>) -> String {
    let lines = Array(lines)
    let kept = Document(lines).blocks.flatMap { block in
      let own = Array(lines[block.lines.lowerBound - 1..<block.lines.upperBound])
      return block.withoutComments(own) ?? own
    }
    func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = kept.firstIndex(where: { !isBlank($0) }), let last = kept.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return kept[first...last].joined(separator: "\n")
  }

  /// The questions of a notebook, in order. O(length).
  ///
  /// - Throws: `NotebookError` with the line.
  static func find(in document: Document, path: String) throws -> [WrittenQuestion] {
    try document.divisions(asking: .answer, path: path).map { fence, label, lines in
      func fail(_ fault: QuestionFault) -> NotebookError {
        NotebookError(.question(fault), file: path, position: Position(line: lines.lowerBound))
      }
      let points = try fence.attributes["points"].map { text in
        guard let number = Double(text), number >= 0, number <= OptionValue.mostPoints else {
          throw fail(.badPoints(text))
        }
        return number
      }
      guard let question = document.parts(between: lines.lowerBound, and: lines.upperBound).first else {
        throw fail(.noQuestion)
      }
      return WrittenQuestion(label: label, points: points, lines: lines, question: question)
    }
  }
}
