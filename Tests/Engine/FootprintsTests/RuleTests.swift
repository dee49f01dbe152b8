import Files
import Foundation
import Testing

@testable import Footprints

/// Each rule by an example: what makes a step stale, what does not, and the messages about it.
@Suite struct RuleTests {
  @Test func anUntouchedFolderMakesNothingStale() throws {
    let notebook = try notebook([[.read("a"), .list("."), .status("a", follows: true), .read("missing")]])
    #expect(notebook.stale == nil)
  }

  @Test func aChangedFileMakesItsFirstReaderStale() throws {
    let notebook = try notebook([[.list("d")], [.read("a")], [.read("a")]])
    notebook.byHand(.write("a", "other"))
    #expect(notebook.stale?.step == 1)
    #expect(notebook.reason == "a changed")
  }

  @Test func aFileThatIsGoneOrNewIsSaidToBe() throws {
    let notebook = try notebook([[.read("a")], [.read("missing")]])
    notebook.byHand(.write("missing", "x"))
    #expect(notebook.reason == "missing is new")
    notebook.byHand(.delete("a"))
    #expect(notebook.reason == "a is gone")
  }

  @Test func aTouchedFileIsNoChangeForItsReader() throws {
    for tick in [0, FileSignature.tick] {
      let notebook = try notebook([[.status("a", follows: false), .read("a")]], tick: tick)
      notebook.files.hashAhead(notebook.history.steps, limit: 1 << 20)
      notebook.byHand(.write("a", "text"))
      #expect(notebook.stale == nil)
      notebook.byHand(.replaceAtomically("a", "text"))
      #expect(notebook.stale == nil)
    }
  }

  @Test func aTouchedFileIsAChangeForWhoLookedAtItsTime() throws {
    let notebook = try notebook([[.status("a", follows: false)]])
    notebook.byHand(.write("a", "text"))
    #expect(notebook.reason == "a changed")
  }

  @Test func permissionsAreAChangeForWhoLooked() throws {
    let notebook = try notebook([[.status("a", follows: false)]])
    notebook.byHand(.permit("a", 0o640))
    #expect(notebook.reason == "a changed")
  }

  @Test func aListingSeesWhatCameAndWent() throws {
    let notebook = try notebook([[.list("d")], [.list(".")]])
    notebook.byHand(.write("x", ""))
    #expect(notebook.reason == "the contents of the notebook’s folder changed")
    notebook.byHand(.write("d/x", ""))
    #expect(notebook.stale?.step == 0)
    #expect(notebook.reason == "the contents of the folder d changed")
  }

  @Test func whatANotebookWritesAndReadsAgainIsNoChange() throws {
    let steps: [[Operation]] = [
      [.read("a"), .list("d")], [.write("a", "new"), .write("b", "b")], [.read("a"), .list("."), .delete("b")],
      [.rename("a", to: "c"), .makeFolder("e")], [.rename("d", to: "e/d"), .list("e")],
    ]
    let notebook = try notebook(steps)
    #expect(notebook.stale == nil)
    notebook.byHand(.write("c", "by hand"))
    // A run from the top would list it before it renames a file to this name.
    #expect(notebook.stale?.step == 2)
    #expect(notebook.reason == "the contents of the notebook’s folder changed")
  }

  @Test func aPersonWritingOverAWorkMakesItsFirstUserStale() throws {
    let notebook = try notebook([[.read("a")], [.append("a", "!")], [.read("a")]])
    notebook.byHand(.append("a", "?"))
    #expect(notebook.stale?.step == 0)
    #expect(notebook.goBack(to: 0).left == [FilePath(notebook.folder + "/a")])
    #expect(notebook.content("a") == "text!?")
  }

  @Test func aFolderThatANotebookMadeIsThePersonsWhoPutsSomethingIntoIt() throws {
    let steps: [[Operation]] = [
      [.status("e", follows: true)], [.makeFolder("e")], [.write("e/own", "own")], [.rename("e", to: "f")],
      [.makeFolder("f/g")],
    ]
    let notebook = try notebook(steps)
    #expect(notebook.stale == nil)
    notebook.byHand(.write("d/x", "x"))
    #expect(notebook.stale == nil, "the folder was there before")
    notebook.byHand(.write("f/g/x", "x"))
    #expect(notebook.stale?.step == 3)
    #expect(notebook.reason == "f changed")
    notebook.byHand(.write("f/x", "x"))
    #expect(notebook.stale?.step == 3)
    #expect(notebook.goBack(to: 3).left.contains(FilePath(notebook.folder + "/f")))
    #expect(notebook.content("f/x") == "x")
  }

  @Test func aFolderIsThePersonsWhoWritesOverWhatANotebookPutIntoIt() throws {
    let notebook = try notebook([
      [.status("e", follows: true)], [.makeFolder("e")], [.makeFolder("e/f"), .write("e/f/own", "own")],
    ])
    notebook.byHand(.write("e/f/own", "mine"))
    #expect(notebook.stale?.step == 0)
    #expect(notebook.reason == "e changed")
  }

  @Test func aPersonBetweenTwoStepsIsNoticed() throws {
    let notebook = try notebook([[.read("a")]])
    notebook.byHand(.write("a", "other"))
    notebook.steps.append([.write("a", "new")])
    notebook.run()
    #expect(notebook.stale?.step == 0)
    #expect(notebook.goBack(to: 0).left == [])
    #expect(notebook.content("a") == "other")
  }

  @Test func anotherTargetOfALinkIsAChange() throws {
    let notebook = try notebook([[.makeLink("l", target: "a"), .makeFolder("e")], [.write("e/a", "text")]])
    notebook.byHand(.makeLink("way", target: "d"))
    notebook.steps.append([.read("way/a")])
    notebook.run()
    #expect(notebook.outputs.last == "in d")
    notebook.byHand(.delete("way"))
    notebook.byHand(.makeLink("way", target: "e"))
    #expect(notebook.stale?.step == 2)
    #expect(notebook.reason == "way changed")
  }

  @Test func parametersAndVariablesAreCompared() throws {
    let notebook = try notebook([])
    notebook.parameters = ["alpha": "2.0"]
    notebook.environment = ["HOME": "/root", "LANG": "C="]
    notebook.runOne { worker in
      worker.journal?.note(.parameter("alpha"))
      worker.journal?.note(.environment("HOME", "/root"))
      worker.journal?.note(.environment("SET_BY_A_CELL", "1"))
      worker.journal?.note(.environment("", "HOME=/root\0LANG=C=\0SET_BY_A_CELL=1\0"))
      return ""
    }
    #expect(notebook.stale == nil)
    notebook.environment["HOME"] = nil
    #expect(notebook.reason == "the environment variable HOME changed")
    notebook.environment["HOME"] = "/root"
    notebook.environment["LANG"] = "C"
    #expect(notebook.reason == "the environment variable LANG changed")
    notebook.environment["LANG"] = "C="
    notebook.parameters["alpha"] = "3.0"
    #expect(notebook.reason == "the parameter alpha changed")
  }

  /// A run loop looks at these in some runs only.
  @Test func whatTheKernelMakesUpIsNoInput() throws {
    let notebook = try notebook([])
    notebook.runOne { worker in
      for path in ["/proc", "/sys", "/proc/self", "/proc/stat", "/sys/fs", "/sys/fs/cgroup", "/proc/missing"] {
        worker.journal?.status(path, follows: true)
        worker.journal?.status(path, follows: false)
      }
      worker.journal?.failure("/proc/missing", ENOENT)
      worker.journal?.listing("/proc")
      worker.journal?.listing("/sys")
      return ""
    }
    #expect(notebook.history.steps[0].observations == [])
  }

  @Test func whatAChildProcessWroteIsNoChange() throws {
    let notebook = try notebook([[.read("a"), .list("."), .list("d")]])
    for _ in 0..<2 {
      notebook.runOne { worker in
        worker.journal?.note(.outside("child process"))
        notebook.byHand(.append("a", "!"))
        notebook.byHand(.write("out", "\(FileSignature.now)"))
        notebook.byHand(.delete("d/a"))
        return [.read("a"), .read("out"), .list("."), .list("d")].map(worker.run).joined()
      }
      #expect(notebook.stale == nil)
    }
    notebook.byHand(.write("out", "by hand"))
    #expect(notebook.stale?.step == 0)
    #expect(!notebook.history.obstacles(from: 1).isEmpty)
  }

  @Test func whatAPersonWroteBeforeAChildProcessRanIsAChange() throws {
    let notebook = try notebook([[.read("a")]])
    notebook.byHand(.write("a", "by hand"))
    usleep(30_000)
    notebook.runOne { worker in
      worker.journal?.note(.outside("child process"))
      return ""
    }
    #expect(notebook.stale?.step == 0)
  }

  @Test func aFileWithTwoNamesIsOneFile() throws {
    let notebook = try notebook([[.read("a")], [.makeHardLink("a", to: "b")], [.append("b", "!")], [.read("a")]])
    #expect(notebook.outputs.last == "text!")
    #expect(notebook.stale == nil)
    #expect(notebook.goBack(to: 2) == FileHistory.Undoing())
    #expect(notebook.content("a") == "text")
  }

  @Test func namesThatLookTheSameAreTwoFiles() {
    #expect("e\u{301}" as FilePath != "\u{e9}")
    #expect(FilePath(bytes: [0x2f, 0xff]) != FilePath(bytes: [0x2f, 0xfe]))
  }

  private func notebook(_ steps: [[Operation]], tick: Int64 = FileSignature.tick) throws -> Notebook {
    let initial = Tree.temporary()
    defer { Tree.remove(initial) }
    let worker = Worker(folder: initial, journal: nil)
    for operation in [Operation.write("a", "text"), .makeFolder("d"), .write("d/a", "in d")] {
      _ = worker.run(operation)
    }
    let notebook = try Notebook(steps, in: initial, tick: tick)
    notebook.run()
    return notebook
  }
}

extension Notebook {
  /// A person does it with another program.
  func byHand(_ operation: Operation) { _ = Worker(folder: folder, journal: nil).run(operation) }

  func content(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }
}
