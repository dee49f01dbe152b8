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
  /// - Throws: `NotebookError` (`.malformedGrid`) when the text is not of that form, `GridError` for an impossible range.
  package init(_ text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw NotebookError(.malformedGrid(text))
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
    guard !values.isEmpty else { throw NotebookError(.malformedGrid(text)) }
    choice = .values(values)
  }

  private static func range(_ text: Substring) throws -> Range? {
    let number = /[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/
    guard let match = text.wholeMatch(of: /(.+?)\.\.(.+?)(?:\/([0-9]+))?( log)?/),
      match.output.1.wholeMatch(of: number) != nil, match.output.2.wholeMatch(of: number) != nil,
      let from = Double(match.output.1), let to = Double(match.output.2)
    else { return nil }
    let steps = match.output.3.flatMap { Int($0) }
    return try checked(Range(from: from, to: to, isLogarithmic: match.output.4 != nil, steps: steps), String(text))
  }

  /// The range, if numbers can be taken from it.
  static func checked(_ range: Range, _ text: String) throws -> Range {
    guard range.from.isFinite, range.to.isFinite, range.from < range.to else {
      throw GridError.badDesign("the range “\(text)” is empty; give the smaller number first")
    }
    if range.isLogarithmic, range.from <= 0 {
      throw GridError.badDesign("the range “\(text)” begins at or below 0, where a logarithmic scale has no place")
    }
    if let steps = range.steps, steps < 2 {
      throw GridError.badDesign("the range “\(text)” needs 2 steps at least, one for each end")
    }
    return range
  }

  /// The values that a full grid takes.
  ///
  /// - Throws: `GridError` for a range without steps.
  func gridValues(isInteger: Bool) throws -> [String] {
    switch choice {
    case .values(let values): return values
    case .range(let range):
      guard let steps = range.steps else {
        throw GridError.badDesign(
          "a full grid needs to know how many values to take of \(name); write \(name)=\(range.words)/5, or choose --design random or latin-hypercube with --points"
        )
      }
      var seen = Set<String>()
      return (0..<steps).map { range.text(at: Double($0) / Double(steps - 1), isInteger: isInteger) }
        .filter { seen.insert($0).inserted }
    }
  }
}

extension GridAxis.Range {
  var words: String { "\(Self.short(from))..\(Self.short(to))" }

  /// The number at a share of the way, as text of at most six digits: it names folders.
  func text(at share: Double, isInteger: Bool) -> String {
    if isInteger {
      let (low, high) = (from.rounded(.up), to.rounded(.down))
      return "\(Int(min(high, low + (share * (high - low + 1)).rounded(.down))))"
    }
    let value = isLogarithmic ? exp(log(from) + share * (log(to) - log(from))) : from + share * (to - from)
    return Self.short(min(max(value, from), to))
  }

  static func short(_ value: Double) -> String {
    let text = String(format: "%.6g", value)
    return text.replacing("e+0", with: "e").replacing("e-0", with: "e-").replacing("e+", with: "e")
  }
}
