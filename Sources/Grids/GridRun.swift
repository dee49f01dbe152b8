import CellKernel
import Exchange
import Foundation
import NotebookDocument
import Reports
import Results
import Surroundings

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
    /// Whether files in the folders of points that somebody else has written or changed are replaced.
    package var force = false

    package init() {}
  }

  /// What happens, told on one thread at a time.
  package enum Event: Sendable {
    /// So many points are to be run; so many have a result already.
    case begun(count: Int, kept: Int)
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
  /// - Throws: `GridError` when the notebook, the recordings or the kit are not those of the plan.
  package init(_ plan: GridPlan, in folder: String, _ terms: Terms) throws {
    (self.plan, self.folder, self.terms) = (plan, GridFolder(folder), terms)
    let path = plan.notebookPath(from: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      throw GridError.notebookMissing(path, plan: "\(folder)/\(GridPlan.fileName)")
    }
    guard ResultsFile.hash(of: try NotebookReader.read(path)) == plan.notebookHash else {
      throw GridError.notebookChanged(path)
    }
    let store = Store(terms.cacheFolder)
    let compiler = try Toolchain.find(store: store)
    let kit = try LibraryLocation.beside(store: store)
    try kit.require(compiler)
    guard kit.fingerprint == plan.kit, compiler.name == plan.compiler else {
      throw GridError.otherKit(
        plan: "\(plan.kit.prefix(12)), \(plan.compiler)", here: "\(kit.fingerprint.prefix(12)), \(compiler.name)")
    }
  }

  /// Whether a point has a result that holds.
  private func holds(_ point: GridPlan.Point, _ inputs: InputCheck) -> Bool {
    guard !terms.repeatsAll, let record = folder.record(of: point), record.options == plan.options.words,
      record.status == .done || !terms.retriesFailed, inputs.changed(record.inputs) == nil
    else { return false }
    let hasReport = FileManager.default.fileExists(atPath: "\(folder.folder(of: point))/index.html")
    return hasReport || !plan.options.reports
  }

  /// Runs these points, by their index, those without a result. A point that fails is recorded and stops no other.
  ///
  /// - Throws: `GridError`, `NotebookError` for what keeps this machine from running points at all; what is recorded stays.
  package func run(
    _ indices: [Int], interrupt: Interrupt = Interrupt(), onEvent: @escaping (Event) -> Void = { _ in }
  ) throws -> Tally {
    try requireRecordings(of: indices)
    let inputs = InputCheck(folder: Notebook.folder(of: plan.notebookPath(from: folder.path)))
    let missing = indices.map { plan.points[$0] }.filter { !holds($0, inputs) }
    let work = PointQueue(missing, onEvent: onEvent)
    work.tally.kept = indices.count - missing.count
    onEvent(.begun(count: missing.count, kept: work.tally.kept))
    guard !missing.isEmpty else { return work.tally }
    let threads = max(1, min(terms.jobs, missing.count))
    let (points, grid, terms) = (plan, folder, terms)
    Parallel.forEach(threads, threads: threads) { worker in
      work.work(worker, interrupt) {
        try PointRunner(points, in: grid, cacheFolder: terms.cacheFolder, force: terms.force)
      }
    }
    if let error = work.error { throw error }
    work.tally.wasInterrupted = interrupt.isRequested
    return work.tally
  }

  /// Makes sure that the recordings of these points are those of the plan.
  private func requireRecordings(of indices: [Int]) throws {
    let folder = Notebook.folder(of: plan.notebookPath(from: folder.path))
    var wanted = Set<String>()
    for index in indices {
      for value in plan.points[index].values {
        let text = value.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
        if plan.recordings[text] != nil { wanted.insert(text) }
      }
    }
    // What no point names is named by a parameter that all have in common.
    let named = Set(plan.points.flatMap { $0.values.compactMap { $0.split(separator: "=", maxSplits: 1).last } })
    let shared = plan.recordings.keys.filter { !named.contains(Substring($0)) }
    let paths = wanted.union(shared).sorted()
    let present = paths.filter { FileManager.default.fileExists(atPath: Corpus.place($0, from: folder)) }
    let hashes = try RecordingHashes(store: Store(terms.cacheFolder)).hashes(of: present, in: folder)
    for path in paths where hashes[path] != plan.recordings[path] {
      throw GridError.recordingChanged(Corpus.tidy(Corpus.place(path, from: folder)))
    }
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
          finish(worker, outcome)
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
  /// so do those that were finished beside one that turns out to change files.
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
      for other in running.keys { running[other]!.isDoubtful = true }
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

  private func finish(_ worker: Int, _ outcome: PointRunner.Outcome) {
    condition.withLock {
      let own = running.removeValue(forKey: worker)!
      count(outcome.record.status, 1)
      for other in running.keys { running[other]!.finished.append((own.point, outcome.record.status)) }
      onEvent(.finished(own.point, outcome.record, messages: outcome.messages))
      condition.broadcast()
    }
  }
}
