import Caches
import CellCompiler
import CellKernel
import Drawings
import Foundation
import NotebookDocument
import Processes
import ReportExport
import Reports

import enum Basics.SystemReason

/// Runs a notebook in its session, and sends the outcome of its cells to the open pages.
final class PreviewRunner: @unchecked Sendable {
  private let saved: SavedNotebook
  private let agenda: RunAgenda
  private let hub: EventHub
  private let drawer: FigureDrawer
  private let formulas: Formulas
  private let isStrict: Bool

  /// Guards what follows.
  private let lock = NSLock()
  /// Gone when the preview has ended, and with it the processes in which cells run.
  private var session: Session?
  private var document: PreviewDocument?
  /// The cells of the last run that can be built upon, and what names mean above each of them.
  private var known: (cells: [String], assistances: [Assistance]) = ([], [])

  /// Held by the one that has the session run something.
  private let sessionUse = NSLock()

  /// Cells are rendered one after another, in the order in which they end.
  private let rendering = DispatchQueue(label: "preview")
  private let output: OutputThrottle

  init(
    _ saved: SavedNotebook, _ agenda: RunAgenda, _ hub: EventHub, session: Session, cacheFolder: String?, isStrict: Bool
  ) {
    (self.saved, self.agenda, self.hub, self.session, self.isStrict) = (saved, agenda, hub, session, isStrict)
    let cache = CacheFolder.path(cacheFolder)
    drawer = FigureDrawer(cacheFolder: cache)
    formulas = Formulas(cacheFolder: cache)
    output = OutputThrottle { anchor, text in hub.send(.output(anchor: anchor, text: text)) }
  }

  /// The outcome of the notebook so far; nil before the first run.
  var execution: Execution? { lock.withLock { document?.execution } }

  /// Who has changed a file that a cell read; nil when none has changed.
  func inputChanger() -> InputChanger? { lock.withLock { session }?.inputChanger() }

  /// Lets go of the processes of a preview that has ended.
  func release() { lock.withLock { session = nil } }

  /// The variables behind the cells that have run.
  ///
  /// - Throws: `NoVariables`, also when a run lasts longer than these seconds, or comes meanwhile; `PlacedError`.
  func variables(seconds: Double) throws -> [Variable] {
    guard sessionUse.lock(before: Date(timeIntervalSinceNow: seconds)) else {
      throw NoVariables.failed("cells are running")
    }
    defer { sessionUse.unlock() }
    guard !agenda.isOver, let session = lock.withLock({ session }) else { return [] }
    let interrupt = Interrupt()
    agenda.look(endsBy: interrupt)
    defer { agenda.look(endsBy: nil) }
    return try session.variables(interrupt: interrupt)
  }

  /// The cells that ran last, and what names mean above each of them and behind the last; nil before the first run.
  var knownCode: (cells: [String], assistances: [Assistance])? {
    lock.withLock { known.assistances.isEmpty ? nil : known }
  }

  // MARK: Runs

  /// Runs what is asked for.
  func run(_ turn: RunAgenda.Turn) {
    defer { agenda.isTold() }
    guard let session = lock.withLock({ session }) else { return agenda.runFailed() }
    let (notebook, parameters) = (turn.work.notebook, turn.work.parameters)
    begin(turn)
    let drawingStop = Interrupt()
    let drawings = DrawingQueue(drawer: drawer, formats: ["svg"], interrupt: drawingStop)
    agenda.drawing(endsBy: drawingStop)
    do {
      agenda.endLook()
      let (execution, assistances) = try sessionUse.withLock {
        let execution = try session.run(notebook, parameters: parameters, interrupt: turn.interrupt) { event in
          take(event, drawings)
        }
        return (execution, session.assistances(notebook, parameters: parameters))
      }
      rendering.sync {}
      lock.withLock { known = (zip(notebook.cells, notebook.fates).filter(\.1.doesRun).map(\.0.code), assistances) }
      finish(execution)
    } catch {
      rendering.sync {}
      agenda.runFailed()
      hub.send(.run(.failed, problem: SystemReason.message(error)))
    }
  }

  /// Shows the notebook as it is to run, with what is known of it already.
  private func begin(_ turn: RunAgenda.Turn) {
    let notebook = turn.work.notebook
    let citations = Result { try CitationProcessor(store: formulas.store).citations(of: notebook) }
    // Another value of a parameter leaves everything where it is: there the sections follow one by one.
    let (start, isElsewhere) = lock.withLock {
      var next =
        document?.edited(to: notebook, parameters: turn.work.parameters)
        ?? PreviewDocument(notebook, parameters: turn.work.parameters)
      switch citations {
      case .success(let found): next.citations = found
      case .failure(let error): next.citationProblem = SystemReason.message(error)
      }
      let isElsewhere =
        turn.isEdit && (document?.execution.notebook != notebook || document?.citations != next.citations)
      document = next
      return (next, isElsewhere)
    }
    hub.send(.run(.running, problem: nil))
    if isElsewhere {
      sendPage(start)
    } else {
      for state in start.states { hub.send(.cell(state, html: nil)) }
    }
  }

  private func take(_ event: Event, _ drawings: DrawingQueue) {
    switch event {
    case .started: break
    case .building(let packages):
      let first = lock.withLock { document?.execution.notebook.cells.first }
      if let first { output.add("building \(packages.joined(separator: ", "))\n", anchor: first.anchor) }
    case .compiling(let cell): tell(.compiling, cell)
    case .running(let cell): tell(.running, cell)
    case .kernel(let cell, .text(_, let text)): output.add(text, anchor: cell.anchor)
    case .kernel: break
    case .finished(let cell, let outcome):
      output.flush()
      let isSuperseded = agenda.hasEnded(cell)
      // A cell that was stopped for an edit's sake has nothing to say.
      if isSuperseded, case .failed(.interrupted) = outcome.status { return }
      let isDrawn = lock.withLock { document!.hasDrawn(outcome, of: cell) }
      if !isDrawn { drawings.add(cell, outcome) }
      rendering.async { [self] in
        let drawn = isDrawn ? nil : drawings.finish(cell: cell.number - 1)
        let document = lock.withLock {
          self.document!.finish(cell, outcome, drawings: drawn)
          return self.document!
        }
        let report = document.report(formulas: formulas)
        hub.send(.cell(document.states[cell.number - 1], html: report.cell(cell.number - 1)))
      }
    }
  }

  private func tell(_ state: PreviewEvent.CellProgress.State, _ cell: Cell) {
    agenda.isRunning(cell.number - 1)
    let progress = lock.withLock { document!.note(state, cell) }
    hub.send(.cell(progress, html: nil))
  }

  private func finish(_ execution: Execution) {
    guard let end = agenda.endRun() else { return }
    let document = lock.withLock {
      self.document!.finish(end.lastCell.map { Self.ending(execution, $0) } ?? execution)
      return self.document!
    }
    sendPage(document)
    let fault = saved.problem ?? (isStrict ? lacks(document) : nil)
    let isStopped = end.wasStopped || end.lastCell != nil
    let state: PreviewEvent.RunState =
      fault != nil ? .failed : isStopped ? .stopped : document.isSuccess ? .done : .failed
    hub.send(.run(state, problem: fault ?? warnings(document)))
  }

  /// The execution with the cells behind the last one that was to run as such that have not run.
  private static func ending(_ execution: Execution, _ lastCell: Int) -> Execution {
    var execution = execution
    for index in execution.outcomes.indices where index > lastCell {
      if case .failed(.interrupted) = execution.outcomes[index].status { execution.outcomes[index].status = .notRun }
    }
    return execution
  }

  /// What the notebook has that is read as text only; nil when nothing.
  private func warnings(_ document: PreviewDocument) -> String? {
    let text = document.execution.notebook.warnings.map {
      "\(saved.path):\($0.position.line):\($0.position.column): warning: \($0.message)\n"
    }.joined()
    let problem = document.citationProblem.map { "\($0)\n" } ?? ""
    return text.isEmpty && problem.isEmpty ? nil : text + problem
  }

  /// What a report lacks under `--strict`, in the form of compiler messages; nil when nothing.
  private func lacks(_ document: PreviewDocument) -> String? {
    let report = document.report(formulas: formulas).report
    let text = report.remarks().filter { $0.severity != .finding }.map { $0.text(in: report.notebook, isStrict: true) }
      .joined()
    return text.isEmpty ? nil : text
  }

  private func sendPage(_ document: PreviewDocument) {
    hub.send(
      .page(
        title: document.execution.notebook.title, html: document.report(formulas: formulas).main(),
        cells: document.states, parameters: controls(document)))
  }

  private func controls(_ document: PreviewDocument) -> [ParameterControl] {
    let front = document.execution.notebook.frontMatter
    return zip(document.execution.parameters, front.parameters).map { parameter, declared in
      ParameterControl(
        parameter, declared: declared.value, range: front.ranges[parameter.name],
        folder: Notebook.folder(of: saved.path))
    }
  }
}
