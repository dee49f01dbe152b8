import Caches
import CellKernel
import Foundation
import NotebookDocument
import NotebookImport
import Processes
import Reports
import Results
import Toolchains

import enum Basics.Parallel

/// Runs points of a plan on this machine, several at a time. Points that have a result are passed over.
package struct GridRun {
  /// How points are run, whatever they are.
  package struct Terms: Sendable {
    /// How many points run at the same time.
    package var jobs = Parallel.processors
    /// Whether points that failed run again.
    package var retriesFailed = false
    /// Whether all points run again.
    package var repeatsAll = false
    package var cacheFolder: String?
    /// The environment in which cells run.
    package var environment = ProcessInfo.processInfo.environment
    /// Whether files in the folders of points that somebody else has written or changed are replaced.
    package var force = false

    package init() {}
  }

  /// What happens, told on one thread at a time.
  package enum Event: Sendable {
    /// How many points are to be run, and how many have a result that holds, some of them a failure, which is
    /// reported. With the reasons why results do not hold any more, and how many points each concerns.
    case begun(count: Int, kept: Int, failures: PointFailures, outdated: [String: Int])
    case started(GridPlan.Point)
    case finished(GridPlan.Point, PointRecord, messages: [String])
    /// A point runs again later, because another one may have changed what it saw; with its end, if it had one.
    case putOff(GridPlan.Point, after: PointRecord.Status?)
    /// Cells of the notebook change files, so that its points run one after the other from here on.
    case becameSerial
  }

  /// How many points have which end.
  package struct Tally: Hashable, Sendable {
    package var done = 0
    package var failed = 0
    package var kept = 0
    package var wasInterrupted = false

    package init() {}
  }

  private let plan: GridPlan
  private let folder: GridFolder
  private let terms: Terms

  /// A run of a plan in a grid's folder.
  ///
  /// - Throws: `GridError` when the notebook or the kit are not those of the plan.
  package init(_ plan: GridPlan, in folder: String, _ terms: Terms) throws {
    (self.plan, self.folder, self.terms) = (plan, GridFolder(folder), terms)
    let path = plan.notebookPath(from: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      throw GridError(.notebookMissing(path), file: "\(folder)/\(GridPlan.fileName)")
    }
    guard ResultsFile.hash(of: try NotebookReader.read(path)) == plan.notebookHash else {
      throw GridError(.notebookChanged, file: path)
    }
    let store = Store(terms.cacheFolder)
    let compiler = try Toolchain.find(store: store)
    let kit = try LibraryLocation.beside(store: store)
    try kit.require(compiler)
    guard kit.fingerprint == plan.kit, compiler.name == plan.compiler else {
      throw GridError(
        .otherKit(
          plan: "\(plan.kit.prefix(12)), \(plan.compiler)", here: "\(kit.fingerprint.prefix(12)), \(compiler.name)"))
    }
  }

  /// What there is of a point.
  private enum State {
    /// A result that holds.
    case kept(PointRecord)
    /// It is to be run; for these reasons where it has been run before.
    case due(reasons: [String])
  }

  private func state(of point: GridPlan.Point, _ kept: KeptResults) -> State {
    guard let record = folder.earlierRecord(of: point) else { return .due(reasons: []) }
    if terms.repeatsAll || record.status == .failed && terms.retriesFailed { return .due(reasons: []) }
    let reasons = reasons(against: record, of: point)
    guard reasons.isEmpty else { return .due(reasons: reasons) }
    let changes = kept.inputChanges(since: WrittenFootprint(lines: record.footprint)).map(kept.words)
    return changes.isEmpty ? .kept(record) : .due(reasons: changes)
  }

  /// What of a point is asked for otherwise than when it was recorded: each reason, as several may have changed together.
  private func reasons(against record: PointRecord, of point: GridPlan.Point) -> [String] {
    var reasons: [String] = []
    if record.id != point.id {
      if record.kit != plan.kit { reasons.append("the version of Gimbal or of the compiler changed") }
      if let notebook = record.notebook, notebook != plan.notebookHash { reasons.append("the notebook changed") }
      // The identity holds these three; earlier records do not say which notebook they were made of.
      if reasons.isEmpty {
        reasons.append(
          record.notebook == nil
            ? "the notebook, or a value that all points share, changed" : "a value that all points share changed")
      }
    }
    if record.options != plan.options.words {
      func words(_ options: String) -> String { options.isEmpty ? "no report" : options }
      reasons.append("the options changed from “\(words(record.options))” to “\(words(plan.options.words))”")
    } else if plan.options.reports, !folder.hasReport(of: point, record) {
      reasons.append("the report is gone")
    }
    return reasons
  }

  /// Runs these points, by their index, those without a result. A point that fails is recorded and stops no other.
  ///
  /// - Throws: `GridError`, `PlacedError` if this machine cannot run points at all; recorded results stay.
  package func run(
    _ indices: [Int], interrupt: Interrupt = Interrupt(), onEvent: @escaping (Event) -> Void = { _ in }
  ) throws -> Tally {
    let kept = KeptResults(
      folder: Notebook.folder(of: plan.notebookPath(from: folder.path)), environment: terms.environment)
    var missing: [GridPlan.Point] = []
    var (failures, reasons) = (PointFailures(), [String: Int]())
    for point in indices.map({ plan.points[$0] }) {
      switch state(of: point, kept) {
      case .kept(let record):
        if record.status == .failed { failures.add(record.error ?? "error: it failed", of: point) }
      case .due(let why):
        missing.append(point)
        for reason in why { reasons[reason, default: 0] += 1 }
      }
    }
    let work = PointQueue(missing, onEvent: onEvent)
    work.tally.kept = indices.count - missing.count
    onEvent(.begun(count: missing.count, kept: work.tally.kept, failures: failures, outdated: reasons))
    guard !missing.isEmpty else { return work.tally }
    let threads = max(1, min(terms.jobs, missing.count))
    let (points, grid, terms) = (plan, folder, terms)
    Parallel.forEach(threads, threads: threads) { worker in
      work.work(worker, interrupt) { try PointRunner(points, in: grid, terms) }
    }
    if let error = work.error { throw error }
    work.tally.wasInterrupted = interrupt.isRequested
    return work.tally
  }
}

/// The points that nobody runs yet, for several threads.
private final class PointQueue: @unchecked Sendable {
  /// A point that is being run.
  private struct Running {
    let point: GridPlan.Point
    /// Whether another one ran meanwhile.
    var isBeside: Bool
    /// Whether another one has changed files meanwhile.
    var isDoubtful = false
    /// What was finished meanwhile.
    var finished: [(point: GridPlan.Point, status: PointRecord.Status)] = []
  }

  private let condition = NSCondition()
  private var waiting: [GridPlan.Point]
  /// By worker.
  private var running: [Int: Running] = [:]
  /// Whether a point has ended that changed no file: until then points run one at a time, which also compiles once what all
  /// have in common.
  private var isProven = false
  /// The one worker that runs the points from when one of them was seen to change files: its session knows what the others
  /// would run again.
  private var serialWorker: Int?
  private let onEvent: (GridRun.Event) -> Void
  var tally = GridRun.Tally()
  private(set) var error: (any Error)?

  init(_ points: [GridPlan.Point], onEvent: @escaping (GridRun.Event) -> Void) {
    (waiting, self.onEvent) = (points.reversed(), onEvent)
  }

  /// Runs points until there are none, a stop is asked for, or something is wrong with this machine.
  func work(_ worker: Int, _ interrupt: Interrupt, _ make: () throws -> PointRunner) {
    do {
      var runner: PointRunner?
      // What cells have written is not part of a grid: the next one meets what this one met.
      defer { runner?.forget() }
      while let point = take(worker, interrupt) {
        do {
          let ready = try runner ?? make()
          runner = ready
          guard let outcome = try ready.run(point, interrupt: interrupt) else {
            leave(worker)
            continue
          }
          guard ranAlone(outcome, worker) else {
            // What the session has seen may be another point's.
            ready.forget()
            leave(worker)
            continue
          }
          try ready.keep(outcome, of: point)
          if !finish(worker, outcome) { ready.forget() }
        } catch {
          leave(worker)
          throw error
        }
      }
    } catch {
      condition.withLock {
        self.error = self.error ?? error
        waiting = []
        condition.broadcast()
      }
    }
  }

  private func take(_ worker: Int, _ interrupt: Interrupt) -> GridPlan.Point? {
    condition.withLock {
      while !running.isEmpty, serialWorker.map({ $0 == worker }) ?? !isProven { condition.wait() }
      guard serialWorker == nil || serialWorker == worker, !interrupt.isRequested, let point = waiting.popLast() else {
        return nil
      }
      for other in running.keys { running[other]!.isBeside = true }
      running[worker] = Running(point: point, isBeside: !running.isEmpty)
      onEvent(.started(point))
      return point
    }
  }

  private func leave(_ worker: Int) {
    condition.withLock {
      running[worker] = nil
      condition.broadcast()
    }
  }

  /// Whether no other point can have written where this one wrote or read; one that must run again waits for its turn, and
  /// so do those that were finished next to one that turns out to change files.
  private func ranAlone(_ outcome: PointRunner.Outcome, _ worker: Int) -> Bool {
    condition.withLock {
      let own = running[worker]!
      guard outcome.changedFiles else {
        if own.isDoubtful { putOff(own.point) } else { isProven = true }
        return !own.isDoubtful
      }
      if serialWorker == nil {
        serialWorker = worker
        onEvent(.becameSerial)
      }
      for other in running.keys where other != worker { running[other]!.isDoubtful = true }
      for (point, status) in own.finished {
        count(status, -1)
        putOff(point, after: status)
        for other in running.keys { running[other]!.finished.removeAll { $0.point.id == point.id } }
      }
      if own.isBeside { putOff(own.point) }
      return !own.isBeside
    }
  }

  private func putOff(_ point: GridPlan.Point, after status: PointRecord.Status? = nil) {
    waiting.append(point)
    onEvent(.putOff(point, after: status))
  }

  private func count(_ status: PointRecord.Status, _ difference: Int) {
    if status == .done { tally.done += difference } else { tally.failed += difference }
  }

  /// Whether a point is over. While it was recorded, another one may have turned out to change files: then it runs again.
  private func finish(_ worker: Int, _ outcome: PointRunner.Outcome) -> Bool {
    condition.withLock {
      let own = running.removeValue(forKey: worker)!
      defer { condition.broadcast() }
      guard !own.isDoubtful else {
        putOff(own.point)
        return false
      }
      count(outcome.record.status, 1)
      for other in running.keys { running[other]!.finished.append((own.point, outcome.record.status)) }
      onEvent(.finished(own.point, outcome.record, messages: outcome.messages))
      return true
    }
  }
}
