import Foundation
import NotebookDocument
import NotebookImport

/// The notebook whose cells a front end sends, if it says which. A Markdown notebook that is open through jupytext
/// has parameters in its front matter and blocks that are only shown; the messages contain neither.
package struct NotebookFile: Sendable {
  package var path: String
  package var parameters: [Parameter] = []
  /// Whose modules its cells import.
  private(set) var packages: [PackageRequirement] = []
  /// The code of its cells, as a front end sends it.
  private(set) var codes: [String] = []
  /// Blocks of code that are only shown, and cells that run.
  private var shown: Set<String> = []
  private var cells: Set<String> = []

  /// Whether this code is only shown in the notebook, never run.
  func onlyShows(_ code: String) -> Bool {
    let code = Self.trimmed(code)
    return shown.contains(code) && !cells.contains(code)
  }

  private static func trimmed(_ code: String) -> String { code.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Reads a notebook of Markdown or of Jupyter; nil for any other file. O(length).
  package init?(path: String) {
    self.path = path
    if path.hasSuffix(".ipynb") {
      guard let data = FileManager.default.contents(atPath: path), let notebook = try? JupyterNotebook.read(data) else {
        return nil
      }
      let code = notebook.cells.filter { $0.cellType == "code" }
      codes = code.map(\.source.string)
      shown = Set(code.filter(\.metadata.isShownOnly).map { Self.trimmed($0.source.string) })
      cells = Set(code.filter { !$0.metadata.isShownOnly }.map { Self.trimmed($0.source.string) })
      guard let frontMatter = notebook.frontMatter,
        let read = try? NotebookParser.parse("---\n\(frontMatter)\n---\n", path: path)
      else { return }
      (parameters, packages) = (read.frontMatter.parameters, read.frontMatter.packages)
    } else {
      guard let notebook = try? NotebookParser.read(path) else { return nil }
      (parameters, packages) = (notebook.frontMatter.parameters, notebook.frontMatter.packages)
      codes = notebook.cells.map { cell in
        let block = notebook.lines[cell.lines.lowerBound..<max(cell.lines.upperBound - 1, cell.lines.lowerBound)]
        return block.map { String($0.dropFirst(min(cell.indent, $0.prefix { $0 == " " }.count))) }.joined(
          separator: "\n")
      }
      // jupytext says the language of other blocks in its own line.
      let others = notebook.document.codeBlocks.filter { $0.language != "swift" }
      shown = Set(
        notebook.shownBlocks.map { Self.trimmed($0.code) }
          + others.map { Self.trimmed("%%\($0.language)\n\($0.code)") })
      cells = Set(notebook.cells.map { Self.trimmed($0.code) })
    }
  }

  /// The notebook that a kernel was started for: Jupyter's server names it in the environment; a program that was started
  /// for one file names it in its arguments.
  package static func find(
    environment: [String: String] = ProcessInfo.processInfo.environment, parent: [String] = parentArguments
  ) -> NotebookFile? {
    let paths = paths(environment: environment, parent: parent)
    return paths.count == 1 ? NotebookFile(path: paths[0]) : nil
  }

  /// The notebooks, one of which may be the one that a kernel was started for.
  package static func paths(
    environment: [String: String] = ProcessInfo.processInfo.environment, parent: [String] = parentArguments
  ) -> [String] {
    if let path = environment["JPY_SESSION_NAME"] { return [path] }
    let named = parent.dropFirst().filter { $0.hasSuffix(".md") || $0.hasSuffix(".ipynb") }
    // Names are meant from the folder in which that program was started, which need not be the cells' folder.
    let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(getppid())/cwd")) ?? "."
    return named.map { name in
      let there = name.hasPrefix("/") ? name : "\(folder)/\(name)"
      return FileManager.default.fileExists(atPath: there) ? there : name
    }
  }

  /// The arguments of the program that has started this one.
  package static var parentArguments: [String] {
    let data = FileManager.default.contents(atPath: "/proc/\(getppid())/cmdline") ?? Data()
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
