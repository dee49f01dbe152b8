import NotebookBench
import Testing

@testable import NotebookDocument

@Suite("Types of a notebook under names of the kit")
struct TakenNameTests {
  private func run(_ cells: String...) throws -> (messages: [String], texts: [String], isSuccess: Bool) {
    let bench = try Workbench()
    let result = try bench.run(cells.map { cell($0) }.joined())
    let texts = result.execution.outcomes.indices.map { result.text($0) }
    return (result.messages.map(bench.tidy), texts, result.isSuccess)
  }

  @Test(
    "One that the kit has, too, is told once with its line and with the kit's full name, which then works",
    arguments: [
      ("struct Table { var legs = 4 }", "Display.Table", "Table"),
      ("final class Step {}", "Traces.Step", "Step"), ("enum Loss { case small }", "Networks.Loss", "Loss"),
      ("typealias Path = [Int]", "Simulation.Path", "Path"), ("protocol Match {}", "Gestures.Match", "Match"),
      ("actor Rows {}", "Networks.Rows", "Rows"),
    ])
  func told(definition: String, full: String, name: String) throws {
    let result = try run(
      "import Gimbal", "// \(name) is an everyday word.\n\(definition)\nlet one = \"\\(\(name).self)\"",
      "print(one == \"\\(\(full).self)\", \"\\(\(name).self)\" == one)", "// Again.\n\(definition)")
    let column = definition.prefix { $0 != " " }.count + (definition.hasPrefix("final") ? " class ".count : 1) + 1
    #expect(
      result.messages == [
        "test.md:10:\(column): warning: from here on “\(name)” is the notebook's own type; the kit's is “\(full)”\n"
      ])
    #expect(result.isSuccess && result.texts[2].hasSuffix(" true\n"), "\(result.texts)")
  }

  @Test(
    "Nothing is said of a type inside another one or a function, of a value, and without the kit",
    arguments: [
      "import Gimbal\nstruct Desk { struct Table {} ; enum Step {} }", "import Gimbal\nfunc f() { struct Table {} }",
      "import Gimbal\nextension Table { struct Step {} }", "import Gimbal\nlet Table = 1\nfunc Step() {}",
      "import Gimbal\ndo { struct Table {}\n_ = Table() }", "import Foundation\nstruct Table {}",
      "import Rotations\nstruct Step {}",
    ])
  func untold(code: String) throws {
    let result = try run(code)
    #expect(result.messages.filter { !$0.contains("never used") } == [] && result.isSuccess, "\(result.messages)")
  }

  @Test("A part of the kit brings its own names, and “Inertial” those of its parts")
  func parts() throws {
    for imported in ["Traces", "Inertial"] {
      #expect(try run("import \(imported)\nstruct Step {}").messages.count == 1, "\(imported)")
    }
  }
}
