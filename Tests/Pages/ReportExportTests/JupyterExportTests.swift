import Foundation
import NotebookBench
import NotebookImport
import Testing

@testable import ReportExport

@Suite("Jupyter notebooks of a report")
struct JupyterExportTests {
  @Test(
    "Text that goes on with a list below a cell is text, and the import gives the notebook back",
    arguments: [("10. item", "    "), ("-\titem", "\t"), ("1. a\n   - b", "     ")])
  func lists(start: String, indent: String) throws {
    let bench = try Workbench()
    let body =
      "\(start)\n\n"
      + ["```swift", "//| label: a", "let x = 3.25", "```", "", "after **bold** `{swift} x`", "", "- b", "  c"]
      .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n") + "\n\nEnd."
    let path = try bench.write("---\ntitle: T\nnotebook: {}\n---\n\(body)\n")
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.ipynb]))
    let data = Data(bench.result("test.ipynb").utf8)
    let sources = try JupyterNotebook.read(data).cells.map(\.source.string)
    #expect(sources.last == "after **bold** 3.25\n\n- b\n  c\n\nEnd.", "\(sources)")
    #expect(sources.contains("//| label: a\nlet x = 3.25"))
    let imported = try ForeignNotebook.jupyter(data, name: "test").text
    #expect(imported.contains("\(indent)after **bold** `{swift} x`"))
  }
}
