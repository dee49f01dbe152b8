import Basics
import Foundation

import enum Basics.Spelling

/// A question that a reader answers before seeing the result: the lines from `::: {.guess #name}` to `:::`. With `.check` it is
/// asked after the result, of what was understood.
///
/// Its last paragraph is the answer, whose first expression gives the right value; what stands above is the question.
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

  /// How far a number may be off and counts as right.
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
  /// The index of the expression that gives the right value; a curve needs none.
  package var inline: Int?

  /// The line above the answer, which is empty.
  package var answerMark: Int { answer.lowerBound - 1 }
}

/// What is wrong with a block that asks for a guess.
package enum GuessFault: Hashable, Sendable {
  case unclosed
  case inside(String)
  case holds(String)
  case noName
  case unknownAttribute(String)
  case otherKind(String, kind: String)
  case badTolerance(String)
  case halfCurve
  case noList(String)
  case noQuestion
  case noExpression
  case severalAnswers(Int)

  static let attributes = ["unit", "tolerance", "curve", "series"]
  static let classes = ["guess", "check", "order"]

  package var message: String {
    switch self {
    case .unclosed: "this guess does not end; end it with “:::” on a line of its own"
    case .inside(let name): "a guess cannot stand inside of “::: \(name)”; close that first"
    case .holds(let what): "a guess cannot hold \(what); put it below the guess"
    case .noName:
      "this guess has no name, by which the reader's browser remembers it; write “::: {.guess #guess-drift}”"
    case .unknownAttribute(let name):
      "unknown attribute “\(name)” of a guess" + Spelling.hint(name, among: Self.attributes + [".check", ".order"])
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
      "the answer of this guess has no expression that gives the right value; write one, as in “It is `{swift} error`.”"
    case .severalAnswers(let line):
      "this guess has two answers: an expression stands in line \(line), too; only the question's first paragraph "
        + "and the last paragraph, which is the answer, have expressions"
    }
  }
}

extension Guess {
  /// The guesses of a notebook's body, in order. O(length).
  ///
  /// - Parameter isCode: which lines, counted from 1, are code.
  /// - Throws: `NotebookError` with the line.
  static func find(
    in body: [String], isCode: (Int) -> Bool, inlines: [InlineExpression], path: String
  ) throws -> [Guess] {
    var (guesses, open, names): ([Guess], [String], [String: Int]) = ([], [], [:])
    var line = 1
    while line <= body.count {
      defer { line += 1 }
      guard !isCode(line), let words = DivisionFence.words(body[line - 1]) else { continue }
      if words.isEmpty {
        open.removeLast(open.isEmpty ? 0 : 1)
        continue
      }
      let fence = DivisionFence(words)
      guard fence.classes.contains("guess") else {
        open.append(fence.name)
        continue
      }
      func fail(_ fault: GuessFault, at place: Int? = nil) -> NotebookError {
        NotebookError(.guess(fault), file: path, position: Position(line: place ?? line))
      }
      if let outer = open.last { throw fail(.inside(outer)) }
      guard let end = try end(of: line, in: body, isCode: isCode, fail: fail) else { throw fail(.unclosed) }
      let guess = try Guess(fence, lines: line...end, in: body, inlines: inlines, path: path, fail: fail)
      if let first = names.updateValue(line, forKey: guess.label) {
        throw NotebookError(
          .duplicateLabel(guess.label, firstLine: first), file: path, position: Position(line: line))
      }
      guesses.append(guess)
      line = end
    }
    return guesses
  }

  private static func end(
    of start: Int, in body: [String], isCode: (Int) -> Bool, fail: (GuessFault, Int?) -> NotebookError
  ) throws -> Int? {
    guard start < body.count else { return nil }
    for line in start + 1...body.count {
      if isCode(line) { throw fail(.holds("a cell or a block of code"), line) }
      guard let words = DivisionFence.words(body[line - 1]) else { continue }
      guard words.isEmpty else { throw fail(.unclosed, nil) }
      return line
    }
    return nil
  }

  private init(
    _ fence: DivisionFence, lines: ClosedRange<Int>, in body: [String], inlines: [InlineExpression], path: String,
    fail: (GuessFault, Int?) -> NotebookError
  ) throws {
    guard let label = fence.identifier else { throw fail(.noName, nil) }
    guard label.wholeMatch(of: compiled(/[A-Za-z0-9_][A-Za-z0-9_-]*/)) != nil else {
      throw NotebookError(.invalidLabel(label), file: path, position: Position(line: lines.lowerBound))
    }
    let blocks = Self.blocks(in: body, of: lines)
    guard blocks.count > 1, let question = blocks.first, let answer = blocks.last,
      Self.items(in: answer, of: body).isEmpty
    else { throw fail(.noQuestion, nil) }
    let list = blocks.count > 2 ? Self.items(in: blocks[blocks.count - 2], of: body) : []
    let kind = try Self.kind(of: fence, hasList: !list.isEmpty, fail: fail)
    if kind == .choice || kind == .order, list.count < 2 {
      throw fail(.noList(kind == .choice ? "a choice" : "an order"), nil)
    }
    let items = kind == .choice || kind == .order ? list : []
    let inline = inlines.firstIndex { answer.contains($0.line) }
    if case .curve = kind {} else if inline == nil { throw fail(.noExpression, answer.lowerBound) }
    let others = blocks.dropFirst().dropLast(items.isEmpty ? 1 : 2)
    if let other = inlines.first(where: { inline in others.contains { $0.contains(inline.line) } }) {
      throw fail(.severalAnswers(other.line), nil)
    }
    (self.label, self.kind, self.lines, self.answer) = (label, kind, lines, answer)
    (self.items, self.inline, questionLine) = (items, inline, question.lowerBound)
    isCheck = fence.classes.contains("check")
  }

  /// The parts between the fences that empty lines divide.
  private static func blocks(in body: [String], of lines: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var (found, start): ([ClosedRange<Int>], Int?) = ([], nil)
    for line in lines.dropFirst() {
      let isText = line < lines.upperBound && !body[line - 1].allSatisfy(\.isWhitespace)
      if isText {
        start = start ?? line
      } else if let begun = start {
        found.append(begun...(line - 1))
        start = nil
      }
    }
    return found
  }

  /// The items of a list that is all of a part; none where it is something else.
  private static func items(in block: ClosedRange<Int>, of body: [String]) -> [ClosedRange<Int>] {
    var items: [ClosedRange<Int>] = []
    for line in block {
      if body[line - 1].prefixMatch(of: compiled(/\s{0,3}[-*+]\s+\S/)) != nil {
        items.append(line...line)
      } else if let last = items.popLast() {
        items.append(last.lowerBound...line)
      } else {
        return []
      }
    }
    return items
  }

  private static func kind(
    of fence: DivisionFence, hasList: Bool, fail: (GuessFault, Int?) -> NotebookError
  ) throws -> Kind {
    if let stray = fence.attributes.first(where: { !GuessFault.attributes.contains($0.key) })?.key
      ?? fence.classes.first(where: { !GuessFault.classes.contains($0) }).map({ ".\($0)" }) ?? fence.rest.first
    {
      throw fail(.unknownAttribute(stray), nil)
    }
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
      try refuse(["unit", "tolerance"], for: "a curve")
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
  mutating func delayAnswers(in body: [String]) {
    guard !guesses.isEmpty else { return }
    let headings = Headings.find(in: body)
    for guess in guesses {
      let end = Headings.end(ofSectionAt: guess.lines.lowerBound, headings, of: body.count)
      let above = cells.count { $0.lines.lowerBound < end }
      for index in inlines.indices where guess.answer.contains(inlines[index].line) {
        inlines[index].cellsBefore = above
      }
    }
  }
}
