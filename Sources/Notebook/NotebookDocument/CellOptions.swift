import Basics
import Foundation
import Yams

/// Where a figure may be on paper.
package enum FigurePosition: String, Hashable, Sendable, CaseIterable {
  /// After the paragraph that refers to it, or at the top of the next page, with prose of its section before it.
  case auto
  /// After the paragraph that refers to it and in its own size, whatever gap that leaves.
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
  /// How many figures of the cell are side by side.
  package var layoutColumns: Int?
  /// How large the cell's figures are, and how their words are set.
  package var figures = FigureOptions()
  /// The same as the notebook says it of all figures: where neither the cell nor the figure itself does.
  package var notebookFigures = FigureOptions()
  /// Where each figure may be on paper; a single word is for all.
  package var figurePositions: [FigurePosition] = []
  package var tableCaption: String?
  /// What the cell is in an exercise.
  package var role = CellRole.plain
  /// What a check is worth in an assignment; nil if not given.
  package var points: Double?
  /// Whether a check runs only after hand-in, and is in no student's version.
  package var isHidden = false
  /// Whether students may not change the cell.
  package var isLocked = false
  /// Which names of the kit the code of an exercise may use; all if not given.
  package var calls: [String]?
  /// Whether the code is shown.
  package var echo = true
  /// Whether the cell runs.
  package var eval = true
  /// Whether the cell must fail; its error is then its result.
  package var error = false
  /// Whether what the cell shows is in the report.
  package var output = true
  /// Whether anything of the cell is in the report.
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

  /// All captions and alternative texts of figures, and the caption of a table.
  package var captions: [String] {
    figureCaptions + figureSubcaptions + figureAlternatives + [tableCaption].compactMap { $0 }
  }

  /// An option and how it is read.
  private struct Row: Sendable {
    let name: String
    let read: @Sendable (inout CellOptions, OptionValue) throws -> Void

    init(_ name: String, _ read: @escaping @Sendable (inout CellOptions, OptionValue) throws -> Void) {
      (self.name, self.read) = (name, read)
    }
  }

  private static let ofFigures = FigureOptions.table.map { row in Row(row.name) { try row.read(&$0.figures, $1) } }

  /// Each option and how it is read. A new one is a property, a row here and one in `docs/options.md`.
  private static let table: [Row] =
    [
      Row("label") { $0.label = try $1.label() },
      Row("fig-cap") { $0.figureCaptions = try $1.texts() },
      Row("fig-subcap") { $0.figureSubcaptions = try $1.texts() },
      Row("fig-alt") { $0.figureAlternatives = try $1.texts() },
      Row("fig-pos") { $0.figurePositions = try $1.positions() },
    ] + ofFigures + [
      Row("layout-ncol") { $0.layoutColumns = try $1.count(1...12) },
      Row("tbl-cap") { $0.tableCaption = try $1.text() },
      Row("exercise") { $0.role = try $1.role(besides: $0.role, CellRole.exercise) },
      Row("solution") { $0.role = try $1.role(besides: $0.role, CellRole.solution) },
      Row("check") { $0.role = try $1.role(besides: $0.role, CellRole.check) },
      Row("points") { $0.points = try $1.worth() },
      Row("hidden") { $0.isHidden = try $1.flag() },
      Row("locked") { $0.isLocked = try $1.flag() },
      Row("calls") { $0.calls = try $1.calls() },
      Row("echo") { $0.echo = try $1.flag() },
      Row("eval") { $0.eval = try $1.flag() },
      Row("error") { $0.error = try $1.flag() },
      Row("output") { $0.output = try $1.flag() },
      Row("include") { $0.include = try $1.flag() },
      Row("timeout") {
        $0.timeout = try $1.number("a positive number of seconds, a million at most") {
          $0 > 0 && $0 <= FrontMatter.longestTimeout
        }
      },
      Row("optimize") { $0.optimize = try $1.flag() },
      Row("tolerance") {
        $0.tolerance = try $1.number("a number that is not negative") { $0.isFinite && $0 >= 0 }
      },
      Row("mask") { $0.masks = try $1.patterns() },
      Row("volatile") { $0.volatile = try $1.flag() },
    ]

  package static let known = table.map(\.name)

  /// Whether the cell's figures, where it shows several, are parts of one: they share a number and have letters.
  package var groupsFigures: Bool { layoutColumns != nil || !figureSubcaptions.isEmpty }

  /// Where one of the cell's figures may be on paper.
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
      throw reader.wrongType("fig-cap", "one text, next to “fig-subcap”: the caption of the whole", value)
    }
  }

  private mutating func set(_ option: OptionValue) throws {
    guard let row = Self.table.first(where: { $0.name == option.name }) else {
      throw option.reader.error(.unknownOption(option.name, known: Self.known), at: option.key)
    }
    try row.read(&self, option)
  }
}

/// One option as it is in a cell or in the front matter, read as what it has to be.
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
    guard name.wholeMatch(of: compiled(/[A-Za-z0-9_][A-Za-z0-9_-]*/)) != nil else {
      throw reader.error(.invalidLabel(name), at: value)
    }
    // Names of files have 255 bytes at most, endings and what keeps several figures of a cell apart included.
    guard name.utf8.count <= 200 else { throw reader.error(.longLabel(name.utf8.count), at: value) }
    return name
  }

  /// A role of the exercise with this name, for a cell that has none yet.
  func role(besides earlier: CellRole, _ role: (String) -> CellRole) throws -> CellRole {
    guard earlier == .plain else { throw reader.error(.secondRole(name), at: key) }
    return role(try label())
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
