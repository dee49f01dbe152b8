import Foundation
import Testing

/// The project's folder.
private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite("The cheat sheet")
struct CheatSheetTests {
  private let text: String

  init() throws { text = try String(contentsOf: root.appendingPathComponent("docs/cheatsheet.md"), encoding: .utf8) }

  /// The code of the blocks of a document, without options and comments.
  private static func code(_ text: String) -> String {
    text.matches(of: /(?m)^```swift\n([\s\S]*?)^```/).map { String($0.output.1) }.joined(separator: "\n")
      .split(separator: "\n").filter { !$0.hasPrefix("//|") }.map { $0.replacing(/\/\/.*/, with: "") }
      .joined(separator: "\n")
  }

  @Test("Its blocks run from top to bottom as they stand there, without a warning")
  func runs() throws {
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/traces", withDestinationPath: root.appendingPathComponent("notebooks/traces").path)
    let path = try bench.write("---\ntitle: Calls\nnotebook: {timeout: 300}\n---\n" + text, to: "calls.md")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
  }

  @Test("It has every call of the kit that a notebook uses")
  func complete() throws {
    func names(_ text: String, _ pattern: some RegexComponent<(Substring, Substring)>) -> Set<String> {
      Set(text.matches(of: pattern).map { String($0.output.1) })
    }
    let sources = try [
      "Rotations", "Inertial", "Gestures", "Networks", "Figures", "InertialFigures", "InertialNetworks",
      "GestureFigures", "Display", "Posture",
    ].flatMap { module in
      let folder = root.appendingPathComponent("Sources/\(module)")
      return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0) }
    }.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    let declared = names(sources, /public (?:static |mutating |final )*(?:func|struct|class|enum) (\w+)/)
      .union(names(sources, /(?m)^  case (\w+)\(/))
    let known = names(Self.code(text), /([A-Za-z_]\w*)/)
    let notebooks = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("notebooks").path)
    for name in notebooks.sorted() where name.hasSuffix(".md") {
      let notebook = Self.code(
        try String(contentsOf: root.appendingPathComponent("notebooks/\(name)"), encoding: .utf8))
      let own = names(notebook, /(?:func|struct|let|var) (\w+)/)
      let used = names(notebook, /([A-Za-z_]\w*)\s*\(/).intersection(declared).subtracting(own)
        .subtracting(["contains", "firstIndex", "replacing", "split"])
      #expect(used.subtracting(known).isEmpty, "\(name)")
    }
  }
}

@Suite("The README")
struct ReadmeTests {
  @Test("The first notebook of one's own runs as it stands there")
  func firstNotebook() throws {
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let match = try #require(readme.firstMatch(of: /````markdown\n([\s\S]*?)````/))
    let bench = try Workbench()
    // There it lies in the project's folder.
    let path = try bench.write(
      String(match.output.1).replacing("\"notebooks/", with: "\"\(root.path)/notebooks/"), to: "first.md")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess, "\(result.messages)")
    for file in ["README.md", "index.html", "cell-1.svg", "cell-1.pdf"] {
      #expect(FileManager.default.fileExists(atPath: "\(bench.folder)/plots/first/\(file)"))
    }
  }
}
