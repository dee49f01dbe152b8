import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  @Test("The first notebook of one's own runs as it stands there")
  func firstNotebook() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
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
