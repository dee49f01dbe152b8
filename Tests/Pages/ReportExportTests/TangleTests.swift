import Display
import Foundation
import NotebookBench
import Testing

@testable import CellKernel
@testable import NotebookDocument
@testable import Processes
@testable import ReportExport
@testable import Toolchains

@Suite("Tangling")
struct TangleTests {
  @Test("The program compiles, and prints what the notebook shows", .timeLimit(.minutes(60)))
  func compiles() throws {
    let bench = try Workbench()
    let body =
      cell("import Foundation\nlet x = params.n\nfunc twice(_ a: Int) -> Int { a * 2 }\nstruct P { var v = sqrt(4.0) }")
      + cell("twice(x)") + cell("//| error: true\nlet broken: Int = \"no\"") + cell("//| eval: false\nnothing()")
      + cell("let x = \"again\"\nfunc twice(_ a: String) -> String { a + a }\nprint(twice(x))")
      + cell(
        "infix operator +++\nfunc +++ (a: Int, b: Int) -> Int { a + b + 1 }\nextension Int { var more: Int { self + 1 } }"
      )
      + cell("print((1 +++ 2).more, P().v)")
      // What is extended is at the top of the file, also below a second definition.
      + cell(
        "protocol Doubling { var doubled: Int { get } }\nstruct Q { var n = 4 }\nextension Q: Doubling { var doubled: Int { n * 2 } }"
      ) + cell("extension Doubling { var again: Int { doubled } }\nprint(Q().again)")
      + cell("import Gimbal\nlet x = Vector3(1, 2, 3)\nx.y")
    let result = try bench.run(body, matter: "notebook: {}\nparams:\n  n: 21")
    #expect(result.isSuccess, "\(result.messages)")
    let text = try Tangle(try NotebookParser.read("\(bench.folder)/test.md")).text()
    try expectGolden(text, "tangled.swift.txt")

    try Self.compile(text, in: bench)
    let (ended, printed) = try Subprocess.run("\(bench.folder)/main", [])
    #expect(ended == 0)
    let shown = (0..<result.execution.outcomes.count).filter { $0 != 2 }.map { result.text($0) }.joined()
    let expected = shown.replacing(/\[([^\]]*)\]/) { "\($0.output.1)\n" }
    #expect(printed == expected)
  }

  /// Compiles a tangled program to `main` in the folder of a test, as a person would.
  private static func compile(_ text: String, in bench: Workbench) throws {
    let toolchain = try Toolchain.find()
    let libraries = try LibraryLocation.beside()
    try bench.write(text, to: "main.swift")
    try bench.write(
      LibraryLocation.hiddenModules.map { "module \($0) {}\n" }.joined(), to: "hidden.modulemap")
    let compiler = URL(fileURLWithPath: toolchain.compiler).deletingLastPathComponent().path + "/swiftc"
    let (status, output) = try Subprocess.run(
      compiler,
      [
        "-swift-version", "5", "-I", libraries.modules, "-Xcc", "-fmodule-map-file=\(bench.folder)/hidden.modulemap",
        "-module-cache-path", "\(libraries.folder)/CellModuleCache", "-L", libraries.folder, "-lGimbalKit",
        "-Xlinker", "-rpath", "-Xlinker", libraries.folder, "\(bench.folder)/main.swift", "-o",
        "\(bench.folder)/main",
      ])
    #expect(status == 0, "\(output)")
  }

  /// The notebooks whose programs are compiled and run: all of them if GIMBAL_TANGLED is “all” (`make tangled`).
  static let notebooks: [String] = {
    guard ProcessInfo.processInfo.environment["GIMBAL_TANGLED"] == "all" else { return ["guide.md", "integration.md"] }
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(notebookFolder)")
    return (files ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }()

  private static let notebookFolder = Checkout.root.appendingPathComponent("notebooks").path

  @Test(
    "The program of a notebook prints what the notebook shows", .timeLimit(.minutes(60)),
    arguments: TangleTests.notebooks)
  func notebook(_ name: String) throws {
    let bench = try Workbench()
    let path = "\(Self.notebookFolder)/\(name)"
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess, "\(result.messages)")
    try Self.compile(try Tangle(try NotebookParser.read(path)).text(), in: bench)
    let (ended, printed) = try Subprocess.run("\(bench.folder)/main", [], folder: Self.notebookFolder)
    #expect(ended == 0, "\(printed.suffix(500))")
    let shown = result.execution.outcomes.flatMap(\.outputs).map { output in
      switch output {
      case .text(let text): text
      case .bundle(let bundle): (bundle.contents[MediaType.plain] ?? "") + "\n"
      case .errorText, .omitted: ""
      }
    }.joined()
    let (ours, theirs) = (printed.split(separator: "\n"), shown.split(separator: "\n"))
    let differing = zip(ours, theirs).filter { $0 != $1 }
    #expect(
      differing.isEmpty && ours.count == theirs.count && !ours.isEmpty,
      "\(ours.count) \(theirs.count) \(differing.prefix(5))")
  }

  @Test("Functions of one name are side by side, wherever their cells are")
  func overloads() throws {
    func text(_ cells: String...) throws -> String {
      try Tangle(NotebookParser.parse("---\nnotebook: {}\n---\n" + cells.map { cell($0) }.joined(), path: "n.md"))
        .text()
    }
    let (int, string) = ("func f(_ x: Int) -> Int { x }", "func f(_ x: String) -> String { x }")
    #expect(!(try text(int, string, "print(f(1), f(\"a\"))").contains("do {")))
    // In an inner scope, which another name has opened, a function would hide the others: it is at the top.
    let inner = try text(int, "let n = 1", "let n = 2", string, "print(f(1), f(\"a\"))")
    let (top, body) = (try #require(inner.range(of: string)), try #require(inner.range(of: "do {")))
    #expect(top.lowerBound < body.lowerBound)
    #expect(try text(int, int, "print(f(1))").contains("do {"))
    #expect(throws: ExportError.self) {
      try text(int, "let n = 1", "let n = 2", "func f(_ x: String) -> Int { n }")
    }
  }

  @Test("What would mean something else at the top of the file is refused with its line")
  func refusals() throws {
    func refusal(_ body: String) throws -> String {
      do {
        return try Tangle(NotebookParser.parse("---\nnotebook: {}\n---\n\(body)", path: "n.md")).text()
      } catch { return "\(error)" }
    }
    let twice = cell("let x = 1") + cell("let x = 2")
    #expect(
      try refusal(twice + cell("\nextension Int { var more: Int { self + x } }")).hasPrefix(
        "n.md:12:1: error: the extension of “Int” belongs at the top of the file, where the “x”"))
    #expect(
      try refusal(cell("struct P {}") + cell("struct P { var a = 1 }\nextension P { var b: Int { a } }")).hasPrefix(
        "n.md:8:1: error: the type “P” belongs at the top"))
    // A type that nobody extends may stay inside, and use what is there.
    #expect(try refusal(twice + cell("struct P { var a = x }")).contains("struct P { var a = x }"))
  }
}
