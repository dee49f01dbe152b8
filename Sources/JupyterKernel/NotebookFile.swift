import Exchange
import Foundation
import NotebookDocument

/// The notebook whose cells a front end sends, as far as it says which: a Markdown notebook that jupytext shows has
/// parameters in its front matter, and blocks that are only shown, of which the messages say nothing.
package struct NotebookFile: Sendable {
  package var path: String
  package var parameters: [Parameter]
  /// Blocks of code that are only shown, and cells that run.
  private var shown: Set<String>
  private var cells: Set<String>

  /// Whether this code is only shown in the notebook, never run.
  func onlyShows(_ code: String) -> Bool {
    let code = Self.trimmed(code)
    return shown.contains(code) && !cells.contains(code)
  }

  private static func trimmed(_ code: String) -> String { code.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Reads a notebook; nil when it is none of ours.
  package init?(path: String) {
    guard let notebook = Self.notebook(path) else { return nil }
    self.path = path
    parameters = notebook.frontMatter.parameters
    shown = Set(notebook.shownBlocks.map { Self.trimmed($0.code) })
    cells = Set(notebook.cells.map { Self.trimmed($0.code) })
  }

  private static func notebook(_ path: String) -> Notebook? {
    if path.hasSuffix(".ipynb") {
      guard let data = FileManager.default.contents(atPath: path),
        let notebook = try? JupyterNotebook.read(data), let frontMatter = notebook.frontMatter
      else { return nil }
      return try? NotebookParser.parse("---\n\(frontMatter)\n---\n", path: path)
    }
    return try? NotebookParser.read(path)
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
