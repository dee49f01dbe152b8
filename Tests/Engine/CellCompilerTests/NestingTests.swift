import CellCompiler
import Foundation
import NotebookBench
import NotebookDocument
import ReportExport
import Reports
import Testing

@Suite("Code of endless depth")
struct NestingTests {
  /// What makes the parser call itself, or look ahead twice at each step.
  private static let pieces = [
    "#if A\n", "@a #if A\n", "repeat ", "each ", "if ", "if x {", "switch x { case ", "a<", "a ? ", "a ? b : ",
    "a ? b\n: ", "try ", "try\n", "await ", "let ", "inout ", "\\(", "func f(", "@available(", "if let a = ", "@a(b: ",
    "unsafe ", "copy ", "consume ", "borrowing ", "nonisolated(", "sending ", "borrowing\nsending\n", "[", "{ a in ",
  ]

  @Test("It is reported before the parser sees it, and the page and the run show the rest", arguments: pieces)
  func endless(piece: String) throws {
    for count in [450, 6000] {
      let code = String(repeating: piece, count: count)
      #expect(SwiftNesting.isTooDeep(code), "\(count)")
      #expect(CellAnalysis(code).standsAlone)
      #expect(CompilableCode(code).code == code)
      #expect(HTMLText.swift(code).contains("class=\"line\""))
      let notebook = try NotebookParser.parse(
        Data("---\nnotebook: {}\n---\n```swift\n\(code)\n```\n".utf8), path: "n.md")
      #expect(try Tangle(notebook).text().contains(piece.prefix(3)))
    }
  }

  @Test("What people write is looked at: each cell of the notebooks, each file of the kit, long sums and tables")
  func usual() throws {
    var files: [URL] = []
    for folder in ["Sources", "Tests", "Benchmarks"] {
      let names = FileManager.default.enumerator(atPath: Checkout.root.appendingPathComponent(folder).path)
      for case let name as String in names ?? .init() where name.hasSuffix(".swift") {
        files.append(Checkout.root.appendingPathComponent("\(folder)/\(name)"))
      }
    }
    try #require(files.count > 300)
    for file in files {
      #expect(!SwiftNesting.isTooDeep(try String(contentsOf: file, encoding: .utf8)), "\(file.path)")
    }
    let notebooks = Checkout.root.appendingPathComponent("notebooks")
    for name in try FileManager.default.contentsOfDirectory(atPath: notebooks.path) where name.hasSuffix(".md") {
      for cell in try NotebookParser.read("\(notebooks.path)/\(name)").cells {
        #expect(!SwiftNesting.isTooDeep(cell.code), "\(name), \(cell.name)")
      }
    }
    #expect(!SwiftNesting.isTooDeep("let sum = " + (0..<190).map { "\($0)" }.joined(separator: " + ")))
    #expect(!SwiftNesting.isTooDeep("let table = [\(String(repeating: "0, ", count: 10000))0]"))
    #expect(!SwiftNesting.isTooDeep((0..<5000).map { "let a\($0) = \($0)\n" }.joined()))
    #expect(
      !SwiftNesting.isTooDeep(String(repeating: "// \(String(repeating: "word ", count: 900))\nprint(1)\n", count: 9)))
    #expect(!SwiftNesting.isTooDeep(String(repeating: "if a {\n  b()\n} else if c {\n  d()\n}\n", count: 900)))
    #expect(!SwiftNesting.isTooDeep(String(repeating: "#if A\nlet a = 1\n#else\nlet a = 2\n#endif\n", count: 900)))
  }
}
