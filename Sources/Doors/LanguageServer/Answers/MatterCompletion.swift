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

  /// What could be in the front matter.
  static func items(_ line: String, below key: String?, _ question: Question) -> [Item] {
    if line.prefixMatch(of: compiled(/\s*[\w-]+\s*:/)) != nil, key == nil || line.first?.isWhitespace == true {
      let name = String(line.drop(while: \.isWhitespace).prefix { $0 != ":" && $0 != " " })
      let entry = (key == nil ? OptionGuide.frontMatter : OptionGuide.notebook)[name]
      if name == "explore" { return parameterNames(question) }
      if name == "bibliography" || name == "csl" { return files(question, [".bib", ".json", ".yaml", ".ris", ".csl"]) }
      return (entry?.values ?? []).map { Item(label: $0, kind: .value) }
    }
    switch key {
    case nil: return keys(OptionGuide.frontMatter)
    case "notebook": return keys(OptionGuide.notebook) + parameterNames(question)
    default: return []
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
      return (question.notebook?.cells ?? []).compactMap { cell in
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

  private static func files(_ question: Question, _ endings: [String]) -> [Item] {
    let folder = URL(fileURLWithPath: question.document.path).deletingLastPathComponent().path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { name in endings.contains(where: name.hasSuffix) }.map { Item(label: $0, kind: .file) }
  }

  private static func parameterNames(_ question: Question) -> [Item] {
    question.notebook.map(parameters) ?? []
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

  /// The keys of the bibliography's entries, as far as it is written in BibTeX.
  private static func citationKeys(of notebook: Notebook) -> [Item] {
    notebook.frontMatter.bibliography.flatMap { file -> [Item] in
      guard let text = try? String(contentsOfFile: notebook.path(of: file), encoding: .utf8), text.utf8.count < 4 << 20
      else { return [] }
      return text.matches(of: compiled(/@(\w+)\s*\{\s*([^\s,{}]+)\s*,/)).compactMap { match in
        guard !["comment", "string", "preamble"].contains(match.output.1.lowercased()) else { return nil }
        return Item(label: String(match.output.2), kind: .reference, detail: "\(file.path), \(match.output.1)")
      }
    }
  }
}
