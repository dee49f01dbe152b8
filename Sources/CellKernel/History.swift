import CellCompiler
import Foundation
import NotebookDocument
import Surroundings

/// A history without a file: cells are appended and run one after another, each from the state that the ones before it
/// left. A cell that fails leaves no trace: the next one starts from the state before it.
package final class History {
  private let session: ProgramSession
  private let folder: String
  private var program: [CodeUnit] = []

  /// An empty history whose cells run in this folder.
  ///
  /// - Throws: `NotebookError` when the process cannot be started.
  package init(_ configuration: SessionConfiguration, folder: String) throws {
    session = try ProgramSession(configuration)
    self.folder = folder
    try session.prepare(folder: folder)
  }

  /// Runs a cell behind those that have run.
  ///
  /// - Throws: `NotebookError` when cells cannot be run at all. The cell's own failure is in the outcome.
  package func run(
    _ code: String, options: CodeUnit.Options = CodeUnit.Options(), interrupt: Interrupt = Interrupt(),
    input: Int32 = -1, onEvent: @escaping (KernelEvent) -> Void = { _ in }
  ) throws -> UnitOutcome {
    // What is said again is run again: it is the next cell, not the earlier one.
    let unit = CodeUnit(.cell, code: code, options: options, occurrence: program.count)
    let result = try session.run(
      program + [unit], folder: folder, interrupt: interrupt, input: input,
      onEvent: { if case .kernel(_, let event) = $0 { onEvent(event) } })
    guard let outcome = result.outcomes.last ?? nil else { return UnitOutcome(.failed(.interrupted(trace: []))) }
    if outcome.status == .done { program.append(unit) }
    return outcome
  }

  /// Forgets everything: the next cell is the first.
  package func restart() {
    program = []
    session.forget()
  }
}
