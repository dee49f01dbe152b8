import Foundation
import Synchronization
import TestCaches

@testable import Book

/// A folder for one test, with notebooks and the book that is made of them.
final class BookBench {
  let folder: String
  let cache: String

  /// Cells compiled by one test serve the others, and so do chapters that were kept: each is known by the path of its notebook.
  static let cache = TestCaches.cells

  init(cache: String = BookBench.cache) throws {
    folder = "\(NSTemporaryDirectory())gimbal-book-\(UUID().uuidString)"
    self.cache = cache
    try FileManager.default.createDirectory(atPath: "\(folder)/notebooks", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file next to the notebooks; its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: "\(folder)/notebooks/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// Writes a notebook with this body; its path.
  @discardableResult
  func notebook(_ name: String, _ body: String, title: String? = nil, matter: String = "notebook: {}") throws -> String
  {
    try write("---\ntitle: \(title ?? "The chapter \(name)")\n\(matter)\n---\n\(body)\n", to: "\(name).md")
  }

  /// What happens while a book is made.
  final class Events: Sendable {
    private let events = Mutex<[BookMaker.Event]>([])
    func add(_ event: BookMaker.Event) { events.withLock { $0.append(event) } }
    /// Why chapters ran, by the names of their notebooks.
    var reasons: [String: [String]] {
      events.withLock { events in
        Dictionary(
          events.compactMap { event in
            guard case .running(_, _, let path, let reasons) = event else { return nil }
            return (URL(fileURLWithPath: path).lastPathComponent, reasons)
          }, uniquingKeysWith: { $1 })
      }
    }
    var isTypeset: Bool { events.withLock { $0.contains { if case .typesetting = $0 { true } else { false } } } }
  }

  /// Makes the book of the folder.
  @discardableResult
  func make(
    _ inputs: [String]? = nil, to site: String = "site", again: Bool = false, force: Bool = false, pdf: Bool = false,
    events: Events = Events()
  ) throws -> BookMaker.Outcome {
    var request = BookMaker.Request(inputs: inputs ?? ["\(folder)/notebooks"], output: "\(folder)/\(site)")
    (request.again, request.force, request.isOnPaper) = (again, force, pdf)
    return try BookMaker(cacheFolder: cache).make(request) { events.add($0) }
  }

  /// The files of the book by name.
  func files(_ site: String = "site") throws -> [String: Data] {
    let place = "\(folder)/\(site)"
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: place) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(place)/\(name)", isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(place)/\(name)"))
    }
    return files
  }

  func page(_ name: String, _ site: String = "site") throws -> String {
    try String(contentsOfFile: "\(folder)/\(site)/\(name)", encoding: .utf8)
  }

  /// Messages without the folder of this test.
  func tidy(_ text: String) -> String {
    text.replacing(folder + "/notebooks/", with: "").replacing(folder + "/", with: "")
  }

  func tidy(_ error: any Error) -> String { tidy("\(error)") }
}
