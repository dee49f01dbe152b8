import Foundation
import NotebookBench
import Testing

@testable import ReportExport

struct ExportFormatTests {
  @Test(
    "Every format has its own file, and its name and group stand in the documents",
    arguments: ExportFormat.allCases)
  func documented(format: ExportFormat) throws {
    let documents = try ["docs/reports.md", "docs/jupyter.md", "README.md"].map {
      try String(contentsOf: Checkout.root.appendingPathComponent($0), encoding: .utf8)
    }
    let files = Set(ExportFormat.allCases.map { $0.file(of: "n") })
    #expect(files.count == ExportFormat.allCases.count && files.allSatisfy { $0.hasPrefix("n") })
    #expect(["svg", "pdf", "png"].contains(format.pictures))
    let isTold = documents.contains { $0.contains(try! Regex("--to [a-z,-]*\\b\(format.rawValue)\\b")) }
    #expect(isTold, "no document says what “--to \(format.rawValue)” gives")
    #expect(try ExportFormat.list(format.rawValue) == [format])
  }
}
