import Foundation
import NotebookDocument
import Testing

@testable import Caches
@testable import Files

#if canImport(Glibc)
  import Glibc
#endif

@Suite("The folder of the store")
struct CacheFolderTests {
  @Test(
    "The folder is the chosen one, or the user's; what is empty or relative where it must not be counts as not set",
    arguments: [
      ("/chosen", ["GIMBAL_CACHE": "/variable"], "/home/u", "/chosen"),
      ("", ["GIMBAL_CACHE": "/variable"], "/home/u", "/variable"),
      (nil, ["GIMBAL_CACHE": "", "XDG_CACHE_HOME": "/x"], "/home/u", "/x/gimbal"),
      (nil, ["XDG_CACHE_HOME": "", "HOME": "/h"], "/home/u", "/h/.cache/gimbal"),
      (nil, ["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/home/u", "/h/.cache/gimbal"),
      (nil, ["HOME": ""], "/home/u", "/home/u/.cache/gimbal"),
      (nil, [:], "/home/u", "/home/u/.cache/gimbal"),
    ] as [(String?, [String: String], String?, String)])
  func path(chosen: String?, environment: [String: String], home: String?, expected: String) {
    #expect(CacheFolder.path(chosen, environment: environment, home: home) == expected)
  }

  @Test("A relative choice is relative to the folder in which the program was started")
  func relative() {
    let here = FileManager.default.currentDirectoryPath
    #expect(CacheFolder.path("a/../b") == "\(here)/b")
    #expect(CacheFolder.path(nil, environment: ["GIMBAL_CACHE": "c"]) == "\(here)/c")
  }

  @Test("Without any home the folder is fresh and nobody else's")
  func homeless() throws {
    let folder = CacheFolder.path(nil, environment: [:], home: nil)
    #expect(folder != CacheFolder.path(nil, environment: [:], home: "/nonexistent"))
    var status = stat()
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700 && status.st_uid == geteuid())
  }

  @Test("A store makes its folder for its user alone")
  func mode() throws {
    let folder = try TestFolder()
    let store = Store("\(folder.path)/a/b")
    try store.requireOwn()
    try store.make(.tool, ContentHash(["x"])) { _ in }
    for path in ["a", "a/b", "a/b/tools", "a/b/scratch"] {
      var status = stat()
      #expect(stat("\(folder.path)/\(path)", &status) == 0 && status.st_mode & 0o777 == 0o700, "\(path)")
    }
  }

  @Test(
    "A folder that others may write to is refused with the remedy, and nothing in it is used",
    arguments: [0o777, 0o770, 0o1777])
  func writable(mode: Int) throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/cache"
    let key = ContentHash(["x"])
    Store(path).keep(.unit, key, ["a": Data("planted".utf8)])
    #expect(Store(path).entry(.unit, key) != nil)
    chmod(path, mode_t(mode))
    let store = Store(path)
    #expect(store.entry(.unit, key) == nil)
    #expect(throws: StoreError.self) { try store.requireOwn() }
    #expect(throws: StoreError.self) { try store.make(.unit, key) { _ in } }
    #expect("\(try #require(store.refusal))".contains("chmod go-w '\(path)'"))
    chmod(path, 0o755)
    #expect(Store(path).entry(.unit, key) != nil)
  }

  @Test(
    "A folder of another user is refused, and one in a place where everyone may put another",
    .enabled(if: geteuid() == 0))
  func foreign() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/cache"
    try Store(path).requireOwn()
    chown(path, 4242, 4242)
    #expect("\(try #require(Store(path).refusal))".contains("belongs to another user"))
    chown(path, 0, 0)
    #expect(Store(path).refusal == nil)
    chmod(folder.path, 0o777)
    #expect("\(try #require(Store(path).refusal))".contains("everyone may replace it"))
    chmod(folder.path, 0o1777)
    #expect(Store(path).refusal == nil)
  }
}
