import Basics
import Foundation
import NotebookDocument

/// What one parameter takes in a grid: some values, or a range of numbers.
package struct GridAxis: Hashable, Sendable {
  /// The numbers from one to another, on a linear or on a logarithmic scale.
  package struct Range: Hashable, Sendable {
    package var from: Double
    package var to: Double
    package var isLogarithmic: Bool
    /// How many values a full grid takes of it; nil where only a design can draw from it.
    package var steps: Int?
  }

  package enum Choice: Hashable, Sendable {
    case values([String])
    case range(Range)
  }

  package var name: String
  package var choice: Choice

  package init(name: String, choice: Choice) { (self.name, self.choice) = (name, choice) }

  /// An axis of `name=value,value,…`, `name=from..to`, `name=from..to/steps` or `name=from..to/steps log`. Values that hold
  /// commas, as those of lists do, are separated by semicolons.
  ///
  /// - Throws: `GridError` when the text is not of that form, and for an impossible range.
  package init(_ text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw GridError(.malformedGrid(text))
    }
    name = String(text[..<equals])
    let rest = text[text.index(after: equals)...]
    if let range = try Self.range(rest) {
      choice = .range(range)
      return
    }
    let values = rest.split(separator: rest.contains(";") ? ";" : ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard !values.isEmpty else { throw GridError(.malformedGrid(text)) }
    choice = .values(values)
  }

  private static func range(_ text: Substring) throws -> Range? {
    let number = compiled(/[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/)
    let text = Substring(text.trimmingCharacters(in: .whitespaces))
    guard let match = text.wholeMatch(of: compiled(/(.+?)\.\.(.+?)(?:\/([0-9]+))?( log)?/)),
      match.output.1.wholeMatch(of: number) != nil, match.output.2.wholeMatch(of: number) != nil,
      let from = Double(match.output.1), let to = Double(match.output.2)
    else {
      try refuseRange(text)
      return nil
    }
    // More than an integer holds is too many in any case.
    let steps = match.output.3.map { Int($0) ?? .max }
    return try checked(Range(from: from, to: to, isLogarithmic: match.output.4 != nil, steps: steps), String(text))
  }

  /// Makes sure that a text which begins as a range is not a value either: in a list, the values have commas between them.
  private static func refuseRange(_ text: Substring) throws {
    let range = compiled(/([+-]?[0-9][0-9.]*?(?:[eE][+-]?[0-9]+)?)\.{2,3}<?([+-]?[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?)(.*)/)
    guard let match = text.wholeMatch(of: range) else { return }
    let rest = match.output.3.lowercased()
    let steps = rest.firstMatch(of: compiled(/[0-9]+/)).map { String($0.output) } ?? "5"
    let form = "\(match.output.1)..\(match.output.2)/\(steps)\(rest.contains("log") ? " log" : "")"
    throw GridError(
      .badDesign(
        "“\(text)” is not a range; write “\(form)” for \(steps) values"
          + (rest.contains("log") ? " on a logarithmic scale" : ", and “ log” behind it for a logarithmic scale")))
  }

  /// The range, if numbers can be taken from it.
  static func checked(_ range: Range, _ text: String) throws -> Range {
    guard range.from.isFinite, range.to.isFinite else {
      throw GridError(.badDesign("the range “\(text)” has an end that is not a finite number"))
    }
    guard range.from < range.to else {
      throw GridError(.badDesign("the range “\(text)” is empty; give the smaller number first"))
    }
    if range.isLogarithmic, range.from <= 0 {
      throw GridError(
        .badDesign("the range “\(text)” begins at or below 0, and a logarithmic scale needs numbers above 0"))
    }
    if let steps = range.steps {
      if steps < 2 { throw GridError(.badDesign("the range “\(text)” needs at least 2 steps, one for each end")) }
      try requireFeasible(steps)
    }
    return range
  }

  /// Makes sure that so many points can be planned.
  ///
  /// - Throws: `GridError`.
  static func requireFeasible(_ points: Int) throws {
    guard points <= mostPoints else {
      throw GridError(
        .badDesign(
          "a grid has at most \(mostPoints) points, and this one would have \(points == .max ? "more" : "\(points)"); take fewer values, or --design latin-hypercube with --points"
        ))
    }
  }

  /// A plan of as many points takes minutes and some gigabytes.
  private static let mostPoints = 10_000_000

  /// The values that a full grid takes.
  ///
  /// - Throws: `GridError` for a range without steps, and for one that does not hold so many different values.
  func gridValues(isInteger: Bool) throws -> [String] {
    switch choice {
    case .values(let values): return values
    case .range(let range):
      guard let steps = range.steps else {
        throw GridError(
          .badDesign(
            "a full grid needs to know how many values to take of \(name); write \(name)=\(range.words)/5, or choose --design random or latin-hypercube with --points"
          ))
      }
      return isInteger ? try range.integers(steps).map { "\($0)" } : try range.numbers(steps)
    }
  }
}

extension GridAxis.Range {
  var words: String { "\(Self.text(from))..\(Self.text(to))" }

  /// A number as text that reads back as the same number, of as few digits as that takes: it names folders, and it is what
  /// cells get.
  static func text(_ value: Double) -> String { tidy("\(value)") }

  /// The shortest form of a number: `2` for `2.0`, `1e30` for `1e+30`, `1e-5` for `1e-05`.
  private static func tidy(_ text: String) -> String {
    let whole = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return whole.replacing(compiled(/(\.0)?e([+-]?)0*/)) { "e\($0.output.2 == "-" ? "-" : "")" }
  }

  /// The text of the value at a share of the way, for designs that draw.
  ///
  /// - Throws: `GridError` when a parameter that takes integers has none in the range.
  func text(at share: Double, isInteger: Bool) throws -> String {
    guard isInteger else { return Self.text(value(at: share)) }
    let (low, high) = try integerEnds()
    if isLogarithmic { return "\(min(max(Int(value(at: share).rounded()), low), high))" }
    return "\(min(high, low + Int(share * Double(high - low + 1))))"
  }

  private func value(at share: Double) -> Double {
    if share <= 0 { return from }
    if share >= 1 { return to }
    let width = to - from
    let value =
      isLogarithmic
      ? exp(log(from) + share * (log(to) - log(from)))
      : width.isFinite ? from + share * width : (1 - share) * from + share * to
    return min(max(value, from), to)
  }

  /// This many numbers from end to end, each rounded to the fewest digits (6 at least) that leave it in its place to
  /// a thousandth of the way to its neighbours; the ends are exact. O(count).
  fileprivate func numbers(_ count: Int) throws -> [String] {
    let values = (0..<count).map { value(at: Double($0) / Double(count - 1)) }
    var digits = 6
    for (index, value) in values.enumerated().dropFirst() {
      let gap = value - values[index - 1]
      guard gap > 0 else { throw tooFew("numbers that a computer tells apart", count) }
      let size = max(abs(value), abs(values[index - 1]))
      digits = max(digits, Int(floor(log10(size)) + 1 - floor(log10(gap) - log10(500))))
    }
    return values.enumerated().map { index, value in
      let isEnd = index == 0 || index == count - 1
      return isEnd || digits > 16 ? Self.text(value) : Self.tidy(String(format: "%.*g", digits, value))
    }
  }

  /// This many integers from the first to the last of the range, as evenly as they lie. O(count).
  fileprivate func integers(_ count: Int) throws -> [Int] {
    let (low, high) = try integerEnds()
    guard count - 1 <= high - low else { throw tooFew("integers (\(high - low + 1))", count) }
    if isLogarithmic {
      let values = (0..<count).map { Int(value(at: Double($0) / Double(count - 1)).rounded()) }
        .map { min(max($0, low), high) }
      guard zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw tooFew("integers at equal ratios (\(Set(values).count))", count)
      }
      return values
    }
    // In integers throughout: no product is beyond their range, and none is rounded twice.
    let (whole, rest) = (high - low).quotientAndRemainder(dividingBy: count - 1)
    return (0..<count).map { low + whole * $0 + (rest * $0 + (count - 1) / 2) / (count - 1) }
  }

  /// The first and the last integer in the range.
  private func integerEnds() throws -> (low: Int, high: Int) {
    let (low, high) = (from.rounded(.up), to.rounded(.down))
    guard max(abs(low), abs(high)) <= 0x1p53 else {
      throw GridError(
        .badDesign(
          "the range \(words) goes beyond ±2^53, where a number no longer tells one integer from the next; take a smaller range"
        ))
    }
    guard low <= high else { throw GridError(.badDesign("the range \(words) contains no integer")) }
    return (Int(low), Int(high))
  }

  private func tooFew(_ what: String, _ count: Int) -> GridError {
    GridError(.badDesign("the range \(words) has fewer \(what) than the \(count) asked for; ask for fewer"))
  }
}
