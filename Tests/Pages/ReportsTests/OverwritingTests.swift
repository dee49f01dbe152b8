import Foundation
import NotebookBench
import Testing

@testable import Files
@testable import NotebookDocument
@testable import NotebookRunning
@testable import Preview
@testable import Processes
@testable import Reports

@Suite("What somebody else has written stays", .serialized)
struct OverwritingTests {
  private func freshCache() -> String { "\(NSTemporaryDirectory())gimbal-cache-\(UUID().uuidString)" }

  /// Runs a notebook that prints a text, with a cache that knows of no earlier run.
  private func run(_ bench: Workbench, _ text: String, force: Bool = false) throws {
    let cache = freshCache()
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let path = try bench.write("---\ntitle: Test\nnotebook: {}\n---\nIt says \(text).\n")
    _ = try NotebookRunner(cacheFolder: cache).run(
      .init(path: path, output: "\(bench.folder)/plots", force: force))
  }

  @Test(
    "A report that a person has edited, or that is a link of theirs, stays, on a machine that knows of no run, too",
    arguments: ["README.md", "index.html"])
  func edited(name: String) throws {
    let bench = try Workbench()
    let file = "\(bench.folder)/plots/test/\(name)"
    try run(bench, "one")
    // As it was written: replaced, whatever is known here.
    try run(bench, "two")
    #expect(bench.result(name).contains("It says two."))
    try Data("edited by hand".utf8).write(to: URL(fileURLWithPath: file))
    #expect(throws: OwnershipError(.alreadyThere, file: file)) { try run(bench, "three") }
    #expect(bench.result(name) == "edited by hand")
    try run(bench, "four", force: true)
    #expect(bench.result(name).contains("It says four."))
    try FileManager.default.moveItem(atPath: file, toPath: "\(bench.folder)/elsewhere")
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(bench.folder)/elsewhere")
    #expect(throws: OwnershipError(.alreadyThere, file: file)) { try run(bench, "five") }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "\(bench.folder)/elsewhere")
  }

  @Test("A folder that a person has made under the name of the results keeps its files")
  func foreignFolder() throws {
    let bench = try Workbench()
    for name in ["README.md", "index.html", "results.json"] {
      try? FileManager.default.removeItem(atPath: "\(bench.folder)/plots")
      try FileManager.default.createDirectory(atPath: "\(bench.folder)/plots/test", withIntermediateDirectories: true)
      try bench.write(#"{"mine": 1}"#, to: "plots/test/\(name)")
      #expect(throws: OwnershipError(.alreadyThere, file: "\(bench.folder)/plots/test/\(name)")) {
        try run(bench, "one")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(bench.folder)/plots/test") == [name])
      #expect(bench.result(name) == #"{"mine": 1}"#)
    }
  }

  @Test("A report that is no longer made is removed as it was written, and stays when it was edited")
  func obsolete() throws {
    let bench = try Workbench()
    let folder = try OutputFolder("\(bench.folder)/plots/test")
    let json = #"{"notebook":"","inputs":{},"files":["README.md"],"parameters":{},"cells":[],"inlines":[]}"#
    var results = try JSONDecoder().decode(ResultsFile.self, from: Data(json.utf8))
    func replace(_ files: [String]) throws {
      results.files = files + ["README.md"]
      try folder.replace(
        with: Dictionary(uniqueKeysWithValues: results.files.map { ($0, Data("written".utf8)) }), of: results)
    }
    try replace(["a.docx", "b.docx"])
    try bench.write("edited", to: "plots/test/a.docx")
    try replace([])
    #expect(bench.result("a.docx") == "edited" && bench.result("b.docx").contains("there is no"))
    // From now on nobody knows whose it is.
    #expect(throws: OwnershipError(.alreadyThere, file: "\(folder.path)/a.docx")) { try replace(["a.docx"]) }
    #expect(bench.result("a.docx") == "edited")
    // Results without hashes say none of what was written.
    try bench.write(json, to: "plots/test/results.json")
    #expect(throws: OwnershipError(.alreadyThere, file: "\(folder.path)/README.md")) {
      try folder.replace(with: ["README.md": Data("other".utf8)], of: results)
    }
  }

  @Test("A stop before the first cell leaves the earlier report, and one that never ran makes none")
  func stoppedEarly() throws {
    let bench = try Workbench()
    let interrupt = Interrupt()
    interrupt.request()
    let unrun = try bench.run(cell("print(1)"), interrupt: interrupt)
    #expect(unrun.execution.wasInterrupted && bench.result("README.md").hasPrefix("(there is no"))
    #expect(unrun.messages.last?.contains("holds no results") == true)
    _ = try bench.run(cell("print(\"first\")"))
    let before = bench.result("README.md")
    let stopped = try bench.run(cell("print(\"second\")"), interrupt: interrupt)
    #expect(stopped.execution.wasInterrupted && !stopped.isSuccess && bench.result("README.md") == before)
    #expect(stopped.messages.last?.contains("holds the results of the run before") == true)
  }

  @Test("A stop between cells leaves the earlier report of a request that is whole or nothing")
  func wholeOrNothing() throws {
    let bench = try Workbench()
    _ = try bench.run(cell("print(\"first\")"))
    let before = bench.result("README.md")
    for isWhole in [true, false] {
      let interrupt = Interrupt()
      var request = NotebookRunner.Request(
        path: try bench.write("---\ntitle: Test\nnotebook: {}\n---\n\(cell("print(1)"))\n\(cell("while true {}"))\n"),
        output: "\(bench.folder)/plots")
      request.isWholeOrNothing = isWhole
      let result = try bench.runner.run(request, interrupt: interrupt) { event in
        if case .finished = event { interrupt.request() }
      }
      #expect(result.execution.wasInterrupted && result.execution.hasRun)
      #expect((bench.result("README.md") == before) == isWhole)
    }
  }

  @Test("A parameter that is written from the page goes through a link, and the file keeps its mode")
  func parameterThroughLink() throws {
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: T\nnotebook: {}\nparams:\n  alpha: 1.0\n---\n", to: "real.md")
    chmod(path, 0o640)
    let link = "\(bench.folder)/link.md"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.md")
    let preview = try NotebookPreview(path: link, cacheFolder: Workbench.cache)
    defer { preview.close() }
    try preview.write("alpha", value: "2.5")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.md")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("alpha: 2.5"))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  // MARK: Commands

  /// A command that writes a file: its arguments for an output, and what it reads.
  private static let commands: [(arguments: [String], input: String)] = [
    (["tangle", "n.md", "--output"], "n.md"),
    (["trace", "simulate", "square", "--output"], "n.md"),
    (["trace", "convert", "walk.csv"], "walk.csv"),
    (["train", "strokes.csv", "--classifier", "logistic", "--folds", "0", "--output"], "strokes.csv"),
    (["import", "n.ipynb", "--output"], "n.ipynb"),
  ]

  @Test(
    "No command writes over what it reads or what somebody else has written, unless --force says so",
    .enabled(if: BuiltProgram.isThere, "gimbal is not built"), arguments: 0..<5)
  func commands(number: Int) throws {
    let (arguments, input) = Self.commands[number]
    let bench = try Workbench()
    let ending = arguments[0] == "train" ? "json" : arguments[0] == "import" ? "md" : "csv"
    func gimbal(_ more: String...) throws -> (status: Int32, output: String) {
      try Subprocess.run(BuiltProgram.path, arguments + more, folder: bench.folder)
    }
    func read(_ name: String) -> Data? { FileManager.default.contents(atPath: "\(bench.folder)/\(name)") }
    try bench.write("---\ntitle: T\nnotebook: {}\n---\n```swift\nprint(1)\n```\n", to: "n.md")
    try bench.write(
      #"{"cells":[{"cell_type":"code","source":["print(1)"],"metadata":{},"outputs":[]}],"metadata":{},"nbformat":4,"nbformat_minor":5}"#,
      to: "n.ipynb")
    let simulated = try Subprocess.run(
      BuiltProgram.path, ["trace", "simulate", "still", "--duration", "2", "--output", "walk.csv"], folder: bench.folder
    )
    #expect(simulated.status == 0)
    var strokes = "gesture,label,x,y,t\n"
    for gesture in 0..<6 {
      let corners = [[(0, 0), (0, 100), (60, 100 + gesture)], [(0, 0), (30, 100 + gesture), (60, 0)]][gesture % 2]
      for (index, (x, y)) in corners.enumerated() {
        strokes += "\(gesture),\(["L", "V"][gesture % 2]),\(x),\(y),\(Double(index) / 10)\n"
      }
    }
    try bench.write(strokes, to: "strokes.csv")
    let source = read(input)

    let new = try gimbal("new.\(ending)")
    #expect(new.status == 0, "\(new.output)")
    let made = try #require(read("new.\(ending)"))
    // The very same again needs no force; another content is not known to be ours.
    #expect(try gimbal("new.\(ending)").status == 0 && read("new.\(ending)") == made)
    try bench.write("mine", to: "foreign.\(ending)")
    let refused = try gimbal("foreign.\(ending)")
    #expect(refused.status == 2 && refused.output.contains("--force"), "\(refused.output)")
    #expect(read("foreign.\(ending)") == Data("mine".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/link.\(ending)", withDestinationPath: "foreign.\(ending)")
    #expect(try gimbal("link.\(ending)").status == 2 && read("foreign.\(ending)") == Data("mine".utf8))
    let forced = try gimbal("link.\(ending)", "--force")
    #expect(forced.status == 0 && read("foreign.\(ending)") == made, "\(forced.output)")
    let link = "\(bench.folder)/link.\(ending)"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "foreign.\(ending)")
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/d.\(ending)", withIntermediateDirectories: true)
    for force in [[], ["--force"]] {
      let folder = try Subprocess.run(BuiltProgram.path, arguments + ["d.\(ending)"] + force, folder: bench.folder)
      #expect(folder.status == 2, "\(folder.output)")
    }
    // Its own input, under its name and under another.
    guard arguments[1] != "simulate" else { return }
    let other = "other.\(ending)"
    try FileManager.default.createSymbolicLink(atPath: "\(bench.folder)/\(other)", withDestinationPath: input)
    for force in [[], ["--force"]] {
      let result = try Subprocess.run(BuiltProgram.path, arguments + [other] + force, folder: bench.folder)
      #expect(result.status == 2 && result.output.contains("the same command reads this file"), "\(result.output)")
    }
    #expect(read(input) == source)
  }
}
