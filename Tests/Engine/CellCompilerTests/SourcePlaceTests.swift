import Foundation
import NotebookBench
import Testing

@testable import CellKernel
@testable import NotebookRunning

@Suite("The place that code sees as its own")
struct SourcePlaceTests {
  @Test("`#line` and its like give the notebook's places, of whatever type is asked for")
  func places() throws {
    let bench = try Workbench()
    let result = try bench.run(
      "In line `{swift} #line`.\n\n"
        + cell(
          "print(#line, #column, #function)\nlet n: UInt32 = #line; let file: StaticString = #file\nprint(n, file)")
        + "> ```swift\n> print(#fileID, #filePath, #column)\n> func f() -> String { #function }\n> f()\n> ```\n"
        + cell("struct P { var a: String { #function } }\n({ #function }(), P().a)") + cell("#line") + cell("#function")
        + cell("#sourceLocation(file: \"x\", line: 3)\n#sourceLocation()\n\"\"\"\n\\(#line)\n\"\"\""))
    #expect(result.isSuccess, "\(result.messages)")
    let path = URL(fileURLWithPath: "\(bench.folder)/test.md").standardizedFileURL.path
    #expect(result.execution.inlines == [.value("5")])
    #expect(result.text(0) == "8 14 main\n9 \(path)\n")
    #expect(result.text(1) == "Notebook/test.md \(path) 29\n[f()]")
    #expect(result.text(2) == "[(\"main\", \"a\")]" && result.text(3) == "[22]" && result.text(4) == "[main]")
    #expect(result.text(5) == "[31]")
  }

  @Test("A default argument says the name of the cell's top level, without zeros, and functions keep their own")
  func defaults() throws {
    let result = try Workbench().run(
      cell("func f(_ name: String = #function) { print(name) }\nf()\nfunc g() { f() }\ng()"))
    #expect(result.text(0) == "main\ng()\n")
  }

  @Test("Prose above a cell that says its line gives it another line")
  func moved() throws {
    let bench = try Workbench()
    let cells = cell("print(#line)") + cell("print(\"x\")")
    #expect(try bench.run(cells).text(0) == "6\n")
    #expect(try bench.run("More.\n\n" + cells).text(0) == "8\n")
  }

  @Test("An error behind such a word keeps its column")
  func columns() throws {
    let result = try Workbench().run(cell("print(#line, #file, nothing)"))
    #expect(result.failures.first?.position?.column == 21)
  }
}
