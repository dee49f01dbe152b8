import Basics
import CZlib
import Foundation
import NotebookDocument
import NotebookRunning
import Synchronization
import TestCaches

@testable import Exploration
@testable import Reports

/// A folder for one test, with notebooks and their pages.
final class ExplorationBench {
  let folder: String

  /// Cells compiled by one test serve the others.
  static let cache = TestCaches.cells

  init() throws {
    folder = "\(NSTemporaryDirectory())gimbal-exploration-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a notebook that explores; its path.
  func notebook(_ parameters: String, ranges: String, explore: String, _ body: String, name: String = "test") throws
    -> String
  {
    let text = """
      ---
      title: Test
      notebook:
        ranges: {\(ranges)}
        explore: \(explore)
      params:
      \(parameters.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      ---
      \(body)
      """
    let path = "\(folder)/\(name).md"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The outcome of a run.
  struct Run {
    var result: NotebookRunner.Result
    var costs: Explorer.Costs?
    var page: StoredPage
    var readme: String
    /// The slides, where they were asked for.
    var slides: StoredPage?
  }

  /// Runs a notebook from its first cell.
  func run(
    _ path: String, _ assignments: [String] = [], limit: Int? = nil, jobs: Int = 2, keepGoing: Bool = false,
    keepsRuns: Bool = false, slides: Bool = false
  ) throws -> Run {
    var explorer = Explorer()
    (explorer.limit, explorer.jobs, explorer.cacheFolder, explorer.keepGoing) = (limit, jobs, Self.cache, keepGoing)
    let runner = NotebookRunner(cacheFolder: Self.cache, keepGoing: keepGoing, keepsRuns: keepsRuns)
    var request = NotebookRunner.Request(path: path, assignments: assignments, output: "\(folder)/plots")
    if slides { request.formats = [.slidesHTML] }
    let costs = Mutex<Explorer.Costs?>(nil)
    let result = try explorer.run(
      request, with: runner,
      onProgress: { event in if case .finished(let found) = event { costs.withLock { $0 = found } } })
    func read(_ name: String) throws -> String {
      try String(contentsOfFile: "\(result.folder)/\(name)", encoding: .utf8)
    }
    return Run(
      result: result, costs: costs.withLock { $0 }, page: try StoredPage(try read("index.html")),
      readme: try read("README.md"), slides: slides ? try StoredPage(try read("test-slides.html")) : nil)
  }
}

/// A page as a browser reads it: what it shows at first, and in each other state.
struct StoredPage {
  let text: String
  private(set) var controls: [ExploredPage.Control] = []
  private var states: PackedStates?

  struct Unreadable: Error {}

  init(_ text: String) throws {
    self.text = text
    guard
      let match = text.firstMatch(
        of: /<script type="application\/octet-stream" class="states" data-controls="([^"]*)">([^<]*)<\/script>/)
    else { return }
    controls = try JSONDecoder().decode(
      [ExploredPage.Control].self, from: Data(MarkupText.unescape(String(match.output.1)).utf8))
    guard let packed = Data(base64Encoded: String(match.output.2)) else { throw Unreadable() }
    states = try JSONDecoder().decode(PackedStates.self, from: Self.inflated(packed))
  }

  private static func inflated(_ data: Data) throws -> Data {
    var room = 1 << 16
    while true {
      var size = UInt(room)
      var result = Data(count: room)
      let status = result.withUnsafeMutableBytes { target in
        data.withUnsafeBytes { source in
          uncompress(
            target.bindMemory(to: UInt8.self).baseAddress, &size, source.bindMemory(to: UInt8.self).baseAddress,
            UInt(data.count))
        }
      }
      if status == Z_OK { return result.prefix(Int(size)) }
      guard status == Z_BUF_ERROR, room < 1 << 30 else { throw Unreadable() }
      room *= 4
    }
  }

  var hasControls: Bool { states != nil }
  /// The controls by which its places differ.
  var places: [[String]] { states?.slots.map { $0.on.map { controls[$0].name } } ?? [] }

  /// What the page shows without its script.
  var start: String { shown { _, first in first } }

  /// What the page's script shows for these values, by name; the others are as they were.
  func state(_ values: [String: String]) throws -> String {
    let positions = try controls.map { control -> Int in
      guard let value = values[control.name] else { return control.start }
      guard let position = control.values.firstIndex(of: value) else { throw Unreadable() }
      return position
    }
    guard let states else { return start }
    return shown { number, _ in
      let slot = states.slots[number]
      let place = slot.on.reduce(0) { $0 * controls[$1].values.count + positions[$1] }
      return states.pieces[slot.pieces[place]].map { states.chunks[$0] }.joined()
    }
  }

  /// What is in the page's middle, with something in each of its places.
  private func shown(_ content: (Int, String) -> String) -> String {
    guard let start = text.range(of: "<main>"), let end = text.range(of: "</main>", options: .backwards) else {
      return ""
    }
    var result = ""
    var rest = text[start.upperBound..<end.lowerBound]
    while let begin = rest.firstMatch(of: /<!--state (\d+)-->/), let number = Int(begin.output.1),
      let close = rest.range(of: "<!--/state \(number)-->")
    {
      result += rest[..<begin.range.lowerBound]
      result += content(number, String(rest[begin.range.upperBound..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}
