import Foundation
import NotebookBench
import TestPrograms
import Testing

@testable import Caches
@testable import Files
@testable import NotebookDocument
@testable import NotebookRunning
@testable import Reports

#if canImport(Glibc)
  import Glibc
#endif

extension OutputFolder {
  /// Replaces a report by one with these files and empty results.
  fileprivate func replace(with files: [String: Data], force: Bool = false) throws {
    let json = #"{"notebook":"","inputs":{},"files":[],"parameters":{},"cells":[],"inlines":[]}"#
    var results = try JSONDecoder().decode(ResultsFile.self, from: Data(json.utf8))
    results.files = files.keys.sorted()
    try replace(with: files, of: results, force: force)
  }
}

@Suite("A report is there whole or not at all", .serialized)
struct ReportTransactionTests {
  private func content(_ text: String) -> [String: Data] {
    Dictionary(uniqueKeysWithValues: (0..<12).map { ("file-\($0).svg", Data("\(text) \($0)".utf8)) })
  }

  /// The texts of the files: one when they belong together.
  private func texts(_ folder: String) -> Set<String> {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".svg") }
    return Set(
      names.compactMap { name in
        FileManager.default.contents(atPath: "\(folder)/\(name)").map {
          String(String(decoding: $0, as: UTF8.self).prefix { $0 != " " })
        }
      })
  }

  @Test("Files of one report replace those of another, and what is not theirs stays")
  func replacement() throws {
    let bench = try Workbench()
    let folder = try OutputFolder("\(bench.folder)/plots/a")
    try folder.replace(with: content("first"))
    try bench.write("mine", to: "plots/a/notes.txt")
    try FileManager.default.createDirectory(atPath: "\(folder.path)/mine", withIntermediateDirectories: true)
    var second = content("second")
    second["file-3.svg"] = nil
    try folder.replace(with: second)
    #expect(texts(folder.path) == ["second"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(second.keys).union(["notes.txt", "mine", "results.json"]))
  }

  @Test("A folder that was taken away during the run is made again")
  func takenAway() throws {
    let bench = try Workbench()
    let folder = try OutputFolder("\(bench.folder)/plots/a")
    try FileManager.default.removeItem(atPath: "\(bench.folder)/plots")
    try folder.replace(with: content("first"))
    #expect(texts(folder.path) == ["first"])
  }

  @Test("What a run was killed over is completed by the next when it was complete, and dropped when it was not")
  func recovery() throws {
    let bench = try Workbench()
    let folder = try OutputFolder("\(bench.folder)/plots/a")
    try folder.replace(with: content("first"))
    let half = "\(folder.path)/.gimbal-incoming"
    try FileManager.default.createDirectory(atPath: half, withIntermediateDirectories: true)
    try Data("half 0".utf8).write(to: URL(fileURLWithPath: "\(half)/file-0.svg"))
    #expect(try folder.read { texts(folder.path) } == ["first"])
    try folder.replace(with: content("second"))
    #expect(texts(folder.path) == ["second"] && !FileManager.default.fileExists(atPath: half))
    // Some of the files had been moved.
    let complete = "\(folder.path)/.gimbal-complete"
    try FileManager.default.createDirectory(atPath: complete, withIntermediateDirectories: true)
    for (name, data) in content("third") {
      let place = name < "file-4" ? folder.path : complete
      try data.write(to: URL(fileURLWithPath: "\(place)/\(name)"))
    }
    #expect(try folder.read { texts(folder.path) } == ["third"])
    #expect(!FileManager.default.fileExists(atPath: complete))
  }

  @Test("A file that cannot be replaced leaves all others as they were")
  func obstacle() throws {
    let bench = try Workbench()
    let folder = try OutputFolder("\(bench.folder)/plots/a")
    try folder.replace(with: content("first").filter { $0.key != "file-7.svg" })
    try FileManager.default.createDirectory(atPath: "\(folder.path)/file-7.svg", withIntermediateDirectories: true)
    #expect(throws: OwnershipError.self) { try folder.replace(with: content("second")) }
    #expect(texts(folder.path) == ["first"])
  }

  @Test("A run that never ends writing is named by the next, which does not wait for ever")
  func lock() throws {
    let bench = try Workbench()
    let folder = try OutputFolder("\(bench.folder)/plots/a")
    try folder.replace(with: content("first"))
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let own = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8).trimmingCharacters(in: .newlines)
    var impatient = folder
    impatient.patience = 0.3
    #expect(throws: OutputError(.busy("\(own) (process \(getpid()))"), file: folder.path)) {
      try impatient.replace(with: content("second"))
    }
    FileLock.end(descriptor)
    try folder.replace(with: content("second"))
    #expect(texts(folder.path) == ["second"])
  }

  @Test("Writers at once leave the files of one of them")
  func writers() throws {
    let bench = try Workbench()
    let path = "\(bench.folder)/plots/a"
    let made = (0..<16).map { content("w\($0)") }
    DispatchQueue.concurrentPerform(iterations: 16) { try? OutputFolder(path).replace(with: made[$0]) }
    #expect(texts(path).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 13)
  }

  @Test("A file that somebody has changed since is not removed with an earlier report")
  func strangers() throws {
    let cache = "\(NSTemporaryDirectory())gimbal-strangers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let bench = try Workbench(cache: cache)
    func picture(_ label: String) -> String {
      cell(
        "//| label: \(label)\nimport Gimbal\n"
          + "struct Picture: Displayable { let mimeBundle = MIMEBundle([MediaType.svg: \"<svg>\(label)</svg>\"]) }\nPicture()"
      )
    }
    _ = try bench.run(picture("fig-a") + picture("fig-b"))
    let plots = "\(bench.folder)/plots/test"
    try Data("drawn over".utf8).write(to: URL(fileURLWithPath: "\(plots)/fig-a.svg"))
    _ = try bench.run(cell("1"))
    #expect(bench.result("fig-a.svg") == "drawn over")
    #expect(!FileManager.default.fileExists(atPath: "\(plots)/fig-b.svg"))
  }

  // MARK: Whole programs

  private func start(_ path: String, _ arguments: [String], cache: String, environment: [String: String] = [:]) throws
    -> Process
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = ["run", "-q", path, "--cache", cache] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// A notebook whose text is in each of its files.
  private let notebook = """
    ---
    title: Test
    notebook: {}
    params: {text: none}
    ---
    It says `{swift} params.text`.

    ```swift
    //| label: fig-a
    import Gimbal
    struct Picture: Displayable { let mimeBundle = MIMEBundle([MediaType.svg: "<svg>text=\\(params.text)</svg>"]) }
    Picture()
    ```

    ```swift
    print("text=\\(params.text)")
    ```

    """

  /// What each of the report's files says.
  private func said(_ bench: Workbench) -> Set<String> {
    Set(
      ["README.md", "index.html", "results.json", "fig-a.svg"].map { name in
        let text = bench.result(name)
        return text.firstMatch(of: /text=(w\d+)/).map { String($0.output.1) } ?? "nothing in \(name)"
      })
  }

  @Test("Killed at any moment, a run leaves one report whole")
  func killed() throws {
    let bench = try Workbench()
    let path = try bench.write(notebook)
    let output = ["--output", "\(bench.folder)/plots"]
    try start(path, output + ["-P", "text=w0"], cache: Workbench.cache).waitUntilExit()
    #expect(said(bench) == ["w0"])
    let begin = ContinuousClock.now
    try start(path, output + ["-P", "text=w1"], cache: Workbench.cache).waitUntilExit()
    let usual = (ContinuousClock.now - begin).components.attoseconds / 1_000_000_000_000
    var generator = SystemRandomNumberGenerator()
    for round in 2..<22 {
      let process = try start(path, output + ["-P", "text=w\(round)"], cache: Workbench.cache)
      // Most in the last third, where it is written.
      usleep(UInt32(Int64.random(in: max(1000, usual / 2)...max(2000, usual * 5 / 4), using: &generator)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // What was begun outlives the program by a moment.
      usleep(50_000)
      #expect(said(bench).count == 1, "\(round): \(said(bench))")
    }
  }

  @Test("Two runs of one notebook at once leave the report of one of them, and the user's own files")
  func twoRuns() throws {
    let bench = try Workbench()
    let path = try bench.write(notebook)
    let output = ["--output", "\(bench.folder)/plots"]
    for round in 0..<4 {
      let runs = try (0..<3).map { try start(path, output + ["-P", "text=w\(round)\($0)"], cache: Workbench.cache) }
      for run in runs { run.waitUntilExit() }
      #expect(runs.allSatisfy { $0.terminationStatus == 0 })
      #expect(said(bench).count == 1)
      if round == 0 { try bench.write("mine", to: "plots/test/notes.txt") }
    }
    #expect(bench.result("notes.txt") == "mine")
  }

  // MARK: Stopping

  @Test(
    "Ctrl-C during a drawing, a typeset formula or an export ends with status 130, at once, with the earlier report and no process",
    arguments: ["gnuplot", "blahtexml", "pandoc"])
  func stopped(tool: String) throws {
    let bench = try Workbench()
    let tools = "\(bench.folder)/tools"
    try TestProgram.write(
      "case \"$1\" in --list-*) echo typst; exit;; esac\n"
        + "echo $$ > '\(bench.folder)/pid'\nsleep 1000 &\necho $! >> '\(bench.folder)/pid'\nwait",
      to: "\(tools)/\(tool)")
    let path = try bench.write(notebook)
    let cache = "\(bench.folder)/cache"
    let output = ["--output", "\(bench.folder)/plots"]
    try start(path, output + ["-P", "text=w1"], cache: cache).waitUntilExit()
    #expect(said(bench) == ["w1"])
    let figure =
      "Figure(x: FigureAxis(\"x\", unit: \"s\"), y: FigureAxis(\"y\", unit: \"m\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"
    try bench.write(notebook + "\n$a_{\(tool)}$\n\n" + cell(figure))
    let search = "\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let process = try start(
      path, output + ["-P", "text=w2"] + (tool == "pandoc" ? ["--to", "tex"] : []), cache: cache,
      environment: ["PATH": search, "GIMBAL_TOOLS": tools])
    let list = { () -> [pid_t] in
      ((try? String(contentsOfFile: "\(bench.folder)/pid", encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
        pid_t($0)
      }
    }
    for _ in 0..<6_000 where list().count < 2 && process.isRunning { usleep(50_000) }
    try #require(list().count == 2)
    let asked = ContinuousClock.now
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    // The tool would go on for a quarter of an hour.
    #expect(ContinuousClock.now - asked < .seconds(300))
    #expect(process.terminationStatus == 130)
    // Formulas are typeset while cells are compiled: a stop may hit a cell then, which the report tells.
    #expect(tool == "blahtexml" || said(bench) == ["w1"])
    // One that is dead and not yet waited for has no command any more.
    let alive = { list().filter { FileManager.default.contents(atPath: "/proc/\($0)/cmdline")?.isEmpty == false } }
    for _ in 0..<30_000 where !alive().isEmpty { usleep(20_000) }
    #expect(alive() == [])
    // None of the tool is left in the store's scratch folders at the next start.
    _ = Store(cache)
    let scratch = (try? FileManager.default.contentsOfDirectory(atPath: "\(cache)/scratch")) ?? []
    #expect(scratch == [])
  }

  @Test("An output folder that cannot be written stops the run before the first cell")
  func unwritable() throws {
    let bench = try Workbench()
    let path = try bench.write(
      "---\nnotebook: {}\n---\n" + cell("try String(\"x\").write(toFile: \"ran\", atomically: true, encoding: .utf8)"))
    try bench.write("a file, not a folder", to: "plots")
    let error = try #require(throws: OutputError.self) {
      try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    }
    guard case .unwritable = error.reason else { throw error }
    #expect(error.file == "\(bench.folder)/plots/test")
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder)/ran"))
  }
}
