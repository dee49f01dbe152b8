import CellKernel
import Exchange
import Foundation
import NotebookDocument
import Reports
import Surroundings

extension NotebookRunner {
  /// What came of a grid of runs.
  package struct GridResult: Sendable {
    /// One for each combination, in order.
    package var results: [Result]
    /// The folder of the index page.
    package var folder: String
  }

  /// Runs a notebook with every combination of the grid's values: one report each in a folder of its own, and an index
  /// page that shows their figures and tables side by side.
  ///
  /// All values are checked before the first run. An interrupt ends the runs; the index then shows those that are done.
  ///
  /// - Throws: `NotebookError` when the notebook or a value cannot be read, or the results cannot be written.
  package func run(
    _ request: Request, grid: ParameterGrid, interrupt: Interrupt = Interrupt(),
    onStart: (_ title: String, _ number: Int, _ count: Int) -> Void = { _, _, _ in },
    onEvent: (Event) -> Void = { _ in }
  ) throws -> GridResult {
    let notebook = try NotebookReader.read(request.path)
    let points = grid.points
    for point in points { _ = try request.parameters(of: notebook, adding: point.assignments) }
    let name = request.folder ?? "\(notebook.name)-grid"
    var runs: [GridPage.Run] = []
    var results: [Result] = []
    for (index, point) in points.enumerated() where !interrupt.isRequested {
      onStart(point.title, index + 1, points.count)
      var each = request
      each.assignments += point.assignments
      each.output = "\(request.output)/\(name)"
      each.folder = point.folder
      let (report, result) = try runAndReport(each, interrupt: interrupt, onEvent: onEvent)
      runs.append(GridPage.Run(point: point, report: report, isSuccess: result.isSuccess))
      results.append(result)
    }
    let folder = try OutputFolder("\(request.output)/\(name)")
    let page = GridPage(notebook: notebook, runs: runs)
    try folder.replace(with: ["index.html": Data(page.html().utf8), "README.md": Data(page.markdown().utf8)])
    return GridResult(results: results, folder: folder.path)
  }
}
