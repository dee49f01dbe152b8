import CellCompiler
import CellKernel
import Foundation
import NotebookBench
import NotebookDocument
import NotebookRunning
import Processes
import Testing

@Suite("Packages whose modules cells import")
struct PackageTests {
  /// A package with a Swift library, whose `answer` comes from a C library next to it.
  private static func makePackage(in folder: String, answer: Int) throws {
    let files = [
      "Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Answers", products: [.library(name: "Answers", targets: ["Answers"])],
        targets: [.target(name: "CAnswers"), .target(name: "Answers", dependencies: ["CAnswers"])])
      """,
      "Sources/CAnswers/include/answers.h": "int answer_of_c(void);\n",
      "Sources/CAnswers/answers.c": "#include \"answers.h\"\nint answer_of_c(void) { return \(answer); }\n",
      "Sources/Answers/Answers.swift": """
      import CAnswers
      public struct Answer<Value: Equatable> {
        public var value: Value
        public init(_ value: Value) { self.value = value }
        @inlinable public func isSame(as other: Value) -> Bool { value == other }
      }
      public func answer() -> Int { Int(answer_of_c()) }
      """,
    ]
    for (name, text) in files {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
  }

  private static func matter(_ packages: String) -> String { "notebook:\n  packages:\n\(packages)" }

  private static let cells = """
    ```swift
    import Answers
    print(answer())
    let kept = Answer(2.5)
    ```

    ```swift
    print(kept.isSame(as: 2.5))
    ```
    """

  private static func text(_ outcome: CellOutcome) -> String {
    outcome.outputs.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  @Test(
    "A package in a folder is built once, again when a file of it changes, and results know that",
    .timeLimit(.minutes(60)))
  func folder() throws {
    let bench = try Workbench()
    try Self.makePackage(in: "\(bench.folder)/kits/Answers", answer: 41)
    var built: [[String]] = []
    func run() throws -> [String] {
      built = []
      let result = try bench.run(Self.cells, matter: Self.matter("  - {path: kits/Answers, product: Answers}")) {
        event in
        if case .building(let names) = event { built.append(names) }
      }
      #expect(result.isSuccess, "\(result.messages)")
      return result.execution.outcomes.map(Self.text)
    }
    #expect(try run() == ["41\n", "true\n"])
    #expect(built == [["Answers"]])
    #expect(try run() == ["41\n", "true\n"])
    #expect(built.isEmpty)
    let notebook = "\(bench.folder)/test.md"
    let output = "\(bench.folder)/plots"
    #expect(try NotebookRunner.staleness(of: notebook, output: output).isEmpty)
    try Self.makePackage(in: "\(bench.folder)/kits/Answers", answer: 42)
    #expect(try NotebookRunner.staleness(of: notebook, output: output).count == 1)
    // Another program, and this one, both see it.
    #expect(try run() == ["42\n", "true\n"])
    #expect(built == [["Answers"]])
    bench.runner.forget()
    #expect(try run() == ["42\n", "true\n"])
    #expect(built.isEmpty)
  }

  @Test("A repository's version is chosen as asked, once, and serves without the repository", .timeLimit(.minutes(60)))
  func repository() throws {
    let bench = try Workbench()
    let folder = "\(bench.folder)/Answers"
    try Self.makePackage(in: folder, answer: 1)
    func git(_ arguments: String...) throws {
      let (status, output) = try Subprocess.run(
        "/usr/bin/env",
        ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"] + arguments,
        folder: folder)
      #expect(status == 0, "\(output)")
    }
    try git("init", "--quiet")
    for (version, answer) in [("1.0.0", 1), ("1.1.0", 11), ("2.0.0", 2)] {
      try Self.makePackage(in: folder, answer: answer)
      try git("add", ".")
      try git("commit", "--quiet", "--message", version)
      try git("tag", version)
    }
    let place = "url: \"file://\(folder)\""
    func run(_ choice: String) throws -> String {
      let result = try bench.run(Self.cells, matter: Self.matter("  - {\(place), \(choice), product: [Answers]}"))
      #expect(result.isSuccess, "\(result.messages)")
      return Self.text(result.execution.outcomes[0])
    }
    #expect(try run("from: 1.0.0") == "11\n")
    #expect(try run("exact: 1.0.0") == "1\n")
    try FileManager.default.moveItem(atPath: folder, toPath: "\(folder)-away")
    #expect(try run("from: 1.0.0") == "11\n")
  }

  @Test(
    "What cannot be built is said at its entry",
    arguments: [
      ("  - {path: nowhere, product: A}", "there is no Package.swift in"),
      ("  - {path: kits/Answers, product: Questions}", "Questions"),
      ("  - {path: kits/Answers}", "“product”"),
      ("  - {product: A}", "either “url” or “path”"),
      ("  - {url: \"https://a.b/c\", product: A}", "“from”, “exact”, “branch” and “revision”"),
      ("  - {url: \"https://a.b/c\", from: 1.2, product: A}", "three numbers"),
      ("  - {url: \"https://a.b/c\", form: 1.2.0, product: A}", "did you mean “from”?"),
      ("    Answers", "a list of packages"),
    ])
  func mistakes(entry: String, words: String) throws {
    let bench = try Workbench()
    try Self.makePackage(in: "\(bench.folder)/kits/Answers", answer: 41)
    let error =
      #expect(throws: (any Error).self) { try bench.run(Self.cells, matter: Self.matter(entry)) } as? any PlacedError
    #expect(error?.position?.line == 5 && error?.message.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.file?.hasSuffix("test.md") == true)
  }

  @Test("Errors in a package are reported with the package's file")
  func broken() throws {
    let bench = try Workbench()
    try Self.makePackage(in: "\(bench.folder)/kits/Answers", answer: 41)
    try Data("public let x: Int = \"a\"\n".utf8).write(
      to: URL(fileURLWithPath: "\(bench.folder)/kits/Answers/Sources/Answers/More.swift"))
    let error = #expect(throws: PackageError.self) {
      try bench.run(Self.cells, matter: Self.matter("  - {path: kits/Answers, product: Answers}"))
    }
    #expect(error?.message.contains("More.swift:1:21: error: cannot convert") == true, "\(error?.description ?? "")")
  }
}
