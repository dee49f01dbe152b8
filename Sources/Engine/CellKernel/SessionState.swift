import CellCompiler

/// The state of a notebook's process after some of its units, and how it came about.
final class SessionState {
  let identity: Plan.StateID
  /// What names mean in it.
  let scope: Scope
  /// The segment in whose code the process waits, and which unit of it would come next.
  let waits: (segment: CompiledSegment, next: Int)?
  /// The state from which the unit ran that led here; nil for the state before the first unit.
  let parent: SessionState?
  /// The process; another one once the state had to be made again.
  var process: StateProcess

  init(
    identity: Plan.StateID, scope: Scope, waits: (segment: CompiledSegment, next: Int)?, parent: SessionState?,
    process: StateProcess
  ) {
    (self.identity, self.scope, self.waits, self.parent, self.process) = (identity, scope, waits, parent, process)
  }

  /// The state before the first unit.
  var first: SessionState {
    var state = self
    while let parent = state.parent { state = parent }
    return state
  }
}

/// A unit that has run, with the state before and after it.
struct SessionStep {
  var unit: CodeUnit
  var before: SessionState
  /// The state before when nothing stays of the unit.
  var after: SessionState
  var outcome: UnitOutcome
  var footprint: Footprint
  /// Where its code was; nil for one that does not compile.
  var placement: CompileQueue.Placement?
  /// Whether it ended as it should, so that an unchanged unit need not run again.
  var isReusable: Bool
  /// What this unit, and those above it, mean for those below where they failed.
  var aftermath = Aftermath()
}

/// Why a unit was compiled and run again, or was not.
package struct Explanation: Hashable, Sendable {
  /// For example “taken from the cache” or “compiled: its code is new”.
  package var compilation: String
  /// For example “ran: a cell above it ran”, or “kept: nothing that it depends on has changed”.
  package var execution: String
}

extension Plan.Reason {
  /// The reason as an explanation says it.
  var words: String {
    switch self {
    case .firstRun: "ran: nothing had run before"
    case .changed: "ran: its code, or what it uses, has changed"
    case .failedBefore: "ran: it failed before"
    case .input(let words): "ran: \(words)"
    case .aboveRan: "ran: a cell above it ran"
    case .filesPutBack: "ran: it changes files that a cell above it had to find unchanged"
    case .drewAgain: "ran: run again, it gave a different result (time, randomness and threads cannot be repeated)"
    case .cannotPutBack(let what): "ran: \(what), so everything started again"
    }
  }
}
