import Drawings
import Figures
import Foundation
import NotebookBench
import Testing

@testable import Reports

@Suite("Figures to turn")
struct TurningTests {
  private let space =
    "Figure(Space(paths: [Space.Path(\"a </script> b\", x: [0, 1], y: [0, 1], z: [0, 1])]))"
  private let plane = "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"

  @Test("A page holds the data of each space and the script once; the files hold neither")
  func page() throws {
    let bench = try Workbench()
    _ = try bench.run(
      cell("//| label: fig-a\nimport Gimbal\n\(space)") + cell("//| label: fig-b\n[\(space), \(plane)]"))
    let page = bench.result("index.html")
    #expect(page.components(separatedBy: TurningScript.mark).count == 3)
    #expect(page.components(separatedBy: "class=\"picture turnable\"").count == 3)
    #expect(page.components(separatedBy: "new WeakMap()").count == 2)
    // The data of two, the page's script and the one that turns them: a name cannot end the data's element.
    #expect(page.components(separatedBy: "</script>").count == 5)
    #expect(!bench.result("fig-a.svg").contains("<script") && !bench.result("README.md").contains("<script"))
  }

  @Test("A page without spaces has no script for them")
  func none() throws {
    let bench = try Workbench()
    _ = try bench.run(cell("import Gimbal\n\(plane)"))
    #expect(!bench.result("index.html").contains("WeakMap"))
  }

  @Test("A figure from the cache can still be turned")
  func cached() throws {
    let bench = try Workbench()
    let body = cell("import Gimbal\n\(space)")
    _ = try bench.run(body)
    let first = bench.result("index.html")
    _ = try bench.run(body)
    #expect(first == bench.result("index.html") && first.contains(TurningScript.mark))
  }
}
