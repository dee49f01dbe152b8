import Basics
import Foundation
import NotebookDocument

/// Notebooks of other programs as notebooks of this one: Jupyter (`.ipynb`), Quarto (`.qmd`), R Markdown (`.Rmd`).
package enum ForeignNotebook {
  /// The outcome of an import.
  package struct Result: Sendable {
    /// The Markdown of the notebook.
    package var text: String
    /// What could not be taken over as it was.
    package var remarks: [String]
    /// The language of the cells.
    package var language = "swift"
    /// For each cell that runs, the options that its tags stand for.
    package var options: [[(name: String, value: String)]] = []
    /// The index, among the cells that run, of the one with the tag `parameters`.
    package var parameterCell: Int?
    /// The values that a cell with the tag `injected-parameters` gives.
    var given: [Parameter] = []
  }

  /// Reads a file; its extension says what it is.
  ///
  /// - Throws: `NotebookError` when it is something else, or broken. O(length).
  package static func read(_ path: String) throws -> Result {
    let data = try NotebookParser.bytes(of: path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "ipynb": return try jupyter(data, name: name, path: path)
    case "qmd", "rmd":
      guard let text = String(validating: data, as: UTF8.self) else {
        throw ImportError(.cannotImport("it is not UTF-8 text"), file: path)
      }
      return KnitrImport.convert(text, name: name)
    case let other:
      throw ImportError(.cannotImport("the ending “.\(other)” is not .ipynb, .qmd or .Rmd"), file: path)
    }
  }

  /// A Jupyter notebook's cells as Markdown. Code of another language than Swift is shown and does not run.
  ///
  /// - Parameter toRun: whether the notebook is run as it is: the cells then keep their lines, an unknown option among them,
  ///   and what their tags say is in the result.
  package static func jupyter(
    _ data: Data, name: String, path: String = "", toRun: Bool = false
  ) throws -> Result {
    let notebook: JupyterNotebook
    do {
      notebook = try JupyterNotebook.read(data)
    } catch {
      let found = JupyterNotebook.format(of: data).map {
        "; it says that it is of format \($0): save it again in Jupyter"
      }
      throw ImportError(.cannotImport("it is not a Jupyter notebook of format 4\(found ?? "")"), file: path)
    }
    let language = (notebook.metadata.languageInfo?.name ?? notebook.metadata.kernelspec?.language ?? "swift")
      .lowercased()
    var remarks: [String] = []
    var parts: [String] = []
    var cells = notebook.cells[...]
    if let own = notebook.metadata.gimbal {
      parts.append("---\n\(own.frontMatter)\n---")
      // The heading was made of the front matter.
      cells = cells.dropFirst()
    } else if let matter = notebook.frontMatter, (try? FrontMatter(yaml: matter, file: path, firstLine: 2)) != nil {
      // As jupytext keeps it.
      parts.append("---\n\(matter)\n---")
      cells = cells.dropFirst()
    } else if toRun, let title = cells.first.flatMap(Self.title) {
      // The report has the title as its heading.
      parts.append(FrontMatterText.make(title: title.text))
      cells[cells.startIndex].source = .init(title.rest)
    } else {
      parts.append(FrontMatterText.make(title: name))
    }
    var options: [[(String, String)]] = []
    var parameterCell: Int?
    var given: [Parameter] = []
    let swift = cells.filter { $0.cellType == "code" }.map(\.source.string).joined(separator: "\n")
    for cell in cells {
      var source = cell.source.string
      while source.hasSuffix("\n") { source.removeLast() }
      switch cell.cellType {
      case "code" where language == "swift" && cell.metadata.isShownOnly:
        parts.append(MarkdownText.fenced(source, "swift noeval"))
      case "code" where language == "swift" && !toRun && declaresParams(cell):
        // The front matter says it.
        parts[0] = try FrontMatterText.setting(TaggedParameters(code: source).parameters, in: parts[0], path: path)
      case "code" where language == "swift":
        if cell.metadata.tags?.contains(ParameterCell.tag) == true {
          parameterCell = parameterCell ?? options.count
        } else if cell.metadata.tags?.contains(ParameterCell.injectedTag) == true,
          let injected = TaggedParameters(injected: source)
        {
          given = injected.parameters
          // The cell that declares them takes them; this one stays for those who count cells.
          source = source.components(separatedBy: "\n").map { $0.hasPrefix("//") ? $0 : "// \($0)" }.joined(
            separator: "\n")
          if !toRun {
            remarks.append(
              "values that were given to parameters are left out; give them with "
                + given.map { "-P \($0.name)=\($0.value)" }.joined(separator: " "))
            continue
          }
        }
        options.append(tags(cell.metadata))
        var lines = OptionLines(remarks: [])
        var commands = CommandLines(in: swift)
        let code =
          toRun
          ? source : commands.convert(lines.convert(source, adding: tags(cell.metadata)), cell: options.count)
        parts.append(MarkdownText.fenced(code, "swift"))
        remarks += lines.remarks + commands.remarks
      case "code": parts.append(MarkdownText.fenced(source, language))
      case _ where cell.metadata.gimbal.map({ $0.shown == JupyterNotebook.hash(source) }) == true:
        parts.append(cell.metadata.gimbal?.source ?? source)
      default:
        if cell.metadata.gimbal != nil {
          remarks.append("prose was changed: it keeps the values of its expressions, not the expressions")
        }
        // A block of Swift in prose would run here; there it was only shown.
        var prose = KnitrImport.convert(source.components(separatedBy: "\n"))
        // Each of Jupyter's cells is a text that ends.
        prose.lines = Document.ended(prose.lines)
        parts.append(prose.lines.joined(separator: "\n"))
        remarks += prose.remarks
      }
    }
    if language != "swift" { remarks.append("the code is \(language), not Swift: it is shown and does not run") }
    return Result(
      text: parts.joined(separator: "\n\n") + "\n", remarks: remarks, language: language, options: options,
      parameterCell: parameterCell, given: given)
  }

  /// Whether a cell is the one that holds the front matter's parameters.
  private static func declaresParams(_ cell: JupyterNotebook.Cell) -> Bool {
    cell.metadata.tags?.contains(ParameterCell.tag) == true && TaggedParameters(code: cell.source.string).isStructure
  }

  /// The heading with which a cell begins, and what is below it.
  private static func title(_ cell: JupyterNotebook.Cell) -> (text: String, rest: String)? {
    let lines = cell.source.string.components(separatedBy: "\n")
    guard cell.cellType == "markdown", lines[0].hasPrefix("# ") else { return nil }
    return (lines[0].dropFirst(2).trimmingCharacters(in: .whitespaces), lines.dropFirst().joined(separator: "\n"))
  }

  /// The options that Jupyter's tags stand for.
  private static func tags(_ metadata: JupyterNotebook.CellMetadata) -> [(String, String)] {
    let tags = Set(metadata.tags ?? [])
    var options: [(String, String)] = []
    let hidesInput = !tags.isDisjoint(with: ["remove-input", "remove_input", "hide-input"])
    let hidesOutput = !tags.isDisjoint(with: ["remove-output", "remove_output", "hide-output"])
    switch (hidesInput, hidesOutput) {
    case (true, true): options.append(("include", "false"))
    case (true, false): options.append(("echo", "false"))
    case (false, true): options.append(("output", "false"))
    case (false, false): break
    }
    if tags.contains("raises-exception") { options.append(("error", "true")) }
    return options
  }
}

/// Front matter of imported notebooks.
package enum FrontMatterText {
  /// Front matter, fences included, that declares these parameters with these values, and all others that it has.
  ///
  /// - Throws: `NotebookError` when it cannot be read, or holds a value that cannot be written again.
  static func setting(_ parameters: [Parameter], in text: String, path: String) throws -> String {
    var text = text + "\n"
    for parameter in parameters {
      let known = try NotebookParser.parse(text, path: path).frontMatter.parameters
      guard let declared = known.first(where: { $0.name == parameter.name }) else {
        text = adding(parameter, to: text)
        continue
      }
      if declared.value != parameter.value.converted(to: declared.value) {
        text = try ParameterWriting.write(parameter.name, parameter.value.description, into: text, path: path)
      }
    }
    return text.trimmingCharacters(in: .newlines)
  }

  private static func adding(_ parameter: Parameter, to text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    let end = lines.lastIndex(of: "---") ?? lines.endIndex
    if !lines.contains("params:") { lines.insert("params:", at: end) }
    let place = lines.firstIndex(of: "params:")! + 1
    let last = lines[place...].firstIndex { !$0.hasPrefix(" ") && !$0.hasPrefix("#") } ?? lines.endIndex
    let isTexts = if case .list(_, .text) = parameter.value { true } else { false }
    let value = isTexts ? parameter.value.json : ParameterWriting.yaml(parameter.value)
    lines.insert("  \(parameter.name): \(value)", at: last)
    return lines.joined(separator: "\n")
  }

  package static func make(title: String) -> String { "---\ntitle: \(quoted(title))\nnotebook: {}\n---" }

  package static func quoted(_ text: String) -> String {
    "\"" + text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"") + "\""
  }
}
