import CellCompiler
import Display
import Foundation
import NotebookDocument
import Surroundings

/// What happens while a notebook runs.
package enum Event: Sendable {
  /// Execution begins; so many cells are there.
  case started(cells: Int)
  /// A cell waits for the compiler.
  case compiling(Cell)
  case running(Cell)
  case output(Cell, String)
  case finished(Cell, CellOutcome)
}

/// All that came of running a notebook.
package struct Execution: Sendable {
  package var notebook: Notebook
  /// With the values that were used.
  package var parameters: [Parameter]
  /// One for each cell.
  package var outcomes: [CellOutcome]
  /// One for each inline expression; nil where it did not run.
  package var inlines: [InlineOutcome?]
  /// Whether the run was stopped from outside.
  package var wasInterrupted = false

  package init(
    notebook: Notebook, parameters: [Parameter], outcomes: [CellOutcome], inlines: [InlineOutcome?],
    wasInterrupted: Bool = false
  ) {
    self.notebook = notebook
    self.parameters = parameters
    self.outcomes = outcomes
    self.inlines = inlines
    self.wasInterrupted = wasInterrupted
  }
}

/// What came of an inline expression.
package enum InlineOutcome: Hashable, Codable, Sendable {
  case value(String)
  case failed(CellFailure)
}

/// Runs a notebook, and runs it again after an edit from the first cell that the edit concerns.
///
/// The process after each cell is kept, so that execution goes on from there with exactly the state that running from the
/// top would give. Not thread-safe: one run at a time.
package final class Session {
  /// How a session works.
  package struct Configuration: Sendable {
    package var toolchain: Toolchain
    package var libraries: LibraryLocation
    /// The folder of compiled cells; the user's when nil.
    package var cacheFolder: String?
    /// Whether the cells after a failed one run, from the state before it.
    package var keepGoing = false
    /// How many checkpoints follow one another before cheap cells run without one; fewer take less memory, more make an
    /// edit far down in a long notebook a little faster.
    package var freeForks = 64

    /// A configuration with the toolchain on the path and the libraries beside the program.
    ///
    /// - Throws: `NotebookError` that says what is missing.
    package init(cacheFolder: String? = nil) throws {
      toolchain = try Toolchain.find()
      libraries = try LibraryLocation.beside()
      self.cacheFolder = cacheFolder
    }
  }

  /// A unit that has run, with the state after it.
  private struct Step {
    var key: ContentHash
    /// Nil for a unit that does not compile.
    var compiled: CompiledUnit?
    /// The state after the unit; after a failure, the state before it.
    var checkpoint: Checkpoint
    var end: StepResult
    var inputs: [InputFile]
    /// Whether the unit ended as it should, so that an unchanged unit need not run again.
    var isReusable: Bool
  }

  private enum StepResult {
    case cell(CellOutcome)
    case inlines([InlineOutcome])
    case parameters
  }

  private let configuration: Configuration
  private let cache: CompileCache
  private var root: Checkpoint?
  private var rootFolder: String?
  /// A host that has been started and not yet been heard of.
  private var starting: (host: Checkpoint, folder: String)?
  private var steps: [Step] = []
  /// For each cell of the last run, what was compiled and run again, and why.
  package private(set) var explanations: [Explanation] = []

  /// A session without a notebook yet.
  package init(_ configuration: Configuration) {
    self.configuration = configuration
    cache = CompileCache(folder: configuration.cacheFolder)
  }

  /// Starts the process in which the cells of a notebook in this folder will run, so that it loads its libraries while
  /// the notebook is read. Without it, `run` starts the process.
  ///
  /// - Throws: `NotebookError` when it cannot be started.
  package func prepare(folder: String) throws {
    guard root?.isAlive != true || rootFolder != folder, starting?.folder != folder else { return }
    starting = (
      try Checkpoint.start(configuration.libraries, toolchain: configuration.toolchain, folder: folder), folder
    )
  }

  /// Runs a notebook; what an earlier run has already done is not done again.
  ///
  /// - Throws: `NotebookError` when cells cannot be run at all. Failures of cells are in the outcomes.
  package func run(
    _ notebook: Notebook, parameters: [Parameter], interrupt: Interrupt = Interrupt(),
    onEvent: (Event) -> Void = { _ in }
  ) throws -> Execution {
    let locator = Locator(notebook: notebook, toolchain: configuration.toolchain)
    let units = SourceGenerator.units(of: notebook, parameters: parameters)
    let compiler = UnitCompiler(
      toolchain: configuration.toolchain, libraries: configuration.libraries, cache: cache)
    let cells = notebook.cells
    let keepGoing = configuration.keepGoing
    let ahead = CompileAhead(units, with: compiler) { unit in
      if keepGoing { return true }
      switch unit.kind {
      case .cell(let index): return cells[index].options.error
      case .inlines: return true
      case .parameters: return false
      }
    }
    defer { ahead.stop() }
    if root?.isAlive != true || rootFolder != notebook.folder {
      steps = []
      try prepare(folder: notebook.folder)
      (root, rootFolder) = (nil, nil)
      let host = starting!.host
      starting = nil
      try host.awaitReadiness(configuration.libraries)
      (root, rootFolder) = (host, notebook.folder)
    }
    var execution = Execution(
      notebook: notebook, parameters: parameters,
      outcomes: notebook.cells.map { CellOutcome($0.options.eval ? .notRun : .skipped) },
      inlines: notebook.inlines.map { _ in nil })
    onEvent(.started(cells: cells.count))
    let before = RunRecord.read(of: notebook.path, in: cache.folder) ?? RunRecord(units: [:])
    var record = RunRecord(units: [:])
    defer { record.write(of: notebook.path, in: cache.folder) }
    explanations = []
    var whyRun = steps.isEmpty ? "ran: nothing had run before" : "ran: it is new"
    var reusing = true
    for (index, unit) in units.enumerated() {
      if interrupt.isRequested {
        execution.wasInterrupted = true
        break
      }
      let cell = unit.cellIndex.map { cells[$0] }
      if let cell, !ahead.isReady(index) { onEvent(.compiling(cell)) }
      let compiled: CompiledUnit
      do {
        compiled = try ahead.wait(for: index)
      } catch let failure as CompileFailure {
        discardSteps(from: index, &reusing)
        if cell == nil {
          // The expressions between two cells compile together: blame those that the compiler names.
          for inline in unit.inlineIndices {
            let own = failure.diagnostics.filter { $0.file == CellUnitNames.file(inline: inline + 1) }
            if own.isEmpty { continue }
            execution.inlines[inline] = .failed(.compile(locator.diagnostics(CompileFailure(diagnostics: own))))
          }
          steps.append(placeholder(after: index, .parameters))
          continue
        }
        var outcome = CellOutcome(.failed(.compile(locator.diagnostics(failure))))
        let goesOn = settle(&outcome, unit, notebook, &execution)
        if let cell { onEvent(.finished(cell, outcome)) }
        steps.append(placeholder(after: index, .cell(outcome)))
        if goesOn || keepGoing { continue }
        break
      }
      record.units[unit.module] = compiled.ingredients
      func explain(_ execution: String) {
        guard let cell else { return }
        explanations.append(
          Explanation(subject: cell.name, compilation: before.compilation(of: compiled), execution: execution))
      }
      if reusing, index < steps.count, steps[index].isReusable, steps[index].key == compiled.key,
        !haveChanged(steps[index].inputs)
      {
        self.record(steps[index].end, unit, &execution)
        explain("kept: nothing that it depends on has changed")
        if let cell, case .cell(let outcome) = steps[index].end { onEvent(.finished(cell, outcome)) }
        continue
      }
      if reusing, index < steps.count { whyRun = reason(steps[index], compiled) }
      explain(whyRun)
      discardSteps(from: index, &reusing)
      if cell != nil { whyRun = "ran: a cell above it ran" }
      let threadsBefore = state(before: index).threads
      if let cell { onEvent(.running(cell)) }
      let timeout = cell?.options.timeout ?? notebook.frontMatter.timeout
      rebuildState(before: index, notebook, interrupt)
      let run = UnitRun.run(
        compiled, from: state(before: index), inPlace: runsInPlace(unit, index, notebook), timeout: timeout,
        interrupt: interrupt
      ) { bytes in
        if let cell { onEvent(.output(cell, String(decoding: bytes, as: UTF8.self))) }
      }
      let (result, checkpoint) = evaluate(run, compiled, timeout: timeout, locator)
      if case .interrupted = run.end { execution.wasInterrupted = true }
      if cell != nil, threadsBefore == 1, let checkpoint, !checkpoint.isForkable {
        explanations[explanations.count - 1].execution += "; it left threads, so there is no checkpoint after it"
      }
      switch result {
      case .cell(var outcome):
        outcome.compileSeconds = compiled.seconds
        outcome.warnings = locator.diagnostics(
          CompileFailure(diagnostics: compiled.warnings.map { (unit.fileName, $0) }))
        let goesOn = settle(&outcome, unit, notebook, &execution)
        let after = outcome.status == .done && checkpoint != nil ? checkpoint! : state(before: index)
        steps.append(
          Step(
            key: compiled.key, compiled: compiled, checkpoint: after, end: .cell(outcome), inputs: outcome.inputs,
            isReusable: goesOn))
        if let cell { onEvent(.finished(cell, outcome)) }
        if !goesOn && !keepGoing { return execution }
      case .inlines, .parameters:
        // Inline expressions are looked at, not lived through: the state goes on as it was before them.
        let isParameters = unit.kind == .parameters
        let after = isParameters || !state(before: index).isForkable ? checkpoint : nil
        steps.append(
          Step(
            key: compiled.key, compiled: compiled, checkpoint: after ?? state(before: index), end: result, inputs: [],
            isReusable: true))
        self.record(result, unit, &execution)
      }
      if execution.wasInterrupted { break }
    }
    return execution
  }

  // MARK: State

  /// The state after the unit before this one.
  private func state(before index: Int) -> Checkpoint { index == 0 ? root! : steps[index - 1].checkpoint }

  private func discardSteps(from index: Int, _ reusing: inout Bool) {
    reusing = false
    if steps.count > index { steps.removeSubrange(index...) }
  }

  private func placeholder(after index: Int, _ end: StepResult) -> Step {
    Step(
      key: ContentHash(["failed"]), compiled: nil, checkpoint: state(before: index), end: end, inputs: [],
      isReusable: false)
  }

  /// Makes sure that a unit can be run from the state before it.
  ///
  /// A process with several threads cannot be forked, and after many forks cheap cells run without one: the next cell ran
  /// in it, and the state before that cell is gone. Then the units since the last process that is as it was run once more, unseen.
  private func rebuildState(before index: Int, _ notebook: Notebook, _ interrupt: Interrupt) {
    guard !state(before: index).isUsable else { return }
    guard let first = (0..<index).last(where: { state(before: $0).isUsable }) else { return }
    for past in first..<index {
      let before = state(before: past)
      guard let compiled = steps[past].compiled, leavesState(steps[past], after: before) else {
        steps[past].checkpoint = before
        continue
      }
      let timeout =
        compiled.unit.cellIndex.flatMap { notebook.cells[$0].options.timeout } ?? notebook.frontMatter.timeout
      let run = UnitRun.run(
        compiled, from: before, inPlace: runsInPlace(compiled.unit, past, notebook), timeout: timeout,
        interrupt: interrupt)
      if case .done(let after) = run.end {
        steps[past].checkpoint = after
      } else {
        steps[past].checkpoint = before
      }
    }
  }

  /// Whether the state after a unit is another than the one before it: a failed cell leaves none, and inline expressions
  /// are run in a fork that is dropped, where there can be one.
  private func leavesState(_ step: Step, after before: Checkpoint) -> Bool {
    switch step.end {
    case .cell(let outcome): outcome.status == .done
    case .inlines: !before.isForkable
    case .parameters: true
    }
  }

  /// Whether a unit runs in the process that holds the state before it: not one that must fail or that is only looked at.
  private func runsInPlace(_ unit: CellUnit, _ index: Int, _ notebook: Notebook) -> Bool {
    guard let cell = unit.cellIndex, !notebook.cells[cell].options.error else { return false }
    return state(before: index).history.allowsRunningInPlace(freeForks: configuration.freeForks)
  }

  private func haveChanged(_ inputs: [InputFile]) -> Bool {
    inputs.contains { input in
      // Cells run in the notebook's folder: that is what their paths are relative to.
      let path = input.path.hasPrefix("/") ? input.path : "\(rootFolder ?? ".")/\(input.path)"
      guard let data = FileManager.default.contents(atPath: path) else { return true }
      return InputFile(path: input.path, contentHash: InputHash.hash(data)) != input
    }
  }

  private func reason(_ step: Step, _ compiled: CompiledUnit) -> String {
    if !step.isReusable { return "ran: it failed before" }
    if step.key != compiled.key { return "ran: its code, or what it uses, has changed" }
    let changed = step.inputs.filter { haveChanged([$0]) }.map(\.path)
    return "ran: \(changed.joined(separator: ", ")) changed"
  }

  // MARK: Results

  /// Decides whether a cell ended as it should, and writes it down. Whether execution goes on.
  private func settle(
    _ outcome: inout CellOutcome, _ unit: CellUnit, _ notebook: Notebook, _ execution: inout Execution
  ) -> Bool {
    guard let index = unit.cellIndex else { return true }
    var goesOn = outcome.status == .done
    if notebook.cells[index].options.error {
      switch outcome.status {
      case .failed(.interrupted): goesOn = false
      case .failed: goesOn = true
      default:
        outcome.status = .failed(.didNotFail)
        goesOn = false
      }
    }
    execution.outcomes[index] = outcome
    return goesOn
  }

  private func record(_ result: StepResult, _ unit: CellUnit, _ execution: inout Execution) {
    switch result {
    case .cell(let outcome): if let index = unit.cellIndex { execution.outcomes[index] = outcome }
    case .inlines(let values):
      for (index, value) in zip(unit.inlineIndices, values) { execution.inlines[index] = value }
    case .parameters: break
    }
  }

  /// What a run means for the report, and the state after it where there is one.
  private func evaluate(
    _ run: UnitRun, _ compiled: CompiledUnit, timeout: Double, _ locator: Locator
  ) -> (StepResult, Checkpoint?) {
    var collector = run.collector
    var outputs = collector.finish().map { output in
      if case .errorText(let text) = output { Output.errorText(locator.translate(text)) } else { output }
    }
    var checkpoint: Checkpoint?
    let status: CellOutcome.Status
    switch run.end {
    case .done(let after):
      checkpoint = after
      status = .done
    case .threw(let frames):
      let error = collector.error ?? CellError(type: "Error", message: "an error without a description")
      status = .failed(.threw(error, trace: locator.trace(frames)))
    case .crashed(let signal, let frames):
      let message = Locator.fatalMessage(in: &outputs)
      status = .failed(.crashed(signal: signal, message: message, trace: locator.trace(frames)))
    case .exited(let code): status = .failed(.exited(status: code))
    case .timedOut(let frames): status = .failed(.timedOut(seconds: timeout, trace: locator.trace(frames)))
    case .interrupted(let frames): status = .failed(.interrupted(trace: locator.trace(frames)))
    case .notLoaded(let why): status = .failed(.notLoaded(why))
    case .lost(let signal): status = .failed(.lost(signal: signal))
    }
    switch compiled.unit.kind {
    case .parameters: return (.parameters, checkpoint)
    case .inlines(let indices):
      if case .failed(let failure) = status {
        let values = collector.inlineValues.map(InlineOutcome.value)
        return (.inlines((values + indices.map { _ in .failed(failure) }).prefix(indices.count).map { $0 }), nil)
      }
      return (.inlines(collector.inlineValues.map(InlineOutcome.value)), checkpoint)
    case .cell:
      var outcome = CellOutcome(status)
      outcome.outputs = outputs
      outcome.inputs = collector.inputs
      outcome.runSeconds = run.seconds
      return (.cell(outcome), checkpoint)
    }
  }
}

/// The hash by which an input file is recognised: FNV-1a, 64 bit, which the library's readers report.
package enum InputHash {
  package static func hash(_ data: Data) -> String {
    let hash = data.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension CellUnit {
  fileprivate var cellIndex: Int? { if case .cell(let index) = kind { index } else { nil } }
  fileprivate var inlineIndices: Range<Int> { if case .inlines(let indices) = kind { indices } else { 0..<0 } }
}
