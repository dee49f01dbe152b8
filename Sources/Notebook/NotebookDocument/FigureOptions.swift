import Basics
import Yams

/// How large figures are and how their words are set: as a cell says for its figures, or a notebook for all.
package struct FigureOptions: Hashable, Sendable {
  /// For what kind of page.
  package var place: FigurePlace?
  /// Centimetres.
  package var width: Double?
  /// Centimetres.
  package var height: Double?
  /// The size of the text, in points on paper.
  package var text: Double?
  /// The font's name, as the system knows it.
  package var font: String?

  /// Each option and how it is read.
  static let table: [(name: String, read: @Sendable (inout FigureOptions, OptionValue) throws -> Void)] = [
    ("fig-size", { $0.place = try $1.place() }),
    ("fig-width", { $0.width = try $1.length() }),
    ("fig-height", { $0.height = try $1.length() }),
    ("text", { $0.text = try $1.points() }),
    ("font", { $0.font = try $1.font() }),
  ]

  package static let known = table.map(\.name)

  package init() {}

  /// The names of those that are reported, as they are written.
  package var given: [String] {
    let isSaid = [place != nil, width != nil, height != nil, text != nil, font != nil]
    return zip(Self.known, isSaid).filter(\.1).map(\.0)
  }

  /// Takes an option if it is one of these.
  ///
  /// - Throws: `NotebookError` with the line for a value that it cannot have.
  mutating func take(_ option: OptionValue) throws -> Bool {
    guard let row = Self.table.first(where: { $0.name == option.name }) else { return false }
    try row.read(&self, option)
    return true
  }
}

/// Pages that figures are made for; how wide a figure is there, and how large its text, says `Figure.Place`.
package enum FigurePlace: String, Hashable, Sendable, CaseIterable { case column, page, slide }

extension OptionValue {
  fileprivate func place() throws -> FigurePlace {
    guard let place = value.scalar.flatMap({ FigurePlace(rawValue: $0.string) }) else {
      throw fail("“column”, “page” or “slide”")
    }
    return place
  }

  /// A length in centimetres: with its unit, or a number of inches.
  fileprivate func length() throws -> Double {
    let expected = "a length with its unit, as 8cm, 85mm or 3in, or a number of inches; from 1.27cm to 254cm"
    guard let text = value.scalar?.string,
      let match = text.wholeMatch(of: compiled(/([0-9]*\.?[0-9]+|[0-9]+\.)\s*([a-z]*)/)),
      let number = Double(match.output.1.hasSuffix(".") ? match.output.1.dropLast() : match.output.1),
      let unit = ["": 2.54, "in": 2.54, "inch": 2.54, "inches": 2.54, "cm": 1, "mm": 0.1, "pt": 2.54 / 72][
        match.output.2]
    else { throw fail(expected) }
    // As wide as half an inch at least; rounding takes nothing away.
    guard (1.27 - 1e-9...254 + 1e-9).contains(number * unit) else { throw fail(expected) }
    return number * unit
  }

  fileprivate func points() throws -> Double {
    let expected = "the size of the text in points, from 4 to 48, as 8 or 8pt"
    guard let text = value.scalar?.string, let match = text.wholeMatch(of: compiled(/([0-9]+(?:\.[0-9]+)?)\s*(?:pt)?/)),
      let points = Double(match.output.1), (4...48).contains(points)
    else { throw fail(expected) }
    return points
  }

  fileprivate func font() throws -> String {
    guard let name = value.scalar?.string, name.wholeMatch(of: compiled(/[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}/)) != nil
    else {
      throw fail("the name of a font, as “Libertinus Serif”")
    }
    return name
  }
}
