import Foundation
import NotebookDocument
import Reports

/// Notebooks of other programs as notebooks of this one: Jupyter (`.ipynb`), Quarto (`.qmd`), R Markdown (`.Rmd`).
package enum NotebookImport {
  /// What came of an import.
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
  }

  /// Reads a file; its extension says what it is.
  ///
  /// - Throws: `NotebookError` when it is none of the three, or broken. O(length).
  package static func read(_ path: String) throws -> Result {
    let data = try NotebookParser.bytes(of: path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "ipynb": return try jupyter(data, name: name, path: path)
    case "qmd", "rmd":
      guard let text = String(validating: data, as: UTF8.self) else {
        throw NotebookError(.cannotImport("it is not UTF-8 text"), file: path)
      }
      return KnitrImport.convert(text, name: name)
    case let other:
      throw NotebookError(.cannotImport("“.\(other)” is none of .ipynb, .qmd, .Rmd"), file: path)
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
        "; it says that it is of format \($0): save it anew in Jupyter"
      }
      throw NotebookError(.cannotImport("it is not a Jupyter notebook of format 4\(found ?? "")"), file: path)
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
    for cell in cells {
      var source = cell.source.string
      while source.hasSuffix("\n") { source.removeLast() }
      switch cell.cellType {
      case "code" where language == "swift" && cell.metadata.isShownOnly:
        parts.append(MarkdownReport.fenced(source, "swift noeval"))
      case "code" where language == "swift":
        if cell.metadata.tags?.contains("parameters") == true {
          parameterCell = parameterCell ?? options.count
        }
        options.append(tags(cell.metadata))
        var lines = OptionLines(remarks: [])
        let code = toRun ? source : lines.convert(source, adding: tags(cell.metadata))
        parts.append(MarkdownReport.fenced(code, "swift"))
        remarks += lines.remarks
      case "code": parts.append(MarkdownReport.fenced(source, language))
      case _ where cell.metadata.gimbal.map({ $0.shown == JupyterExport.hash(source) }) == true:
        parts.append(cell.metadata.gimbal?.source ?? source)
      default:
        if cell.metadata.gimbal != nil {
          remarks.append("prose was changed: it keeps the values of its expressions, not the expressions")
        }
        // A block of Swift in prose would run here; there it was only shown.
        let prose = KnitrImport.convert(source.components(separatedBy: "\n"))
        parts.append(prose.lines.joined(separator: "\n"))
        remarks += prose.remarks
      }
    }
    if language != "swift" { remarks.append("the code is \(language), not Swift: it is shown and does not run") }
    return Result(
      text: parts.joined(separator: "\n\n") + "\n", remarks: remarks, language: language, options: options,
      parameterCell: parameterCell)
  }

  /// The heading with which a cell begins, and what stands below it.
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
  package static func make(title: String) -> String { "---\ntitle: \(quoted(title))\nnotebook: {}\n---" }

  package static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
