import Basics
import CellKernel
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import Reports
import TestCaches

/// What an examiner says of notebooks before they run against what a run says of them. Each of the two has its own
/// cache: neither knows what the other has found.
public final class ExaminationTrial {
  private let folder: String
  private let keepsGoing: Bool
  private let caches: String

  /// - Parameter caches: where what is compiled is kept, two folders with this in their names.
  public init(keepsGoing: Bool, caches: String = TestCaches.cells) throws {
    (self.keepsGoing, self.caches) = (keepsGoing, caches)
    folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The outcome of one notebook, written in several steps.
  public struct Result: Sendable {
    /// How many texts were compared, and of how many nothing was reported.
    public var (texts, silent) = (0, 0)
    /// A text of which the two say different things, with what they say.
    public var difference: String?
  }

  /// Compares the two for a notebook as it is written, step by step: the examiner, which remembers what it saw before, must not say
  /// anything else for it.
  public func compare(seed: UInt64, steps: Int = 4) throws -> Result {
    var notebook = MistakenNotebook(seed: seed)
    var configuration = try Session.Configuration(cacheFolder: "\(caches)-examined")
    configuration.keepGoing = keepsGoing
    let examiner = try NotebookExaminer(configuration)
    var result = Result()
    for step in 0..<steps {
      if step > 0 { notebook.edit() }
      let text = notebook.text
      let (said, ran) = try (examined(text, examiner), ran(text))
      result.texts += 1
      if ran.isEmpty { result.silent += 1 }
      guard said == ran else {
        result.difference =
          "seed \(seed), step \(step)\(keepsGoing ? ", going on" : ""):\n\(text)\n— before it runs:\n\(said)\n— in a run:\n\(ran)"
        break
      }
    }
    return result
  }

  private var path: String { "\(folder)/test.md" }

  /// What the examiner says of a text, as the terminal would.
  private func examined(_ text: String, _ examiner: NotebookExaminer) throws -> String {
    let found = try examiner.examine(text, path: path, interrupt: Interrupt())
    let told = found.messages.filter { $0.severity != .demand }
    guard let notebook = found.notebook, found.isReadable else {
      return told.map { "\(path):\($0.position.line):\($0.position.column): error: \($0.message)\n" }.joined()
    }
    return told.map { $0.text(in: notebook) }.joined()
  }

  /// What a run says of it.
  private func ran(_ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let runner = NotebookRunner(cacheFolder: "\(caches)-ran", keepGoing: keepsGoing)
    do {
      return try runner.run(.init(path: path, output: "\(folder)/plots")).messages.joined()
    } catch var error as any PlacedError {
      // A message without a place is about the whole file.
      error.position = error.position ?? .init(line: 1)
      return "\(error)\n"
    }
  }
}
