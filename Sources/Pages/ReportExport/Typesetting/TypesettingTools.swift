import Foundation
import NotebookDocument
import Processes
import Reports
import Toolchains

/// The programs that make documents: pandoc, and Python with Typst. `make setup` puts them next to the program, into `.venv`;
/// those on the path serve as well, and the pandoc that a Python on the path has in its package `pypandoc_binary`.
package struct TypesettingTools: Sendable {
  /// Pandoc; nil where there is none.
  package let pandoc: String?
  /// A Python that has Typst; nil where there is none.
  package let python: String?

  /// What there is on this path and next to this program. Costs a process or two.
  package init(
    path: String? = ProcessInfo.processInfo.environment["PATH"],
    beside program: String? = LibraryLocation.currentProgram
  ) {
    let folders = ToolFolders.path(path, beside: program).split(separator: ":").map(String.init)
    // Older ones do not know Typst; they serve for other formats.
    let pandocs = folders.compactMap { Program.find("pandoc", path: $0) }
    let pythons = folders.compactMap { Program.find("python3", path: $0) }
    pandoc =
      pandocs.first(where: Self.knowsTypst)
      ?? pythons.lazy.compactMap(Self.pandoc(ofPython:)).first(where: Self.knowsTypst) ?? pandocs.first
    python = pythons.first(where: Self.hasTypst)
  }

  /// Where a Python keeps the pandoc that was installed with it; nil where it has none.
  private static func pandoc(ofPython python: String) -> String? {
    let program = "import pypandoc; print(pypandoc.get_pandoc_path())"
    guard let (status, output) = try? Subprocess.run(python, ["-c", program]), status == 0
    else { return nil }
    let path = output.split(separator: "\n").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// What to do where something is missing.
  package static let remedy = "run “make setup”, or “pip install typst pypandoc_binary”"

  /// Runs one of the programs for a notebook, or a book, in a folder; what it says.
  ///
  /// - Throws: `ExportError` with the program's own words, `Interrupted`.
  static func run(
    _ program: String, _ arguments: [String], for file: String, to format: ExportFormat, input: String? = nil,
    in folder: String, temporary: String, interrupt: Interrupt?
  ) throws -> String {
    let (status, output) = try Subprocess.run(
      program, arguments, input: input, folder: folder, variables: ["TMPDIR": temporary], interrupt: interrupt)
    guard status == 0 else {
      throw ExportError(.exportFailed(format.rawValue, String(output.suffix(2000))), file: file)
    }
    return output
  }

  /// Whether PDF can be made.
  package var makesPDF: Bool { python != nil && pandoc.map(Self.knowsTypst) == true }

  private static func knowsTypst(_ pandoc: String) -> Bool {
    let listed = try? Subprocess.run(pandoc, ["--list-output-formats"])
    return listed?.output.split(separator: "\n").contains("typst") ?? false
  }

  private static func hasTypst(_ python: String) -> Bool {
    (try? Subprocess.run(python, ["-c", "import typst"]))?.status == 0
  }

  /// What Typst calls itself; nil where it is not there.
  package var typstVersion: String? {
    python.flatMap {
      try? Subprocess.run($0, ["-c", "import typst; print('Typst', typst.__version__)"])
    }.flatMap { $0.status == 0 ? $0.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil }
  }
}
