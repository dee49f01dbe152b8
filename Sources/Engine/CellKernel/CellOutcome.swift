import CellCompiler
import Display
import Foundation
import NotebookDocument

/// Why a cell failed, with places in the notebook.
package typealias CellFailure = Failure<Position>

/// The outcome of a cell.
package struct CellOutcome: Hashable, Codable, Sendable {
  package enum Status: Hashable, Codable, Sendable {
    case done
    case failed(CellFailure)
    /// A cell above failed, or the run was stopped.
    case notRun
    /// `eval: false`, or a solution that is not needed.
    case skipped
    /// An exercise that is not done, with the hints in place of what is missing.
    case blank([String])
    /// It needs what an exercise is to define, which is not done.
    case waiting(exercise: String)

    /// What is known of a cell before it runs.
    package init(_ fate: CellFate) {
      switch fate {
      case .runs: self = .notRun
      case .skipped: self = .skipped
      case .blank(let hints): self = .blank(hints)
      case .waits(let exercise): self = .waiting(exercise: exercise)
      }
    }
  }

  package var status: Status
  /// In the order in which the cell produced them.
  package var outputs: [Output] = []
  package var warnings: [Diagnostic<Position>] = []
  /// Seconds that the compiler took; nil when the cell came from the cache.
  package var compileSeconds: Double?
  /// Seconds that the cell ran.
  package var runSeconds: Double = 0

  /// An outcome without outputs.
  package init(_ status: Status) { self.status = status }

  /// The outcome of the cell's unit, with the notebook's places.
  init(_ outcome: UnitOutcome, _ program: NotebookProgram) {
    switch outcome.status {
    case .done: status = .done
    case .failed(let failure): status = .failed(failure.map(program.position))
    }
    outputs = program.translate(outcome.outputs)
    warnings = outcome.warnings.map { $0.map(program.position) }
    (compileSeconds, runSeconds) = (outcome.compileSeconds, outcome.runSeconds)
  }
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
  /// Whether nothing has run: the code was only looked at.
  package var isForeseen = false
  /// Whether a cell drew what another run need not draw again: random bytes, the time.
  package var drew = false
  /// The files that cells changed, as absolute paths.
  package var changedFiles: [String] = []
  /// What the run has looked at and left.
  package var footprint = WrittenFootprint()
  /// For each unit of the notebook's program, how parameters reach it.
  package var traces: [UnitTrace] = []

  /// Whether anything has run, if only until it was stopped.
  package var hasRun: Bool {
    inlines.contains { $0 != nil }
      || outcomes.contains { outcome in
        switch outcome.status {
        case .notRun, .skipped, .blank, .waiting, .failed(.lacking): false
        case .failed(.interrupted): outcome.runSeconds > 0
        case .done, .failed: true
        }
      }
  }

  package init(
    notebook: Notebook, parameters: [Parameter], outcomes: [CellOutcome], inlines: [InlineOutcome?],
    wasInterrupted: Bool = false
  ) {
    (self.notebook, self.parameters, self.outcomes) = (notebook, parameters, outcomes)
    (self.inlines, self.wasInterrupted) = (inlines, wasInterrupted)
  }
}

/// The outcome of an inline expression.
package enum InlineOutcome: Hashable, Codable, Sendable {
  case value(String)
  /// A value that says of itself that it is Markdown or HTML.
  case markup(InlineValue)
  case failed(CellFailure)
  /// It needs what this exercise is to define, which is not done.
  case waiting(exercise: String)

  /// Whether there is a value.
  package var isValue: Bool {
    switch self {
    case .value, .markup: true
    case .failed, .waiting: false
    }
  }
}
