import Caches
import CellKernel
import Files
import Footprints
import Foundation
import NotebookDocument
import NotebookRunning
import Reports

/// Finished pages with controls, on disk, where runs are kept: one that would be made of the same runs is not made again.
///
/// The key is the page without its controls: whatever shows in it, from a figure's line to the tool that sets a formula, is in its text.
/// With the notebook's own text and what decides any run, it says what the states would be; what they looked at, their footprints do.
struct KeptPages {
  private let store: Store
  private let key: ContentHash
  private let folder: String
  private let environment: [String: String]

  /// Nil where runs are not kept.
  init?(
    _ explorer: Explorer, _ report: Report, _ formulas: Formulas, _ runner: NotebookRunner, as form: ExploredPage.Form
  ) throws {
    guard let store = runner.keptRuns else { return nil }
    let notebook = report.notebook
    (self.store, folder, environment) = (store, notebook.folder, explorer.environment)
    let plain = HTMLReport(report: report, formulas: formulas)
    let places = environment.filter { WrittenFootprint.isOfPlace($0.key) }.sorted { $0.key < $1.key }
    key = ContentHash(
      ["page 1", "\(explorer.limit ?? -1)", notebook.path, notebook.lines.joined(separator: "\n")]
        + [form == .page ? plain.text() : plain.slides()] + places.flatMap { [$0.key, $0.value] }
        + (try runner.surroundings(of: notebook)))
  }

  private static let (page, record) = ("page.html", "page.json")

  private struct Record: Codable {
    var footprints: [[String]]
    var costs: Explorer.Costs
  }

  /// The page, if it was kept, is whole, and still holds, and its costs: nothing is run for it now.
  func find() -> (page: String, costs: Explorer.Costs)? {
    guard let files = store.entry(.page, key)?.files, let page = files[Self.page],
      var record = files[Self.record].flatMap({ try? JSONDecoder().decode(Record.self, from: $0) })
    else { return nil }
    let kept = KeptResults(folder: folder, environment: environment)
    guard record.footprints.allSatisfy({ kept.inputChanges(since: WrittenFootprint(lines: $0)).isEmpty }) else {
      return nil
    }
    for index in record.costs.shares.indices { record.costs.shares[index].seconds = 0 }
    return (String(decoding: page, as: UTF8.self), record.costs)
  }

  /// Keeps a page, unless its states could be others in another run.
  func keep(_ page: String, of explored: Explorer.Explored) {
    let record = Record(footprints: explored.footprints, costs: explored.costs)
    guard explored.isSettled, let data = try? JSONEncoder().encode(record) else { return }
    store.keep(.page, key, [Self.page: Data(page.utf8), Self.record: data])
  }
}
