import Display
import Foundation
import NotebookDocument
import Results
import TestCaches

@testable import Grids

/// A folder for one test, with notebooks, recordings and grids.
final class GridBench {
  let folder: String
  /// What cells find, and what is asked whether results hold.
  var environment = ProcessInfo.processInfo.environment

  /// Cells compiled by one test serve the others.
  static let cache = TestCaches.cells

  init() throws {
    folder = "\(NSTemporaryDirectory())gimbal-grid-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file; its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let path = "\(folder)/\(name)"
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A notebook with these parameters and cells; its path.
  func notebook(_ parameters: String, _ cells: String..., name: String = "test.md") throws -> String {
    let blocks = cells.map { "```swift\n\($0)\n```\n" }.joined(separator: "\n")
    return try write("---\ntitle: Test\nnotebook: {}\nparams:\n\(parameters)\n---\n\(blocks)", to: name)
  }

  func read(_ name: String) -> String {
    FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }

  var output: String { "\(folder)/plots" }

  /// Plans and writes the plan.
  func plan(
    _ notebook: String, grid: [String] = [], over: [String] = [], fixed: [String] = [], design: String = "full",
    points: Int? = nil, reports: Bool = false, output: String? = nil
  ) throws -> (plan: GridPlan, folder: String, notes: [String]) {
    var request = try PlanRequest(notebook: notebook, grid: grid, over: over, design: design, points: points)
    request.fixed = fixed
    request.options.reports = reports
    let folder = Planner.folder(for: notebook, output: output ?? self.output)
    let (plan, notes) = try Planner(request, cacheFolder: Self.cache).plan(in: folder)
    try plan.write(to: folder)
    return (plan, folder, notes)
  }

  /// Runs points: all, if none are named.
  @discardableResult
  func run(
    _ plan: GridPlan, in folder: String, _ points: [Int]? = nil, jobs: Int = 2, again: Bool = false,
    retryFailed: Bool = false, onEvent: @escaping (GridRun.Event) -> Void = { _ in }
  ) throws -> GridRun.Tally {
    var terms = GridRun.Terms()
    (terms.jobs, terms.repeatsAll, terms.retriesFailed, terms.cacheFolder) = (jobs, again, retryFailed, Self.cache)
    terms.environment = environment
    return try GridRun(plan, in: folder, terms).run(points ?? Array(plan.points.indices), onEvent: onEvent)
  }

  func gather(_ plan: GridPlan, in folder: String) throws -> Gathering.Summary {
    try Gathering(plan, in: folder, environment: environment).gather()
  }

  /// Plans, runs and gathers.
  func results(
    _ notebook: String, grid: [String] = [], over: [String] = [], reports: Bool = false
  ) throws -> GridResults {
    let (plan, folder, _) = try plan(notebook, grid: grid, over: over, reports: reports)
    try run(plan, in: folder)
    _ = try gather(plan, in: folder)
    return try GridResults(contentsOf: folder)
  }
}
