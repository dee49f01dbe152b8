import CellCompiler
import CellKernel
import Display
import Drawings
import Foundation
import NotebookDocument
import ReportExport
import Reports
import Surroundings

import enum Basics.WholeFile

/// Follows a notebook: runs it again after each save, from the first cell that the edit concerns, and tells the pages that
/// listen what happens.
///
/// One thread watches the files, another runs cells. A save during a run stops the running cell only when the edit
/// concerns this cell or one above it; otherwise the cell ends first, and its result is used.
package final class NotebookPreview: @unchecked Sendable {
  private let path: String
  private var assignments: [String]
  /// Gone when the preview has ended, and with it the processes in which cells run.
  private var session: Session?
  private let drawer: FigureDrawer
  private let formulas: Formulas
  private let isStrict: Bool
  package let hub = EventHub()

  /// Guards what follows.
  private let condition = NSCondition()
  private var document: PreviewDocument?
  private var pending: (notebook: Notebook, parameters: [Parameter])?
  private var runsAgain = false
  private var isClosed = false
  private var isRunnerAlive = false
  private var interrupt: Interrupt?
  /// Ends drawing: a save, which stops cells, does not.
  private var drawingStop: Interrupt?
  private var runningCell: Int?
  /// Ends the look at the variables.
  private var look: Interrupt?
  private var wasStopped = false
  /// The last cell that is to run, when not all are.
  private var lastCell: Int?
  private var watch: FileWatch
  private var loop = InputLoop()
  /// When a run comes that was put off.
  private var due: ContinuousClock.Instant?
  private var problem: String?
  /// The cells of the last run that can be built upon, and what names mean above each of them.
  private var known: (cells: [String], assistances: [Assistance]) = ([], [])

  /// Held by whoever has the session run something.
  private let sessionUse = NSLock()

  /// Cells are rendered one after another, in the order in which they end.
  private let rendering = DispatchQueue(label: "preview")
  private let output: OutputThrottle

  /// A preview of the notebook at this path, with `name=value` for each parameter that is to differ. A strict one says what
  /// the report lacks to be handed in.
  ///
  /// - Throws: `NotebookError` when the toolchain or the libraries are missing, or the notebook's file is not there. A
  ///   notebook with a mistake is no error: the page says what is wrong, and follows the next save.
  package init(
    path: String, assignments: [String] = [], cacheFolder: String? = nil, keepGoing: Bool = false,
    isStrict: Bool = false
  ) throws {
    self.isStrict = isStrict
    _ = try NotebookParser.bytes(of: path)
    (self.path, self.assignments) = (path, assignments)
    var configuration = try Session.Configuration(cacheFolder: cacheFolder)
    configuration.keepGoing = keepGoing
    session = try Session(configuration)
    let cache = CacheFolder.path(cacheFolder)
    drawer = FigureDrawer(cacheFolder: cache)
    formulas = Formulas(cacheFolder: cache)
    watch = FileWatch(path)
    let hub = hub
    output = OutputThrottle { anchor, text in hub.send(.output(anchor: anchor, text: text)) }
  }

  /// The folder of the notebook: the page may show what lies there.
  package var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
  /// What the page is called until the notebook has said its title.
  package var name: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }

  /// Whether cells run, or are about to.
  package var isBusy: Bool {
    condition.withLock { interrupt != nil || pending != nil || document == nil && problem == nil }
  }

  /// Starts to follow the file.
  package func start() {
    condition.withLock { isRunnerAlive = true }
    let watcher = Thread { [self] in watchFiles() }
    watcher.start()
    let runner = Thread { [self] in
      runWhenAsked()
      condition.withLock {
        isRunnerAlive = false
        condition.broadcast()
      }
    }
    runner.stackSize = 8 << 20
    runner.start()
  }

  /// Ends the preview and the running cell.
  package func close() {
    condition.withLock {
      isClosed = true
      interrupt?.request()
      drawingStop?.request()
      condition.broadcast()
    }
    hub.close()
  }

  /// Waits until a closed preview runs nothing any more; false when it still does after these seconds.
  package func waitUntilEnded(seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while isRunnerAlive { if !condition.wait(until: end) { return !isRunnerAlive } }
      return true
    }
  }

  /// Lets go of the processes of a closed preview that has ended.
  package func release() { condition.withLock { session = nil } }

  /// Stops the running cell; the state before it is kept, and the next run goes on from there.
  package func stopCell() {
    condition.withLock {
      guard let interrupt else { return }
      wasStopped = true
      interrupt.request()
      drawingStop?.request()
    }
  }

  /// Runs again what failed, was stopped or has not run.
  package func runAgain() {
    condition.withLock {
      guard interrupt == nil else { return }
      runsAgain = true
      loop.begin()
      condition.broadcast()
    }
  }

  /// Runs as far as the cell in which this line of the notebook lies, or the last one above it.
  package func runUp(toLine line: Int) {
    // The save that this run is for may not have been noticed yet.
    if let data = condition.withLock({ watch.newContent() }) { read(data) }
    condition.withLock {
      guard let notebook = pending?.notebook ?? document?.execution.notebook else { return }
      lastCell = notebook.cells.lastIndex { $0.lines.lowerBound <= line }
      guard interrupt == nil else { return }
      runsAgain = true
      loop.begin()
      condition.broadcast()
    }
  }

  // MARK: Parameters

  /// Gives a parameter another value, as `-P` does, and runs what reads it.
  ///
  /// - Throws: `NotebookError` for a name that is unknown or a value of another type.
  package func set(_ name: String, to value: String) throws {
    try condition.withLock {
      guard let notebook = pending?.notebook ?? document?.execution.notebook else { return }
      let others = assignments.filter { !$0.hasPrefix("\(name)=") }
      let parameters = try ParameterAssignments.apply(others + ["\(name)=\(value)"], to: notebook)
      assignments = others + ["\(name)=\(value)"]
      pending = (notebook, parameters)
      loop.begin()
      if let interrupt, concernsRunningCell(notebook, parameters) { interrupt.request() }
      condition.broadcast()
    }
  }

  /// Writes a parameter's value into the notebook.
  ///
  /// - Throws: `NotebookError` when that cannot be done, also when the file changes at this moment.
  package func write(_ name: String, value: String) throws {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let changed = try ParameterWriting.write(name, value, into: String(decoding: data, as: UTF8.self), path: path)
    guard FileManager.default.contents(atPath: path) == data else {
      throw NotebookError(.unreadable("it is being changed by another program; try again"), file: path)
    }
    do {
      try WholeFile.write(Data(changed.utf8), to: path)
    } catch {
      throw NotebookError(.unwritableParameter(name), file: path)
    }
    condition.withLock { assignments.removeAll { $0.hasPrefix("\(name)=") } }
  }

  // MARK: Variables

  /// The variables behind the cells that have run, with their types and values. It waits for a run to end, and a run that comes
  /// ends it.
  ///
  /// - Throws: `NoVariables`, also when a run lasts longer than these seconds, or comes meanwhile; `NotebookError`.
  package func variables(seconds: Double = 10) throws -> [Variable] {
    guard sessionUse.lock(before: Date(timeIntervalSinceNow: seconds)) else {
      throw NoVariables.failed("cells are running")
    }
    defer { sessionUse.unlock() }
    let interrupt = Interrupt()
    guard let session = condition.withLock({ isClosed ? nil : session }) else { return [] }
    condition.withLock { look = interrupt }
    defer { condition.withLock { look = nil } }
    return try session.variables(interrupt: interrupt)
  }

  // MARK: Places

  /// Where each cell stands, and what is wrong in the notebook, by its own lines.
  package struct Places: Codable, Sendable {
    package struct CellPlace: Codable, Sendable {
      package var anchor: String
      package var first: Int
      package var last: Int
    }

    package struct Problem: Codable, Sendable {
      package var line: Int
      package var column: Int
      package var severity: String
      package var message: String
    }

    package var cells: [CellPlace] = []
    package var problems: [Problem] = []
  }

  /// The places as of the last run.
  package var places: Places {
    let (document, problem) = condition.withLock { (self.document, self.problem) }
    var places = Places()
    if let problem { places.problems.append(Self.problem(in: problem)) }
    guard let execution = document?.execution else { return places }
    for (cell, outcome) in zip(execution.notebook.cells, execution.outcomes) {
      places.cells.append(.init(anchor: cell.anchor, first: cell.lines.lowerBound, last: cell.lines.upperBound))
      places.problems += outcome.warnings.map { Self.problem($0, cell) }
      guard case .failed(let failure) = outcome.status, !cell.options.error else { continue }
      if case .compile(let diagnostics) = failure {
        places.problems += diagnostics.map { Self.problem($0, cell) }
      } else {
        let position = failure.position ?? Position(line: cell.codeLine)
        places.problems.append(
          .init(line: position.line, column: position.column, severity: "error", message: failure.message))
      }
    }
    for (inline, outcome) in zip(execution.notebook.inlines, execution.inlines) {
      guard case .failed(let failure)? = outcome else { continue }
      places.problems.append(
        .init(line: inline.line, column: inline.expressionColumn, severity: "error", message: failure.message))
    }
    return places
  }

  private static func problem(_ diagnostic: Diagnostic<Position>, _ cell: Cell) -> Places.Problem {
    let position = diagnostic.position ?? Position(line: cell.codeLine)
    return .init(
      line: position.line, column: position.column, severity: diagnostic.severity.rawValue, message: diagnostic.message)
  }

  /// A message in a compiler's form, at its place.
  private static func problem(in text: String) -> Places.Problem {
    let match = text.firstMatch(of: /:(\d+):(\d+): error: (.*)/)
    return .init(
      line: match.flatMap { Int($0.output.1) } ?? 1, column: match.flatMap { Int($0.output.2) } ?? 1, severity: "error",
      message: match.map { String($0.output.3) } ?? text)
  }

  // MARK: Help

  private static func runningCells(_ notebook: Notebook) -> [String] {
    notebook.cells.filter(\.options.eval).map(\.code)
  }

  /// How many of these cells are what ran last, and what names mean behind them; nil before the first run.
  package func knownCode(for cells: [String]) -> (count: Int, assistance: Assistance)? {
    let known = condition.withLock { self.known }
    let common = zip(cells, known.cells).prefix { $0 == $1 }.count
    let count = min(common, known.assistances.count - 1)
    return count >= 0 ? (count, known.assistances[count]) : nil
  }

  // MARK: Files

  private func watchFiles() {
    var beats = 0
    while !condition.withLock({ isClosed }) {
      let (data, hasGone) = condition.withLock { (watch.newContent(), watch.hasJustGone) }
      if let data { read(data) } else if hasGone { tellGone() }
      followInputs()
      usleep(50_000)
      beats += 1
      if beats % 100 == 0 { hub.beat() }
    }
  }

  /// Runs again when a file that a cell read has changed; later, where the notebook itself may be changing it each time.
  private func followInputs() {
    let delay = condition.withLock { () -> Duration? in
      guard interrupt == nil, pending == nil else { return nil }
      if let due {
        if .now < due { return nil }
      } else {
        guard let changer = session?.inputChanger() else { return nil }
        if changer == .perhapsTheNotebook, let delay = loop.delay() {
          due = .now + delay
          return delay
        }
      }
      runsAgain = true
      condition.broadcast()
      return nil
    }
    if let delay { hub.send(.run(.failed, problem: InputLoop.words(delay))) }
  }

  /// Says on the page that the notebook is away; what is shown stays.
  private func tellGone() {
    let words =
      "\(path): error: the notebook is no longer there: it was moved, renamed or deleted; what is shown stays, and goes on "
      + "when the file is back"
    condition.withLock { problem = words }
    hub.send(.run(.failed, problem: words))
  }

  private func read(_ data: Data) {
    do {
      let notebook = try NotebookParser.parse(data, path: path)
      let parameters = try ParameterAssignments.apply(condition.withLock { assignments }, to: notebook)
      condition.withLock {
        pending = (notebook, parameters)
        watch.besides = notebook.sources.map(notebook.path)
        loop.begin()
        problem = nil
        if let interrupt, concernsRunningCell(notebook, parameters) { interrupt.request() }
        condition.broadcast()
      }
    } catch {
      // An editor may just be writing: only what stays so is worth telling.
      usleep(60_000)
      guard condition.withLock({ watch.newContent() }).map({ read($0) }) == nil else { return }
      condition.withLock {
        problem = SystemReason.message(error)
        pending = nil
      }
      hub.send(.run(.failed, problem: SystemReason.message(error)))
    }
  }

  /// Whether an edit changes a cell that is running or has run in this run.
  private func concernsRunningCell(_ notebook: Notebook, _ parameters: [Parameter]) -> Bool {
    guard let document, let runningCell, runningCell < notebook.cells.count else { return true }
    let old = document.execution
    func essence(_ notebook: Notebook) -> [[String]] {
      notebook.cells.prefix(runningCell + 1).map {
        [$0.code, "\($0.options.eval) \($0.options.optimize) \($0.options.error) \($0.options.timeout ?? -1)"]
      }
    }
    return essence(notebook) != essence(old.notebook) || parameters != old.parameters
  }

  // MARK: Runs

  private func runWhenAsked() {
    while true {
      condition.lock()
      while pending == nil, !runsAgain, !isClosed { condition.wait() }
      if isClosed {
        condition.unlock()
        return
      }
      let next = pending ?? document.map { ($0.execution.notebook, $0.execution.parameters) }
      let isEdit = pending != nil
      (pending, runsAgain, wasStopped, runningCell, due) = (nil, false, false, nil, nil)
      let interrupt = Interrupt()
      self.interrupt = next == nil ? nil : interrupt
      condition.unlock()
      if let next { run(next.0, next.1, interrupt, isEdit: isEdit) }
    }
  }

  private func run(_ notebook: Notebook, _ parameters: [Parameter], _ interrupt: Interrupt, isEdit: Bool) {
    guard let session = condition.withLock({ session }) else { return }
    defer { condition.withLock { loop.runEnded() } }
    // Another value of a parameter leaves everything where it is: there the sections follow one by one.
    let citations = Result { try CitationProcessor(store: formulas.store).citations(of: notebook) }
    let (start, isElsewhere) = condition.withLock {
      var next =
        document?.edited(to: notebook, parameters: parameters) ?? PreviewDocument(notebook, parameters: parameters)
      switch citations {
      case .success(let found): next.citations = found
      case .failure(let error): next.citationProblem = SystemReason.message(error)
      }
      let isElsewhere = isEdit && (document?.execution.notebook != notebook || document?.citations != next.citations)
      document = next
      return (next, isElsewhere)
    }
    hub.send(.run(.running, problem: nil))
    if isElsewhere {
      sendPage(start)
    } else {
      for state in start.states { hub.send(.cell(state, html: nil)) }
    }
    let drawingStop = Interrupt()
    let drawings = DrawingQueue(drawer: drawer, formats: ["svg"], interrupt: drawingStop)
    condition.withLock {
      self.drawingStop = drawingStop
      if isClosed || wasStopped { drawingStop.request() }
    }
    do {
      condition.withLock { look?.request() }
      let (execution, assistances) = try sessionUse.withLock {
        let execution = try session.run(notebook, parameters: parameters, interrupt: interrupt) { event in
          take(event, drawings, interrupt)
        }
        return (execution, session.assistances(notebook, parameters: parameters))
      }
      rendering.sync {}
      condition.withLock { known = (Self.runningCells(notebook), assistances) }
      finish(execution)
    } catch {
      rendering.sync {}
      condition.withLock { self.interrupt = nil }
      hub.send(.run(.failed, problem: SystemReason.message(error)))
    }
  }

  private func take(_ event: Event, _ drawings: DrawingQueue, _ interrupt: Interrupt) {
    switch event {
    case .started: break
    case .building(let packages):
      let first = condition.withLock { document?.execution.notebook.cells.first }
      if let first { output.add("building \(packages.joined(separator: ", "))\n", anchor: first.anchor) }
    case .compiling(let cell): tell(.compiling, cell)
    case .running(let cell): tell(.running, cell)
    case .kernel(let cell, .text(_, let text)): output.add(text, anchor: cell.anchor)
    case .kernel: break
    case .finished(let cell, let outcome):
      output.flush()
      let (isDrawn, isSuperseded) = condition.withLock {
        // What was saved meanwhile holds from here on.
        if pending != nil || lastCell.map({ cell.number > $0 }) ?? false { interrupt.request() }
        let isBeyond = lastCell.map { cell.number > $0 + 1 } ?? false
        return (document!.hasDrawn(outcome, of: cell), pending != nil || isBeyond)
      }
      // A cell that was stopped for an edit's sake has nothing to say.
      if isSuperseded, case .failed(.interrupted) = outcome.status { return }
      if !isDrawn { drawings.add(cell, outcome) }
      rendering.async { [self] in
        let drawn = isDrawn ? nil : drawings.finish(cell: cell.number - 1)
        let document = condition.withLock {
          self.document!.finish(cell, outcome, drawings: drawn)
          return self.document!
        }
        let report = document.report(formulas: formulas)
        hub.send(.cell(document.states[cell.number - 1], html: report.cell(cell.number - 1)))
      }
    }
  }

  private func tell(_ state: PreviewEvent.CellProgress.State, _ cell: Cell) {
    let progress = condition.withLock {
      runningCell = cell.number - 1
      return document!.note(state, cell)
    }
    hub.send(.cell(progress, html: nil))
  }

  private func finish(_ execution: Execution) {
    let ended = condition.withLock { () -> (PreviewDocument, Bool, String?)? in
      interrupt = nil
      defer { if pending == nil { lastCell = nil } }
      // The next run is due already: what this one has not reached keeps its earlier result until then.
      if pending != nil { return nil }
      self.document!.finish(lastCell.map { Self.ending(execution, $0) } ?? execution)
      return (self.document!, wasStopped || lastCell != nil, self.problem)
    }
    guard let (document, stopped, problem) = ended else { return }
    sendPage(document)
    let fault = problem ?? (isStrict ? lacks(document) : nil)
    let state: PreviewEvent.RunState =
      fault != nil ? .failed : stopped ? .stopped : document.isSuccess ? .done : .failed
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
      "\(path):\($0.position.line):\($0.position.column): warning: \($0.message)\n"
    }.joined()
    let problem = document.citationProblem.map { "\($0)\n" } ?? ""
    return text.isEmpty && problem.isEmpty ? nil : text + problem
  }

  /// What a report lacks under `--strict`, in the form of compiler messages; nil when nothing.
  private func lacks(_ document: PreviewDocument) -> String? {
    let report = document.report(formulas: formulas).report
    let text = report.remarks().map { $0.text(in: report.notebook, isStrict: true) }.joined()
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
      ParameterControl(parameter, declared: declared.value, range: front.ranges[parameter.name], folder: folder)
    }
  }
}
