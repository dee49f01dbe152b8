import CellKernel
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import Reports

import enum Basics.Parallel

/// Runs a notebook and gives its page controls for the parameters that it explores.
///
/// The states of the page are runs of the notebook with other values: the same session goes on from the checkpoint before the first
/// cell that reads what has changed. Parameters are combined only where they meet, in a cell or in what it rests on
/// (``ParameterReach``).
package struct Explorer: Sendable {
  /// How many bytes the controls may add to a page; what the notebook says, or ``usualLimit``, when nil.
  package var limit: Int?
  /// The folder of compiled cells; the user's cache when nil.
  package var cacheFolder: String?
  package var keepGoing = false
  package var environment = ProcessInfo.processInfo.environment
  /// How many states run at the same time.
  package var jobs = Parallel.processors

  /// 3 MB: a page that can be sent by mail.
  package static let usualLimit = 3_000_000

  package init() {}

  /// How far it is, and the outcome of it.
  package enum Event: Sendable {
    /// How many states are finished, and how many there are to run and to draw.
    case reached(Int, of: Int)
    case finished(Costs)
  }

  /// What the controls cost.
  package struct Costs: Codable, Sendable {
    /// What one control costs: what is spared without it.
    package struct Share: Codable, Sendable {
      package var name: String
      /// How many values it has.
      package var values: Int
      /// Seconds that the states at another value than its first took, those of all threads together.
      package var seconds: Double
      package var bytes: Int
    }

    /// How often the notebook ran, or parts of it.
    package var states: Int
    package var bytes: Int
    package var shares: [Share]
  }

  /// Runs a notebook and writes its results, the page with controls where the notebook asks for them.
  ///
  /// - Throws: What ``NotebookRunner/run(_:interrupt:onEvent:)`` throws.
  package func run(
    _ request: NotebookRunner.Request, with runner: NotebookRunner, interrupt: Interrupt = Interrupt(),
    onEvent: (CellKernel.Event) -> Void = { _ in }, onProgress: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> NotebookRunner.Result {
    try runner.runAndReport(
      request, interrupt: interrupt, onEvent: onEvent,
      page: { report, formulas in
        try page(of: report, formulas, as: .page, with: runner, interrupt: interrupt, onProgress: onProgress)
      },
      slides: { report, formulas in
        try page(
          of: report, formulas, as: .slides, with: runner, interrupt: interrupt,
          onProgress: { if case .reached = $0 { onProgress($0) } })
      }
    ).1
  }

  /// The page of a report, or its slides, with its controls; nil where it has none.
  private func page(
    of report: Report, _ formulas: Formulas, as form: ExploredPage.Form, with runner: NotebookRunner,
    interrupt: Interrupt,
    onProgress: @escaping @Sendable (Event) -> Void
  ) throws -> String? {
    guard hasControls(report) else { return nil }
    let kept = try KeptPages(self, report, formulas, runner, as: form)
    if let (page, costs) = kept?.find() {
      onProgress(.finished(costs))
      return page
    }
    guard
      let explored = try explored(
        report, formulas, as: form, with: runner, interrupt: interrupt, onProgress: onProgress)
    else { return nil }
    let text = explored.page.text(of: explored.start, formulas: formulas, as: form)
    kept?.keep(text, of: explored)
    return text
  }

  /// The outcome of the states of a page.
  package struct Explored {
    package var page: ExploredPage
    /// The report at the state at which the page begins.
    package var start: Report
    /// What the runs behind the page looked at, each as a footprint that was written down.
    package var footprints: [[String]]
    package var costs: Costs
    /// Whether the states would be the same in another run.
    var isSettled: Bool
  }

  /// The states of a report's page; nil where it has no controls.
  ///
  /// - Throws: `ExplorationError` where they would be too large, `Interrupted`, what a run throws.
  package func explored(
    _ report: Report, _ formulas: Formulas, as form: ExploredPage.Form = .page, with runner: NotebookRunner,
    interrupt: Interrupt,
    onProgress: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> Explored? {
    guard hasControls(report) else { return nil }
    let notebook = report.notebook
    let controls = Controls(notebook, report.execution.parameters)
    let shelf = try FigureShelf()
    let run = ExplorationRun(
      explorer: self, controls: controls, runner: runner, shelf: shelf, interrupt: interrupt, onProgress: onProgress)
    try run.runStates(around: report.execution)
    let states = try run.pageStates(of: report, formulas, as: form)
    guard let page = states.page(controls.shown) else { return nil }
    let size = page.size
    let costs = run.costs(states, bytes: size)
    onProgress(.finished(costs))
    let limit = limit ?? notebook.frontMatter.exploreLimit ?? Self.usualLimit
    guard size <= limit else { throw ExplorationError(.tooLarge(costs.sized, limit: limit), file: notebook.path) }
    return Explored(
      page: page, start: run.report(at: controls.start, of: report), footprints: run.footprints, costs: costs,
      isSettled: run.isSettled)
  }

  private func hasControls(_ report: Report) -> Bool {
    !report.notebook.frontMatter.explored.isEmpty && Self.isWorthwhile(report.execution)
  }

  /// Whether other values could give anything: what does not compile, compiles for none.
  private static func isWorthwhile(_ execution: Execution) -> Bool {
    !execution.wasInterrupted
      && !zip(execution.notebook.cells, execution.outcomes).contains { cell, outcome in
        if case .failed(.compile) = outcome.status { !cell.options.error } else { false }
      }
  }
}

/// The controls of a page, and what their positions mean.
struct Controls: Sendable {
  let explored: [ExploredParameter]
  let values: [[ParameterValue]]
  /// Where the page begins.
  let start: PageStates.State
  private let parameters: [Parameter]

  init(_ notebook: Notebook, _ parameters: [Parameter]) {
    self.parameters = parameters
    explored = notebook.frontMatter.explored
    let begun = explored.map { explored in parameters.first { $0.name == explored.name }!.value }
    values = zip(explored, begun).map { $0.values(with: $1) }
    start = zip(values, begun).map { $0.firstIndex(of: $1)! }
  }

  var counts: [Int] { values.map(\.count) }

  func index(_ name: String) -> Int? { explored.firstIndex { $0.name == name } }

  /// All parameters in a state.
  func parameters(at state: PageStates.State) -> [Parameter] {
    parameters.map { parameter in
      guard let index = index(parameter.name) else { return parameter }
      return Parameter(name: parameter.name, value: values[index][state[index]])
    }
  }

  /// The state with these controls as they are, and the others at the start.
  func restricted(_ state: PageStates.State, to controls: Set<Int>) -> PageStates.State {
    state.indices.map { controls.contains($0) ? state[$0] : start[$0] }
  }

  /// As the page has them.
  var shown: [ExploredPage.Control] {
    explored.indices.map { index in
      let parameter = explored[index]
      return ExploredPage.Control(
        name: parameter.name, label: parameter.label, unit: parameter.unit, kind: parameter.control,
        values: values[index].map(\.description), start: start[index])
    }
  }
}
