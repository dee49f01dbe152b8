import Foundation
import NotebookBench
import TestPrograms
import Testing

@testable import Processes

/// What the program says and does where the machine, its limits and its files are not as they should be.
@Suite("A hostile machine", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct HostileMachineTests {
  private let desk: BuiltProgram.Desk

  init() throws {
    desk = try BuiltProgram.Desk()
    try desk.write(Self.notebook("print(1)"), to: "n.md")
    // Another user reads it, whatever this one's umask is.
    chmod("\(desk.folder)/n.md", 0o644)
  }

  private static func notebook(_ cells: String...) -> String {
    "---\ntitle: N\nnotebook: {}\n---\n\n" + cells.map { "```swift\n\($0)\n```\n\n" }.joined()
  }

  // MARK: - Limits

  /// A line of bash in which a user whom limits bind runs the program with these arguments and at most so many processes and
  /// threads; nil where there is no such user, or the program cannot be reached by others.
  private static func limited(_ limit: Int, _ arguments: String) -> String {
    let line = "ulimit -u \(limit); HOME=\"$PWD/home\" GIMBAL_CACHE= XDG_CACHE_HOME= exec \"$G\" \(arguments)"
    // Who counts the seconds needs a process for that.
    return "exec timeout -k 1 300 \(ordinary!)bash -c '\(line)'"
  }

  private static let ordinary: String? = {
    guard geteuid() == 0 else { return "" }
    let words = "setpriv --reuid 65534 --regid 65534 --clear-groups "
    let test = try? Subprocess.run("/bin/bash", ["-c", "\(words) test -x '\(BuiltProgram.path)'"])
    return test?.status == 0 ? words : nil
  }()

  @Test(
    "If no process or thread may be started, what runs cells says so at once; it waited for ever",
    .enabled(if: Self.ordinary != nil, "no user to whom limits apply"), .timeLimit(.minutes(60)),
    arguments: [0, 1, 4], ["run n.md", "preview --no-open n.md", "studio --no-open"])
  func noProcesses(limit: Int, command: String) throws {
    try FileManager.default.createDirectory(atPath: "\(desk.folder)/home", withIntermediateDirectories: true)
    // A folder that everyone may write is refused for its caches.
    for folder in [desk.folder, "\(desk.folder)/home"] where geteuid() == 0 { chown(folder, 65534, 65534) }
    chmod(desk.folder, 0o755)
    let (status, output) = try desk.shell(Self.limited(limit, command))
    #expect(status == 2, "\(status): \(output)")
    // The studio runs nothing yet, and would.
    #expect(output.contains("processes and threads at once, and only") && output.contains("ulimit -u"), "\(output)")
  }

  @Test(
    "What runs no cells needs no room for processes", .enabled(if: Self.ordinary != nil, "no user to whom limits apply")
  )
  func needsNone() throws {
    chmod(desk.folder, 0o755)
    for command in ["--help", "tangle n.md", "trace simulate still --duration 0.1"] {
      let (status, output) = try desk.shell(Self.limited(1, command))
      #expect(status == 0, "\(command): \(output.suffix(300))")
    }
  }

  @Test("Few open files are named as such, not as missing programs or permissions", arguments: [5, 7, 8, 12, 20])
  func fewDescriptors(limit: Int) throws {
    // Tests that run next to this one may leave descriptors of theirs to a program that starts meanwhile: they are not this one's.
    let alone = (3..<limit).map { "exec \($0)>&-; " }.joined() + "ulimit -n \(limit)"
    let (status, output) = try desk.shell("\(alone); exec \"$G\" run n.md")
    #expect(status == 2 && output.contains("open files at once, and only \(limit) are allowed"), "\(output)")
    // A limit that may be raised is raised.
    let raised = try desk.shell("ulimit -Sn \(limit); exec \"$G\" run n.md -q")
    #expect(raised.status == 0, "\(raised.output)")
    for name in ["Accelerometer", "Gravity", "Gyroscope", "Orientation", "Magnetometer"] {
      try desk.write("time,seconds_elapsed,x,y,z\n0,0,1,2,3\n", to: "\(name).csv")
    }
    let info = try desk.shell("ulimit -n 6; exec \"$G\" trace info .")
    #expect(!info.output.contains("NSCocoa") && !info.output.contains("could not be completed"), "\(info.output)")
  }

  // MARK: - What is given

  @Test(
    "A folder, a device or nothing in the place of a file is named as what it is",
    arguments: [
      ("run .", "it is a folder"), ("run d.ipynb", "it is a folder"), ("import d.ipynb", "it is a folder"),
      ("preview --no-open d.ipynb", "it is a folder"), ("run n.md --params d.ipynb", "it is a folder"),
      ("run /dev/null", "it is a device, not a file"), ("check /dev/null", "it is a device, not a file"),
      ("trace info /dev/null", "it is a device, not a file"), ("trace plot /dev/zero", "it is a device, not a file"),
      ("import /dev/null", "it is a device, not a file"), ("recognise /dev/null", "it is a device, not a file"),
      ("run none.ipynb", "there is no such file"), ("recognise none.csv", "there is no such file"),
    ])
  func oddInputs(command: String, words: String) throws {
    try FileManager.default.createDirectory(atPath: "\(desk.folder)/d.ipynb", withIntermediateDirectories: true)
    let (status, output) = try desk.shell("timeout -k 1 300 \"$G\" \(command)")
    #expect(status == 2 && output.contains(words), "\(output)")
    for part in ["don’t have permission", "NSCocoa", "could not be completed", "no permission"] {
      #expect(!output.contains(part), "\(output)")
    }
  }

  @Test("Another format of Jupyter's, a label that no file can have, a name that is not UTF-8")
  func oddTexts() throws {
    try desk.write(#"{"nbformat": 99, "nbformat_minor": 0, "metadata": {}, "cells": []}"#, to: "n.ipynb")
    for command in ["run n.ipynb", "import n.ipynb"] {
      let output = try desk.shell("\"$G\" \(command)").output
      #expect(output.contains("format 4; it says that it is of format 99"), "\(output)")
    }
    try desk.write(
      Self.notebook("//| label: fig-\(String(repeating: "a", count: 300))\nprint(1)"), to: "label.md")
    let label = try desk.run("run", "label.md")
    #expect(
      label.status == 2 && label.output.contains("label.md:7:12: error: the label has 304 characters"),
      "\(label.output)")
    let odd = try desk.shell("cp n.md $'n\\xff.md'; \"$G\" run $'n\\xff.md'")
    #expect(
      odd.status == 2 && odd.output.contains("argument 2") && odd.output.contains("is not UTF-8 text"), "\(odd.output)")
  }

  @Test("`atexit` in a cell is answered with what to write, and so is any other name without a definition")
  func undefinedSymbols() throws {
    try desk.write(Self.notebook("import Foundation\natexit { print(1) }"), to: "a.md")
    let (status, output) = try desk.run("run", "a.md")
    #expect(
      status == 1 && output.contains("“atexit” has no end to wait for") && output.contains("“defer”"), "\(output)")
    #expect(!output.contains("could not be loaded"))
  }

  // MARK: - The cache, and programs of the system

  @Test("A cache under a path with % and blanks compiles cells")
  func oddCache() throws {
    let (status, output) = try desk.run("run", "n.md", "--cache", "c%41 x/%zz%s")
    #expect(status == 0, "\(output)")
    #expect(FileManager.default.fileExists(atPath: "\(desk.folder)/c%41 x/%zz%s/units"))
  }

  @Test(
    "A cache that a cell removes: what has run is reported, the cell that cannot be compiled says why, and the next run mends it"
  )
  func vanishingCache() throws {
    let cache = "\(desk.folder)/cache"
    let notebook = Self.notebook(
      "import Foundation\nlet first = 11 * 11\nprint(first)",
      "try FileManager.default.removeItem(atPath: \"\(cache)\")",
      "print(first + 1)")
    try desk.write(notebook, to: "v.md")
    let (status, output) = try desk.run("run", "v.md", "--cache", cache)
    let report = desk.read("plots/v/README.md")
    #expect(report.contains("121"), "\(output)")
    #expect(status == 0 || output.contains("was removed while the notebook ran"), "\(output)")
    try desk.write(notebook.replacing("try FileManager", with: "// "), to: "v.md")
    #expect(try desk.run("run", "v.md", "--cache", cache).status == 0)
    #expect(desk.read("plots/v/README.md").contains("122"))
  }

  @Test("A report needs no program of the system to get to its place")
  func withoutMove() throws {
    let bin = "\(desk.folder)/bin"
    try TestProgram.write("exit 9", to: "\(bin)/mv")
    let (status, output) = try desk.shell("PATH=\"\(bin):$PATH\" \"$G\" run n.md -q")
    #expect(status == 0 && desk.read("plots/n/README.md").contains("# N"), "\(output)")
  }

  @Test("A compiler that does not answer is named after a minute, and not asked again", .timeLimit(.minutes(60)))
  func hangingCompiler() throws {
    try TestProgram.write("echo asked >> '\(desk.folder)/asked'\nsleep 1000", to: "\(desk.folder)/bin/swiftc")
    let (status, output) = try desk.shell("PATH=\"$PWD/bin:$PATH\" GIMBAL_CACHE=\"$PWD/c\" \"$G\" doctor")
    #expect(status == 1 && output.contains("bin/swiftc had not ended after 60 s"), "\(output)")
    #expect(desk.read("asked") == "asked\n")
  }
}
