import Files
import Foundation
import Testing

@testable import Footprints

/// Going back, by example. `SequenceTests` asks the same of everything that can be combined.
@Suite struct HistoryTests {
  @Test func aFileWrittenInPlaceStaysTheSameFileForWhoHasItOpen() throws {
    let notebook = try Notebook([[.write("a", "before")]])
    notebook.run()
    let path = notebook.folder + "/a"
    var old = timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)
    utimensat(AT_FDCWD, path, [old, old], 0)
    let mode = FileSignature(at: FilePath(path))?.permissions
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    try notebook.add([.append("a", " after"), .permit("a", 0o640)])
    #expect(notebook.history.undo(from: 1) == FileHistory.Undoing())
    var status = stat()
    fstat(descriptor, &status)
    #expect(status.st_size == 6 && UInt64(status.st_mode) & 0o7777 == mode)
    old = status.st_mtim
    #expect(old.tv_sec == 1_000_000_000 && old.tv_nsec == 123_456_789)
    #expect(FileSignature(at: FilePath(path))?.inode == UInt64(status.st_ino))
  }

  @Test(.enabled(if: geteuid() != 0, "root may look into every folder"), arguments: [0o600, 0o300, 0o500, 0])
  func aFolderThatAStepLocksIsOpenedAgainAndNeverTakenForAChange(_ mode: UInt32) throws {
    let notebook = try Notebook([[.makeFolder("d"), .write("d/f", "1"), .list("d"), .list(".")], [.read("d/f")]])
    notebook.run()
    let before = FileSignature(at: FilePath(notebook.folder + "/d"))?.permissions
    try notebook.add([
      .append("d/f", "2"), .makeFolder("d/e"), .write("d/e/g", "3"), .lock("d/e", mode), .lock("d", mode),
    ])
    #expect(notebook.stale == nil)
    // A person unlocks it: that is a change, and no loop.
    chmod(notebook.folder + "/d", 0o755)
    #expect(notebook.stale != nil)
    chmod(notebook.folder + "/d", mode_t(mode))
    #expect(notebook.stale == nil)
    let undoing = notebook.history.undo(from: 2)
    #expect(undoing.left.isEmpty && undoing.impossible.allSatisfy { $0.contains("takes away the right to use") })
    #expect(!undoing.impossible.isEmpty)
    #expect(notebook.content("d/f") == "1" && notebook.content("d/e/g") == nil)
    #expect(FileSignature(at: FilePath(notebook.folder + "/d"))?.permissions == before)
    #expect(notebook.stale == nil)
  }

  @Test func aFileThatWasReplacedOrDeletedComesBackAsTheSameFile() throws {
    let operations: [Operation] = [
      .delete("a"), .replace("a", "new"), .replaceAtomically("a", "new"), .rename("a", to: "b"),
    ]
    for operation in operations {
      let notebook = try Notebook([[.write("a", "before")]])
      notebook.run()
      let inode = FileSignature(at: FilePath(notebook.folder + "/a"))?.inode
      try notebook.add([operation, .append("b", "later")])
      #expect(notebook.history.undo(from: 1) == FileHistory.Undoing())
      #expect(notebook.content("a") == "before")
      #expect(FileSignature(at: FilePath(notebook.folder + "/a"))?.inode == inode)
      #expect(notebook.content("b") == nil)
    }
  }

  @Test func aRenamedFolderComesBackAsTheSameFolder() throws {
    let notebook = try Notebook([[.makeFolder("d"), .write("d/a", "1"), .makeFolder("d/f"), .write("d/f/a", "2")]])
    notebook.run()
    let before = Tree.snapshot(notebook.folder)
    let inode = FileSignature(at: FilePath(notebook.folder + "/d"))?.inode
    try notebook.add([.append("d/a", "!"), .rename("d", to: "e"), .append("e/f/a", "!"), .write("e/new", "3")])
    #expect(notebook.stale == nil)
    #expect(notebook.history.undo(from: 1) == FileHistory.Undoing())
    #expect(Tree.snapshot(notebook.folder) == before)
    #expect(FileSignature(at: FilePath(notebook.folder + "/d"))?.inode == inode)
  }

  @Test func aRenamedFolderComesBackThoughItWasNotSaved() throws {
    let notebook = try Notebook([[.makeFolder("d"), .write("d/a", "1")]])
    notebook.run()
    let before = Tree.snapshot(notebook.folder)
    notebook.runOne { worker in
      let (old, new) = (FilePath(notebook.folder + "/d"), FilePath(notebook.folder + "/e"))
      let signature = FileSignature(at: old)!
      worker.journal?.note(.before(old, .impossible("a folder with contents was moved"), signature))
      worker.journal?.note(.before(new, .absent, signature))
      return Worker(folder: worker.folder, journal: nil).run(.rename("d", to: "e"))
    }
    #expect(notebook.history.undo(from: 1) == FileHistory.Undoing())
    #expect(Tree.snapshot(notebook.folder) == before)
  }

  @Test func twoFilesThatChangedPlacesChangeBack() throws {
    let notebook = try Notebook([[.write("a", "1"), .write("b", "2")]])
    notebook.run()
    let before = Tree.snapshot(notebook.folder)
    try notebook.add([
      .append("a", "!"), .append("b", "!"), .rename("a", to: "c"), .rename("b", to: "a"), .rename("c", to: "b"),
    ])
    #expect(notebook.history.undo(from: 1) == FileHistory.Undoing())
    #expect(Tree.snapshot(notebook.folder) == before)
  }

  @Test func aPersonsFilesAreLeft() throws {
    let notebook = try Notebook([[.write("a", "1")], [.write("a", "2"), .write("b", "3"), .makeFolder("d")]])
    notebook.run()
    notebook.byHand(.write("a", "by hand"))
    notebook.byHand(.delete("b"))
    notebook.byHand(.write("d/mine", "by hand"))
    let undoing = notebook.history.undo(from: 0)
    #expect(undoing.left == ["a", "b", "d"].map { FilePath(notebook.folder + "/" + $0) })
    #expect(undoing.impossible == [])
    #expect(notebook.content("a") == "by hand" && notebook.content("d/mine") == "by hand")
    #expect(notebook.content("b") == nil)
  }

  @Test func aFileThatWasRenamedAndThenWrittenByAPersonCannotComeBack() throws {
    let notebook = try Notebook([[.write("a", "1")], [.rename("a", to: "b")]])
    notebook.run()
    notebook.byHand(.append("b", "by hand"))
    let undoing = notebook.history.undo(from: 1)
    #expect(undoing.left == [FilePath(notebook.folder + "/b")])
    #expect(undoing.impossible.count == 1)
    #expect(notebook.content("b") == "1by hand")
  }

  @Test func aFileThatCannotGoBackStaysWhereItIs() throws {
    let notebook = try Notebook([[.rename("d", to: "e")]])
    notebook.byHand(.makeFolder("d"))
    notebook.byHand(.write("d/a", "1"))
    notebook.run()
    notebook.byHand(.write("d", "by hand"))
    let undoing = notebook.history.undo(from: 0)
    #expect(undoing.left.contains(FilePath(notebook.folder + "/e/a")))
    #expect(notebook.content("d") == "by hand" && notebook.content("e/a") == "1")
  }

  @Test func aPersonsFolderBehindALinkThatCameAfterAFailedAttemptStays() throws {
    let notebook = try Notebook([])
    notebook.byHand(.makeFolder("d"))
    notebook.byHand(.makeFolder("d/a"))
    // While there is no e, nothing is tried at d/a, though e/a is d/a in the end.
    try notebook.add([.delete("e"), .write("e/a", "text"), .makeLink("e", target: "d")])
    #expect(notebook.history.undo(from: 0) == FileHistory.Undoing())
    #expect(Set(Tree.snapshot(notebook.folder).keys) == ["d", "d/a"])
    // What is made through the link is the notebook's own.
    notebook.steps = []
    try notebook.add([.makeLink("e", target: "d"), .write("e/b", "text")])
    #expect(notebook.history.undo(from: 0) == FileHistory.Undoing())
    #expect(Set(Tree.snapshot(notebook.folder).keys) == ["d", "d/a"])
  }

  @Test func whatCannotBeUndoneIsSaid() throws {
    let notebook = try Notebook([])
    notebook.runOne { worker in
      worker.journal?.note(.outside("network"))
      let signature = FileSignature(
        device: 0, inode: 0, mode: 0o100644, size: 1 << 40, modified: 0, changed: 0, links: 1)
      worker.journal?.note(.before(FilePath(notebook.folder + "/big"), .impossible("too large"), signature))
      worker.journal?.note(.before(FilePath(notebook.folder + "/x"), .saved("/etc/passwd"), signature))
      return ""
    }
    #expect(
      notebook.history.obstacles(from: 0) == [
        "network", "\(notebook.folder)/big: too large", "\(notebook.folder)/x: a file was saved in another place",
      ])
    #expect(notebook.history.obstacles(from: 1) == [])
    #expect(notebook.history.undo(from: 0).impossible.count >= 3)
    #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
  }

  @Test func savedFilesStayWithinTheBoundAndGoInTheEnd() throws {
    let notebook = try Notebook([[.write("a", String(repeating: "x", count: 600))]], bound: 1000)
    notebook.run()
    for text in ["1", "2", "3"] { try notebook.add([.append("a", text)]) }
    #expect(notebook.savedFiles.count == 1)
    #expect(notebook.history.obstacles(from: 3) == [])
    #expect(notebook.history.obstacles(from: 2).count == 1)
    #expect(notebook.history.undo(from: 3) == FileHistory.Undoing())
    #expect(notebook.savedFiles == [])
    #expect(notebook.content("a")?.count == 602)
    notebook.history.close()
    #expect(!FileManager.default.fileExists(atPath: notebook.history.folder.description))
  }

  @Test func nothingOfAWayBackIsLeftBeside() throws {
    let notebook = try Notebook([[.write("a", "1"), .makeLink("l", target: "a")], [.delete("l"), .replace("a", "2")]])
    notebook.run()
    _ = notebook.history.undo(from: 1)
    #expect(Set(Tree.snapshot(notebook.folder).keys) == ["a", "l"])
    #expect(notebook.savedFiles == [])
  }
}

extension Notebook {
  /// Runs one more step.
  func add(_ step: [Operation]) throws {
    steps.append(step)
    run()
  }
}
