import Foundation
import Yams

/// Where a figure may stand on paper.
package enum FigurePosition: String, Hashable, Sendable, CaseIterable {
  /// Where it is called for, or at the top of the next page, with prose of its section before it.
  case auto
  /// Where it is called for and in its own size, whatever that leaves white.
  case here
}

/// What the `//|` lines at the top of a cell say; names are Quarto's where Quarto has one.
package struct CellOptions: Hashable, Sendable {
  /// Names the cell, its figures and its table; a file name without extension.
  package var label: String?
  /// One caption for each figure of the cell; a single one stands for all.
  package var figureCaptions: [String] = []
  /// What each figure shows, in words, for those who do not see it.
  package var figureAlternatives: [String] = []
  /// One caption for each figure of a cell whose figures are parts of one: (a), (b) and so on.
  package var figureSubcaptions: [String] = []
  /// How many figures of the cell stand side by side.
  package var layoutColumns: Int?
  /// How large the cell's figures are, and how their words are set.
  package var figures = FigureOptions()
  /// The same as the notebook says it of all figures: where neither the cell nor the figure itself does.
  package var notebookFigures = FigureOptions()
  /// Where each figure may stand on paper; a single word is for all.
  package var figurePositions: [FigurePosition] = []
  package var tableCaption: String?
  /// Whether the code is shown.
  package var echo = true
  /// Whether the cell runs.
  package var eval = true
  /// Whether the cell must fail; its error is then its result.
  package var error = false
  /// Whether what the cell shows stands in the report.
  package var output = true
  /// Whether anything of the cell stands in the report.
  package var include = true
  /// Seconds; the notebook's when nil.
  package var timeout: Double?
  /// Whether the cell is compiled with optimisation: slower to compile, faster to run.
  package var optimize = false
  /// Relative difference up to which a check takes two numbers for equal.
  package var tolerance: Double?
  /// Regular expressions for what a check ignores.
  package var masks: [String] = []
  /// Whether the results differ from run to run, so that a check does not compare them.
  package var volatile = false

  package static let known =
    ["label", "fig-cap", "fig-subcap", "fig-alt", "fig-pos"] + FigureOptions.known + [
      "layout-ncol", "tbl-cap", "echo", "eval", "error", "output", "include", "timeout", "optimize", "tolerance",
      "mask", "volatile",
    ]

  /// Whether the cell's figures, where it shows several, are parts of one: they share a number and have letters.
  package var groupsFigures: Bool { layoutColumns != nil || !figureSubcaptions.isEmpty }

  /// Where one of the cell's figures may stand on paper.
  package func position(ofFigure index: Int) -> FigurePosition {
    figurePositions.count == 1
      ? figurePositions[0] : figurePositions.indices.contains(index) ? figurePositions[index] : .auto
  }

  /// The options of a cell without any.
  package init() {}

  /// Reads the options.
  ///
  /// - Throws: `NotebookError` with line and column: broken YAML, an unknown option, a value of the wrong type.
  package init(yaml: String, reader: YAMLReader) throws {
    guard let mapping = try reader.mapping(yaml) else { return }
    for (key, value) in mapping { try set(OptionValue(key: key, value: value, reader: reader)) }
    if !figureSubcaptions.isEmpty, figureCaptions.count > 1, let value = mapping["fig-cap"] {
      throw reader.wrongType("fig-cap", "one text beside “fig-subcap”: the caption of the whole", value)
    }
  }

  private mutating func set(_ option: OptionValue) throws {
    if try figures.take(option) { return }
    switch option.name {
    case "label": label = try option.label()
    case "fig-cap": figureCaptions = try option.texts()
    case "fig-subcap": figureSubcaptions = try option.texts()
    case "layout-ncol": layoutColumns = try option.count(1...12)
    case "fig-alt": figureAlternatives = try option.texts()
    case "fig-pos": figurePositions = try option.positions()
    case "tbl-cap": tableCaption = try option.text()
    case "echo": echo = try option.flag()
    case "eval": eval = try option.flag()
    case "error": error = try option.flag()
    case "output": output = try option.flag()
    case "include": include = try option.flag()
    case "timeout":
      timeout = try option.number("a positive number of seconds, a million at most") {
        $0 > 0 && $0 <= FrontMatter.longestTimeout
      }
    case "optimize": optimize = try option.flag()
    case "tolerance": tolerance = try option.number("a number that is not negative") { $0.isFinite && $0 >= 0 }
    case "mask": masks = try option.patterns()
    case "volatile": volatile = try option.flag()
    default: throw option.reader.error(.unknownOption(option.name, known: Self.known), at: option.key)
    }
  }
}

/// One option as it stands in a cell or in the front matter, read as what it has to be.
struct OptionValue {
  let key: Node
  let value: Node
  let reader: YAMLReader

  var name: String { key.scalar?.string ?? "" }

  func fail(_ expected: String) -> NotebookError { reader.wrongType(name, expected, value) }

  func flag() throws -> Bool {
    guard let flag = value.bool else { throw fail("true or false") }
    return flag
  }

  func text() throws -> String {
    guard let text = value.scalar?.string else { throw fail("a text") }
    return text
  }

  func texts() throws -> [String] {
    guard let sequence = value.sequence else { return [try text()] }
    return try sequence.map { element in
      guard let text = element.scalar?.string else { throw fail("a text or a list of texts") }
      return text
    }
  }

  func label() throws -> String {
    let name = try text()
    guard name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_-]*/) != nil else {
      throw reader.error(.invalidLabel(name), at: value)
    }
    // Names of files have 255 bytes at most, endings and what keeps several figures of a cell apart included.
    guard name.utf8.count <= 200 else { throw reader.error(.longLabel(name.utf8.count), at: value) }
    return name
  }

  func count(_ range: ClosedRange<Int>) throws -> Int {
    guard let count = value.int, range.contains(count) else {
      throw fail("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  func number(_ expected: String, where isRight: (Double) -> Bool) throws -> Double {
    guard let number = value.float, isRight(number) else { throw fail(expected) }
    return number
  }

  func positions() throws -> [FigurePosition] {
    try texts().map { word in
      // LaTeX's letters, as Quarto has them: H insists, others leave the place to the typesetter.
      if word == "H" { return .here }
      if !word.isEmpty, word.allSatisfy({ "htbp!".contains($0) }) { return .auto }
      guard let position = FigurePosition(rawValue: word) else { throw fail("here or auto, or a list of them") }
      return position
    }
  }

  func patterns() throws -> [String] {
    let patterns = try texts()
    for pattern in patterns where (try? Regex(pattern)) == nil { throw fail("a regular expression") }
    return patterns
  }
}
