import Files
import Foundation

@testable import Footprints

/// A session in small: steps of operations, run with the journal, and the rules under test.
final class Notebook {
  let folder: String
  let files: DiskFiles
  let history: FileHistory
  var steps: [[Operation]]
  private(set) var outputs: [String] = []
  var environment: [String: String] = [:]
  var parameters: [String: String] = [:]
  private let root: String

  init(_ steps: [[Operation]], in initial: String? = nil, tick: Int64 = FileSignature.tick, bound: UInt64 = 1 << 30)
    throws
  {
    root = Tree.temporary()
    folder = root + "/notebook"
    if let initial { Tree.copy(initial, to: folder) } else { mkdir(folder, 0o755) }
    self.steps = steps
    files = DiskFiles(tick: tick)
    history = try FileHistory(folder: FilePath(root + "/saved"), bound: bound, files: files)
  }

  deinit { Tree.remove(root) }

  var savedFiles: [String] { (try? FileManager.default.contentsOfDirectory(atPath: root + "/saved")) ?? [] }

  /// Runs the steps that are not kept; the closure is called between two of them.
  func run(between: () -> Void = {}) {
    for step in steps[history.steps.count...] {
      runOne { worker in step.map(worker.run).joined(separator: "|") }
      between()
    }
  }

  /// Runs one step that may do anything.
  func runOne(_ body: (Worker) -> String) {
    let started = FileSignature.now
    let journal = Journal(saved: history.folder)
    outputs.append(body(Worker(folder: folder, journal: journal)))
    history.append(
      FootprintReader.footprint(
        of: journal.log, started: started, parameters: parameters, environment: environment, files: files,
        journal: history.folder, earlier: history.steps))
  }

  var stale: StaleStep? {
    StepInputs(history.steps).firstStale(in: files, parameters: parameters, environment: environment)
  }

  var reason: String? { stale?.reason.words(in: FilePath(folder)) }

  /// Goes back before that step, and further where what stays is no longer valid.
  func goBack(to step: Int) -> FileHistory.Undoing {
    var all = history.undo(from: min(step, stale?.step ?? step))
    while let stale {
      let more = history.undo(from: stale.step)
      all.left += more.left
      all.impossible += more.impossible
    }
    outputs.removeLast(outputs.count - history.steps.count)
    return all
  }
}
