import CellCompiler
import CellKernel
import Foundation
import NotebookDocument
import Processes

/// What a preview is to run and what it runs at the moment. Callers record edits, requests, stops and the end here;
/// one thread carries them out.
///
/// An edit during a run stops the running cell only when it concerns this cell or one above it; otherwise the cell ends
/// first, and its result is used.
final class RunAgenda: @unchecked Sendable {
  struct Work {
    var notebook: Notebook
    var parameters: [Parameter]
  }

  /// A run that begins.
  struct Turn {
    let work: Work
    /// Whether the notebook or a parameter was changed for it.
    let isEdit: Bool
    /// The wish to stop its cells.
    let interrupt: Interrupt
  }

  /// Guards what follows.
  private let condition = NSCondition()
  private var pending: Work?
  /// What the last run that began is of.
  private var current: Work?
  private var runsAgain = false
  private var isClosed = false
  private var isServed = false
  private var interrupt: Interrupt?
  /// Ends drawing: a save, which stops cells, does not.
  private var drawingStop: Interrupt?
  /// Ends the look at the variables.
  private var look: Interrupt?
  private var runningCell: Int?
  private var wasStopped = false
  /// The last cell that is to run, when not all are.
  private var lastCell: Int?
  private var loop = InputLoop()
  /// When a run comes that was put off.
  private var due: ContinuousClock.Instant?

  // MARK: Asking

  /// The notebook and parameters that run, or will.
  var latest: Work? { condition.withLock { pending ?? current } }

  /// Whether cells run, or are about to.
  var isBusy: Bool { condition.withLock { interrupt != nil || pending != nil } }

  /// Whether a run has begun.
  var hasBegun: Bool { condition.withLock { current != nil } }

  /// Has this run, instead of what waits.
  func ask(for work: Work) {
    condition.withLock {
      pending = work
      loop.begin()
      if let interrupt, concernsRunningCell(work) { interrupt.request() }
      condition.broadcast()
    }
  }

  /// Forgets what waits: there is something wrong with the notebook.
  func forget() { condition.withLock { pending = nil } }

  /// Runs again what failed, was stopped or has not run, as far as a cell where one is given.
  func runAgain(upTo cell: ((Notebook) -> Int?)? = nil) {
    condition.withLock {
      if let cell {
        guard let notebook = (pending ?? current)?.notebook else { return }
        lastCell = cell(notebook)
      }
      guard interrupt == nil else { return }
      runsAgain = true
      loop.begin()
      condition.broadcast()
    }
  }

  /// Runs again when something says that a file that a cell read has changed; later, where the notebook itself may be changing
  /// it each time.
  ///
  /// - Parameter changer: who has changed a file, when nothing runs or waits.
  /// - Returns: how long the run is put off, where it is from now on.
  func runAgain(forInputsOf changer: () -> InputChanger?) -> Duration? {
    condition.withLock {
      guard interrupt == nil, pending == nil else { return nil }
      if let due {
        if .now < due { return nil }
      } else {
        guard let changer = changer() else { return nil }
        if changer == .perhapsTheNotebook, let delay = loop.delay() {
          due = .now + delay
          return delay
        }
      }
      runsAgain = true
      condition.broadcast()
      return nil
    }
  }

  /// Stops the running cell; the next run goes on from there.
  func stopCell() {
    condition.withLock {
      guard let interrupt else { return }
      wasStopped = true
      interrupt.request()
      drawingStop?.request()
    }
  }

  /// Whether an edit changes a cell that is running or has run in this run.
  private func concernsRunningCell(_ work: Work) -> Bool {
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

  // MARK: Obeying

  /// Starts the thread on which each run that is asked for is given to `run`, until the preview is closed.
  func serve(_ run: @escaping @Sendable (Turn) -> Void) {
    condition.withLock { isServed = true }
    let thread = Thread { [self] in
      while let turn = next() { run(turn) }
      condition.withLock {
        isServed = false
        condition.broadcast()
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func next() -> Turn? {
    condition.withLock {
      while true {
        while pending == nil, !runsAgain, !isClosed { condition.wait() }
        if isClosed { return nil }
        let (work, isEdit) = (pending ?? current, pending != nil)
        (pending, runsAgain, wasStopped, runningCell, due) = (nil, false, false, nil, nil)
        guard let work else { continue }
        current = work
        let interrupt = Interrupt()
        self.interrupt = interrupt
        return Turn(work: work, isEdit: isEdit, interrupt: interrupt)
      }
    }
  }

  /// Has this end the drawing of the run's figures, at once where the run was stopped already.
  func drawing(endsBy stop: Interrupt) {
    condition.withLock {
      drawingStop = stop
      if isClosed || wasStopped { stop.request() }
    }
  }

  /// Notes which cell runs.
  func isRunning(_ cell: Int) { condition.withLock { runningCell = cell } }

  /// Notes that a cell has ended; the run ends here, where what was saved meanwhile holds from here on.
  ///
  /// - Returns: whether the cell's result is no longer asked for, if it was stopped.
  func hasEnded(_ cell: Cell) -> Bool {
    condition.withLock {
      if pending != nil || lastCell.map({ cell.number > $0 }) ?? false { interrupt?.request() }
      return pending != nil || lastCell.map { cell.number > $0 + 1 } ?? false
    }
  }

  /// Ends a run.
  ///
  /// - Returns: the last cell that was to run, where not all were, and whether the run was stopped; nil where the next run is
  ///   due already: what this one has not reached keeps its earlier result until then.
  func endRun() -> (lastCell: Int?, wasStopped: Bool)? {
    condition.withLock {
      interrupt = nil
      guard pending == nil else { return nil }
      defer { lastCell = nil }
      return (lastCell, wasStopped)
    }
  }

  /// Notes that a run could not go on.
  func runFailed() { condition.withLock { interrupt = nil } }

  /// Notes that all of a run is reported.
  func isTold() { condition.withLock { loop.runEnded() } }

  // MARK: Looking

  /// Has this end a look at the variables when a run comes.
  func look(endsBy stop: Interrupt?) { condition.withLock { look = stop } }

  /// Ends a look at the variables.
  func endLook() { condition.withLock { look?.request() } }

  // MARK: Closing

  var isOver: Bool { condition.withLock { isClosed } }

  func close() {
    condition.withLock {
      isClosed = true
      interrupt?.request()
      drawingStop?.request()
      condition.broadcast()
    }
  }

  /// Waits until nothing runs any more; false when something still does after these seconds.
  func waitUntilEnded(seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while isServed { if !condition.wait(until: end) { return !isServed } }
      return true
    }
  }
}
