import Foundation
import NotebookBench
import Testing

@testable import NotebookRunning

@Suite("The cache of runs")
struct CacheCleaningTests {
  @Test("Cleaning removes the entries of the cache, and nothing else")
  func clean() throws {
    let cache = "\(NSTemporaryDirectory())gimbal-clean-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: cache) }
    _ = try Workbench(cache: cache).run(cell("1 + 1"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(cache)/note.txt"))
    #expect(try CacheCleaning.clean(cacheFolder: cache, olderThanDays: 1).entries == 0)
    let removed = try CacheCleaning.clean(cacheFolder: cache)
    #expect(removed.entries >= 1 && removed.bytes > 1000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(cache)/units").isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(cache)/note.txt"))
    #expect(try Workbench(cache: cache).run(cell("1 + 1")).text(0) == "[2]")
  }

  @Test("A damaged cache is made again")
  func damagedCache() throws {
    let cache = "\(NSTemporaryDirectory())gimbal-damaged-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: cache) }
    #expect(try Workbench(cache: cache).run(cell("40 + 2")).text(0) == "[42]")
    let files = FileManager.default.enumerator(atPath: "\(cache)/units")!.compactMap { $0 as? String }
    let library = try #require(files.first { $0.hasSuffix(".so") })
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(cache)/units/\(library)"))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: "\(cache)/units/\(library)"))
    #expect(try Workbench(cache: cache).run(cell("40 + 2")).text(0) == "[42]")
  }
}
