import CellCompiler
import CellKernel
import Display
import Foundation
import NotebookDocument

/// Follows a notebook: runs it again after each save, from the first cell that the edit concerns, and sends events to
/// the open pages.
///
/// ``SavedNotebook`` knows the file, ``RunAgenda`` what is to run and when, and ``PreviewRunner`` runs it. One thread looks at
/// the files, another runs cells.
package final class NotebookPreview: Sendable {
  package let hub = EventHub()
  private let saved: SavedNotebook
  private let agenda = RunAgenda()
  private let runner: PreviewRunner
  /// Held while the file is examined and the result is published, so that an older result cannot follow a newer one.
  private let following = NSLock()

  /// A preview of the notebook at this path, with `name=value` for each parameter that is to differ. A strict one says what
  /// the report lacks to be handed in.
  ///
  /// - Throws: `PlacedError` when the toolchain or the libraries are missing, or the notebook's file is not there. A
  ///   notebook with a mistake is not an error: the page says what is wrong, and follows the next save.
  package init(
    path: String, assignments: [String] = [], cacheFolder: String? = nil, keepGoing: Bool = false,
    isStrict: Bool = false
  ) throws {
    _ = try NotebookParser.bytes(of: path)
    var configuration = try Session.Configuration(cacheFolder: cacheFolder)
    configuration.keepGoing = keepGoing
    saved = SavedNotebook(path, assignments: assignments)
    runner = PreviewRunner(
      saved, agenda, hub, session: try Session(configuration), cacheFolder: cacheFolder, isStrict: isStrict)
  }

  /// The folder of the notebook: the page may show the entry there.
  package var folder: String { URL(fileURLWithPath: saved.path).deletingLastPathComponent().path }
  /// What the page is called until the notebook has said its title.
  package var name: String { URL(fileURLWithPath: saved.path).deletingPathExtension().lastPathComponent }

  /// Whether cells run, or are about to.
  package var isBusy: Bool { agenda.isBusy(awaitsFirst: saved.problem == nil) }

  /// Starts to follow the file.
  package func start() {
    Thread { [self] in watchFiles() }.start()
    agenda.serve { [runner] in runner.run($0) }
  }

  /// Ends the preview and the running cell.
  package func close() {
    agenda.close()
    hub.close()
  }

  /// Waits until a closed preview runs nothing any more, five minutes at most, and lets go of its processes.
  package func release() {
    _ = agenda.waitUntilEnded(seconds: 300)
    runner.release()
  }

  /// Stops the running cell; the state before it is kept, and the next run goes on from there.
  package func stopCell() { agenda.stopCell() }

  /// Runs again what failed, was stopped or has not run.
  package func runAgain() { agenda.runAgain() }

  /// Runs as far as the cell in which this line of the notebook lies, or the last one above it.
  package func runUp(toLine line: Int) {
    // The save that this run is for may not have been noticed yet.
    follow()
    agenda.runAgain { notebook in notebook.cells.lastIndex { $0.lines.lowerBound <= line } }
  }

  /// Gives a parameter another value, as `-P` does, and runs what reads it.
  ///
  /// - Throws: `NotebookError` for a name that is unknown or a value of another type.
  package func set(_ name: String, to value: String) throws {
    guard let notebook = agenda.latest?.notebook else { return }
    agenda.ask(for: .init(notebook: notebook, parameters: try saved.assign(name, value, in: notebook)))
  }

  /// Writes a parameter's value into the notebook.
  ///
  /// - Throws: `NotebookError` when that cannot be done, also when the file changes at this moment.
  package func write(_ name: String, value: String) throws { try saved.write(name, value: value) }

  /// The variables behind the cells that have run, with their types and values. It waits for a run to end, and a run that comes
  /// ends it.
  ///
  /// - Throws: `NoVariables`, also when a run lasts longer than these seconds, or comes meanwhile; `PlacedError`.
  package func variables(seconds: Double = 10) throws -> [Variable] { try runner.variables(seconds: seconds) }

  /// The cells' lines as of the last run, and the problems of the notebook.
  package var places: PreviewPlaces { PreviewPlaces(runner.execution, problem: saved.problem) }

  /// The cells that ran last, and what names mean above each of them and behind the last; nil before the first run.
  package var knownCode: (cells: [String], assistances: [Assistance])? { runner.knownCode }

  // MARK: Files

  private func watchFiles() {
    var beats = 0
    while !agenda.isOver {
      follow()
      if let delay = agenda.runAgain(forInputsOf: runner.inputChanger) {
        hub.send(.run(.failed, problem: InputLoop.words(delay)))
      }
      usleep(50_000)
      beats += 1
      if beats % 100 == 0 { hub.beat() }
    }
  }

  /// Takes what is new in the file.
  private func follow() {
    following.withLock {
      switch saved.news() {
      case nil: break
      case .saved(let work): agenda.ask(for: work)
      case .broken(let words):
        agenda.forget()
        hub.send(.run(.failed, problem: words))
      case .gone(let words):
        // What is shown stays.
        hub.send(.run(.failed, problem: words))
      }
    }
  }
}
