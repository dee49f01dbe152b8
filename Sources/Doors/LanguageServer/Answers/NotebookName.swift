import Basics
import NotebookDocument
import Reports

/// A name that the notebook gives outside of its code, where it is used: a parameter, a label, an option.
struct NotebookName: Hashable {
  enum Kind: Hashable {
    case parameter(String)
    case label(String)
    case option(String)
    /// A key of the front matter's top level, or of what is below `notebook`.
    case key(String, isOfNotebook: Bool)
    /// An exercise, and the number of its cell.
    case exercise(String, cell: Int)
    /// An entry of the bibliography.
    case citation(String)
  }

  var kind: Kind
  /// From 0.
  var line: Int
  /// In bytes of the line.
  var columns: Range<Int>

  /// The name at a place; nil where there is none.
  init?(at place: DocumentText.Place, _ question: Question) {
    let line = question.text.lineText(place.line)
    self.line = place.line
    let context = LineContext(place.line, of: question.text)
    func holds(_ columns: Range<Int>) -> Bool { columns.contains(place.column) || columns.upperBound == place.column }
    switch context {
    case .option:
      guard let match = line.firstMatch(of: compiled(/\/\/\|\s*([\w-]+)(\s*:\s*)(.*?)\s*$/)) else { return nil }
      let start = line[..<match.output.1.startIndex].utf8.count
      let option = start..<start + match.output.1.utf8.count
      let value = option.upperBound + match.output.2.utf8.count
      let label = value..<value + match.output.3.utf8.count
      let exercise = question.notebook?.cells.first { $0.options.role == .exercise(String(match.output.3)) }
      if holds(option) {
        (kind, columns) = (.option(String(match.output.1)), option)
      } else if match.output.1 == "label", holds(label) {
        (kind, columns) = (.label(String(match.output.3)), label)
      } else if let exercise, ["solution", "check", "exercise"].contains(match.output.1), holds(label) {
        (kind, columns) = (.exercise(String(match.output.3), cell: exercise.number), label)
      } else {
        return nil
      }
    case .prose:
      guard
        let mark = Self.references(in: place.line, question.notebook, question.text).first(where: { holds($0.columns) })
      else {
        guard let found = Self.parameter(in: line, holds, question) ?? Self.citation(in: line, holds) else {
          return nil
        }
        (kind, columns) = found
        return
      }
      let label = question.notebook.map { Self.owner(of: mark.label, $0) } ?? mark.label
      let start = mark.columns.lowerBound + 1
      (kind, columns) = (.label(label), start..<start + label.utf8.count)
    case .code:
      guard let found = Self.parameter(in: line, holds, question) else { return nil }
      (kind, columns) = found
    case .frontMatter:
      guard let notebook = question.notebook else { return nil }
      for parameter in notebook.frontMatter.parameters {
        for found in ParameterPlaces(notebook).all(of: parameter.name)
        where found.line == place.line + 1 && holds(found.columns) {
          (kind, columns) = (.parameter(parameter.name), found.columns)
          return
        }
      }
      guard let match = line.prefixMatch(of: compiled(/(\s*)([\w-]+)(?=\s*:)/)) else { return nil }
      let start = match.output.1.utf8.count
      columns = start..<start + match.output.2.utf8.count
      guard holds(columns), case .frontMatter(let above) = context, start == 0 || above == "notebook" else {
        return nil
      }
      kind = .key(String(match.output.2), isOfNotebook: start > 0)
    }
  }

  /// A key of the bibliography behind an @.
  private static func citation(
    in line: String, _ holds: (Range<Int>) -> Bool
  ) -> (Kind, Range<Int>)? {
    CitationMark.keys(in: line).first { holds($0.columns) }.map { (.citation($0.key), $0.columns) }
  }

  /// A parameter behind `params.` in code.
  private static func parameter(
    in line: String, _ holds: (Range<Int>) -> Bool, _ question: Question
  ) -> (Kind, Range<Int>)? {
    guard let notebook = question.notebook else { return nil }
    for match in line.matches(of: compiled(/\bparams\.(\w+)/)) {
      let start = line[..<match.output.1.startIndex].utf8.count
      let columns = start..<start + match.output.1.utf8.count
      let name = String(match.output.1)
      if holds(columns), notebook.frontMatter.parameters.contains(where: { $0.name == name }) {
        return (.parameter(name), columns)
      }
    }
    return nil
  }

  /// All places of a name, the one that gives it first.
  static func places(of kind: Kind, _ question: Question) -> [(line: Int, columns: Range<Int>)] {
    guard let notebook = question.notebook else { return [] }
    switch kind {
    case .option, .key, .citation: return []
    case .exercise(let name, _):
      return notebook.cells.flatMap { cell -> [(line: Int, columns: Range<Int>)] in
        (cell.lines.lowerBound..<cell.codeLine - 1).compactMap { line in
          let option = question.text.lineText(line)
          guard option.contains(compiled(/\/\/\|\s*(exercise|solution|check)\s*:/)) else { return nil }
          return words(name, in: option).last.map { (line, $0) }
        }
      }
    case .parameter(let name):
      let declared = ParameterPlaces(notebook)
      let first = declared.declaration(of: name).map { [(line: $0.line - 1, columns: $0.columns)] } ?? []
      let others = declared.all(of: name).map { (line: $0.line - 1, columns: $0.columns) }
        .filter { place in !first.contains { $0 == place } }
      return first + others + uses(of: name, notebook, question.text)
    case .label(let label): return places(ofLabel: label, notebook, question.text)
    }
  }

  /// The places of a label: its option or formula, and what refers to it or to a part of it, in the prose and in captions.
  private static func places(
    ofLabel label: String, _ notebook: Notebook, _ text: DocumentText
  ) -> [(line: Int, columns: Range<Int>)] {
    var found: [(line: Int, columns: Range<Int>)] = []
    func references(in line: Int) -> [(line: Int, columns: Range<Int>)] {
      Self.references(in: line, notebook, text).filter { owner(of: $0.label, notebook) == label }.map {
        let start = $0.columns.lowerBound + 1
        return (line, start..<start + label.utf8.count)
      }
    }
    for cell in notebook.cells where cell.options.label == label {
      for line in cell.lines.lowerBound..<cell.codeLine - 1 {
        let option = text.lineText(line)
        if option.firstMatch(of: compiled(/\/\/\|\s*label\s*:/)) != nil {
          found += words(label, in: option).map { (line, $0) }
        }
      }
    }
    for line in notebook.frontMatterLength..<max(text.lineCount, notebook.frontMatterLength)
    where !notebook.document.isLiteral(line + 1) {
      if let columns = Document.columns(ofLabel: label, in: text.lineText(line)) { found.append((line, columns)) }
      found += references(in: line)
    }
    for cell in notebook.cells { found += (cell.lines.lowerBound..<cell.codeLine - 1).flatMap(references) }
    return found
  }

  /// The references in a line, from 0: those of the text as it is read, or, in captions and where it cannot be, those of the line by itself.
  private static func references(
    in line: Int, _ notebook: Notebook?, _ text: DocumentText
  ) -> [ReferenceMarks.Mark] {
    guard let document = notebook?.document, let block = document.block(at: line + 1), block.fencedCode == nil else {
      return ReferenceMarks.find(in: text.lineText(line))
    }
    return document.references.filter { $0.line == line + 1 }.map(\.mark)
  }

  /// The label that a reference means: its own, or that of the figure of which it names a part, as @fig-x-b and @fig-x-2 do.
  private static func owner(of reference: String, _ notebook: Notebook) -> String {
    if notebook.cells.contains(where: { $0.options.label == reference }) { return reference }
    guard let match = reference.wholeMatch(of: compiled(/(.+)-(?:[a-z]|\d+)/)) else { return reference }
    let label = String(match.output.1)
    return notebook.cells.contains { $0.options.label == label } ? label : reference
  }

  /// A label in a line, with hyphens as letters.
  private static func words(_ label: String, in line: String) -> [Range<Int>] {
    ParameterPlaces.words(label, in: line).filter { columns in
      let bytes = Array(line.utf8)
      let hyphen = UInt8(ascii: "-")
      return (columns.lowerBound == 0 || bytes[columns.lowerBound - 1] != hyphen)
        && (columns.upperBound == bytes.count || bytes[columns.upperBound] != hyphen)
    }
  }

  private static func uses(
    of name: String, _ notebook: Notebook, _ text: DocumentText
  ) -> [(line: Int, columns: Range<Int>)] {
    notebook.codePlaces.flatMap { place in
      place.code.matches(of: compiled(/\bparams\.(\w+)/)).filter { $0.output.1 == name }.map { match in
        let byte = place.code[..<match.output.1.startIndex].utf8.count
        let position = place.position(ofByte: byte)
        return (position.line - 1, position.column..<position.column + name.utf8.count)
      }
    }
  }
}
