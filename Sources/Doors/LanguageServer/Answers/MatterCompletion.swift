import Basics
import CodeHelp
import Foundation
import NotebookDocument
import Reports

/// Completions of what is not code: keys and values of the front matter, options of cells, labels.
enum MatterCompletion {
  typealias Item = CompletionAnswer.Item

  /// The bytes of the word in which a line ends.
  static func word(in line: String) -> Int {
    line.utf8.reversed().prefix { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 128 || (48...57).contains(byte)
        || (65...90).contains(byte) || (97...122).contains(byte)
    }.count
  }

  /// What could be in the front matter, and the bytes of the word that it replaces.
  static func items(_ line: String, below key: String?, _ question: Question) -> (items: [Item], typed: Int) {
    let typed = word(in: line)
    let isNested = line.first?.isWhitespace == true
    let given = line.firstMatch(of: compiled(/^\s*([\w-]+)\s*:(.*)$/))
    // The key that the line gives, or, in a list, the one above it.
    guard let name = given.map({ String($0.output.1) }) ?? (line.contains(compiled(/^\s*-\s/)) ? key : nil) else {
      switch isNested ? key : nil {
      case nil: return (keys(OptionGuide.frontMatter), typed)
      case "notebook": return (keys(OptionGuide.notebook), typed)
      case "ranges": return (parameterNames(question), typed)
      default: return ([], typed)
      }
    }
    switch (isNested && given != nil ? key : nil, name) {
    case (_, "explore"): return (parameterNames(question), typed)
    case (_, "bibliography"): return files(line, question, [".bib", ".json", ".yaml", ".ris"])
    case (_, "csl"): return files(line, question, [".csl"])
    case ("params", _): return files(line, question, [""])
    case (let key, _):
      let entry = (key == nil ? OptionGuide.frontMatter : OptionGuide.notebook)[name]
      return ((entry?.values ?? []).map { Item(label: $0, kind: .value) }, typed)
    }
  }

  /// What could be in an option's line.
  static func options(_ line: String, _ question: Question) -> [Item] {
    guard let match = line.firstMatch(of: compiled(/\/\/\|\s*([\w-]*)\s*(:?)(.*)$/)) else { return [] }
    let name = String(match.output.1)
    guard !match.output.2.isEmpty else {
      return keys(OptionGuide.cell).map { item in
        var item = item
        if item.label == "label" { item.words += " One that begins with `fig-` or `tbl-` can be referred to." }
        return item
      }
    }
    switch name {
    case "label": return ["fig-", "tbl-"].map { Item(label: $0, kind: .value) }
    case "solution", "check":
      // A name that is half written is unknown, which makes the notebook unreadable.
      return ((question.notebook ?? question.notebookWithoutLine())?.cells ?? []).compactMap { cell in
        if case .exercise(let name) = cell.options.role { Item(label: name, kind: .reference) } else { nil }
      }
    default: return (OptionGuide.cell[name]?.values ?? []).map { Item(label: $0, kind: .value) }
    }
  }

  private static func keys(_ guide: [String: OptionGuide.Entry]) -> [Item] {
    guide.sorted { $0.key < $1.key }.map { name, entry in
      Item(label: name, kind: .property, words: entry.words, text: "\(name): ", filter: name)
    }
  }

  /// Folders, and the files of a kind, seen from the notebook's folder.
  private static func files(_ line: String, _ question: Question, _ endings: [String]) -> (items: [Item], typed: Int) {
    let path = String(line[(line.lastIndex { " ,[\"':".contains($0) }.map(line.index(after:)) ?? line.startIndex)...])
    let found = PathCompletion(completing: path, in: question.document.folder)
    return (Item.files(found).filter { $0.kind == .folder || endings.contains(where: $0.label.hasSuffix) }, found.typed)
  }

  private static func parameterNames(_ question: Question) -> [Item] {
    // The line that is being written may be what makes the rest of the front matter unreadable.
    let names = question.notebook.map(parameters) ?? []
    return names.isEmpty ? question.notebookWithoutLine().map(parameters) ?? [] : names
  }

  /// The notebook's parameters, with their values and the messages about them.
  static func parameters(of notebook: Notebook) -> [Item] {
    notebook.frontMatter.parameters.map { parameter in
      let comment = ParameterPlaces(notebook).comment(on: parameter.name)
      return Item(
        label: parameter.name, kind: .field, detail: parameter.value.swiftType,
        words: "`\(parameter.value.swiftLiteral)`" + (comment.map { ": \($0)" } ?? ""))
    }
  }

  /// What prose can refer to: figures, tables and formulas; and what it can cite.
  static func labels(of question: Question) -> [Item] {
    guard let notebook = question.notebook else { return [] }
    let cells = notebook.cells.compactMap { cell -> Item? in
      guard let label = cell.options.label, label.hasPrefix("fig-") || label.hasPrefix("tbl-") else { return nil }
      let caption = cell.options.figureCaptions.first ?? cell.options.tableCaption ?? ""
      return Item(label: label, kind: .reference, detail: "line \(cell.lines.lowerBound)", words: caption)
    }
    let equations = Equation.find(in: notebook).map {
      Item(label: $0.label, kind: .reference, detail: "Equation \($0.number)", words: "")
    }
    let prose = NumberedProse.all(in: notebook).map {
      Item(label: $0.label, kind: .reference, detail: "line \($0.line)", words: "")
    }
    return cells + prose + equations + citationKeys(of: notebook)
  }

  /// The keys of the bibliography's entries.
  private static func citationKeys(of notebook: Notebook) -> [Item] {
    BibliographyEntry.all(in: notebook).map { Item(label: $0.key, kind: .reference, detail: "\($0.file), \($0.kind)") }
  }
}
