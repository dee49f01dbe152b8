import CellCompiler
import Files
import Foundation
import NotebookDocument
import Processes

/// One run of a session: carries out the plan, unit by unit.
final class ProgramRun {
  let session: ProgramSession
  let program: [CodeUnit]
  let terms: Terms
  let onEvent: (ProgramSession.Event) -> Void

  /// What holds for all units of a run.
  struct Terms {
    /// Values as JSON, by name.
    var parameters: [String: String]
    var folder: String
    var interrupt: Interrupt
    /// What units read as standard input; nothing when negative.
    var input: Int32
    /// Whether the program is a history: what has run stays as it came, whatever has changed around it since.
    var isHistory = false
    /// What units of a history have read as standard input, by their index.
    var answers: [Int: String] = [:]
    /// Units of a history that will probably come next: their code is compiled while those of the program run.
    var foreseen: [CodeUnit] = []
    /// What units of a history that failed mean for the ones to come.
    var aftermath = Aftermath()
    /// Whether the last unit is an expression that is only looked at, whatever the state before it has of threads and channels.
    var onlyLooks = false
  }

  /// What the units of a history drew that all run again.
  private(set) var drawsOfHistory: [Draws] = []
  /// What of a history could not stay as it came.
  private(set) var disturbances: [ProgramSession.Disturbance] = []

  /// For each unit that is done with, its step: as many as the run has come.
  var steps: [SessionStep] = []
  var state: SessionState!
  var queue: CompileQueue?
  /// Steps of the last run.
  private(set) var past: [SessionStep]
  private var taken: Set<Int> = []
  private var actions: [Plan.Action] = []
  /// Whether files have been put back for a unit to run, whatever came of it.
  var hasRun = false
  /// Whether units are compiled one by one: a library of several could not be loaded.
  var isApart = false
  /// Why unknown units run.
  private var beginning = Plan.Reason.firstRun
  /// Why inputs of past steps no longer hold, as it was found before anything ran.
  private var stale: [Int: String] = [:]
  var result: ProgramSession.Result
  /// How often a state could not be made again as it was.
  var divergences = 0
  /// Groups of expressions of which one has failed.
  var looksSingly: Set<ContentHash> = []
  /// Whether the last unit so far did run and did not end as it should.
  private var hasFailed = false
  private let earlier: EarlierCode

  init(
    session: ProgramSession, program: [CodeUnit], terms: Terms, onEvent: @escaping (ProgramSession.Event) -> Void
  ) {
    (self.session, self.program, self.terms, self.onEvent) = (session, program, terms, onEvent)
    past = session.steps
    result = ProgramSession.Result(count: program.count)
    earlier = EarlierCode(session.known)
  }

  /// Runs what is to be run.
  func carryOut() throws -> ProgramSession.Result {
    defer { end() }
    try begin()
    replan(from: 0)
    while steps.count < program.count {
      if terms.interrupt.isRequested { result.wasInterrupted = true }
      if result.wasInterrupted { break }
      do {
        guard try goOn() else { break }
      } catch let divergence as Divergence {
        disturbances.append(.gaveSomethingElse(divergence.step))
        runAgain(from: divergence.step, because: .drewAgain)
      } catch let obstacle as CannotPutBack {
        try startOver(because: .cannotPutBack(obstacle.what))
      }
    }
    takeBackFiles()
    result.disturbances = disturbances
    return result
  }

  /// Takes back what units did to files that are no longer in the program, or that leave nothing behind. What a failed unit
  /// left is there for the person to see.
  private func takeBackFiles() {
    if hasFailed { return }
    _ = session.files.goBack(to: state)
  }

  /// Deals with the next unit; whether there is anything more to do.
  private func goOn() throws -> Bool {
    let index = steps.count
    switch actions[index] {
    case .keep(let number):
      taken.insert(number)
      hasFailed = false
      // What was compiled ahead as if this unit ran again refers to its new library, which will not be loaded.
      if queue?.covers(index) == true { dropQueue() }
      var step = past[number]
      step.unit = program[index]
      finish(
        step,
        Explanation(compilation: "taken from the cache", execution: "kept: nothing that it depends on has changed"))
      return true
    case .run(let reason):
      let group = try runGroup(at: index)
      for step in group { finish(step, Explanation(compilation: "", execution: reason.words)) }
      if !group.isEmpty { return true }
      guard let step = try run(program[index], at: index) else { return false }
      hasFailed = !step.isReusable && step.placement != nil
      let isUnchanged = step.after === state
      let compilation = earlier.words(for: program[index], step.placement)
      finish(step, Explanation(compilation: compilation, execution: reason.words + obstacleWords(step)))
      thinCheckpoints()
      if result.wasInterrupted { return false }
      guard program[index].role == .expression || step.isReusable || session.configuration.keepGoing else {
        return false
      }
      if isUnchanged {
        // What was compiled on behind a cell that failed as it ran rests on what it would have defined.
        if !program[index].leavesNothing, step.placement != nil { dropQueue() }
        if !isForeseen(index) { replan(from: index + 1) }
      }
      return true
    }
  }

  /// Whether the plan is to run this unit.
  func isToRun(_ index: Int) -> Bool { if case .run = actions[index] { true } else { false } }

  private func finish(_ step: SessionStep, _ explanation: Explanation) {
    let index = steps.count
    // What helps against a message depends on the cells around, and those may have changed since.
    let outcome = step.outcome.advised(index, of: program, behind: aftermath, isWhole: !terms.isHistory)
    var step = step
    step.aftermath = aftermath(behind: step)
    steps.append(step)
    state = step.after
    result.outcomes[index] = outcome
    result.footprints[index] = step.footprint
    session.onFootprint?(index, step.footprint)
    result.explanations[index] = explanation
    onEvent(.finished(index, outcome))
  }

  /// What units so far that failed mean for the next one.
  var aftermath: Aftermath { steps.last?.aftermath ?? terms.aftermath }

  private func aftermath(behind step: SessionStep) -> Aftermath {
    let keepsGoing = session.configuration.keepGoing
    return aftermath.behind(step.unit, isDone: step.isReusable, keepsGoing: keepsGoing) {
      // What has been compiled has proved its imports.
      step.placement == nil && session.placed == nil
        ? session.compiler.importsThatHold(of: step.unit, in: scope, interrupt: terms.interrupt)
        : step.unit.analysis.imports
    }
  }

  /// What names mean for the next unit: in the present state, and with the imports of units that failed.
  var scope: Scope { state.scope.importing(aftermath.imports) }

  /// Names what makes the result of a unit behind units that failed, next to the state that it starts from.
  private func key(of unit: CodeUnit, behind aftermath: Aftermath) -> ContentHash {
    guard session.configuration.keepGoing else { return unit.resultKey }
    let mark = aftermath.mark(for: unit)
    return mark.isEmpty ? unit.resultKey : ContentHash(["\(unit.resultKey)"] + mark)
  }

  private func obstacleWords(_ step: SessionStep) -> String {
    guard step.after !== step.before, step.before.process.isCheckpoint, !step.after.process.isCheckpoint else {
      return ""
    }
    return "; it left \(step.after.process.obstacles.joined(separator: ", ")), so there is no checkpoint after it"
  }

  // MARK: Beginning and ending

  /// Sees to it that there is a state before the first unit.
  private func begin() throws {
    if let root = past.first?.before.first, session.hosts.isRoot(root.process, in: terms.folder) {
      state = root
      if terms.isHistory {
        if let obstacle = session.files.undoDangling(filesOnly: true) {
          disturbances.append(.cannotPutBack(obstacle))
        }
        return
      }
      // In a run from the top nothing comes between this run and the last one.
      for step in past { _ = step.after.process.late?.read() }
      stale = session.files.staleSteps(past, terms, environment: session.configuration.environment)
      // What failed last has left its files for the person to see. They go after the question what a person has changed.
      if let obstacle = session.files.undoDangling() { return try beginAnew(because: .cannotPutBack(obstacle)) }
    } else {
      if terms.isHistory, !past.isEmpty {
        disturbances.append(.allRanAgain)
        drawsOfHistory = past.map(\.footprint.draws)
      }
      try beginAnew()
    }
  }

  /// Notes that files could not be put back as they were in a state; whether the run goes on all the same.
  func accepts(_ obstacle: String) -> Bool {
    if terms.isHistory { disturbances.append(.cannotPutBack(obstacle)) }
    return terms.isHistory || isFromTheTop
  }

  private func beginAnew(because reason: Plan.Reason = .firstRun) throws {
    (past, taken, stale, beginning) = ([], [], [:], reason)
    session.files.putBackAll()
    // The compiler starts before the host has loaded its libraries.
    queue = program.isEmpty ? nil : newQueue(0..<program.count, in: Scope(), continuing: nil)
    try session.prepare(folder: terms.folder)
    state = session.newState(
      scope: Scope(), waits: nil, parent: nil, process: try session.hosts.root(session.configuration.libraries))
  }

  private func end() {
    if terms.foreseen.isEmpty || hasFailed || result.wasInterrupted {
      queue?.stop()
    } else {
      session.ahead = queue.map { ($0, state.identity) }
    }
    session.steps = steps
    if !terms.isHistory { session.files.watch(steps) }
    session.noteSegments(steps.compactMap(\.placement?.compiled.segment))
  }

  // MARK: Plan

  /// Plans from a unit on, from the present state.
  private func replan(from start: Int) {
    let known = past.enumerated().map { index, step in
      Plan.Step(
        key: key(of: step.unit, behind: index == 0 ? terms.aftermath : past[index - 1].aftermath),
        before: step.before.identity, after: step.after.identity,
        isReusable: step.isReusable, stale: stale[index].map { .input($0) },
        changesFiles: !step.footprint.changes.isEmpty)
    }
    let processes = Dictionary(
      (past.flatMap { [$0.before, $0.after] } + [state]).map { ($0.identity, $0.process.isCheckpoint) },
      uniquingKeysWith: { first, _ in first })
    // If a unit below fails, there is another plan.
    var ahead = aftermath
    let units = program.enumerated().map { index, unit in
      defer { if index >= start { ahead.add(done: unit) } }
      return Plan.Unit(key: key(of: unit, behind: ahead), leavesNothing: unit.leavesNothing)
    }
    let fresh = Plan.make(
      units, from: start,
      state: state.identity, steps: known, taken: taken, hasRun: hasRun,
      isCheckpoint: { processes[$0] ?? true }
    ).map { $0 == .run(.firstRun) ? .run(beginning) : $0 }
    actions.replaceSubrange(min(start, actions.count)..., with: fresh)
  }

  /// Whether the plan has counted on this unit's leaving the state as it was, and on the files' having been put back for it:
  /// then it says of those below what a new one would.
  private func isForeseen(_ index: Int) -> Bool {
    program[index].leavesNothing && state.process.isCheckpoint && (hasRun || !putsFilesBack)
  }

  /// Whether units run for no other reason than that files are put back for one above them.
  private var putsFilesBack: Bool { actions.contains(.run(.filesPutBack)) }

  /// Goes back to a unit of this run; it and all below it run in sight.
  private func runAgain(from index: Int, because reason: Plan.Reason) {
    state = steps[index].before
    steps.removeSubrange(index...)
    dropQueue()
    actions.replaceSubrange(
      index..., with: (index..<program.count).map { .run($0 == index ? reason : .aboveRan) })
  }

  /// Begins at the first unit with a new process: something that was done cannot be undone.
  private func startOver(because reason: Plan.Reason) throws {
    steps = []
    dropQueue()
    session.hosts = HostKeeper()
    try beginAnew(because: reason)
    replan(from: 0)
  }

  /// Whether none of an earlier run is left: then what cannot be put back was done by this very run, and a run from the
  /// top would meet it, too.
  var isFromTheTop: Bool { past.isEmpty }

  // MARK: Code

  func dropQueue() {
    queue?.stop()
    queue = nil
  }

  /// The compiler's work for the units from this one on that run.
  func queue(covering index: Int) -> CompileQueue {
    if let queue, queue.covers(index) { return queue }
    if let (ahead, identity) = session.ahead {
      session.ahead = nil
      // The very state that its last unit has led to: there the next one's code is as it assumes.
      if state.identity == identity, ahead.foresaw(index, of: program) {
        queue = ahead
        return ahead
      }
      ahead.stop()
    }
    let end = (index..<program.count).first { !isToRun($0) } ?? program.count
    // A library that was compiled without the imports that hold now is not gone on with.
    let new = newQueue(index..<end, in: scope, continuing: scope == state.scope ? state.waits : nil)
    queue?.stop()
    queue = new
    return new
  }

  private func newQueue(
    _ range: Range<Int>, in scope: Scope, continuing: (segment: CompiledSegment, next: Int)?
  ) -> CompileQueue {
    if let placed = session.placed {
      return CompileQueue(
        program, placed: session.placements(placed), compiler: session.compiler, interrupt: terms.interrupt)
    }
    // What is foreseen comes behind the program's end, so it is compiled on only where the range reaches that.
    let isWhole = range.upperBound == program.count
    let range = isWhole ? range.lowerBound..<program.count + terms.foreseen.count : range
    return CompileQueue(
      isWhole ? program + terms.foreseen : program, range, in: scope, compiler: session.compiler, known: session.known,
      behind: aftermath, continuing: continuing,
      isApart: session.configuration.compilesApart || isApart, keepsGoing: session.configuration.keepGoing,
      interrupt: terms.interrupt)
  }
}

/// Thrown to begin again, in sight, at a step that gave something else when the state after it was made again.
struct Divergence: Error { var step: Int }

/// Thrown when the files cannot be brought to what they were in a state.
struct CannotPutBack: Error { var what: String }
