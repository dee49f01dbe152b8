import CellCompiler
import Foundation
import NotebookDocument
import Processes

/// A history without a file: cells are appended and run one after another, each from the state that the ones before
/// it left. If a cell fails, only its imports remain: the next cell starts from the state before it, and a
/// missing name's message says which cell should have defined it.
///
/// What has run stays as it came, whatever has changed around it since. Not thread-safe.
package final class History {
  /// The outcome of a cell.
  package struct Result: Sendable {
    package var outcome: UnitOutcome
    /// Names the cell in places: messages of the compiler, traces, words of the runtime.
    package var file: String
    /// What of the cells before it could not stay as it came; cells by their number, the first one being 0.
    package var disturbances: [ProgramSession.Disturbance]
    /// The import declarations that stay of a cell that failed.
    package var keptImports: [String] = []
  }

  let session: ProgramSession
  private let folder: String
  private var program: [CodeUnit] = []
  /// What cells have read as standard input.
  private var answers: [Int: String] = [:]
  private var parameters: [Parameter] = []
  /// How many cells have been requested: the same code sent twice is two cells.
  private var count = 0
  /// What cells that failed mean for the ones to come.
  private var aftermath = Aftermath()

  /// An empty history whose cells run in this folder.
  ///
  /// - Parameter parameters: what the constant `params` holds in all cells; there is no such constant without any.
  /// - Throws: `PlacedError` when the process cannot be started.
  package init(_ configuration: SessionConfiguration, folder: String, parameters: [Parameter] = []) throws {
    session = try ProgramSession(configuration)
    self.folder = folder
    _ = declare(parameters)
    try session.prepare(folder: folder)
  }

  /// Declares what the constant `params` holds, where nothing has run yet and nothing is declared.
  ///
  /// - Returns: whether it is declared now.
  package func declare(_ parameters: [Parameter]) -> Bool {
    guard program.isEmpty, !parameters.isEmpty else { return false }
    self.parameters = parameters
    program = [CodeUnit(.parameters, code: ParameterDeclaration.source(of: parameters))]
    return true
  }

  /// Has the packages built whose modules cells may import, where nothing has run yet.
  ///
  /// - Parameter folder: From which paths of packages are seen.
  /// - Throws: `PlacedError`, `Interrupted`.
  package func use(
    _ packages: [PackageRequirement], in folder: String, interrupt: Interrupt, onBuild: ([String]) -> Void
  ) throws {
    guard program.allSatisfy({ $0.role == .parameters }) else { return }
    try session.use(packages, in: folder, interrupt: interrupt, onBuild: onBuild)
  }

  /// Runs a cell behind those that have run.
  ///
  /// - Parameters:
  ///   - input: what the cell reads as standard input; nothing when negative.
  ///   - answers: called when the cell is over, for what it was given to read, should it have to run again.
  ///   - foreseen: the cells that will probably come next, in their order: they are compiled while this one runs.
  /// - Throws: `PlacedError` when cells cannot be run at all. The cell's own failure is in the outcome.
  package func run(
    _ code: String, options: CodeUnit.Options = CodeUnit.Options(), interrupt: Interrupt = Interrupt(),
    input: Int32 = -1, answers: () -> String = { "" }, foreseen: [(code: String, options: CodeUnit.Options)] = [],
    onEvent: @escaping (KernelEvent) -> Void = { _ in }
  ) throws -> Result {
    let unit = CodeUnit(.cell, code: code, options: options, occurrence: count)
    count += 1
    let next = foreseen.enumerated().map { offset, cell in
      CodeUnit(.cell, code: cell.code, options: cell.options, occurrence: count + offset)
    }
    var result = try run(unit, interrupt, input, next, onEvent)
    // For a cell that must fail nothing stays.
    if unit.leavesNothing { return result }
    switch result.outcome.status {
    case .done:
      let answer = answers()
      if !answer.isEmpty { self.answers[program.count] = answer }
      append(unit)
    case .failed(.interrupted), .failed(.lost): break
    case .failed:
      aftermath.add(failed: unit, imports: [])
      result.keptImports = try keepImports(of: unit, interrupt)
    }
    return result
  }

  private func append(_ unit: CodeUnit) {
    program.append(unit)
    aftermath.add(done: unit)
  }

  /// Runs the imports of a cell that failed as their own cell, as far as they hold and are new.
  private func keepImports(of unit: CodeUnit, _ interrupt: Interrupt) throws -> [String] {
    let imports = session.compiler.importsThatHold(of: unit, in: assistance.scope, interrupt: interrupt)
    guard !imports.isEmpty else { return [] }
    let kept = CodeUnit(.cell, code: imports.joined(separator: "\n") + "\n", options: .init(), occurrence: count)
    count += 1
    guard case .done = try run(kept, interrupt, -1, [], { _ in }).outcome.status else { return [] }
    append(kept)
    return imports
  }

  /// The name under which compiler and runtime will know the cell that is run next, if it is this one.
  package func fileName(of code: String, options: CodeUnit.Options) -> String {
    CodeUnit(.cell, code: code, options: options, occurrence: count).fileName
  }

  /// The value of an expression in the present state, as text. Nothing stays of it.
  ///
  /// - Throws: `PlacedError` when cells cannot be run at all. The expression's own failure is in the outcome.
  package func evaluate(_ expression: String, timeout: Double, interrupt: Interrupt = Interrupt()) throws -> Result {
    let unit = CodeUnit(.expression, code: expression, options: .init(timeout: timeout), occurrence: count)
    count += 1
    return try run(unit, interrupt, -1, [], { _ in })
  }

  private func run(
    _ unit: CodeUnit, _ interrupt: Interrupt, _ input: Int32, _ foreseen: [CodeUnit],
    _ onEvent: @escaping (KernelEvent) -> Void
  ) throws -> Result {
    let last = program.count
    let values = Dictionary(parameters.map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 })
    let result = try session.run(
      program + [unit], parameters: values, folder: folder, interrupt: interrupt, input: input, answers: answers,
      foreseen: foreseen, behind: aftermath, onlyLooks: unit.role == .expression,
      // What is made again for this unit is not its own.
      onEvent: { if case .kernel(last, let event) = $0 { onEvent(event) } })
    let first = parameters.isEmpty ? 0 : 1
    let disturbances = result.disturbances.map { disturbance -> ProgramSession.Disturbance in
      guard case .gaveSomethingElse(let index) = disturbance else { return disturbance }
      return .gaveSomethingElse(index - first)
    }
    let outcome = result.outcomes[last] ?? UnitOutcome(.failed(whyNotReached(result)))
    return Result(outcome: outcome, file: unit.fileName, disturbances: disturbances)
  }

  /// Why the last unit has not run.
  private func whyNotReached(_ result: ProgramSession.Result) -> Failure<UnitPosition> {
    for case let outcome? in result.outcomes {
      if case .failed(let failure) = outcome.status, !result.wasInterrupted {
        return .notLoaded("the state before it is gone, and a cell above that makes it fails now: \(failure.message)")
      }
    }
    return .interrupted(trace: [])
  }

  /// What threads have printed since the last cell ended, or since the last call; nil if there are no threads. If
  /// there are some, call this now and then: a thread whose output finds no room waits.
  package func lateText() -> [(kind: TextKind, text: String)]? {
    presentProcess?.late?.read()
  }

  /// The process that holds the present state; nil before the first cell.
  var presentProcess: StateProcess? { session.steps.last { $0.after !== $0.before }?.after.process }

  /// What names mean behind the last cell, for code that helps with typing the next one.
  package var assistance: Assistance {
    Assistance(
      scope: session.steps.last { $0.after !== $0.before }?.after.scope ?? session.steps.first?.before.scope ?? Scope(),
      compiler: session.compiler)
  }

  /// Forgets everything: the next cell is the first.
  package func restart() {
    program.removeAll { $0.role != .parameters }
    (answers, aftermath) = ([:], Aftermath())
    session.forget()
  }
}
