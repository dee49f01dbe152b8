import Foundation
import NotebookBench
import Testing

@Suite("The cheat sheet")
struct CheatSheetTests {
  private let text: String

  init() throws {
    text = try String(contentsOf: Checkout.root.appendingPathComponent("docs/cheatsheet.md"), encoding: .utf8)
  }

  /// The code of the blocks of a document, without options and comments.
  private static func code(_ text: String) -> String {
    text.matches(of: /(?m)^```swift\n([\s\S]*?)^```/).map { String($0.output.1) }.joined(separator: "\n")
      .split(separator: "\n").filter { !$0.hasPrefix("//|") }.map { $0.replacing(/\/\/.*/, with: "") }
      .joined(separator: "\n")
  }

  @Test("Its blocks run from top to bottom as they are there, without a warning")
  func runs() throws {
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/traces",
      withDestinationPath: Checkout.root.appendingPathComponent("notebooks/traces").path)
    let path = try bench.write("---\ntitle: Calls\nnotebook: {timeout: 3000}\n---\n" + text, to: "calls.md")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
  }

  @Test("It has every call of the kit that a notebook uses")
  func complete() throws {
    func names(_ text: String, _ pattern: some RegexComponent<(Substring, Substring)>) -> Set<String> {
      Set(text.matches(of: pattern).map { String($0.output.1) })
    }
    let sources = try [
      "Rotations", "Traces", "Calibration", "Recordings", "Stabilization", "Fusion", "Evaluation", "Simulation",
      "Gestures",
      "Networks", "Figures", "InertialFigures", "InertialNetworks",
      "GestureFigures", "Display", "Posture",
    ].flatMap { module in
      let folder = Checkout.room(module)
      return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0) }
    }.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    let declared = names(sources, /public (?:static |mutating |final )*(?:func|struct|class|enum) (\w+)/)
      .union(names(sources, /(?m)^  case (\w+)\(/))
    let known = names(Self.code(text), /([A-Za-z_]\w*)/)
    let notebooks = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appendingPathComponent("notebooks").path)
    for name in notebooks.sorted() where name.hasSuffix(".md") {
      let notebook = Self.code(
        try String(contentsOf: Checkout.root.appendingPathComponent("notebooks/\(name)"), encoding: .utf8))
      let own = names(notebook, /(?:func|struct|let|var) (\w+)/)
      let used = names(notebook, /([A-Za-z_]\w*)\s*\(/).intersection(declared).subtracting(own)
        .subtracting(["contains", "firstIndex", "replacing", "split"])
      #expect(used.subtracting(known).isEmpty, "\(name)")
    }
  }
}

@Suite("The documents' first steps")
struct FirstStepTests {
  @Test("The errors below the README's picture are those of the report")
  func errors() throws {
    let readme = try document("README.md")
    let report = try document("plots/report/README.md")
    for (words, row) in [
      ("none", "none"), ("exponential damping", "exponential"), ("nonlinear step", "nonlinear step"),
      ("rest recognition", "rest recognition"), ("never moved would have", "standing still"),
    ] {
      let written = try #require(
        try readme.firstMatch(
          of: Regex("\(words)\\s+([0-9.]+)\\s(mm|cm|m)\\b", as: (Substring, Substring, Substring).self)),
        "\(words)"
      ).output
      let centimetres = try #require(Double(written.1)) * ["mm": 0.1, "cm": 1, "m": 100][written.2]!
      let found = try #require(
        try report.firstMatch(of: Regex("\\| \(row) \\| ([0-9.]+)", as: (Substring, Substring).self)), "\(row)"
      ).output.1
      let error = try #require(Double(found))
      #expect(abs(centimetres - error) <= 0.06 * error, "\(words): \(centimetres) cm and \(error) cm")
    }
  }

  /// A folder with nothing in it, and `gimbal` on the path, as a person has it who has installed the program.
  private func shell(_ desk: BuiltProgram.Desk, _ line: String) throws -> (status: Int32, output: String) {
    try desk.shell("mkdir -p .bin && ln -sf \"$G\" .bin/gimbal && PATH=\"$PWD/.bin:$PATH\" && \(line)")
  }

  private func document(_ name: String) throws -> String {
    try String(contentsOf: Checkout.root.appendingPathComponent(name), encoding: .utf8)
  }

  /// What a document has in code that begins with one of these, whole lines and within prose, in its order.
  private func commands(_ text: some StringProtocol, _ beginnings: [String]) -> [String] {
    String(text).matches(of: /(?m)`([^`\n]+)`|^([^`\n]+)$/)
      .map { String($0.output.1 ?? $0.output.2 ?? "") }
      .filter { command in beginnings.contains { command.hasPrefix($0) } }
  }

  @Test("README's first notebook runs in an empty folder, by README's own commands", .enabled(if: BuiltProgram.isThere))
  func readme() throws {
    let readme = try document("README.md")
    let match = try #require(readme.firstMatch(of: /Write `(first\.md)`[^`]*````markdown\n([\s\S]*?)````/))
    let desk = try BuiltProgram.Desk()
    try desk.write(String(match.output.2), to: String(match.output.1))
    let commands = commands(readme, ["gimbal run first.md"])
    #expect(commands.count >= 2 && commands[0] == "gimbal run first.md", "\(commands)")
    for command in commands {
      let (status, output) = try shell(desk, command)
      #expect(status == 0, "\(command): \(output)")
    }
    for file in ["README.md", "index.html", "cell-1.svg", "cell-1.pdf"] {
      #expect(!desk.read("plots/first/\(file)").isEmpty || file.hasSuffix("pdf"), "\(file)")
    }
    #expect(desk.read("plots/first-grid/results.sqlite").hasPrefix("SQLite"))
    let (status, output) = try shell(desk, "gimbal run first.md -P alpha=3")
    #expect(status == 0, "\(output)")
  }

  @Test("Every template of `gimbal new` runs in an empty folder", .enabled(if: BuiltProgram.isThere))
  func templates() throws {
    let desk = try BuiltProgram.Desk()
    let help = try shell(desk, "gimbal new --help").output.replacing(/\s+/, with: " ")
    let names = try #require(help.firstMatch(of: /--template .*?\(values: ([a-z, ]+);/)).output.1.split(separator: ", ")
    #expect(names.contains("lab") && names.contains("drift"))
    for name in names {
      let (status, output) = try shell(desk, "gimbal new 'my \(name)' --template \(name) && gimbal run 'my \(name).md'")
      #expect(status == 0, "\(name): \(output)")
      #expect(desk.read("plots/my \(name)/index.html").contains("<svg"))
    }
  }

  @Test(
    "docs/scale.md's notebook, recordings, grid and figures come out as it says", .enabled(if: BuiltProgram.isThere))
  func scale() throws {
    let text = try document("docs/scale.md")
    let desk = try BuiltProgram.Desk()
    for match in text.matches(of: /Write `([a-z]+\.md)`[^`]*````markdown\n([\s\S]*?)````/) {
      try desk.write(String(match.output.2), to: String(match.output.1))
    }
    let first = text[..<(text.range(of: "\n## What a point is")?.lowerBound ?? text.endIndex)]
    for block in first.matches(of: /(?m)^```sh\n([\s\S]*?)^```/) {
      let (status, output) = try shell(desk, "set -e; \(block.output.1)")
      #expect(status == 0, "\(block.output.1): \(output)")
    }
    #expect(desk.read("plots/damping/README.md").contains("fig-damping.svg"))
    #expect(!desk.read("plots/drift-grid/alpha=0.5_trace=traces-square.csv/index.html").isEmpty)
  }
}

@Suite("The committed reports")
struct CommittedReportTests {
  @Test("They hold no path of the machine that made them")
  func paths() throws {
    let plots = Checkout.root.appendingPathComponent("plots")
    for name in FileManager.default.enumerator(atPath: plots.path)?.compactMap({ $0 as? String }) ?? []
    where ["md", "html", "json", "svg"].contains((name as NSString).pathExtension) {
      let text = try String(contentsOf: plots.appendingPathComponent(name), encoding: .utf8)
      #expect(
        !text.contains(Checkout.root.path) && !text.contains("/home/") && !text.contains("/tmp/"), "plots/\(name)")
    }
  }
}
