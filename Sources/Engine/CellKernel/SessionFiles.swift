import Caches
import CellCompiler
import Foundation

/// The files that a session's units look at and change: whether they are as they were, and the way back.
final class SessionFiles: @unchecked Sendable {
  private let disk = DiskFiles()
  private let history: FileHistory
  /// For each footprint that the history holds, the state that its unit led to; nil when it led to none, so that what it
  /// did is undone before anything else runs.
  private var applied: [Plan.StateID?] = []
  private var watched: (inputs: StepInputs, changed: Set<FilePath>, goesOn: Bool)?
  /// The watch is asked by one thread, the rest by another.
  private let lock = NSLock()

  /// The folder in which processes save files before they change them.
  var journal: String { history.folder.description }

  /// - Throws: `POSIXError` when the folder for saved files cannot be made; what the store throws.
  init(store: Store) throws {
    history = try FileHistory(folder: FilePath(store.scratchPath()), files: disk)
  }

  // MARK: What was looked at

  /// What a unit's log says, read right after the unit has ended.
  ///
  /// - Parameter sources: Files and folders from which the unit's libraries were built: it depends on them, too.
  func footprint(
    of log: RecordLog, started: Int64, _ terms: ProgramRun.Terms, environment: [String: String], sources: [String]
  ) -> Footprint {
    lock.withLock {
      var footprint = FootprintReader.footprint(
        of: log, started: started, parameters: terms.parameters, environment: environment, files: disk,
        journal: history.folder, earlier: history.steps)
      footprint.observations += sources.compactMap { source in
        let path = FilePath(source)
        if case .file(let contents) = disk.version(of: path) { return .contents(path, contents) }
        return disk.names(in: path).map { .listing(path, $0) }
      }
      // The next unit may write over what this one has read.
      var ofExperiment = footprint
      ofExperiment.observations.removeAll {
        if case .contents(let path, _) = $0 { Self.isOfSystem(path) } else { true }
      }
      disk.hashAhead(CollectionOfOne(ofExperiment), limit: .max)
      return footprint
    }
  }

  /// For each step whose inputs are no longer what a run from the top would meet, why: up to the first that others rest on;
  /// and those whose inputs nobody knows.
  func staleSteps(
    _ steps: [SessionStep], _ terms: ProgramRun.Terms, environment: [String: String]
  ) -> [Int: String] {
    lock.withLock {
      var footprints = onDisk(steps)
      var found: [Int: String] = [:]
      while let stale = StepInputs(footprints).firstStale(
        in: disk, parameters: terms.parameters, environment: environment)
      {
        let words = stale.reason.words(in: FilePath(terms.folder))
        for step in sharing(stale.step, steps) { found[step] = words }
        if steps[stale.step].after !== steps[stale.step].before { break }
        footprints[stale.step] = Footprint()
      }
      for (index, step) in steps.enumerated() where found[index] == nil { found[index] = step.footprint.unseenInputs }
      return found
    }
  }

  private static func isOfSystem(_ path: FilePath) -> Bool {
    let name = path.description
    return systemFolders.contains(where: name.hasPrefix)
  }

  /// Where what a program reads belongs to the system and not to an experiment.
  private static let systemFolders = ["/usr/", "/etc/", "/lib/", "/lib64/", "/bin/", "/var/cache/", "/opt/"]

  /// What the steps of a run that is over have looked at and left, to be written down with the results.
  func written(_ steps: [SessionStep], from folder: String) -> WrittenFootprint {
    lock.withLock {
      WrittenFootprint(Footprint(run: onDisk(steps)), from: KeptResults.canonical(folder), files: disk)
    }
  }

  /// Remembers the steps of a run that is over, to be asked whether their inputs have changed.
  func watch(_ steps: [SessionStep]) {
    lock.withLock {
      let footprints = onDisk(steps)
      watched = (
        StepInputs(footprints), Set(footprints.lazy.flatMap(\.changes).map(\.path)), steps.contains(where: \.goesOn)
      )
      // So that a mere touch of a file does not count as a change.
      disk.hashAhead(once(steps, \.footprint), limit: 64 << 20)
    }
  }

  /// By whom an input of a step of the last run has been changed, if it has; said once.
  func changer(parameters: [String: String], environment: [String: String]) -> InputChanger? {
    lock.withLock {
      guard let (inputs, changed, goesOn) = watched,
        let stale = inputs.firstStale(in: disk, parameters: parameters, environment: environment)
      else { return nil }
      watched = nil
      if case .file(let path, _) = stale.reason, changed.contains(path) { return .perhapsTheNotebook }
      return goesOn ? .perhapsTheNotebook : .somebodyElse
    }
  }

  private func onDisk(_ steps: [SessionStep]) -> [Footprint] { once(steps, onDisk) }

  /// What each step looked at and changed. If several steps share one fork, the first has it for all of them.
  private func once(_ steps: [SessionStep], _ footprint: (SessionStep) -> Footprint) -> [Footprint] {
    steps.enumerated().map { index, step in
      index > 0 && share(steps[index - 1], step) ? Footprint() : footprint(step)
    }
  }

  /// The steps that share a fork with this one, which is the first of them.
  private func sharing(_ first: Int, _ steps: [SessionStep]) -> Range<Int> {
    var end = first + 1
    while end < steps.count, share(steps[end - 1], steps[end]) { end += 1 }
    return first..<end
  }

  /// Whether two steps are expressions that were looked at together: which of the fork's actions belong to which
  /// expression is unknown.
  private func share(_ step: SessionStep, _ next: SessionStep) -> Bool {
    step.unit.group != nil && step.unit.group == next.unit.group && step.footprint == next.footprint
  }

  /// What a step looked at, and what of its changes is on the disk: those of a unit that leaves nothing behind have been undone.
  private func onDisk(_ step: SessionStep) -> Footprint {
    guard step.after === step.before, !(applied.last == .some(nil) && history.steps.last == step.footprint) else {
      return step.footprint
    }
    var footprint = step.footprint
    footprint.changes = []
    return footprint
  }

  // MARK: Going back

  /// Notes what a unit did, and to which state it led, if any.
  func note(_ footprint: Footprint, leadingTo state: SessionState?) {
    lock.withLock {
      applied.append(state?.identity)
      history.append(footprint)
    }
  }

  /// Undoes what led away from a state; why that is not possible, if it is not. What is not a file, such as a wait in a run
  /// loop, may be left out of that.
  func goBack(to state: SessionState, filesOnly: Bool = false) -> String? {
    var lineage: Set<Plan.StateID> = []
    var ancestor: SessionState? = state
    let last = lock.withLock { applied.last ?? nil }
    while let current = ancestor {
      // Most often nothing is to be undone: what was done last led to this state, or to one shortly before it.
      if current.identity == last { return nil }
      lineage.insert(current.identity)
      ancestor = current.parent
    }
    return lock.withLock {
      undo(to: (applied.lastIndex { $0.map(lineage.contains) ?? false } ?? -1) + 1, filesOnly)
    }
  }

  /// Undoes what units did that leave nothing behind.
  func undoDangling(filesOnly: Bool = false) -> String? {
    lock.withLock { undo(to: (applied.lastIndex { $0 != nil } ?? -1) + 1, filesOnly) }
  }

  /// Undoes all that can be undone.
  func putBackAll() { _ = lock.withLock { undo(to: 0) } }

  private func undo(to count: Int, _ filesOnly: Bool = false) -> String? {
    guard count < applied.count else { return nil }
    applied.removeSubrange(count...)
    return history.undo(from: count).impossible.first { !filesOnly || !Footprint.outsideFiles.contains($0) }
  }

  deinit { history.close() }
}

/// Who has changed what a notebook reads.
package enum InputChanger: Hashable, Sendable {
  /// No step has changed it, and nothing that the notebook started works on between its runs.
  case somebodyElse
  case perhapsTheNotebook
}

extension SessionStep {
  /// Whether something that it has started may work on when it has ended.
  var goesOn: Bool {
    footprint.unseenInputs != nil
      || !Set(after.process.obstacles).isDisjoint(with: ["threads", "timer", "child process"])
  }
}

extension Footprint {
  /// Whether two runs of a unit left the same files: by their names, kinds and sizes. One that was there meanwhile, under a
  /// name that libc made up, is not left.
  func leaves(theSameAs other: Footprint) -> Bool {
    func essence(_ changes: [FileChange]) -> Set<String> {
      Set(
        changes.filter { $0.before.isPresent || $0.after.isPresent }
          .map { "\($0.path) \($0.after.size.map { "\($0)" } ?? "\($0.after.isPresent)")" })
    }
    return essence(changes) == essence(other.changes)
  }
}

extension FileVersion {
  /// Bytes of a file; nil for anything else.
  fileprivate var size: UInt64? { if case .file(let contents) = self { contents.signature.size } else { nil } }
}
