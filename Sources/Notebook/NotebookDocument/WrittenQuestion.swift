import Basics
import Foundation

import enum Basics.Spelling

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
  case unclosed
  case inside(String)
  /// In a list or a quotation.
  case contained(in: String)
  case holdsCell
  case holdsDivision(String)
  case noName
  case noQuestion
  case unknownAttribute(String)
  case badPoints(String)

  package var message: String {
    switch self {
    case .unclosed: "this question does not end; end it with “:::” on its own line"
    case .inside(let name): "a question cannot be inside “::: \(name)”; close that first"
    case .contained(let container):
      "a question cannot be in \(container); write it at the left margin, outside of it"
    case .holdsCell: "an answer cannot hold a cell; put the cell below the “:::” that ends the question"
    case .holdsDivision(let name): "an answer cannot hold “::: \(name)”; put it below the “:::” that ends the question"
    case .noName: "this question has no name, by which its answer is known; write “::: {.answer #why-drift}”"
    case .noQuestion: "this block has no question: its first paragraph is the question, and the answer is below"
    case .unknownAttribute(let name):
      "unknown attribute “\(name)” of a question" + Spelling.hint(name, among: ["points"])
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
    var questions: [WrittenQuestion] = []
    for division in document.divisions where division.fence.classes.contains("answer") {
      let line = division.line
      func fail(_ fault: QuestionFault, at place: Int? = nil) -> NotebookError {
        NotebookError(.question(fault), file: path, position: Position(line: place ?? line))
      }
      if let container = division.container { throw fail(.contained(in: container.name)) }
      if let outer = division.parent { throw fail(.inside(document.divisions[outer].fence.name)) }
      for block in document.blocks(from: line + 1, to: division.end ?? document.lines.count) {
        if block.fencedCode?.isCell == true { throw fail(.holdsCell, at: block.lines.lowerBound) }
        if case .fence(let words) = block.kind, block.containers.isEmpty, !words.isEmpty {
          throw fail(.holdsDivision(DivisionFence(words).name), at: block.lines.lowerBound)
        }
      }
      guard let end = division.end else { throw fail(.unclosed) }
      questions.append(
        try WrittenQuestion(division.fence, lines: line...end, in: document, path: path, fail: { fail($0) }))
    }
    return questions
  }

  private init(
    _ fence: DivisionFence, lines: ClosedRange<Int>, in document: Document, path: String,
    fail: (QuestionFault) -> NotebookError
  ) throws {
    guard let label = fence.identifier else { throw fail(.noName) }
    guard label.wholeMatch(of: compiled(/[A-Za-z0-9_][A-Za-z0-9_-]*/)) != nil else {
      throw NotebookError(.invalidLabel(label), file: path, position: Position(line: lines.lowerBound))
    }
    if let stray = fence.attributes.keys.sorted().first(where: { $0 != "points" })
      ?? fence.classes.first(where: { $0 != "answer" }).map({ ".\($0)" }) ?? fence.rest.first
    {
      throw fail(.unknownAttribute(stray))
    }
    if let text = fence.attributes["points"] {
      guard let number = Double(text), number >= 0, number <= OptionValue.mostPoints else {
        throw fail(.badPoints(text))
      }
      points = number
    }
    guard let first = document.parts(between: lines.lowerBound, and: lines.upperBound).first else {
      throw fail(.noQuestion)
    }
    (self.label, self.lines, question) = (label, lines, first)
  }
}
