import Basics
import CellKernel
import Figures
import Foundation
import NotebookDocument

import enum Basics.Spelling

/// What a guess is compared with: the notebook has computed it.
package enum RightAnswer: Hashable, Sendable {
  /// In the unit that is asked for.
  case number(Double)
  /// The item, counted from 0 in the order in which the items are shown.
  case choice(Int)
  /// The items in the right order, counted likewise.
  case order([Int])
  /// A series of a figure, by the figure's anchor.
  case curve(anchor: String, series: String)

  /// Why a value cannot be compared with a guess.
  package struct Mismatch: Error, Hashable, Sendable {
    package var message: String
  }
}

extension Report {
  /// The right answer to one of the notebook's guesses; nil where what gives it did not run.
  ///
  /// - Throws: `RightAnswer.Mismatch` where the value cannot be guessed.
  package func rightAnswer(_ guess: Guess) throws(RightAnswer.Mismatch) -> RightAnswer? {
    if case .curve(let figure, let series) = guess.kind { return try curve(figure, series, of: guess) }
    if let item = guess.writtenItem { return .choice(item) }
    guard let index = guess.inline, let outcome = execution.inlines[index], outcome.isValue else { return nil }
    let text = InlineText.plain(outcome)
    switch guess.kind {
    case .number(let unit, _): return .number(try GuessedNumber.value(of: text, in: unit))
    case .choice:
      let items = itemTexts(guess)
      let places = items.indices.filter { Self.bare(items[$0]) == Self.bare(text) }
      guard places.count == 1 else {
        let list = items.map { "“\($0)”" }.joined(separator: ", ")
        throw .init(
          message: places.isEmpty
            ? "the answer “\(text)” is not an item of the list; it can be \(list)"
            : "the item “\(text)” is in the list \(places.count) times; keep one of them")
      }
      return .choice(places[0])
    case .order:
      let right = try order(guess, text)
      let shown = shownOrder(guess, right: right)
      return .order(right.map { shown.firstIndex(of: $0) ?? 0 })
    case .curve: return nil
    }
  }

  /// The items as they are written, counted from 0, in the right order.
  private func order(_ guess: Guess, _ text: String) throws(RightAnswer.Mismatch) -> [Int] {
    let (items, text) = (itemTexts(guess), Self.withoutEscapes(text))
    // Longer ones first: one may be part of another.
    var rest = text
    var found: [(place: String.Index, item: Int)] = []
    for item in items.indices.sorted(by: { items[$0].count > items[$1].count }) {
      guard let range = rest.range(of: items[item]) else { break }
      found.append((range.lowerBound, item))
      // Among the same length, so that places stay.
      rest.replaceSubrange(range, with: String(repeating: " ", count: items[item].count))
    }
    let isAll = found.count == items.count && Set(items).count == items.count
    guard isAll, rest.allSatisfy({ " []\",".contains($0) }) else {
      let list = items.map { "“\($0)”" }.joined(separator: ", ")
      throw .init(
        message: "the answer \(text) is not an array of the list's items, each once; the items are \(list)")
    }
    return found.sorted {
      text.distance(from: text.startIndex, to: $0.place) < text.distance(from: text.startIndex, to: $1.place)
    }
    .map(\.item)
  }

  /// An array of texts as Swift prints it, with apostrophes as they are read.
  private static func withoutEscapes(_ text: String) -> String { text.replacing(bytes: "\\'", with: "'") }

  /// Gives an order that the notebook computed as an array the words of a sentence: “one, two” for `["one", "two"]`.
  mutating func writeOrders() {
    for guess in notebook.guesses where guess.kind == .order {
      guard let index = guess.inline, case .value(let text)? = execution.inlines[index],
        let items = try? JSONDecoder().decode([String].self, from: Data(Self.withoutEscapes(text).utf8))
      else { continue }
      execution.inlines[index] = .value(items.joined(separator: ", "))
    }
  }

  /// In which order a page shows the items, by their places as they are written: that of the author, shuffled where the order
  /// is what is asked for. The same items always are in the same order, and never in the right one.
  package func shownOrder(_ guess: Guess) -> [Int] {
    guard guess.kind == .order else { return Array(guess.items.indices) }
    let text = guess.inline.flatMap { execution.inlines[$0] }.map { InlineText.plain($0) }
    return shownOrder(guess, right: text.flatMap { try? order(guess, $0) })
  }

  private func shownOrder(_ guess: Guess, right: [Int]?) -> [Int] {
    let keys = itemTexts(guess).map { FNV($0).value }
    let order = guess.items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    return order == right ? Array(order.dropFirst()) + order.prefix(1) : order
  }

  /// Lines of the notebook with the items of each order as they are shown. A permutation of lines: none is added or lost.
  func rearranged<Line>(_ lines: [Line]) -> [Line] {
    var result = lines
    for guess in notebook.guesses where guess.kind == .order {
      let shown = shownOrder(guess).flatMap { guess.items[$0] }.map { lines[$0 - 1] }
      for (line, text) in zip(guess.items.joined(), shown) { result[line - 1] = text }
    }
    return result
  }

  // MARK: Texts

  /// The items in the order in which they are written, as a reader sees them.
  package func itemTexts(_ guess: Guess) -> [String] {
    let places = notebook.inlinePlaces
    let lines = notebook.document.rewriting { inline, _, _ in
      guard case .expression = inline.kind else { return nil }
      return places[inline.start].map { InlineText.plain(execution.inlines[$0]) }
    }
    return guess.items.map { item in MarkdownText.plain(Document.text(ofItem: item.compactMap { lines[$0 - 1] })) }
  }

  /// What of a text is compared: a computed one may have the item's marks or not.
  private static func bare(_ text: String) -> String {
    text.filter { !"*`$".contains($0) }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: Curves

  private func curve(
    _ label: String, _ series: String, of guess: Guess
  ) throws(RightAnswer.Mismatch) -> RightAnswer? {
    let figures = zip(notebook.cells, cells).flatMap { cell, blocks -> [(cell: Cell, figure: ReportFigure)] in
      blocks.flatMap { block -> [ReportFigure] in
        switch block {
        case .figure(let figure): [figure]
        case .figures(let row): row.parts
        default: []
        }
      }.map { (cell, $0) }
    }
    guard let (cell, figure) = figures.first(where: { $0.figure.label == label }) else {
      let isSilent = zip(notebook.cells, execution.outcomes).contains {
        $0.0.options.label == label && $0.1.status != .done
      }
      if isSilent { return nil }
      throw .init(
        message: "there is no figure “\(label)”" + Spelling.hint(label, among: figures.map(\.figure.label)))
    }
    guard cell.lines.lowerBound > guess.lines.upperBound else {
      throw .init(message: "the figure “\(label)” is above the guess and shows the answer; move it below")
    }
    let value = figure.source.flatMap { try? JSONDecoder().decode(Figure.self, from: Data($0.utf8)) }
    guard case .plane(let plane)? = value?.panels.first, value?.panels.count == 1 else {
      throw .init(
        message: "the figure “\(label)” has not one pair of axes on which a curve can be drawn; choose another figure")
    }
    guard let mark = plane.marks.first(where: { $0.name == series }) else {
      let list = plane.marks.map(\.name).filter { !$0.isEmpty }.map { "“\($0)”" }.joined(separator: ", ")
      throw .init(
        message: "the figure “\(label)” has no series “\(series)”"
          + (list.isEmpty ? ": none of its series has a name" : "; it can be \(list)"))
    }
    guard [.line, .path, .law].contains(mark.kind), mark.x.count > 1 else {
      throw .init(
        message: "“\(series)” in the figure “\(label)” is not a line, which a reader could draw; choose another series")
    }
    return .curve(anchor: figure.anchor, series: series)
  }

  /// The remarks on the guesses: answers that cannot be compared with one. What did not run is passed over.
  func guessRemarks() -> [ReportRemark] {
    // What is right shows when the expression has run.
    if execution.isForeseen { return [] }
    return notebook.guesses.compactMap { guess in
      do throws(RightAnswer.Mismatch) {
        _ = try rightAnswer(guess)
        return nil
      } catch {
        return ReportRemark(
          severity: .error,
          position: Position(line: guess.inline.map { notebook.inlines[$0].line } ?? guess.answer.lowerBound),
          message: "guess “\(guess.label)”: \(error.message)")
      }
    }
  }
}
