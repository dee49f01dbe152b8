import Basics
import Foundation

/// A question that a reader answers before seeing the result: the lines from `::: {.guess #name}` to `:::`. With `.check` it is
/// asked after the result, of what was understood.
///
/// Its last paragraph is the answer; what is above is the question. The right value is that of `answer=` in the fence: an expression, or
/// an item of the list as it is written. Without it, the first expression of the answer gives the right value.
package struct Guess: Hashable, Sendable {
  /// What is asked for.
  package enum Kind: Hashable, Sendable {
    case number(unit: String?, Tolerance)
    /// One item of the block's list.
    case choice
    /// The order of the list's items.
    case order
    /// A series of a figure, drawn on its axes.
    case curve(figure: String, series: String)
  }

  /// The largest error of a number that counts as right.
  package struct Tolerance: Hashable, Sendable {
    package var value: Double
    /// Whether it is a share of the right value.
    package var isShare: Bool
  }

  package var label: String
  package var kind: Kind
  /// Whether it asks what was understood, and so veils its own answer alone.
  package var isCheck: Bool
  /// The notebook's lines, both fences included, counted from 1.
  package var lines: ClosedRange<Int>
  /// Where the question begins.
  package var questionLine: Int
  /// The lines of each item of the list, in the order in which they are written.
  package var items: [ClosedRange<Int>]
  /// The lines of the answer.
  package var answer: ClosedRange<Int>
  /// The index of the expression that gives the right value; a curve and a written item need none.
  package var inline: Int?
  /// The item that `answer=` names, counted from 0 as they are written.
  package var writtenItem: Int?

  /// The line above the answer, which is empty.
  package var answerMark: Int { answer.lowerBound - 1 }
}

/// What is wrong with a block that asks for a guess.
package enum GuessFault: Hashable, Sendable {
  case otherKind(String, kind: String)
  case badTolerance(String)
  case halfCurve
  case noList(String)
  case noQuestion
  case noExpression
  case severalAnswers(Int)

  package var message: String {
    switch self {
    case .otherKind(let name, let kind):
      "“\(name)” means nothing for \(kind); remove it"
    case .badTolerance(let text):
      "the tolerance “\(text)” is not a number above 0, nor a share such as “20%”"
    case .halfCurve: "a curve needs the label of a figure and a series of it: curve=\"fig-drift\" series=\"none\""
    case .noList(let what):
      "\(what) needs a list of at least two items, each beginning with “- ”, between the question and the answer"
    case .noQuestion:
      "this guess needs a question and an answer: its last paragraph, after an empty line, is the answer"
    case .noExpression:
      "nothing gives the right value of this guess; write an expression into its answer, as in “It is `{swift} error`.”, or into "
        + "its first line, as in answer=\"error\""
    case .severalAnswers(let line):
      "this guess has two answers: an expression stands in line \(line), too; only the question's first paragraph "
        + "and the last paragraph, which is the answer, have expressions"
    }
  }
}

extension Guess {
  /// The guesses of a notebook, in order. O(length), and O(*n* log *n*) for *n* expressions.
  ///
  /// - Throws: `NotebookError` with the line.
  static func find(in document: Document, inlines: [InlineExpression], path: String) throws -> [Guess] {
    let expressions = ExpressionLines(inlines)
    return try document.divisions(asking: .guess, path: path).map { fence, label, lines in
      try Guess(fence, label, lines, in: document, expressions) { fault, place in
        NotebookError(.guess(fault), file: path, position: Position(line: place ?? lines.lowerBound))
      }
    }
  }

  private init(
    _ fence: DivisionFence, _ label: String, _ lines: ClosedRange<Int>, in document: Document,
    _ expressions: ExpressionLines, fail: (GuessFault, Int?) -> NotebookError
  ) throws {
    let parts = document.parts(between: lines.lowerBound, and: lines.upperBound)
    guard parts.count > 1, let question = parts.first, let answer = parts.last,
      document.items(in: answer).isEmpty
    else { throw fail(.noQuestion, nil) }
    let list = parts.count > 2 ? document.items(in: parts[parts.count - 2]) : []
    let kind = try Self.kind(of: fence, hasList: !list.isEmpty, fail: fail)
    if kind == .choice || kind == .order, list.count < 2 {
      throw fail(.noList(kind == .choice ? "a choice" : "an order"), nil)
    }
    let items = kind == .choice || kind == .order ? list : []
    let place = fence.answer == nil ? answer : lines.lowerBound...lines.lowerBound
    inline = expressions.indices(in: place).first
    writtenItem = kind == .choice ? list.firstIndex { document.text(ofItem: $0) == fence.answer } : nil
    if case .curve = kind {} else if inline == nil && writtenItem == nil { throw fail(.noExpression, place.lowerBound) }
    let others = parts.dropFirst().dropLast(items.isEmpty ? 1 : 2)
    if let line = others.lazy.compactMap({ expressions.lines(in: $0).first }).first {
      throw fail(.severalAnswers(line), nil)
    }
    (self.label, self.kind, self.lines, self.answer) = (label, kind, lines, answer)
    (self.items, questionLine) = (items, question.lowerBound)
    isCheck = fence.classes.contains("check")
  }

  private static func kind(
    of fence: DivisionFence, hasList: Bool, fail: (GuessFault, Int?) -> NotebookError
  ) throws -> Kind {
    func refuse(_ names: [String], for kind: String) throws {
      if let name = names.first(where: { fence.attributes[$0] != nil }) {
        throw fail(.otherKind(name, kind: kind), nil)
      }
    }
    let isOrder = fence.classes.contains("order")
    if fence.attributes["curve"] != nil || fence.attributes["series"] != nil {
      guard let figure = fence.attributes["curve"], let series = fence.attributes["series"], !figure.isEmpty,
        !series.isEmpty
      else { throw fail(.halfCurve, nil) }
      try refuse(["unit", "tolerance", "answer"], for: "a curve")
      if isOrder { throw fail(.otherKind(".order", kind: "a curve"), nil) }
      return .curve(figure: figure, series: series)
    }
    if isOrder || hasList {
      try refuse(["unit", "tolerance"], for: isOrder ? "an order" : "a choice")
      return isOrder ? .order : .choice
    }
    var tolerance = Tolerance(value: 0.1, isShare: true)
    if let text = fence.attributes["tolerance"] {
      let isShare = text.hasSuffix("%")
      let number = Double((isShare ? text.dropLast() : text[...]).trimmingCharacters(in: .whitespaces))
      guard let number, number > 0, number.isFinite else { throw fail(.badTolerance(text), nil) }
      tolerance = Tolerance(value: isShare ? number / 100 : number, isShare: isShare)
    }
    return .number(unit: fence.attributes["unit"].flatMap { $0.isEmpty ? nil : $0 }, tolerance)
  }
}

extension Notebook {
  /// Has the answers of guesses know the cells that the guesses veil: what is to be found out is computed below the question.
  mutating func delayAnswers() {
    let (headings, expressions) = (document.headings, ExpressionLines(inlines))
    for guess in guesses {
      let end = document.end(ofSectionAt: guess.lines.lowerBound, among: headings)
      let above = cells.count { $0.lines.lowerBound < end }
      for index in expressions.indices(in: guess.answer) + (guess.inline.map { [$0] } ?? []) {
        inlines[index].cellsBefore = above
      }
    }
  }
}

/// Expressions by the lines that they are in.
private struct ExpressionLines {
  /// The indices of all expressions, and their lines, in the order of the lines.
  private let order, lines: [Int]

  /// O(*n* log *n*).
  init(_ expressions: [InlineExpression]) {
    order = expressions.indices.sorted { (expressions[$0].line, $0) < (expressions[$1].line, $1) }
    lines = order.map { expressions[$0].line }
  }

  /// O(log *n*) and the result's length.
  func indices(in range: ClosedRange<Int>) -> ArraySlice<Int> { order[places(range)] }
  func lines(in range: ClosedRange<Int>) -> ArraySlice<Int> { lines[places(range)] }

  private func places(_ range: ClosedRange<Int>) -> Range<Int> {
    first(from: range.lowerBound)..<first(from: range.upperBound + 1)
  }

  private func first(from line: Int) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
