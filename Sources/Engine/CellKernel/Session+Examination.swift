import CellCompiler
import Foundation
import NotebookDocument
import Processes

/// What a run would say of a notebook's code before any of it has run: the units are compiled as a run compiles them, as far as
/// the compiler has something to say, and none of them runs.
extension Session {
  /// What was found so far.
  package struct Examination: Sendable {
    /// As a run would have it in which each cell that compiles ends as it should, and shows nothing.
    package var execution: Execution
    /// How many cells have been looked at; of those below, earlier findings are as long as their code is the same.
    package var cells: Int
    /// Whether the notebook's packages have not been built yet: then no code was looked at.
    package var lacksPackages = false
    /// What names mean above each of these cells, and behind the last one.
    package var assistances: [Assistance]
  }

  /// Looks at all code of a notebook. What an earlier look or run has compiled is not compiled again.
  ///
  /// - Parameter onEdit: learns what is known as soon as the first unit is done that had to be compiled: the one that
  ///   was edited; where it does not compile, also before the compiler has looked for names that may have been meant.
  /// - Throws: `PlacedError` when nothing can be compiled at all, `Interrupted`.
  package func examine(
    _ notebook: Notebook, parameters: [Parameter], interrupt: Interrupt, onEdit: (Examination) -> Void = { _ in }
  ) throws -> Examination {
    let program = NotebookProgram(notebook, parameters: parameters)
    let arePackagesBuilt: Bool
    do {
      arePackagesBuilt = try session.use(built: notebook.frontMatter.packages, in: Self.absolute(notebook.folder))
    } catch let error as any PlacedError {
      throw error.inFile(notebook.path)
    }
    let known = SegmentRecord.read(of: notebook.path, in: session.cache.store)
    var told = false
    let examiner = try ProgramExaminer(session, program.units, known: known, interrupt: interrupt)
    defer { session.noteSegments(examiner.used) }
    guard arePackagesBuilt else {
      var nothing = examination(of: program, parameters, examiner, isOver: true)
      nothing.lacksPackages = true
      return nothing
    }
    func foretell(_ index: Int) {
      if !told, program.sources[index] != .parameters { onEdit(examination(of: program, parameters, examiner)) }
    }
    while let (index, isNew) = try examiner.next(onForetold: foretell) {
      if case .failed(let failure) = examiner.outcomes[index]?.status, program.sources[index] == .parameters {
        let line = notebook.lines.firstIndex { $0.hasPrefix("params:") }.map { Position(line: $0 + 1) }
        throw ParametersError(ParametersReason(failure), file: notebook.path, position: line)
      }
      if isNew, !told {
        told = true
        onEdit(examination(of: program, parameters, examiner))
      }
    }
    return examination(of: program, parameters, examiner, isOver: true)
  }

  private func examination(
    of program: NotebookProgram, _ parameters: [Parameter], _ examiner: ProgramExaminer, isOver: Bool = false
  ) -> Examination {
    let notebook = program.notebook
    var execution = Execution(
      notebook: notebook, parameters: parameters, outcomes: notebook.fates.map { CellOutcome(.init($0)) },
      inlines: notebook.inlines.map { _ in nil })
    execution.isForeseen = true
    for (index, exercise) in notebook.waitingInlines { execution.inlines[index] = .waiting(exercise: exercise) }
    var assistances: [Assistance] = []
    var cells = 0
    for (index, source) in program.sources.enumerated() {
      guard let outcome = examiner.outcomes[index] else { break }
      switch source {
      case .parameters: break
      case .cell(let cell):
        execution.outcomes[cell] = CellOutcome(outcome, program)
        assistances.append(Assistance(scope: examiner.scopes[index], compiler: examiner.compiler))
        cells = cell + 1
      case .inline(let inline): execution.inlines[inline] = Self.inlineOutcome(outcome, program)
      }
    }
    assistances.append(Assistance(scope: examiner.scope, compiler: examiner.compiler))
    return Examination(
      execution: execution, cells: isOver ? notebook.cells.count : cells, assistances: assistances)
  }
}

/// Compiles the units of a program for what the compiler says of them, one after another.
final class ProgramExaminer {
  let compiler: SegmentCompiler
  /// The outcome of the units so far; of one that compiles, what the compiler has to say.
  private(set) var outcomes: [UnitOutcome?]
  /// What names mean above each unit.
  private(set) var scopes: [Scope] = []
  private let session: ProgramSession
  private let program: [CodeUnit]
  private let queue: CompileQueue
  private let interrupt: Interrupt
  private var state = Scope()
  private var aftermath = Aftermath()
  /// The segments so far.
  private(set) var used: [Segment] = []
  private var isOver = false

  init(_ session: ProgramSession, _ program: [CodeUnit], known: [Segment], interrupt: Interrupt) throws {
    (self.session, self.program, self.interrupt) = (session, program, interrupt)
    var compiler = session.compiler
    (compiler.goal, compiler.recalled) = (.module, session.recalled)
    self.compiler = compiler
    outcomes = Array(repeating: nil, count: program.count)
    queue = CompileQueue(
      program, 0..<program.count, in: Scope(), compiler: compiler, known: try session.known(with: known),
      behind: aftermath, continuing: nil, isApart: false, keepsGoing: session.configuration.keepGoing,
      interrupt: interrupt)
  }

  deinit { queue.stop() }

  /// What names mean for the next unit.
  var scope: Scope { state.importing(aftermath.imports) }

  /// Looks at the next unit.
  ///
  /// - Parameter onForetold: receives the unit's index when its outcome is there, and the compiler has more to say
  ///   about it.
  /// - Returns: its index, and whether it was compiled just now; nil when there is nothing more to say.
  /// - Throws: `PlacedError`, `Interrupted`.
  func next(onForetold: (Int) -> Void) throws -> (index: Int, isNew: Bool)? {
    let index = scopes.count
    guard index < program.count, !isOver else { return nil }
    if interrupt.isRequested { throw Interrupted() }
    let unit = program[index]
    scopes.append(scope)
    let keepsGoing = session.configuration.keepGoing
    if keepsGoing, let lack = aftermath.lack(of: unit) {
      finish(unit, index, UnitOutcome(.failed(.lacking(name: lack.name, since: lack.place))), nil)
      return (index, false)
    }
    do {
      let placement = try queue.placement(of: index, interrupt: interrupt) { failure in
        outcomes[index] = advised(.init(.failed(.compile(failure.diagnostics))), index)
        onForetold(index)
      }
      var outcome = UnitOutcome(.done)
      outcome.warnings = placement.warnings(about: unit, below: state)
      used.append(placement.compiled.segment)
      session.recalled[placement.compiled.segment.module] = placement.compiled.recalled
      finish(unit, index, outcome, placement)
      return (index, placement.compiled.seconds != nil)
    } catch let failure as CompileFailure {
      finish(unit, index, UnitOutcome(.failed(.compile(failure.diagnostics))), nil)
      return (index, true)
    }
  }

  private func advised(_ outcome: UnitOutcome, _ index: Int) -> UnitOutcome {
    outcome.advised(index, of: program, behind: aftermath, isWhole: true)
  }

  private func finish(_ unit: CodeUnit, _ index: Int, _ outcome: UnitOutcome, _ placement: CompileQueue.Placement?) {
    outcomes[index] = advised(outcome, index)
    let keepsGoing = session.configuration.keepGoing
    // Whether one that must fail does is only known when it runs.
    let isDone = placement != nil || outcome.endsAsMeant(for: unit)
    aftermath = aftermath.behind(unit, isDone: isDone, keepsGoing: keepsGoing) {
      compiler.importsThatHold(of: unit, in: scope, interrupt: interrupt)
    }
    if let placement, !unit.leavesNothing { state = placement.scope }
    isOver = !isDone && !keepsGoing && unit.role != .expression
  }
}
