import CellKernel
import Display
import Drawings
import Figures
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import Reports
import Synchronization

import enum Basics.Parallel

/// Runs the states of one page and puts its parts together.
final class ExplorationRun: @unchecked Sendable {
  typealias State = PageStates.State

  private let explorer: Explorer
  private let controls: Controls
  /// That of the page at its start: what it has drawn, clocks and random numbers, all states have in common.
  private let runner: NotebookRunner
  private let shelf: FigureShelf
  private let interrupt: Interrupt
  private let onProgress: @Sendable (Explorer.Event) -> Void

  private let lock = NSLock()
  private var runs: [State: Execution] = [:]
  private var seconds: [State: Double] = [:]
  private var (finished, expected) = (0, 0)
  private var failure: (any Error)?
  /// For each cell and each expression, the controls that decide it.
  private var cells: [Set<Int>] = []
  private var inlines: [Set<Int>] = []
  /// The axes that the states of a figure share, by cell and figure.
  private var frames: [[CommonFrame?]] = []
  private var drawings: [DrawingKey: Result<FigureDrawing, FigureFailure>] = [:]

  /// More states than this take longer than anybody waits.
  private static let mostStates = 5000

  init(
    explorer: Explorer, controls: Controls, runner: NotebookRunner, shelf: FigureShelf, interrupt: Interrupt,
    onProgress: @escaping @Sendable (Explorer.Event) -> Void
  ) {
    (self.explorer, self.controls, self.runner) = (explorer, controls, runner)
    (self.shelf, self.interrupt, self.onProgress) = (shelf, interrupt, onProgress)
  }

  // MARK: Running

  /// Runs all states that the page needs, around the one that has run.
  ///
  /// - Throws: `ExplorationError`, `Interrupted`, what a run throws.
  func runStates(around base: Execution) throws {
    let reach = ParameterReach(base.notebook, parameters: base.parameters)
    runs[controls.start] = try shelving(base)
    var isSerial = base.drew || !base.changedFiles.isEmpty
    var byState = false
    while true {
      settle(reach.dependencies(runs.values.map(\.traces), byState: byState))
      let missing = try self.missing(order(reach.firstReaders(base.traces)))
      if missing.isEmpty {
        // What draws is another thing in each run; otherwise what depends on nothing else must be the same in all of them.
        if byState || runs.values.contains(where: \.drew) || isFactored() { break }
        byState = true
        continue
      }
      expected = finished + 2 * missing.count
      try run(missing, base.notebook, isSerial: isSerial)
      if !isSerial, runs.values.contains(where: { $0.drew || !$0.changedFiles.isEmpty }) {
        // Each draws for itself, or one has met what another has written: all of them again, one after the other.
        isSerial = true
        runs = runs.filter { $0.key == controls.start }
      }
    }
    // What the states have written, the first one has written again.
    if runs.values.contains(where: { !$0.changedFiles.isEmpty }) {
      _ = try runner.execute(base.notebook, parameters: base.parameters, interrupt: interrupt)
    }
  }

  private func settle(_ found: ParameterReach.Dependencies) {
    func indices(_ names: Set<String>) -> Set<Int> { Set(names.compactMap(controls.index)) }
    (cells, inlines) = (found.cells.map(indices), found.inlines.map(indices))
  }

  /// The controls, those first that are read first: the last one's values follow one another, and need the least to run again.
  private func order(_ readers: [String: Int]) -> [Int] {
    controls.explored.indices.sorted { left, right in
      let (first, second) = (
        readers[controls.explored[left].name] ?? .max, readers[controls.explored[right].name] ?? .max
      )
      return (first, left) < (second, right)
    }
  }

  /// The states that nothing has run for: for each set of controls that meet, all combinations of their values.
  private func missing(_ order: [Int]) throws -> [State] {
    var missing: [State] = []
    var seen = Set(runs.keys)
    let sets = Set(cells + inlines)
    for set in sets where !sets.contains(where: { $0.isStrictSuperset(of: set) }) {
      let count = set.reduce(1) { $0.multipliedReportingOverflow(by: controls.counts[$1]).partialValue }
      let isFar = set.reduce(1.0) { $0 * Double(controls.counts[$1]) } > 1e9
      if isFar || count > Self.mostStates { throw tooMany(set, isFar ? .max : count) }
      let states = PageStates.combinations(of: order.filter(set.contains), controls.counts, controls.start)
      for state in states where seen.insert(state).inserted { missing.append(state) }
    }
    return missing
  }

  private func tooMany(_ set: Set<Int>, _ states: Int) -> ExplorationError {
    let meeting = set.sorted().map {
      ExplorationReason.Cost(name: controls.explored[$0].name, values: controls.counts[$0], bytes: 0)
    }
    return ExplorationError(.tooMany(meeting, states: states, most: Self.mostStates))
  }

  private func run(_ states: [State], _ notebook: Notebook, isSerial: Bool) throws {
    let threads = isSerial ? 1 : max(1, min(explorer.jobs, states.count))
    let queue = StateQueue(states)
    Parallel.forEach(threads, threads: threads) { [self] worker in
      let runner =
        worker == 0
        ? runner
        : NotebookRunner(
          cacheFolder: explorer.cacheFolder, keepGoing: explorer.keepGoing, keepsRuns: self.runner.keepsRuns,
          environment: explorer.environment)
      // The page does not hold what the cells of a state have written.
      defer { if worker > 0 { runner.forget() } }
      work(queue) { state in
        let execution = try shelving(
          runner.execute(notebook, parameters: controls.parameters(at: state), interrupt: interrupt))
        if execution.wasInterrupted { throw Interrupted() }
        lock.withLock { runs[state] = execution }
      }
    }
    if let failure { throw failure }
  }

  /// Takes states from a queue until there are none, or something is wrong.
  private func work(_ queue: StateQueue, _ body: (State) throws -> Void) {
    while let state = queue.next() {
      do {
        if interrupt.isRequested { throw Interrupted() }
        let clock = ContinuousClock.now
        try body(state)
        let passed = (ContinuousClock.now - clock) / .seconds(1)
        let place = lock.withLock {
          seconds[state, default: 0] += passed
          finished += 1
          return (finished, max(expected, finished))
        }
        onProgress(.reached(place.0, of: place.1))
      } catch {
        queue.stop()
        lock.withLock { failure = failure ?? error }
      }
    }
  }

  private func shelving(_ execution: Execution) throws -> Execution {
    var execution = execution
    execution.outcomes = try execution.outcomes.map(shelf.shelving)
    return execution
  }

  /// Whether each part is the same in all states that differ in nothing on which it depends.
  private func isFactored() -> Bool {
    runs.allSatisfy { state, execution in
      let sameCells = execution.outcomes.indices.allSatisfy { index in
        let (own, other) = (
          execution.outcomes[index], runs[controls.restricted(state, to: cells[index])]?.outcomes[index]
        )
        return own.status == other?.status && own.outputs == other?.outputs
      }
      return sameCells
        && execution.inlines.indices.allSatisfy { index in
          execution.inlines[index] == runs[controls.restricted(state, to: inlines[index])]?.inlines[index]
        }
    }
  }

  // MARK: Parts

  /// What the runs looked at, each once, in order.
  var footprints: [[String]] { Set(runs.values.map(\.footprint.lines)).sorted { $0.lexicographicallyPrecedes($1) } }

  /// Whether the runs would give the same once more.
  var isSettled: Bool {
    runs.values.allSatisfy { run in
      !run.drew && run.changedFiles.isEmpty
        && zip(run.notebook.cells, run.outcomes).allSatisfy { cell, outcome in
          // What does not run by the notebook's own text is left out every time; a failure that nobody asked for may be one of time.
          switch outcome.status {
          case .done, .skipped, .blank, .waiting: true
          case .failed(let failure): failure.isMeant(by: cell.options)
          case .notRun: false
          }
        }
    }
  }

  /// All that came of the notebook in a state, put together of the runs that decide it.
  private func execution(at state: State) -> Execution {
    var execution = runs[controls.start]!
    execution.parameters = controls.parameters(at: state)
    for index in execution.outcomes.indices {
      execution.outcomes[index] = runs[controls.restricted(state, to: cells[index])]!.outcomes[index]
    }
    for index in execution.inlines.indices {
      execution.inlines[index] = runs[controls.restricted(state, to: inlines[index])]!.inlines[index]
    }
    return execution
  }

  /// The states of the page, drawn and cut.
  ///
  /// - Throws: `ExplorationError`, `Interrupted`.
  func pageStates(of report: Report, _ formulas: Formulas, as form: ExploredPage.Form) throws -> PageStates {
    frames = commonFrames()
    var states = PageStates(counts: controls.counts, start: controls.start)
    // The head shows each parameter, also one that nothing else depends on.
    let lines = controls.explored.indices.flatMap {
      PageStates.combinations(of: [$0], controls.counts, controls.start)
    }
    try add(Array(Set(lines).union(runs.keys)), to: &states, of: report, formulas, form)
    // Parameters that meet in a sentence and in no cell.
    var needed: Set<State> = []
    for place in states.aligned.places {
      let set = Set(place.controls)
      let count = place.controls.reduce(1.0) { $0 * Double(controls.counts[$1]) }
      if count > Double(Self.mostStates) { throw tooMany(set, count > 1e9 ? .max : Int(count)) }
      for state in states.states(of: place) where !states.has(state) { needed.insert(state) }
    }
    if !needed.isEmpty { try add(Array(needed), to: &states, of: report, formulas, form) }
    return states.aligned
  }

  private func add(
    _ keys: [State], to states: inout PageStates, of report: Report, _ formulas: Formulas, _ form: ExploredPage.Form
  ) throws {
    let keys = keys.sorted { $0.lexicographicallyPrecedes($1) }
    let queue = StateQueue(keys)
    expected = finished + keys.count
    let made = Mutex([State: [String]]())
    let threads = max(1, min(explorer.jobs, keys.count))
    Parallel.forEach(threads, threads: threads) { [self] _ in
      work(queue) { state in
        let slices = ExploredPage.slices(of: self.report(at: state, of: report), formulas: formulas, as: form)
        made.withLock { $0[state] = slices }
      }
    }
    if let failure { throw failure }
    let slices = made.withLock { $0 }
    for key in keys { if let slices = slices[key] { states.add(slices, at: key) } }
  }

  /// The report of a state.
  func report(at state: State, of base: Report) -> Report {
    let execution = execution(at: state)
    var drawn: [Int: [Result<FigureDrawing, FigureFailure>]] = [:]
    for (index, cell) in execution.notebook.cells.enumerated() {
      let figures = execution.outcomes[index].pictures
      if !figures.isEmpty { drawn[index] = draw(figures, index, cell) }
    }
    var builder = ReportBuilder(execution, drawings: drawn)
    var report = builder.build()
    (report.folder, report.citations) = (base.folder, base.citations)
    (report.elsewhere, report.attribute) = (base.elsewhere, base.attribute)
    return report
  }

  private func draw(_ figures: [MIMEBundle], _ index: Int, _ cell: Cell) -> [Result<FigureDrawing, FigureFailure>] {
    var drawer = runner.drawer
    drawer.interrupt = interrupt
    let isRow = (cell.options.layoutColumns ?? 1) > 1 && figures.count > 1
    let whole = isRow ? figures.map { (try? shelf.taken($0)) ?? $0 } : []
    let heights = isRow ? FigureDrawer.rowHeights(of: whole, options: cell.options) : figures.map { _ in nil }
    return figures.enumerated().map { number, bundle in
      let key = DrawingKey(cell: index, number: number, count: figures.count, height: heights[number], bundle: bundle)
      if let known = lock.withLock({ drawings[key] }) { return known }
      let result = Result<FigureDrawing, FigureFailure>(catchingFigure: {
        var drawing = try drawer.draw(
          try shelf.taken(bundle), label: cell.figureName(number, of: figures.count), index: number, of: figures.count,
          options: cell.options, height: heights[number],
          frame: frames[index].indices.contains(number) ? frames[index][number] : nil, formats: ["svg"])
        // A page needs no files.
        drawing.files = [:]
        return drawing
      })
      lock.withLock { drawings[key] = result }
      return result
    }
  }

  /// For each figure of each cell the axes that hold all its states; nil where they cannot be shared.
  private func commonFrames() -> [[CommonFrame?]] {
    cells.indices.map { index in
      let shown = runs.values.map { $0.outcomes[index].pictures }
      return (0..<(shown.map(\.count).max() ?? 0)).map { number in
        let frames = shown.filter { $0.indices.contains(number) }.compactMap { shelf.frame(of: $0[number]) }
        guard let first = frames.first else { return nil }
        return frames.dropFirst().reduce(CommonFrame?.some(first)) { $0?.union($1) }
      }
    }
  }

  // MARK: Costs

  /// What the controls have cost.
  func costs(_ states: PageStates, bytes: Int) -> Explorer.Costs {
    let shares = controls.explored.indices.map { index in
      let others = Set(controls.explored.indices).subtracting([index])
      let without = states.page(controls.shown, only: others)?.size ?? 0
      let time = seconds.filter { $0.key[index] != controls.start[index] }.values.reduce(0, +)
      return Explorer.Costs.Share(
        name: controls.explored[index].name, values: controls.counts[index], seconds: time,
        bytes: max(bytes - without, 0))
    }
    return Explorer.Costs(states: runs.count, bytes: bytes, shares: shares)
  }
}

/// Which picture of which cell, and of which data.
private struct DrawingKey: Hashable {
  var cell: Int
  var number: Int
  var count: Int
  var height: Double?
  var bundle: MIMEBundle
}

/// States that nobody works on yet, for several threads.
private final class StateQueue: Sendable {
  private let rest: Mutex<ArraySlice<PageStates.State>>

  init(_ states: [PageStates.State]) { rest = Mutex(states[...]) }

  func next() -> PageStates.State? { rest.withLock { $0.popFirst() } }
  func stop() { rest.withLock { $0 = [] } }
}
