import CellCompiler
import Files
import Foundation
import NotebookDocument
import Processes

/// Running one unit from the present state.
extension ProgramRun {
  /// Runs a unit; nil when the run was stopped before it began.
  func run(_ unit: CodeUnit, at index: Int) throws -> SessionStep? {
    if let lack = lack(of: unit) { return failed(unit, .lacking(name: lack.name, since: lack.place)) }
    let placement: CompileQueue.Placement
    do {
      let queue = queue(covering: index)
      if !queue.isReady(index) { onEvent(.compiling(index)) }
      placement = try queue.placement(of: index, interrupt: terms.interrupt)
    } catch let failure as CompileFailure {
      return failed(unit, .compile(failure.diagnostics))
    } catch is Interrupted {
      result.wasInterrupted = true
      return nil
    }
    // A library's code runs in its order: behind a unit that was passed over, the next one would be that.
    if let next = placement.index, !placement.isEntry, state.waits?.next != next {
      return failed(unit, .notLoaded("what is before it in its library has not run"))
    }
    onEvent(.running(index))
    if let failure = try makeStateUsable() { return failed(unit, failure) }
    try bringFilesBack(to: state)
    let step = execute(unit, placement, index)
    guard case .failed(let failure) = step.outcome.status, failure.isOfWholeLibrary, placement.isEntry, !isApart,
      placement.compiled.segment.units.count > 1
    else { return step }
    // A library is loaded as a whole. Each unit by itself fails only by what it names.
    isApart = true
    dropQueue()
    return try run(unit, at: index)
  }

  /// What a unit lacks because one above it failed: then it does not run, whatever else the name could mean. Who works cell by
  /// cell may have given up the cell that failed.
  private func lack(of unit: CodeUnit) -> Aftermath.Lack? {
    session.configuration.keepGoing ? aftermath.lack(of: unit) : nil
  }

  /// Puts files back as they were in a state: from here on, what kept units below have changed is not there.
  func bringFilesBack(to state: SessionState) throws {
    hasRun = true
    guard let obstacle = session.files.goBack(to: state, filesOnly: terms.isHistory) else { return }
    if !accepts(obstacle) { throw CannotPutBack(what: obstacle) }
  }

  private func execute(_ unit: CodeUnit, _ placement: CompileQueue.Placement, _ index: Int) -> SessionStep {
    let runsHere = runsInPlace(unit, from: state)
    let started = FileSignature.now
    let answer = index + 1 < program.count ? recordedAnswer(of: index) : nil
    let draws = drawsOfHistory.indices.contains(index) ? drawsOfHistory[index] : Draws()
    defer { answer?.close() }
    let run = UnitRun.run(
      unitTerms(unit, placement, forks: !runsHere, draws: draws, answer: answer), from: state.process,
      onEvent: { [onEvent] in onEvent(.kernel(index, $0)) })
    let evaluation = UnitEvaluation(
      run, unit, toolchain: session.configuration.toolchain, memoryLimit: session.configuration.memoryLimit)
    var outcome = evaluation.outcome
    outcome.compileSeconds = placement.compiled.seconds
    outcome.warnings = placement.warnings(about: unit, below: state.scope, isOfReport: !terms.isHistory)
    let isReusable = settle(&outcome, unit)
    let footprint = session.files.footprint(
      of: run.log, started: started, terms, environment: session.configuration.environment, sources: sources(of: index))
    if case .failed(.interrupted) = outcome.status { result.wasInterrupted = true }
    var after = state!
    // For an expression nothing stays, unless it ran in the very process of the state.
    if let process = evaluation.process, isReusable, runsHere || !unit.leavesNothing {
      after = session.newState(
        scope: placement.scope, waits: placement.index.map { (placement.compiled, $0 + 1) } ?? state.waits,
        parent: state, process: process)
    }
    session.files.note(footprint, leadingTo: after === state ? nil : after)
    return SessionStep(
      unit: unit, before: state, after: after, outcome: outcome, footprint: footprint, placement: placement,
      isReusable: isReusable)
  }

  /// What the packages were built from. All units depend on it; where the first one runs again, so do the others.
  private func sources(of index: Int) -> [String] { index == 0 ? session.packages?.sourceFiles ?? [] : [] }

  private func failed(_ unit: CodeUnit, _ failure: Failure<UnitPosition>) -> SessionStep {
    if case .interrupted = failure { result.wasInterrupted = true }
    var outcome = UnitOutcome(.failed(failure))
    let isReusable = settle(&outcome, unit)
    return SessionStep(
      unit: unit, before: state, after: state, outcome: outcome, footprint: Footprint(), placement: nil,
      isReusable: isReusable)
  }

  /// Whether a unit ended as it should; a unit that must fail and did not has failed. One that shows a figure may still fail by it, when
  /// that is drawn.
  private func settle(_ outcome: inout UnitOutcome, _ unit: CodeUnit) -> Bool {
    if outcome.endsAsMeant(for: unit) || outcome.status == .done && outcome.showsFigure { return true }
    if outcome.status == .done { outcome.status = .failed(.didNotFail) }
    return false
  }

  /// Whether a unit runs in the process of the state before it: where that cannot be forked, and where it is cheap to come
  /// there again and yet another fork would be dear. To look at values, a fork without threads and channels is good enough.
  func runsInPlace(_ unit: CodeUnit, from state: SessionState) -> Bool {
    if !state.process.isCheckpoint { return !(terms.onlyLooks && unit.leavesNothing) }
    guard !unit.leavesNothing, state.parent != nil else { return false }
    return state.process.history.allowsRunningInPlace(freeForks: session.configuration.freeForks)
  }

  /// What a unit of a history has read, to be read again.
  private func recordedAnswer(of index: Int) -> FedPipe? {
    guard terms.isHistory, let pipe = FedPipe() else { return nil }
    _ = pipe.feed(terms.answers[index] ?? "")
    pipe.finish()
    return pipe
  }

  func unitTerms(
    _ unit: CodeUnit, _ placement: CompileQueue.Placement, forks: Bool, draws: Draws = Draws(),
    answer: FedPipe? = nil
  ) -> UnitRun.Terms {
    let request: StateProcess.Request =
      switch (placement.index, placement.isEntry) {
      case (nil, _): .call([(placement.compiled, unit.function)])
      case (let index?, true): .load(placement.compiled, from: index)
      default: .next
      }
    return UnitRun.Terms(
      request: request, forks: forks, timeout: unit.options.timeout,
      countsProcessorTime: session.configuration.countsProcessorTime, interrupt: terms.interrupt,
      parameters: terms.parameters, draws: draws, input: answer?.reader ?? terms.input,
      memoryLimit: session.configuration.memoryLimit)
  }
}

/// Expressions between two cells, looked at in one fork of the state.
extension ProgramRun {
  /// The units of the group that begins here, as far as their code is there; empty when they are to be looked at one by one.
  private func group(at index: Int) throws -> [(index: Int, placement: CompileQueue.Placement)] {
    guard let group = program[index].group, !looksSingly.contains(group), state.process.isCheckpoint else { return [] }
    var found: [(index: Int, placement: CompileQueue.Placement)] = []
    for next in index..<program.count where program[next].group == group {
      guard isToRun(next), lack(of: program[next]) == nil,
        let placement = try? queue(covering: next).placement(of: next, interrupt: terms.interrupt)
      else { break }
      found.append((next, placement))
    }
    return found.count > 1 ? found : []
  }

  /// Looks at a group of expressions together. Those up to the first that fails have their values; the others are looked at
  /// one by one, so that none takes its neighbours along.
  func runGroup(at index: Int) throws -> [SessionStep] {
    let members = try group(at: index)
    guard let group = program[index].group, !members.isEmpty else { return [] }
    if try makeStateUsable() != nil { return [] }
    try bringFilesBack(to: state)
    let started = FileSignature.now
    var terms = unitTerms(program[index], members[0].placement, forks: true)
    terms.request = .call(members.map { ($0.placement.compiled, program[$0.index].function) })
    let run = UnitRun.run(terms, from: state.process, onEvent: { _ in })
    let footprint = session.files.footprint(
      of: run.log, started: started, self.terms, environment: session.configuration.environment,
      sources: sources(of: index))
    session.files.note(footprint, leadingTo: nil)
    if case .done = run.end, run.collector.values.count == members.count {} else { looksSingly.insert(group) }
    return zip(members, run.collector.values).map { member, value in
      var outcome = UnitOutcome(.done)
      outcome.value = value
      outcome.runSeconds = run.seconds / Double(members.count)
      return SessionStep(
        unit: program[member.index], before: state, after: state, outcome: outcome, footprint: footprint,
        placement: member.placement, isReusable: true)
    }
  }
}

/// States whose process was used up, or is gone.
extension ProgramRun {
  /// Makes the process of the present state again, if there is need, by running once more, unseen, the units since the last
  /// state that is as it was. They are given what they drew.
  ///
  /// - Returns: why it cannot be made.
  /// - Throws: `Divergence` when a unit gives something else all the same.
  func makeStateUsable() throws -> Failure<UnitPosition>? {
    guard !state.process.isUsable else { return nil }
    var missing: [SessionState] = []
    var base = state!
    while !base.process.isUsable {
      missing.append(base)
      guard let parent = base.parent else { return .lost(signal: SIGKILL) }
      base = parent
    }
    try bringFilesBack(to: base)
    for lost in missing.reversed() {
      guard let index = steps.firstIndex(where: { $0.after === lost }) else { return .lost(signal: SIGKILL) }
      if repeatStep(at: index, making: lost) {
        thinCheckpoints()
        continue
      }
      // The process that was to be forked has been ended meanwhile, too: then another one is gone back to.
      if let base = lost.parent?.process, base.holdsState, !base.isAlive { return try makeStateUsable() }
      divergences += 1
      if terms.interrupt.isRequested { return .interrupted(trace: []) }
      guard divergences <= 3 else { return .notLoaded(Self.unrepeatable(steps[index].after.process.obstacles)) }
      throw Divergence(step: index)
    }
    return nil
  }

  private static func unrepeatable(_ obstacles: [String]) -> String {
    "the state before this cell is gone and cannot be made again: a cell above left \(obstacles.joined(separator: ", ")) "
      + "behind and gives something else each time; let it wait for what it starts, and close what it opens"
  }

  /// Runs a step again, unseen; whether it gave what it gave before.
  private func repeatStep(at index: Int, making lost: SessionState) -> Bool {
    let step = steps[index]
    guard let placement = step.placement, let base = lost.parent else { return false }
    let forks = !runsInPlace(step.unit, from: base)
    let started = FileSignature.now
    let answer = recordedAnswer(of: index)
    defer { answer?.close() }
    let run = UnitRun.run(
      unitTerms(step.unit, placement, forks: forks, draws: step.footprint.draws, answer: answer), from: base.process,
      onEvent: { _ in })
    let evaluation = UnitEvaluation(run, step.unit, toolchain: session.configuration.toolchain)
    let footprint = session.files.footprint(
      of: run.log, started: started, terms, environment: session.configuration.environment, sources: [])
    session.files.note(footprint, leadingTo: lost)
    // A thread that prints at other times makes no other state, and in a sealed session nobody looks at what is printed.
    let isTheSame =
      session.configuration.sealedLibraries != nil
      || evaluation.outcome.shows(theSameAs: step.outcome) && footprint.leaves(theSameAs: step.footprint)
    guard let process = evaluation.process, isTheSame else { return false }
    if let earlier = lost.process.late { process.late?.follow(earlier) }
    lost.process = process
    return true
  }
}
