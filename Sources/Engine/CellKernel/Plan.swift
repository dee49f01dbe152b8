import Files

/// What to do with each unit of a program, given what the last run has left: a function from values to values.
///
/// A result is kept when the unit is the same, it starts from the very state that it started from, and all that it looked at
/// is as it was. A unit that leaves the state as it was (an expression, a cell that must fail, one that has failed) does not
/// concern those below it.
package enum Plan {
  /// Names a state: the same number is the same state.
  package typealias StateID = Int

  /// What is to be done with a unit.
  package enum Action: Hashable, Sendable {
    /// The result of this step of the last run holds.
    case keep(step: Int)
    case run(Reason)
  }

  /// Why a unit runs.
  package enum Reason: Hashable, Sendable {
    /// Nothing had run before.
    case firstRun
    /// The unit, or one before it, has changed.
    case changed
    case failedBefore
    /// What it looked at is not what it was: a file, a parameter, a variable of the environment.
    case input(String)
    case aboveRan
    /// It changes files, and a unit above it that runs again must find them as they were.
    case filesPutBack
    /// It drew something else when the state after it was made again.
    case drewAgain
    /// What it has changed cannot be put back.
    case cannotPutBack(String)
  }

  /// A unit of the program.
  package struct Unit: Hashable, Sendable {
    package var key: ContentHash
    /// Whether nothing stays of it, if the state before it can be kept.
    package var leavesNothing: Bool
  }

  /// A step of the last run.
  package struct Step: Hashable, Sendable {
    package var key: ContentHash
    package var before: StateID
    package var after: StateID
    /// Whether it ended as it should: what failed runs again.
    package var isReusable = true
    /// Why its inputs no longer hold, if they do not.
    package var stale: Reason?
    package var changesFiles = false
  }

  /// An action for each unit from `start` on. O(units + steps).
  ///
  /// - Parameters:
  ///   - state: the state before the first of these units.
  ///   - taken: steps that units above have used already.
  ///   - hasRun: whether a unit above has run already, so that what those below did to files is undone.
  ///   - isCheckpoint: whether a unit can run from the state in a fork: else it leaves traces in any case.
  package static func make(
    _ units: [Unit], from start: Int = 0, state: StateID, steps: [Step], taken: Set<Int> = [],
    hasRun: Bool = false, isCheckpoint: (StateID) -> Bool = { _ in true }
  ) -> [Action] {
    var byStart: [Start: [Int]] = [:]
    for index in steps.indices.reversed() where !taken.contains(index) {
      byStart[Start(state: steps[index].before, key: steps[index].key), default: []].append(index)
    }
    var actions: [Action] = []
    var current: StateID? = state
    for unit in units[start...] {
      guard let before = current else {
        actions.append(.run(.aboveRan))
        continue
      }
      let start = Start(state: before, key: unit.key)
      let leavesNothing = unit.leavesNothing && isCheckpoint(before)
      guard let step = byStart[start]?.popLast() else {
        actions.append(.run(steps.isEmpty ? .firstRun : .changed))
        if !leavesNothing { current = nil }
        continue
      }
      if let reason = steps[step].isReusable ? steps[step].stale : .failedBefore {
        actions.append(.run(reason))
        if !leavesNothing { current = nil }
      } else {
        actions.append(.keep(step: step))
        current = steps[step].after
      }
    }
    return puttingBackFiles(actions, steps, hasRun: hasRun)
  }

  private struct Start: Hashable {
    var state: StateID
    var key: ContentHash
  }

  /// A unit that runs again finds the files as they were before everything below it: what is below it and has changed files
  /// runs again as well.
  private static func puttingBackFiles(_ actions: [Action], _ steps: [Step], hasRun: Bool) -> [Action] {
    var hasRun = hasRun
    var putsBack = false
    return actions.map { action in
      switch action {
      case .run: hasRun = true
      case .keep(let step):
        if putsBack { return .run(.aboveRan) }
        if hasRun, steps[step].changesFiles {
          putsBack = true
          return .run(.filesPutBack)
        }
      }
      return action
    }
  }
}
