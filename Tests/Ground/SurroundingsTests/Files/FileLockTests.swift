import Foundation
import Testing

@testable import Files

@Suite("Locks on files and folders")
struct FileLockTests {
  @Test("A lock ends when its holder ends it, also while a program that is being started still has the descriptor")
  func ends() throws {
    let folder = try TestFolder()
    func opened() -> Int32 { open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let first = opened()
    #expect(try FileLock.take(first) == .taken)
    // What a process has between its start and its program.
    let inherited = dup(first)
    defer { close(inherited) }
    let second = opened()
    #expect(try FileLock.take(second) == .held(by: "another program"))
    FileLock.end(first)
    #expect(try FileLock.take(second) == .taken)
    FileLock.end(second)
    FileLock.end(-1)
  }
}
