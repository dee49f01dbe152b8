import CellKernel
import Display
import Foundation
import NotebookDocument
import Processes

/// A folder with a notebook that one session runs, for a test that looks closer than at the page.
final class SessionBench {
  let folder: String
  let session: Session

  init(_ change: (inout SessionConfiguration) -> Void = { _ in }) throws {
    folder = "\(NSTemporaryDirectory())gimbal-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var configuration = try SessionConfiguration(cacheFolder: SequenceTrial.cache)
    change(&configuration)
    session = try Session(configuration)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a notebook of these items.
  @discardableResult
  func run(
    _ items: [NotebookModel.Item], parameters: [NotebookModel.Parameter] = [], interrupt: Interrupt = Interrupt(),
    onEvent: (Event) -> Void = { _ in }
  ) throws -> Execution {
    let path = "\(folder)/notebook.md"
    try Data(NotebookModel(parameters: parameters, items: items).text.utf8).write(to: URL(fileURLWithPath: path))
    let notebook = try NotebookParser.read(path)
    return try session.run(
      notebook, parameters: notebook.frontMatter.parameters, interrupt: interrupt, onEvent: onEvent)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  /// Which cells of the last run were kept.
  var kept: [Bool] { session.explanations.map { $0.execution.hasPrefix("kept") } }
}

extension NotebookModel.Item {
  /// A cell of this code with these options.
  static func code(_ code: String, _ options: [String: String] = [:]) -> Self {
    .cell(CellModel(code: code, options: options))
  }
}

extension Execution {
  /// What each cell showed as text.
  var texts: [String] { outcomes.indices.map(text) }

  /// What a cell printed and showed.
  func text(_ cell: Int) -> String {
    outcomes[cell].outputs.map { output in
      switch output {
      case .text(let text): text
      case .errorText(let text): "stderr: \(text)"
      case .bundle(let bundle): bundle.contents[MediaType.plain] ?? "?"
      case .omitted(let omission): "<\(omission.words)>"
      }
    }.joined()
  }

  func failure(_ cell: Int) -> CellFailure? {
    if case .failed(let failure) = outcomes[cell].status { failure } else { nil }
  }
}

extension TrialSequence {
  /// One notebook, and the steps.
  init(_ items: [NotebookModel.Item], files: [String: String] = [:], manner: Manner = Manner(), _ steps: Step...) {
    self.init(manner: manner, notebooks: [NotebookModel(items: items)], files: files, steps: steps)
  }
}

extension TrialSequence.Step {
  /// Edits, then a run.
  static func edit(_ edits: Edit...) -> Self { Self(edits: edits) }
  /// Others change files, then a run.
  static func files(_ edits: FileEdit...) -> Self { Self(fileEdits: edits) }
}
