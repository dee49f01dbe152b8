import CellCompiler
import CellKernel
import Foundation
import NotebookDocument
import Processes

import class Basics.Monitor
import enum Basics.OwnThread

/// What a preview is to run and what it runs at the moment. Callers record edits, requests, stops and the end here;
/// one thread carries them out.
///
/// An edit during a run stops the running cell only when it concerns this cell or one above it; otherwise the cell ends
/// first, and its result is used.
final class RunAgenda: Sendable {
  struct Work: Sendable {
    var notebook: Notebook
    var parameters: [Parameter]
  }

  /// A run that begins.
  struct Turn: Sendable {
    let work: Work
    /// Whether the notebook or a parameter was changed for it.
    let isEdit: Bool
    /// The wish to stop its cells.
    let interrupt: Interrupt
  }

  private struct State: Sendable {
    var pending: Work?
    /// What the last run that began is of.
    var current: Work?
    var runsAgain = false
    var isClosed = false
    var isServed = false
    var interrupt: Interrupt?
    /// Ends drawing: a save, which stops cells, does not.
    var drawingStop: Interrupt?
    /// Ends the look at the variables.
    var look: Interrupt?
    var runningCell: Int?
    var wasStopped = false
    /// The last cell that is to run, when not all are.
    var lastCell: Int?
    var loop = InputLoop()
    /// When a run comes that was put off.
    var due: ContinuousClock.Instant?

    /// Whether an edit changes a cell that is running or has run in this run.
    func concernsRunningCell(_ work: Work) -> Bool {
      guard let current, let runningCell, runningCell < work.notebook.cells.count else { return true }
      let isAsked =
        work.notebook.fates.prefix(runningCell + 1).map(\.doesRun)
        == current.notebook.fates.prefix(runningCell + 1).map(\.doesRun)
      let isSame =
        isAsked
        && zip(work.notebook.cells, current.notebook.cells).prefix(runningCell + 1).allSatisfy { new, old in
          new.code == old.code
            && CodeUnit.Options(new, in: work.notebook) == CodeUnit.Options(old, in: current.notebook)
        }
      return !isSame || work.parameters != current.parameters
    }
  }

  private let state = Monitor(State())

  // MARK: Asking

  /// The notebook and parameters that run, or will.
  var latest: Work? { state.withLock { $0.pending ?? $0.current } }

  /// Whether cells run, or are about to. One look at the state: in two, a run that begins between them would be missed.
  ///
  /// - Parameter awaitsFirst: whether a first run, where none has begun, is about to.
  func isBusy(awaitsFirst: Bool) -> Bool {
    state.withLock { state in
      state.interrupt != nil || state.pending != nil || (state.current == nil ? awaitsFirst : state.runsAgain)
    }
  }

  /// Has this run, instead of what waits.
  func ask(for work: Work) {
    state.withLock { state in
      state.pending = work
      state.loop.begin()
      if let interrupt = state.interrupt, state.concernsRunningCell(work) { interrupt.request() }
    }
  }

  /// Forgets what waits: there is something wrong with the notebook.
  func forget() { state.withLock { $0.pending = nil } }

  /// Runs again what failed, was stopped or has not run, as far as a cell where one is given.
  func runAgain(upTo cell: ((Notebook) -> Int?)? = nil) {
    state.withLock { state in
      if let cell {
        guard let notebook = (state.pending ?? state.current)?.notebook else { return }
        state.lastCell = cell(notebook)
      }
      guard state.interrupt == nil else { return }
      state.runsAgain = true
      state.loop.begin()
    }
  }

  /// Runs again when something says that a file that a cell read has changed; later, where the notebook itself may be changing
  /// it each time.
  ///
  /// - Parameter changer: who has changed a file, when nothing runs or waits.
  /// - Returns: how long the run is put off, where it is from now on.
  func runAgain(forInputsOf changer: () -> InputChanger?) -> Duration? {
    state.withLock { state in
      guard state.interrupt == nil, state.pending == nil else { return nil }
      if let due = state.due {
        if .now < due { return nil }
      } else {
        guard let changer = changer() else { return nil }
        if changer == .perhapsTheNotebook, let delay = state.loop.delay() {
          state.due = .now + delay
          return delay
        }
      }
      state.runsAgain = true
      return nil
    }
  }

  /// Stops the running cell; the next run goes on from there.
  func stopCell() {
    state.withLock { state in
      guard let interrupt = state.interrupt else { return }
      state.wasStopped = true
      interrupt.request()
      state.drawingStop?.request()
    }
  }

  // MARK: Obeying

  /// Starts the thread on which each run that is asked for is given to `run`, until the preview is closed.
  func serve(_ run: @escaping @Sendable (Turn) -> Void) {
    state.withLock { $0.isServed = true }
    let isStarted = OwnThread.start(stackSize: 8 << 20) { [self] in
      while let turn = next() { run(turn) }
      state.withLock { $0.isServed = false }
    }
    if !isStarted { state.withLock { $0.isServed = false } }
  }

  private func next() -> Turn? {
    state.wait { state -> Turn?? in
      if state.isClosed { return .some(nil) }
      guard state.pending != nil || state.runsAgain else { return nil }
      let (work, isEdit) = (state.pending ?? state.current, state.pending != nil)
      (state.pending, state.runsAgain, state.wasStopped, state.runningCell, state.due) = (nil, false, false, nil, nil)
      guard let work else { return nil }
      state.current = work
      let interrupt = Interrupt()
      state.interrupt = interrupt
      return Turn(work: work, isEdit: isEdit, interrupt: interrupt)
    } ?? nil
  }

  /// Has this end the drawing of the run's figures, at once where the run was stopped already.
  func drawing(endsBy stop: Interrupt) {
    state.withLock { state in
      state.drawingStop = stop
      if state.isClosed || state.wasStopped { stop.request() }
    }
  }

  /// Notes which cell runs.
  func isRunning(_ cell: Int) { state.withLock { $0.runningCell = cell } }

  /// Notes that a cell has ended; the run ends here, where what was saved meanwhile holds from here on.
  ///
  /// - Returns: whether the cell's result is no longer asked for, if it was stopped.
  func hasEnded(_ cell: Cell) -> Bool {
    state.withLock { state in
      if state.pending != nil || state.lastCell.map({ cell.number > $0 }) ?? false { state.interrupt?.request() }
      return state.pending != nil || state.lastCell.map { cell.number > $0 + 1 } ?? false
    }
  }

  /// Ends a run.
  ///
  /// - Returns: the last cell that was to run, where not all were, and whether the run was stopped; nil where the next run is
  ///   due already: what this one has not reached keeps its earlier result until then.
  func endRun() -> (lastCell: Int?, wasStopped: Bool)? {
    state.withLock { state in
      state.interrupt = nil
      guard state.pending == nil else { return nil }
      defer { state.lastCell = nil }
      return (state.lastCell, state.wasStopped)
    }
  }

  /// Notes that a run could not go on.
  func runFailed() { state.withLock { $0.interrupt = nil } }

  /// Notes that all of a run is reported.
  func isTold() { state.withLock { $0.loop.runEnded() } }

  // MARK: Looking

  /// Has this end a look at the variables when a run comes.
  func look(endsBy stop: Interrupt?) { state.withLock { $0.look = stop } }

  /// Ends a look at the variables.
  func endLook() { state.withLock { $0.look?.request() } }

  // MARK: Closing

  var isOver: Bool { state.withLock { $0.isClosed } }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.interrupt?.request()
      state.drawingStop?.request()
    }
  }

  /// Waits until nothing runs any more; false when something still does after these seconds.
  func waitUntilEnded(seconds: Double) -> Bool {
    state.wait(until: Date(timeIntervalSinceNow: seconds), while: \.isServed)
  }
}
