import Foundation
import NotebookDocument
import NotebookImport
import Testing

@testable import CodeHelp
@testable import JupyterKernel

@Suite("Parts of the kernel")
struct PartsTests {
  @Test("Requests that wait for SourceKit end when it is stopped", arguments: [1, 1 << 20])
  func stoppedHelp(size: Int) {
    // It neither reads nor answers.
    let client = SourceKitClient(program: "/bin/sleep", arguments: ["1000"])
    let start = ContinuousClock.now
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.5)
      client.stop()
    }
    #expect(client.ask(String(repeating: "x", count: size)) == nil)
    #expect(client.ask("again") == nil)
    #expect(ContinuousClock.now - start < .seconds(500))
  }

  @Test("A signature is that of RFC 4231, and no other is believed")
  func signature() {
    let signing = Signing(key: "Jefe")
    let parts = ["what do ya want ", "for nothing?"].map { Array($0.utf8) }
    let digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    #expect(signing.signature(of: parts) == Array(digest.utf8))
    #expect(signing.accepts(Array(digest.utf8), of: parts))
    #expect(!signing.accepts(Array(digest.dropLast().utf8), of: parts))
    #expect(!signing.accepts(Array(digest.utf8), of: [parts[0]]))
    #expect(Signing(key: "").accepts([], of: parts))
  }

  @Test(
    "Code is complete, goes on with the right indent, or can never become right",
    arguments: [
      ("1 + 1", Completeness.complete), ("func f() {\n}", .complete), ("// said", .complete), ("", .complete),
      ("func f() {", .incomplete(indent: "  ")), ("struct A {\n  func g() {", .incomplete(indent: "    ")),
      ("let x = (1,", .incomplete(indent: "  ")), ("1 +", .incomplete(indent: "")),
      ("let s = \"\"\"\nabc", .incomplete(indent: "")), ("/* said", .incomplete(indent: "")),
      ("[1, 2", .incomplete(indent: "  ")), ("}", .invalid), ("let s = \"abc", .invalid), ("let let = 3", .invalid),
    ])
  func completeness(code: String, expected: Completeness) { #expect(Completeness(of: code) == expected) }

  @Test("Places are counted in code points, names found in any script")
  func codePoints() {
    let points = CodePoints(code: "let 🎲 = \"é🇩🇪\"; größe.max(1, [2")
    #expect(points.byte(at: 5) == 8 && points.count(before: 8) == 5)
    #expect(points.byte(at: 1000) == points.code.utf8.count && points.byte(at: -1) == 0)
    let byte = points.code.utf8.count - 8
    let name = points.name(around: byte)
    #expect(String(decoding: Array(points.code.utf8)[name], as: UTF8.self) == "max")
    #expect(points.name(around: 5).count == 4)
    let callee = CodePoints(code: "f(a, g(1), h: ").callee(around: 14)
    #expect(callee == 0..<1)
    #expect(CodePoints(code: "a + b").callee(around: 5) == nil)
    #expect(CodePoints(code: "a 12").name(around: 4).isEmpty)
  }

  @Test("A question for a name is a cell that is no Swift")
  func questions() {
    #expect(
      HelpQuery.name(in: "print?") == "print" && HelpQuery.name(in: " ?Quaternion.identity\n") == "Quaternion.identity")
    #expect(HelpQuery.name(in: "größe??") == "größe")
    #expect(
      HelpQuery.name(in: "a ? b : c") == nil && HelpQuery.name(in: "1?") == nil && HelpQuery.name(in: "f()?") == nil)
  }

  @Test("A block in another language, as jupytext gives it, is only shown")
  func foreignBlocks() {
    #expect(ForeignBlock.begins("%%bash\necho") && !ForeignBlock.begins("let a = 5 % 3") && !ForeignBlock.begins("%%"))
    // What was meant to run is not passed over.
    #expect(!ForeignBlock.begins("%%time\nprint(1)") && !ForeignBlock.begins("%%capture"))
  }

  @Test(
    "The cells that follow are those of the notebook in the folder whose first cell was sent, as far as it is clear")
  func expectedCells() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ name: String, _ cells: [String]) throws {
      let list = cells.map {
        ["cell_type": "code", "source": $0, "metadata": [:], "outputs": [], "execution_count": NSNull()]
          as [String: Any]
      }
      let notebook: [String: Any] = [
        "cells": list, "metadata": ["kernelspec": ["name": "swift", "display_name": "Swift", "language": "swift"]],
        "nbformat": 4, "nbformat_minor": 5,
      ]
      try JSONSerialization.data(withJSONObject: notebook, options: .withoutEscapingSlashes)
        .write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let first = "import Foundation\nlet path = \"a/b\""
    let second = "print(path)"
    try write("one.ipynb", [first, "", second, "let three = 3", "let four = 4"])
    try write("two.ipynb", [first, second, "let three = 3", "let five = 5"])
    try write("other.ipynb", ["let x = 1", second])
    try Data("no notebook".utf8).write(to: URL(fileURLWithPath: "\(folder)/broken.ipynb"))
    #expect(mkfifo("\(folder)/pipe.ipynb", 0o600) == 0)
    var expected = ExpectedCells(paths: [], folder: folder)
    #expect(expected.next.isEmpty)
    expected.note(first)
    #expect(expected.next == [second, "let three = 3"])
    expected.note(second)
    expected.note("let three = 3")
    #expect(expected.next.isEmpty)
    expected.note("let four = 4")
    #expect(expected.next.isEmpty)
    // Another order: nothing is foreseen any more.
    var other = ExpectedCells(paths: [], folder: folder)
    other.note("let x = 1")
    #expect(other.next == [second])
    other.note("let y = 2")
    #expect(other.next.isEmpty)
    // The file that is named is the one that counts.
    var named = ExpectedCells(paths: ["\(folder)/two.ipynb"], folder: folder)
    named.note(first)
    #expect(named.next == [second, "let three = 3", "let five = 5"])
    var nowhere = ExpectedCells(paths: [], folder: "\(folder)/gone")
    nowhere.note(first)
    #expect(nowhere.next.isEmpty)
  }

  @Test("A mark of byte order is no code")
  func byteOrder() {
    #expect(ExecuteRequest(["code": "\u{feff}print(1)"]).code == "print(1)")
    #expect(ExecuteRequest(["code": "print(\"\u{feff}\")"]).code == "print(\"\u{feff}\")")
    #expect(ExecuteRequest(["code": "\u{feff}"]).code.isEmpty)
  }

  @Test("The history is kept across sessions, and found by its end, by session and by pattern")
  func history() throws {
    let path = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)/history.sqlite"
    defer { try? FileManager.default.removeItem(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path) }
    let first = HistoryStore(path: path)
    first.note(line: 1, input: "let a = 1")
    first.note(line: 2, input: "a")
    first.note(line: 2, output: "1")
    let second = HistoryStore(path: path)
    #expect(second.problem == nil && second.session == first.session + 1)
    second.note(line: 1, input: "a")
    #expect(
      second.tail(2).map(\.input) == ["a", "a"] && second.tail(2).map(\.session) == [first.session, second.session])
    #expect(second.tail(3).map(\.output) == [nil, "1", nil])
    #expect(second.range(session: -1, from: 1, to: 2).map(\.input) == ["let a = 1"])
    #expect(second.range(session: 0, from: 1, to: nil).map(\.input) == ["a"])
    #expect(second.search("a", count: nil, unique: false).count == 2)
    #expect(second.search("a", count: nil, unique: true).map(\.session) == [second.session])
    #expect(second.search("*l?t*", count: 5, unique: false).map(\.input) == ["let a = 1"])
    #expect(second.search("*", count: 1, unique: false).map(\.session) == [second.session])
  }

  @Test("A history that cannot be kept keeps nobody from working")
  func noHistory() {
    let store = HistoryStore(path: "/proc/nowhere/history.sqlite")
    store.note(line: 1, input: "1")
    #expect(store.problem != nil && store.tail(3).isEmpty)
  }

  @Test("A broken connection file is refused with the reason")
  func connectionFiles() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: ConnectionFile.Failure.unreadable("\(folder)/none", "there is no such file")) {
      try ConnectionFile(path: "\(folder)/none")
    }
    let whole = #""shell_port": 1, "control_port": 2, "iopub_port": 3, "stdin_port": 4, "hb_port": 5"#
    for (text, word) in [
      ("[]", "JSON object"), ("{\"shell_port\": 1}", "control_port"), ("{\(whole), \"transport\": \"udp\"}", "udp"),
      ("{\(whole), \"signature_scheme\": \"hmac-md5\"}", "hmac-md5"),
      ("{\(whole.replacing("5\"", with: "5\"").replacing(": 5", with: ": 70000"))}", "hb_port"),
    ] {
      try text.write(toFile: "\(folder)/c.json", atomically: true, encoding: .utf8)
      let failure = #expect(throws: ConnectionFile.Failure.self) { try ConnectionFile(path: "\(folder)/c.json") }
      #expect("\(failure!)".contains(word))
    }
    try "{\(whole), \"transport\": \"ipc\", \"ip\": \"/tmp/k\"}".write(
      toFile: "\(folder)/c.json", atomically: true, encoding: .utf8)
    #expect(try ConnectionFile(path: "\(folder)/c.json").endpoint(.iopub) == "ipc:///tmp/k-3")
  }

  @Test("The kernel's description is written whole, replaced, and taken away; another program's stays")
  func kernelSpecs() throws {
    let prefix = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let place = KernelSpec.Place.prefix(prefix)
    #expect(throws: KernelSpec.Failure.self) { try KernelSpec.uninstall(from: place) }
    let folder = try KernelSpec(program: "/bin/gimbal", environment: ["PATH": "/x:${PATH}"]).install(at: place)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == ["kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"])
    let json = try JSON(Data(contentsOf: URL(fileURLWithPath: "\(folder)/kernel.json")))
    #expect(json["argv"] == ["/bin/gimbal", "kernel", "run", "--connection-file", "{connection_file}"])
    #expect(json["language"] == "swift" && json["interrupt_mode"] == "message")
    for name in files where name.hasSuffix("png") {
      #expect(FileManager.default.contents(atPath: "\(folder)/\(name)")!.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
    try KernelSpec(program: "/other/gimbal", arguments: ["--memory-limit", "2.0"]).install(at: place)
    #expect(KernelSpec.installedProgram(in: place) == "/other/gimbal")
    try KernelSpec.uninstall(from: place)
    #expect(!FileManager.default.fileExists(atPath: folder))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #"{"argv": ["python", "-m", "swift_kernel"]}"#.write(
      toFile: "\(folder)/kernel.json", atomically: true, encoding: .utf8)
    #expect(throws: KernelSpec.Failure.foreign(folder)) { try KernelSpec(program: "/bin/gimbal").install(at: place) }
    #expect(throws: KernelSpec.Failure.foreign(folder)) { try KernelSpec.uninstall(from: place) }
    let environment = ["HOME": "/h", "JUPYTER_DATA_DIR": "/j"]
    #expect(KernelSpec.folder(.user, environment: environment) == "/j/kernels/swift")
    #expect(KernelSpec.folder(.user, environment: ["HOME": "/h"]) == "/h/.local/share/jupyter/kernels/swift")
  }

  @Test("jupytext learns that blocks of Swift are cells; settings that are there stay")
  func jupytext() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try JupytextSettings.write(to: folder)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("custom_language_magics = \"swift\""))
    #expect(try JupytextSettings.write(to: folder) == path)
    try "formats = \"ipynb,md\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    let lines = [
      "custom_language_magics = \"swift\"", "notebook_metadata_filter = \"-all\"",
      "preferred_jupytext_formats_read = \"md:markdown\"",
    ]
    #expect(throws: JupytextSettings.Failure.needs(path, lines: lines)) { try JupytextSettings.write(to: folder) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "formats = \"ipynb,md\"\n")
  }

  @Test("The comments above variables are known, the latest definition's")
  func comments() {
    var comments = VariableComments()
    comments.note("/// How many.\n/// Dice.\nlet dice = 3, cups = 1\n/** In m. */\nvar depth = 1.0")
    #expect(comments["dice"] == "How many.\nDice." && comments["depth"].hasPrefix("In m."))
    comments.note("let dice = 4")
    #expect(comments["dice"] == "")
  }

  @Test("A notebook of Markdown is found by its first cell, and says which parameters there are, as far as files agree")
  func expectedMarkdown() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ name: String, alpha: String, last: String) throws {
      let text =
        "---\nnotebook: {}\nparams:\n  alpha: \(alpha)\n---\n```swift\n//| label: a\nlet a = 1\n```\n\n- in a list\n\n  ```swift\n  \(last)\n  ```\n\n```bash\nls\n```\n"
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    try write("one.md", alpha: "2.0", last: "print(1)")
    var expected = ExpectedCells(paths: [], folder: folder)
    expected.note("//| label: a\nlet a = 1")
    #expect(expected.next == ["print(1)"] && expected.parameters.map(\.name) == ["alpha"])
    #expect(expected.onlyShows("%%bash\nls") && !expected.onlyShows("%%bash\npwd") && !expected.onlyShows("print(1)"))
    try write("two.md", alpha: "3.0", last: "print(2)")
    var both = ExpectedCells(paths: ["one.md", "two.md", "gone.md"].map { "\(folder)/\($0)" }, folder: folder)
    both.note("//| label: a\nlet a = 1")
    #expect(both.next.isEmpty && both.parameters.isEmpty)
    both.note("print(2)")
    #expect(both.parameters.map(\.value) == [.number(3)])
  }

  @Test("If nothing declares parameters, the cell that gives some stands for itself")
  func undeclaredParameters() throws {
    var sent = SentParameters()
    #expect(try sent.code(giving: "// Parameters\nlet a = 1") == nil)
    sent.note("let a = 2.0\nlet b = a * 2")
    #expect(try sent.code(giving: "// Parameters\nlet a = 1\n") == "let a = 1.0\nlet b = a * 2")
    #expect(try sent.code(giving: "let a = 1") == nil && sent.code(giving: "// Parameters\nprint(1)") == nil)
    #expect(try sent.code(giving: "// Parameters\nlet other = 1") == nil)
    sent.declare([Parameter(name: "list", value: .list([], of: .number(0)))])
    #expect(try sent.code(giving: "// Parameters\nlet list = [1]")?.contains("let list: [Double] = [1.0]") == true)
    #expect(throws: NotebookError.self) { try sent.code(giving: "// Parameters\nlet other = 1") }
  }

  @Test("papermill's module is put next to Python's packages and taken away; another's of that name stays")
  func papermill() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try PapermillTranslator.uninstall(from: folder) == nil)
    let path = try PapermillTranslator.install(in: folder)
    #expect(try PapermillTranslator.install(in: folder) == path)
    let points = try String(
      contentsOfFile: "\(folder)/gimbal_papermill-1.0.dist-info/entry_points.txt", encoding: .utf8)
    #expect(points == "[papermill.engine]\ngimbal = gimbal_papermill:SwiftEngine\n")
    #expect(try PapermillTranslator.uninstall(from: folder) == path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try "mine\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: KernelSpec.Failure.foreign(path)) { try PapermillTranslator.install(in: folder) }
    #expect(try PapermillTranslator.uninstall(from: folder) == nil)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("The modules that cells become are not offered")
  func offeredModules() {
    func offer(_ name: String, _ kind: String) -> String? {
      Help.completion(
        ["key.name": .text(name), "key.kind": .text("source.lang.swift.decl.\(kind)"), "key.description": .text(name)],
        typed: "No")?.text
    }
    #expect(offer("Notebook_475b0a1b2c3d", "module") == nil && offer("Nothing", "module") == "Nothing")
    #expect(offer("Notebook_entry", "var.global") == "Notebook_entry")
  }

  @Test("What a cell defines again is found on its lines, and variables and what is known are left out")
  func newDefinitions() {
    let cell =
      "import Foundation\nlet a = 1\nfunc f() -> Int {\n  1\n}\nfunc g() {}\nenum E { case x }\nextension Int { var m: Int { 1 } }\nfatalError()"
    let new = NewDefinitions(of: cell) { $0 == "g" }
    #expect(new.names == ["f", "E"])
    let lines = new.code.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines == ["import Foundation", "", "func f() -> Int {", "1", "}", "", "enum E { case x }", "", ""])
    #expect(NewDefinitions(of: "let 🎲 = 1; func ü() {}") { _ in false }.names == ["ü"])
  }
}

@Suite("Where the kernel's description is looked for")
struct KernelPlaceTests {
  @Test("In Jupyter's own folders, in the active environment, and in that of a Jupyter on the path")
  func places() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: "\(folder)/venv/bin", withIntermediateDirectories: true)
    let jupyter = "\(folder)/venv/bin/jupyter"
    try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: jupyter))
    let path = ["PATH": "/nowhere:\(folder)/venv/bin"]
    #expect(KernelSpec.places(environment: path) == [.user, .prefix("/usr/local"), .prefix("/usr")])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: jupyter)
    #expect(KernelSpec.places(environment: path).contains(.prefix("\(folder)/venv")))
    let all = KernelSpec.places(
      environment: path.merging(["VIRTUAL_ENV": "\(folder)/venv", "JUPYTER_PATH": "/data:/more"]) { $1 })
    #expect(
      all == [
        .data("/data"), .data("/more"), .user, .prefix("\(folder)/venv"), .prefix("/usr/local"), .prefix("/usr"),
      ])
    #expect(KernelSpec.folder(.data("/data")) == "/data/kernels/swift")
  }
}
