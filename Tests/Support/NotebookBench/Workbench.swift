import Display
import Foundation
import TestCaches
import Testing

@testable import CellKernel
@testable import NotebookRunning
@testable import Processes
@testable import ReportExport

/// Its own folder for one test: a place for notebooks, results and the cache of compiled cells.
package final class Workbench {
  package let folder: String
  package let runner: NotebookRunner

  /// Cells compiled by one test serve the others.
  package static let cache = TestCaches.cells

  package init(cache: String = Workbench.cache, keepGoing: Bool = false) throws {
    folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // What cells leave in the folder for temporary files goes with this one.
    let scratch = "\(folder)/tmp"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch]) { $1 }
    var runner = NotebookRunner(cacheFolder: cache, keepGoing: keepGoing, environment: environment)
    runner.comparedPictures = "\(folder)/compared"
    self.runner = runner
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file into the folder; its path.
  @discardableResult
  package func write(_ text: String, to name: String = "test.md") throws -> String {
    let path = "\(folder)/\(name)"
    // A watch never sees a part of the file.
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    return path
  }

  /// Runs a notebook with this body under its own front matter.
  package func run(
    _ body: String, matter: String = "notebook: {}", assignments: [String] = [], interrupt: Interrupt = Interrupt(),
    onEvent: (Event) -> Void = { _ in }
  ) throws -> NotebookRunner.Result {
    let path = try write("---\ntitle: Test\n\(matter)\n---\n\(body)\n")
    return try runner.run(
      .init(path: path, assignments: assignments, output: "\(folder)/plots"), interrupt: interrupt, onEvent: onEvent)
  }

  /// A file of the results.
  package func result(_ name: String, notebook: String = "test") -> String {
    FileManager.default.contents(atPath: "\(folder)/plots/\(notebook)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
      ?? "(there is no \(name))"
  }

  /// Messages without the folder of this test.
  package func tidy(_ text: String) -> String {
    text.replacing(folder + "/", with: "").replacing(URL(filePath: folder).lastPathComponent, with: "FOLDER")
  }
}

extension NotebookRunner.Result {
  /// The text that a cell printed, and the text form of what it showed.
  package func text(_ index: Int) -> String {
    execution.outcomes[index].outputs.map { output in
      switch output {
      case .text(let text): text
      case .errorText(let text): "stderr: \(text)"
      case .bundle(let bundle): "[\(bundle.contents[MediaType.plain] ?? "?")]"
      case .omitted(let omission): "<\(omission.words)>"
      }
    }.joined()
  }

  package var failures: [CellFailure] {
    execution.outcomes.compactMap { if case .failed(let failure) = $0.status { failure } else { nil } }
  }
}

/// An outcome of another kind than the test waits for.
package struct Unexpected: Error {
  package init() {}
}

/// Compares with a file under Golden/ next to the test; `UPDATE_GOLDEN=1` writes the files again, for a person to read the difference.
package func expectGolden(
  _ text: String, _ name: String, of test: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return
  }
  let golden = (try? String(contentsOf: file, encoding: .utf8)) ?? "(there is no golden file \(name))"
  #expect(text == golden, "differs from Golden/\(name); UPDATE_GOLDEN=1 accepts it", sourceLocation: sourceLocation)
}

/// Whether paper can be made and read back.
package let canPrint = TypesettingTools().makesPDF && Program.find("pdftotext") != nil

/// A block of Swift as it is in a notebook.
package func cell(_ code: String) -> String { "```swift\n\(code)\n```\n" }
