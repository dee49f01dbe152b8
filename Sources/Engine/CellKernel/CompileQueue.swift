import CellCompiler
import Foundation
import NotebookDocument
import Processes

import class Basics.Monitor
import enum Basics.OwnThread

/// Compiles what a program needs, one segment after another, on its own thread, ahead of the program's execution.
final class CompileQueue: @unchecked Sendable {
  /// Where the code of a unit is.
  struct Placement: Sendable {
    var compiled: CompiledSegment
    /// Which unit of the segment; nil for an expression, which is a function.
    var index: Int?
    /// Whether the segment is entered here, and not gone on with.
    var isEntry = false
    /// What names mean after the unit.
    var scope: Scope

    /// The remarks on a unit that was compiled here.
    func warnings(about unit: CodeUnit, below above: Scope, isOfReport: Bool = true) -> [Diagnostic<UnitPosition>] {
      compiled.warnings.filter { $0.position?.file == unit.fileName }
        + unit.doubts(in: scope, below: above, isOfReport: isOfReport)
    }
  }

  private let program: [CodeUnit]
  private let range: Range<Int>
  private let compiler: SegmentCompiler
  private let known: [Segment]
  private let isApart: Bool
  private let keepsGoing: Bool
  private let interrupt: Interrupt

  /// What units above the one that comes next mean for it that failed.
  private var aftermath: Aftermath

  private struct State: Sendable {
    var placements: [Int: Result<Placement, any Error>] = [:]
    /// Why a unit does not compile, before the compiler has said it all.
    var foretold: [Int: CompileFailure] = [:]
    var isOver = false
    var isStopped = false
  }

  private let state: Monitor<State>

  /// Starts with the first unit of the range, which is met in this scope.
  init(
    _ program: [CodeUnit], _ range: Range<Int>, in scope: Scope, compiler: SegmentCompiler, known: [Segment],
    behind aftermath: Aftermath, continuing: (segment: CompiledSegment, next: Int)?, isApart: Bool, keepsGoing: Bool,
    interrupt: Interrupt
  ) {
    (self.program, self.range, self.compiler, self.known) = (
      Array(program[..<range.upperBound]), range, compiler, known
    )
    (self.isApart, self.keepsGoing, self.interrupt) = (isApart, keepsGoing, interrupt)
    self.aftermath = aftermath
    state = Monitor(State())
    let isStarted = OwnThread.start(stackSize: 16 << 20) { [self] in
      work(in: scope, continuing: continuing)
      state.withLock { $0.isOver = true }
    }
    if !isStarted { state.withLock { $0.isOver = true } }
  }

  /// A queue with nothing to compile: the code of all units is there.
  init(_ program: [CodeUnit], placed: [Result<Placement, any Error>], compiler: SegmentCompiler, interrupt: Interrupt) {
    (self.program, range, self.compiler, known) = (program, 0..<program.count, compiler, [])
    (isApart, keepsGoing, self.interrupt, aftermath) = (false, true, interrupt, Aftermath())
    let placements = Dictionary(uniqueKeysWithValues: placed.enumerated().map { ($0.offset, $0.element) })
    state = Monitor(State(placements: placements, isOver: true))
  }

  /// The code of a unit, as soon as it is there or `interrupt` is requested.
  ///
  /// - Parameter onForetold: is called with the unit's first errors, before the compiler has reported all of them.
  /// - Throws: `CompileFailure`, `PlacedError`, `Interrupted`.
  func placement(
    of index: Int, interrupt: Interrupt, onForetold: (CompileFailure) -> Void = { _ in }
  ) throws -> Placement {
    while true {
      // Not for long: a wish to stop wakes nobody.
      let (result, failure, isOver) =
        state.wait(until: Date(timeIntervalSinceNow: 0.1)) { state in
          let failure = state.placements[index] == nil ? state.foretold.removeValue(forKey: index) : nil
          let isNew = state.placements[index] != nil || failure != nil || state.isOver || interrupt.isRequested
          return isNew ? (state.placements[index], failure, state.isOver) : nil
        } ?? (nil, nil, interrupt.isRequested)
      if let result { return try result.get() }
      if let failure { onForetold(failure) } else if isOver || interrupt.isRequested { throw Interrupted() }
    }
  }

  /// Whether the code of a unit is there.
  func isReady(_ index: Int) -> Bool { state.withLock { $0.placements[index] != nil } }

  /// Whether the queue will still have, or has, the code of this unit.
  func covers(_ index: Int) -> Bool { range.contains(index) && state.withLock { !$0.isStopped } }

  /// Whether the queue has begun with the units of this program up to this one, as they are: then what it has compiled ahead,
  /// or is compiling, is this unit's code.
  func foresaw(_ index: Int, of other: [CodeUnit]) -> Bool {
    guard covers(index), index < other.count, program.count > index else { return false }
    if state.withLock({ $0.isOver && $0.placements[index] == nil }) { return false }
    return (0...index).allSatisfy { program[$0].identity == other[$0].identity }
  }

  /// Ends the work after the segment that is being compiled.
  func stop() { state.withLock { $0.isStopped = true } }

  private func set(_ index: Int, _ result: Result<Placement, any Error>) {
    state.withLock { $0.placements[index] = result }
  }

  private func foretell(_ index: Int, _ failure: CompileFailure) {
    state.withLock { $0.foretold[index] = failure }
  }

  private func work(in scope: Scope, continuing: (segment: CompiledSegment, next: Int)?) {
    // The first cell is compiled by itself, so that it shows early.
    var (scope, index, continuing, isFirst) = (scope, range.lowerBound, continuing, true)
    // A caller that only wants messages wants those of the edited code first.
    var isEdited = compiler.goal == .module
    while index < range.upperBound, !state.withLock(\.isStopped), !interrupt.isRequested {
      if let lack = lack(of: program[index], behind: aftermath) {
        // It does not run.
        aftermath.add(failed: program[index], imports: [], lack: lack)
        (index, continuing, isFirst) = (index + 1, nil, false)
        continue
      }
      scope = scope.importing(aftermath.imports)
      var step =
        isApart
        ? .drafted(program, index..<index + 1, in: scope)
        : Segmentation.next(
          running(from: index), from: index, in: scope, known: known,
          continuing: continuing.map { ($0.segment.segment, $0.next) }, isFirst: isFirst)
      if case .draft = step.piece, isEdited {
        (step, isEdited) = (.drafted(program, index..<index + 1, in: scope), false)
      }
      var end: Int?
      switch step.piece {
      case .known(let segment, let first, _):
        var compiled = segment == continuing?.segment.segment ? continuing?.segment : compiler.find(segment)
        compiled?.seconds = nil
        if let compiled {
          let goesOn = continuing.map { $0.segment.segment == segment && $0.next == first } ?? false
          place(compiled, from: first, step.range, except: step.looseExpressions, goesOn: goesOn, &scope)
          for loose in together(step.looseExpressions) {
            var own = scopeBefore(loose[0], step.range, first, compiled, scope)
            _ = compile(.drafted(program, expressions: loose, in: own), &own)
          }
          end = step.range.upperBound
        } else {
          // The cache has lost it: it is compiled as something new.
          let again = Segmentation.next(
            running(from: index), from: index, in: scope, known: [], isFirst: isFirst)
          end = compile(again, &scope)
        }
      case .draft: end = compile(step, &scope)
      }
      guard let end else { return }
      (index, continuing, isFirst) = (end, nil, false)
    }
  }

  private func lack(of unit: CodeUnit, behind aftermath: Aftermath) -> Aftermath.Lack? {
    keepsGoing ? aftermath.lack(of: unit) : nil
  }

  /// The program up to the first unit from this one on that will not run because of those that failed above.
  private func running(from index: Int) -> [CodeUnit] {
    guard keepsGoing, !aftermath.lacksNothing else { return program }
    var ahead = aftermath
    for next in index..<range.upperBound {
      if lack(of: program[next], behind: ahead) != nil { return Array(program[..<next]) }
      ahead.add(done: program[next])
    }
    return program
  }

  /// The scope in which a loose expression is, within a segment: that of the segment's units above it.
  private func scopeBefore(
    _ expression: Int, _ range: Range<Int>, _ first: Int, _ compiled: CompiledSegment, _ after: Scope
  ) -> Scope {
    guard let last = range.lazy.filter({ $0 < expression && self.program[$0].role != .expression }).last,
      case .success(let placement)? = state.withLock({ $0.placements[last] })
    else { return starts[range.lowerBound] ?? after }
    return placement.scope
  }

  /// The scopes in which segments began, by the index of their first unit.
  private var starts: [Int: Scope] = [:]

  /// Notes where the units of a segment are, and moves the scope behind them.
  private func place(
    _ compiled: CompiledSegment, from first: Int, _ range: Range<Int>, except loose: [Int], goesOn: Bool = false,
    _ scope: inout Scope
  ) {
    starts[range.lowerBound] = scope
    var position = first
    let loose = Set(loose)
    for index in range where !loose.contains(index) {
      let unit = program[index]
      if unit.role == .expression {
        set(index, .success(Placement(compiled: compiled, index: nil, scope: scope)))
      } else {
        if !unit.leavesNothing {
          scope = scope.adding(unit, in: compiled.segment.module, importing: compiled.segment.dependencies)
        }
        let isEntry = position == first && !goesOn
        set(index, .success(Placement(compiled: compiled, index: position, isEntry: isEntry, scope: scope)))
        aftermath.add(done: unit)
        position += 1
      }
    }
  }

  /// Compiles a draft. If that fails, it compiles the code before the first fault, and then the faulty unit alone, so
  /// that its messages are those that it would have alone. Returns how far in the program that reached; nil when
  /// nothing more will come.
  private func compile(_ step: Segmentation.Step, _ scope: inout Scope) -> Int? {
    guard case .draft(let draft) = step.piece else { return nil }
    do {
      let compiled = try compiler.compile(draft, interrupt: interrupt) { failure in
        if step.range.count == 1 { foretell(step.range.lowerBound, failure) }
      }
      place(compiled, from: 0, step.range, except: step.looseExpressions, &scope)
      // Those that did not compile with the others see by themselves what is above them, and nothing else.
      for loose in together(step.looseExpressions.filter(isMissing)) {
        var own = scopeBefore(loose[0], step.range, 0, compiled, scope)
        _ = compile(.drafted(program, expressions: loose, in: own), &own)
      }
      return step.range.upperBound
    } catch let failure as CompileFailure {
      if step.range.count > 1, failure.blamesOnly(draft.expressions.map(\.unit)) {
        let rest = without(failure, draft, step)
        return rest.looseExpressions.count == rest.range.count ? rest.range.upperBound : compile(rest, &scope)
      }
      return isolate(failure, draft, step.range, &scope)
    } catch {
      for index in step.range { set(index, .failure(error)) }
      return nil
    }
  }

  private func isMissing(_ index: Int) -> Bool { state.withLock { $0.placements[index] == nil } }

  /// The rest to compile where only expressions are to blame. The messages are theirs where nothing but expressions was
  /// compiled; next to cells, they could speak of what is below them.
  private func without(_ failure: CompileFailure, _ draft: SegmentDraft, _ step: Segmentation.Step) -> Segmentation.Step
  {
    let files = failure.files
    let loose = Set(step.looseExpressions)
    let faulty = step.range.filter { files.contains(program[$0].fileName) && !loose.contains($0) }
    for index in faulty {
      let own = failure.about(program[index])
      // What the compiler has given up is not asked for again.
      if draft.units.isEmpty || own.diagnostics.contains(where: \.isHopeless) { set(index, .failure(own)) }
    }
    return step.leavingOut(faulty, in: files, of: draft)
  }

  private func isolate(
    _ failure: CompileFailure, _ draft: SegmentDraft, _ range: Range<Int>, _ scope: inout Scope
  ) -> Int? {
    let isSingle = range.count == 1
    // The first unit that the compiler blames; without a name, any of them may be the one.
    let blamed =
      isSingle
      ? range.lowerBound
      : range.first { failure.files.contains(program[$0].fileName) } ?? range.lowerBound
    if isSingle {
      // This comes before the failure is published: the next request for the same then finds its answer.
      if keepsGoing, !program[blamed].leavesNothing {
        let imports = compiler.importsThatHold(of: program[blamed], in: scope, interrupt: interrupt)
        aftermath.add(failed: program[blamed], imports: imports)
        scope = scope.importing(imports)
      }
      set(blamed, .failure(failure))
      let isTolerated = program[blamed].leavesNothing || keepsGoing
      return isTolerated ? blamed + 1 : nil
    }
    var next = range.lowerBound
    for part in [range.lowerBound..<blamed, blamed..<blamed + 1] where !part.isEmpty {
      // What the compiler has given up is not asked for again.
      if part.lowerBound == blamed, failure.diagnostics.contains(where: \.isHopeless) {
        let own = failure.diagnostics.filter { $0.position?.file == program[blamed].fileName }
        return isolate(CompileFailure(diagnostics: own), draft, part, &scope)
      }
      guard let end = compile(Segmentation.Step.drafted(program, part, in: scope), &scope) else { return nil }
      next = end
    }
    return next
  }

  /// Expressions in groups that no unit parts: in a group all names mean the same.
  private func together(_ expressions: [Int]) -> [[Int]] {
    expressions.reduce(into: []) { groups, index in
      if let last = groups.last?.last, program[last...index].allSatisfy({ $0.role == .expression }) {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
    }
  }
}
