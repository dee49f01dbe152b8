import Foundation
import NotebookBench
import Testing

@testable import CellCompiler

@Suite("Functions that are named by their argument labels")
struct LabelledNameTests {
  private static let functions = """
    enum Wrong: Error { case always }
    func turned(_ x: Int, by y: Int, for z: Int) -> Int { x + y * z }
    func turned(_ x: Int, by y: Double) throws -> Int { throw Wrong.always }
    func area(radius r: Double) -> Double { 3 * r * r }
    func area(width: Double, height: Double) -> Double { width * height }
    func first<Element>(of list: [Element]) -> Element { list[0] }
    func bump(_ x: inout Int, by y: Int) { x += y }
    func later(than x: Int) async -> Int { x + 1 }
    func sum(_ all: Int..., of factor: Int) -> Int { factor * all.reduce(0, +) }
    """

  @Test(
    "A later cell finds them, also those that throw, wait, are generic, overload each other or change what they get")
  func found() throws {
    // A cell that imports what no cell above has imported is compiled by itself.
    let body =
      cell(Self.functions)
      + cell(
        "import Foundation\nlet f = turned(_:by:for:)\nlet g = try? turned(_:by:)(1, 2.5)\nprint(f(1, 2, 3), g ?? -1)")
      + cell(
        """
        import Dispatch
        let areas = [1.0, 2].map(area(radius:))
        var n = 1
        let change: (inout Int, Int) -> Void = bump(_:by:)
        change(&n, 4)
        let waits = later(than:)
        print(areas, area(width:height:)(2, 3), n, ([[4, 5]].map(first(of:))), await waits(6))
        """)
      + "\nIt is `{swift} [3.0].map(area(radius:))[0]`.\n" + cell("[2.0].map(area(radius:))")
    let bench = try Workbench()
    let result = try bench.run(body)
    #expect(result.isSuccess, "\(result.messages)")
    #expect(result.text(1) == "7 -1\n" && result.text(2) == "[3.0, 12.0] 6.0 5 [4] 7\n", "\(result.text(2))")
    #expect(bench.result("README.md").contains("It is 27.") && result.text(3) == "[[12.0]]")
  }

  @Test("A cell's own function comes before one of a cell above, and the latest before earlier ones")
  func nearest() throws {
    let result = try Workbench().run(
      cell("func f(of x: Int) -> String { \"first\" }")
        + cell("import Foundation\nfunc f(of x: Int) -> String { \"second\" }\nprint([1].map(f(of:)))")
        + cell("import Dispatch\nprint([1].map(f(of:)))")
        + cell("import Synchronization\nfunc f(of x: Int) -> String { \"own\" }\nprint([1].map(f(of:)))"))
    #expect((1...3).map(result.text) == ["[\"second\"]\n", "[\"second\"]\n", "[\"own\"]\n"], "\(result.messages)")
  }

  @Test("What is behind such a name keeps its line and column in messages, next to what else was put in")
  func places() throws {
    let bench = try Workbench()
    let above = cell("func f(of x: Int) -> Int { x }")
    for (code, column) in [
      ("let b = [1].map(f(of:)) + [nothing]", 28),
      ("let c = Int(\"3\")!; let b = [1, c].map(f(of:)) + [nothing]", 50),
      ("let b = [1].map(f(of:)); if let c = nothing { print(c) }", 37),
    ] {
      let result = try bench.run(above + cell("import Foundation\n" + code))
      let words = result.messages.map(bench.tidy).joined()
      #expect(words.contains("test.md:10:\(column): error: cannot find 'nothing' in scope"), "\(words)")
    }
  }

  @Test("A function of any number of arguments is left to the compiler, which says that it does not find it")
  func variadic() throws {
    let result = try Workbench().run(cell(Self.functions) + cell("import Foundation\nlet s = sum(_:of:)"))
    #expect(result.failures.first?.message.hasPrefix("cannot find 'sum(_:of:)'") == true, "\(result.messages)")
  }
}
