import CellCompiler
import Files
import Foundation
import NotebookDocument
import Processes
import Toolchains

/// What happens while a notebook runs.
package enum Event: Sendable {
  /// Execution begins; so many cells are there.
  case started(cells: Int)
  /// The packages of these names are fetched and built.
  case building([String])
  /// A cell waits for the compiler.
  case compiling(Cell)
  case running(Cell)
  /// What a running cell does, as it does it.
  case kernel(Cell, KernelEvent)
  case finished(Cell, CellOutcome)
}

/// Runs a notebook, and runs it again after an edit from the first cell that the edit concerns. A client of
/// `ProgramSession`, which does not know notebooks: here units become cells, and their places the notebook's lines.
package final class Session {
  package typealias Configuration = SessionConfiguration

  /// Why a cell was compiled and run again, or was not.
  package struct Explanation: Hashable, Sendable {
    /// The cell's name.
    package var subject: String
    package var compilation: String
    package var execution: String
  }

  let session: ProgramSession
  /// What the last run was given.
  private(set) var last: (parameters: [String: String], folder: String)?
  /// For each cell of the last run, what was compiled and run again, and why.
  package private(set) var explanations: [Explanation] = []

  /// A session without a notebook yet.
  ///
  /// - Throws: `PlacedError` when its folder cannot be made.
  package init(_ configuration: Configuration) throws { session = try ProgramSession(configuration) }

  /// Starts the process in which the cells of a notebook in this folder will run, so that it loads its libraries while
  /// the notebook is read. Without it, `run` starts the process.
  ///
  /// - Throws: `PlacedError` when it cannot be started.
  package func prepare(folder: String) throws { try session.prepare(folder: Self.absolute(folder)) }

  static func absolute(_ folder: String) -> String {
    URL(fileURLWithPath: folder.isEmpty ? "." : folder).standardizedFileURL.path
  }

  /// Forgets all that has run: the next run begins with the first cell.
  package func forget() {
    session.forget()
  }

  /// Who has changed something that the cells of the last run looked at; nil while all is as it was. Said once.
  package func inputChanger() -> InputChanger? { session.inputChanger() }

  /// Reads the code of a notebook that will be run, so that the run finds it read.
  package static func foresee(_ notebook: Notebook) { _ = NotebookProgram(notebook, parameters: []) }

  /// Runs a notebook; what an earlier run has already done is not done again.
  ///
  /// - Throws: `PlacedError` when cells cannot be run at all. Failures of cells are in the outcomes.
  package func run(
    _ notebook: Notebook, parameters: [Parameter], interrupt: Interrupt = Interrupt(),
    onEvent: (Event) -> Void = { _ in }
  ) throws -> Execution {
    let program = NotebookProgram(notebook, parameters: parameters)
    onEvent(.started(cells: notebook.cells.count))
    let values = Dictionary(parameters.map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 })
    let folder = Self.absolute(notebook.folder)
    do {
      try session.use(notebook.frontMatter.packages, in: folder, interrupt: interrupt) { onEvent(.building($0)) }
    } catch let error as any PlacedError {
      throw error.inFile(notebook.path)
    } catch is Interrupted {
      // The run below ends at once, too.
    }
    last = (values, folder)
    let (kept, key) = (keptRuns, keptRuns?.key(program.units, parameters: values, folder: folder))
    if let kept, let key, !interrupt.isRequested,
      let run = kept.recall(
        key, of: program.units, folder: folder, environment: session.configuration.environment)
    {
      return recalled(run, program, parameters, onEvent)
    }
    let known = SegmentRecord.read(of: notebook.path, in: session.cache.store)
    let result = try withoutActuallyEscaping(onEvent) { onEvent in
      try session.run(
        program.units, parameters: values, folder: folder, known: known, interrupt: interrupt
      ) { event in
        Self.pass(event, of: program, to: onEvent)
      }
    }
    SegmentRecord.write(session.known, of: notebook.path, in: session.cache.store)
    explanations = zip(program.sources, result.explanations).compactMap { source, explanation in
      guard case .cell(let index) = source, let explanation else { return nil }
      return Explanation(
        subject: notebook.cells[index].name, compilation: explanation.compilation, execution: explanation.execution)
    }
    for (source, outcome) in zip(program.sources, result.outcomes) where source == .parameters {
      if case .failed(let failure)? = outcome?.status, !result.wasInterrupted {
        let line = notebook.lines.firstIndex { $0.hasPrefix("params:") }.map { Position(line: $0 + 1) }
        throw ParametersError(ParametersReason(failure), file: notebook.path, position: line)
      }
    }
    var execution = execution(result.outcomes, program, parameters)
    execution.wasInterrupted = result.wasInterrupted
    execution.drew = result.footprints.contains { $0.map { !$0.draws.isEmpty || !$0.outside.isEmpty } ?? false }
    let changed = Set(result.footprints.compactMap { $0 }.flatMap { $0.changes.map(\.path) })
    execution.changedFiles = changed.map { String(decoding: $0.bytes, as: UTF8.self) }.sorted()
    execution.footprint = session.files.written(session.steps, from: folder)
    execution.traces = zip(result.footprints, result.outcomes).enumerated().map { index, unit in
      UnitTrace(unit.0, unit.1, mustFail: program.units[index].options.mustFail)
    }
    if let kept, let key, !result.wasInterrupted,
      let run = KeptRuns.run(
        session.steps, result.outcomes, execution.traces, execution.footprint,
        environment: session.configuration.environment)
    {
      kept.keep(run, key)
    }
    return execution
  }

  /// The runs that are kept on disk; nil where none are.
  private var keptRuns: KeptRuns? {
    guard session.configuration.keepsRuns else { return nil }
    return KeptRuns(store: session.cache.store, surroundings: surroundings)
  }

  /// What decides what any program gives next to its code, its values and what it looks at: the kit, the compiler, packages, and how the
  /// session runs units.
  package var surroundings: [String] {
    let configuration = session.configuration
    let program = FileSignature(LibraryLocation.currentProgram).map { "\($0)" } ?? ""
    return [
      "\(session.compiler.surroundings)", program, "\(configuration.keepGoing)",
      configuration.memoryLimit.map { "\($0)" } ?? "",
    ]
  }

  /// A run that was kept, as if it had happened now.
  private func recalled(
    _ run: KeptRuns.Run, _ program: NotebookProgram, _ parameters: [Parameter], _ onEvent: (Event) -> Void
  ) -> Execution {
    var execution = execution(run.outcomes, program, parameters)
    (execution.footprint, execution.traces) = (run.footprint, run.traces)
    explanations = []
    for case .cell(let index) in program.sources {
      let cell = program.notebook.cells[index]
      onEvent(.finished(cell, execution.outcomes[index]))
      explanations.append(
        Explanation(
          subject: cell.name, compilation: "taken from the cache",
          execution: "kept: nothing that it depends on has changed"))
    }
    return execution
  }

  /// What names mean above each cell of the notebook that ran last, and behind them all, for code that helps with
  /// typing there: as many as the run has come to.
  package func assistances(_ notebook: Notebook, parameters: [Parameter]) -> [Assistance] {
    let program = NotebookProgram(notebook, parameters: parameters)
    let compiler = session.compiler
    var found: [Assistance] = []
    var last = Scope()
    var imports: [String] = []
    for (source, step) in zip(program.sources, session.steps) {
      let scope = step.before.scope.importing(imports)
      if case .cell = source { found.append(Assistance(scope: scope, compiler: compiler)) }
      imports = step.aftermath.imports
      last = step.after.scope.importing(imports)
    }
    return found + [Assistance(scope: last, compiler: compiler)]
  }

  private static func pass(
    _ event: ProgramSession.Event, of program: NotebookProgram, to onEvent: (Event) -> Void
  ) {
    func cell(_ unit: Int) -> Cell? {
      if case .cell(let index) = program.sources[unit] { program.notebook.cells[index] } else { nil }
    }
    switch event {
    case .compiling(let unit):
      // While the parameters wait for the compiler, the first cell does, too.
      let waiting = program.sources[unit] == .parameters ? program.notebook.cells.first : cell(unit)
      if let waiting { onEvent(.compiling(waiting)) }
    case .running(let unit): if let cell = cell(unit) { onEvent(.running(cell)) }
    case .kernel(let unit, let event):
      guard let cell = cell(unit) else { return }
      if case .text(.error, let text) = event {
        onEvent(.kernel(cell, .text(.error, program.translate(text))))
      } else {
        onEvent(.kernel(cell, event))
      }
    case .finished(let unit, let outcome):
      guard let cell = cell(unit) else { return }
      onEvent(.finished(cell, CellOutcome(outcome, program)))
    }
  }

  private func execution(
    _ outcomes: [UnitOutcome?], _ program: NotebookProgram, _ parameters: [Parameter]
  ) -> Execution {
    let notebook = program.notebook
    var execution = Execution(
      notebook: notebook, parameters: parameters,
      outcomes: notebook.fates.map { CellOutcome(.init($0)) },
      inlines: notebook.inlines.map { _ in nil })
    for (index, exercise) in notebook.waitingInlines { execution.inlines[index] = .waiting(exercise: exercise) }
    for (index, source) in program.sources.enumerated() {
      guard let outcome = outcomes[index] else { continue }
      switch source {
      case .parameters: break
      case .cell(let cell): execution.outcomes[cell] = CellOutcome(outcome, program)
      case .inline(let inline): execution.inlines[inline] = Self.inlineOutcome(outcome, program)
      }
    }
    return execution
  }

  static func inlineOutcome(_ outcome: UnitOutcome, _ program: NotebookProgram) -> InlineOutcome {
    switch outcome.status {
    case .done: outcome.value.map { $0.markdown == nil ? .value($0.text) : .markup($0) } ?? .value("")
    case .failed(let failure): .failed(failure.map(program.position))
    }
  }
}
