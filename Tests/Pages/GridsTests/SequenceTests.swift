import Foundation
import NotebookRunning
import Reports
import Results
import Synchronization
import TestTiers
import Testing

@testable import Grids

/// Random notebooks, grids over them, and edits around them: a point is kept if and only if a clean run would look at the
/// same, and what is kept is what a clean run gives. The same is asked of `check --stale` for a report.
@Suite("Sequences of grids")
struct SequenceTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  /// `GIMBAL_GRID_SEQUENCES` says how many, `GIMBAL_GRID_SEED` from which on.
  @Test("A point is kept if and only if a clean run would meet what it met", .tags(.prove))
  func sequences() {
    let count = Tier.count(4, proof: 40, or: "GIMBAL_GRID_SEQUENCES")
    let first = Self.setting("GIMBAL_GRID_SEED") ?? 1
    let next = Atomic(first)
    let kept = Atomic(0)
    let start = ContinuousClock.now
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while case let seed = next.add(1, ordering: .relaxed).oldValue, seed < first + count {
        do {
          var trial = try GridTrial(seed: UInt64(seed))
          let fault = try trial.fault()
          kept.add(trial.kept, ordering: .relaxed)
          if let fault { Issue.record("GIMBAL_GRID_SEED=\(seed) GIMBAL_GRID_SEQUENCES=1: \(fault)\n\(trial)") }
        } catch {
          Issue.record("GIMBAL_GRID_SEED=\(seed) GIMBAL_GRID_SEQUENCES=1: \(error)")
        }
      }
    }
    let seconds = (ContinuousClock.now - start).components.seconds
    print("\(count) sequences of grids in \(seconds) s; \(kept.load(ordering: .relaxed)) points kept")
    #expect(kept.load(ordering: .relaxed) > count, "a model in which nothing is kept proves nothing")
  }
}

/// One sequence: a grid is run, the surroundings change, and it is run again; each time next to a clean run.
struct GridTrial: CustomStringConvertible {
  private var model: GridModel
  private let bench: GridBench
  private let notebook: String
  private var trace: [String] = []
  private(set) var kept = 0

  init(seed: UInt64) throws {
    model = GridModel(seed: seed)
    bench = try GridBench()
    notebook = try bench.write(model.text, to: "notebook/test.md")
    try model.lay(in: folder)
  }

  private var folder: String { "\(bench.folder)/notebook" }

  var description: String { (model.cells + trace).joined(separator: "\n") }

  /// What went wrong, nil when nothing did.
  mutating func fault() throws -> String? {
    var before: (footprint: [String], reasons: [String])?
    for round in 0..<3 {
      if round > 0 {
        for edit in model.edits() {
          trace.append("\(edit)")
          if case .set(let name, let value) = edit { bench.environment[name] = value }
          try edit.apply(in: folder)
        }
      }
      before?.reasons = try NotebookRunner.staleness(
        of: notebook, output: "\(bench.folder)/single", environment: bench.environment)
      if let fault = try gridFault() { return "round \(round): \(fault)" }
      // A run writes where the next one would find it, and sees that as its own: that rule has its own model.
      guard !description.contains("scratch.txt\", atomically") else { continue }
      let footprint = try single()
      if let before, before.reasons.isEmpty != Self.isSame(before.footprint, footprint) {
        return "round \(round): check --stale says \(before.reasons), a clean run differs in "
          + "\(Set(before.footprint).symmetricDifference(footprint))"
      }
      before = (footprint, [])
    }
    return nil
  }

  /// Whether two footprints are the same, and tell all.
  private static func isSame(_ first: [String], _ second: [String]) -> Bool {
    Set(first) == Set(second) && !first.contains { $0.hasPrefix("outside child") }
  }

  /// Runs the notebook by itself, again.
  private func single() throws -> [String] {
    let request = NotebookRunner.Request(path: notebook, output: "\(bench.folder)/single")
    let result = try NotebookRunner(cacheFolder: GridBench.cache, environment: bench.environment).run(request)
    return result.execution.footprint.lines
  }

  private mutating func gridFault() throws -> String? {
    let axes = model.axes()
    trace.append("grid \(axes.joined(separator: " "))")
    let (plan, grid, _) = try bench.plan(notebook, grid: axes)
    let records = plan.points.map { GridFolder(grid).record(of: $0) }
    let ran = Mutex(Set<String>())
    try bench.run(plan, in: grid, jobs: 1) { event in
      if case .started(let point) = event { _ = ran.withLock { $0.insert(point.id) } }
    }
    try? FileManager.default.removeItem(atPath: "\(bench.folder)/clean")
    let (cleanPlan, clean, _) = try bench.plan(notebook, grid: axes, output: "\(bench.folder)/clean")
    try bench.run(cleanPlan, in: clean, jobs: 1)
    for (point, old) in zip(plan.points, records) {
      guard let now = GridFolder(grid).record(of: point), let expected = GridFolder(clean).record(of: point) else {
        return "\(point.title) has no record"
      }
      guard now.agrees(with: expected), now.error == expected.error else {
        return "\(point.title) is \(now.values), \(now.error ?? "done"); "
          + "a clean run gives \(expected.values), \(expected.error ?? "done")"
      }
      let holds = old.map { Self.isSame($0.footprint, expected.footprint) } ?? false
      let isKept = ran.withLock { !$0.contains(point.id) }
      if isKept { kept += 1 }
      guard holds == isKept else {
        return "\(point.title) \(isKept ? "is kept" : "runs again"); a clean run differs in "
          + "\(Set(old?.footprint ?? []).symmetricDifference(expected.footprint))"
      }
    }
    return nil
  }
}
