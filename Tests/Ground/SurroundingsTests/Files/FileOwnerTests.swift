import Foundation
import NotebookDocument
import Testing

@testable import Caches
@testable import Files

@Suite("Whose a file is")
struct FileOwnerTests {
  /// What is asked of a path: the reason for which it stays; nil when it may be written.
  private func answer(
    _ path: String, for text: String? = nil, madeOf inputs: [String] = [], written: String? = nil, force: Bool = false
  ) -> OwnershipReason? {
    do {
      try FileOwner.require(
        path, for: text.map { Data($0.utf8) }, madeOf: inputs,
        written: written.map { "\(ContentHash(Data($0.utf8)))" }, force: force)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("Only what is as we wrote it may be replaced; what is unknown, edited or a link is somebody else's")
  func rule() throws {
    let folder = try TestFolder()
    let path = try folder.write("text", to: "a")
    #expect(answer("\(folder.path)/none") == nil)
    #expect(answer(path) == .alreadyThere)
    #expect(answer(path, written: "other") == .alreadyThere)
    #expect(answer(path, written: "text") == nil)
    #expect(answer(path, for: "text") == nil && answer(path, for: "other") == .alreadyThere)
    #expect(answer(path, force: true) == nil)
    #expect(answer(folder.path) == .alreadyThere)
    #expect(answer("/dev/null") == nil)
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
    #expect(answer(link, written: "text") == .alreadyThere && answer(link, force: true) == nil)
  }

  @Test("What is read is never written over, under whatever name, not even by force")
  func inputs() throws {
    let folder = try TestFolder()
    let path = try folder.write("text", to: "a")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/soft", withDestinationPath: "a")
    try FileManager.default.linkItem(atPath: path, toPath: "\(folder.path)/hard")
    for name in ["a", "soft", "hard", "../\(URL(fileURLWithPath: folder.path).lastPathComponent)/a"] {
      #expect(answer("\(folder.path)/\(name)", madeOf: [path], force: true) == .isInput, "\(name)")
    }
    // A recording may be a folder.
    #expect(answer(path, madeOf: [folder.path], force: true) == .isInput)
    #expect(answer("\(folder.path)/new.csv", madeOf: [folder.path]) == nil)
  }

  @Test("`clean` removes no file of a folder that is not known as a store, and gives the reason")
  func foreignCache() throws {
    let folder = try TestFolder()
    let names = [
      "units/metres.txt", "reports/2026/a.txt", "records/\(ContentHash(["x"]))/voice.txt", "scratch/1-notes/a",
    ]
    for name in names {
      let place = URL(fileURLWithPath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: place)
    }
    func stays() -> Bool { names.allSatisfy { FileManager.default.fileExists(atPath: "\(folder.path)/\($0)") } }
    #expect(throws: StoreError(.notACache, file: folder.path)) { try Store(folder.path).clean(unusedSince: nil) }
    #expect(stays())
    // Once it serves as a store, what is not an entry still is somebody else's.
    let store = Store(folder.path)
    store.keep(.record, ContentHash(["y"]), ["a": Data("ours".utf8)])
    #expect(try Store(folder.path).clean(unusedSince: nil).entries == 1)
    store.prune(to: 0, now: Date(timeIntervalSinceNow: 1e9))
    #expect(stays() && store.entry(.record, ContentHash(["y"])) == nil)
  }

  @Test("A folder that is not there, or empty, needs no cleaning and is not made")
  func emptyCache() throws {
    let folder = try TestFolder()
    #expect(try Store(folder.path).clean(unusedSince: nil).entries == 0)
    #expect(try Store("\(folder.path)/none").clean(unusedSince: nil).entries == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
