import Foundation
import Yams

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
  /// Inches.
  package var figureWidth: Double?
  /// Inches.
  package var figureHeight: Double?
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

  package static let known = [
    "label", "fig-cap", "fig-subcap", "fig-alt", "fig-width", "fig-height", "layout-ncol", "tbl-cap", "echo", "eval",
    "error", "output", "include", "timeout", "optimize", "tolerance", "mask", "volatile",
  ]

  /// Whether the cell's figures, where it shows several, are parts of one: they share a number and have letters.
  package var groupsFigures: Bool { layoutColumns != nil || !figureSubcaptions.isEmpty }

  /// The options of a cell without any.
  package init() {}

  /// Reads the options.
  ///
  /// - Throws: `NotebookError` with line and column: broken YAML, an unknown option, a value of the wrong type.
  package init(yaml: String, reader: YAMLReader) throws {
    guard let mapping = try reader.mapping(yaml) else { return }
    for (keyNode, value) in mapping {
      let key = keyNode.scalar?.string ?? ""
      func fail(_ expected: String) -> NotebookError { reader.wrongType(key, expected, value) }
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
      func positive(_ what: String, upTo limit: Double = .greatestFiniteMagnitude) throws -> Double {
        guard let number = value.float, number > 0, number <= limit else { throw fail(what) }
        return number
      }
      switch key {
      case "label":
        let name = try text()
        guard name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_-]*/) != nil else {
          throw reader.error(.invalidLabel(name), at: value)
        }
        label = name
      case "fig-cap": figureCaptions = try texts()
      case "fig-subcap": figureSubcaptions = try texts()
      case "layout-ncol":
        guard let count = value.int, (1...12).contains(count) else { throw fail("a whole number from 1 to 12") }
        layoutColumns = count
      case "fig-alt": figureAlternatives = try texts()
      case "fig-width": figureWidth = try positive("a positive number of inches, 100 at most", upTo: 100)
      case "fig-height": figureHeight = try positive("a positive number of inches, 100 at most", upTo: 100)
      case "tbl-cap": tableCaption = try text()
      case "echo": echo = try flag()
      case "eval": eval = try flag()
      case "error": error = try flag()
      case "output": output = try flag()
      case "include": include = try flag()
      case "timeout":
        timeout = try positive(
          "a positive number of seconds, a million at most", upTo: FrontMatter.longestTimeout)
      case "optimize": optimize = try flag()
      case "tolerance":
        guard let number = value.float, number.isFinite, number >= 0 else {
          throw fail("a number that is not negative")
        }
        tolerance = number
      case "mask":
        masks = try texts()
        for mask in masks where (try? Regex(mask)) == nil { throw fail("a regular expression") }
      case "volatile": volatile = try flag()
      default: throw reader.error(.unknownOption(key, known: Self.known), at: keyNode)
      }
    }
    if !figureSubcaptions.isEmpty, figureCaptions.count > 1, let value = mapping["fig-cap"] {
      throw reader.wrongType("fig-cap", "one text beside “fig-subcap”: the caption of the whole", value)
    }
  }
}
