import Display
import Foundation
import NotebookBench
import Testing

@testable import CellKernel
@testable import NotebookDocument

/// A session on one notebook that is edited again and again.
private final class Editing {
  let session: Session
  let folder: String

  init(freeForks: Int = 64, keepGoing: Bool = false) throws {
    var configuration = try Session.Configuration(cacheFolder: Workbench.cache)
    configuration.freeForks = freeForks
    configuration.keepGoing = keepGoing
    session = try Session(configuration)
    folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func notebook(_ body: String, matter: String = "notebook: {}") throws -> Notebook {
    try NotebookParser.parse("---\n\(matter)\n---\n\(body)", path: "\(folder)/n.md")
  }

  func run(_ body: String, matter: String = "notebook: {}") throws -> Execution {
    let notebook = try notebook(body, matter: matter)
    return try session.run(notebook, parameters: notebook.frontMatter.parameters)
  }

  /// For each cell of the last run, whether it was kept.
  var kept: [Bool] { session.explanations.map { $0.execution.hasPrefix("kept") } }
}

extension Execution {
  /// What a reader sees of the run.
  fileprivate var visible: [String] {
    outcomes.map { outcome in
      let texts = outcome.outputs.map { output in
        switch output {
        case .text(let text), .errorText(let text): text
        case .bundle(let bundle): "[\(bundle.contents[MediaType.plain] ?? "")]"
        case .omitted(let omission): "<\(omission.words)>"
        }
      }.joined()
      return switch outcome.status {
      case .done: texts
      case .failed(let failure): "\(texts)! \(failure.message) \(failure.position?.line ?? 0)"
      case .notRun: "–"
      case .skipped: "skipped"
      case .blank(let hints): "blank \(hints)"
      case .waiting(let exercise): "waits for \(exercise)"
      }
    }
  }
}

@Suite("Sessions: edits and what they cost")
struct SessionTests {
  private let body = cell("var x = 1") + cell("x += 1\nprint(x)") + cell("print(x * 10)")

  @Test("What a failed cell imports and was to define decides what is kept below it")
  func failedCellEdited() throws {
    let editing = try Editing(keepGoing: true)
    let rest = cell("let root = sqrt(16.0)\nprint(root)") + cell("print(root + 1)") + cell("print(open(2))")
    let own = cell("func open(_ x: Int) -> Int { x }")
    func visible(_ first: String) throws -> [String] { try editing.run(own + cell(first) + rest).visible }
    let imports = "import Foundation\nlet a: Int = \"x\""
    #expect(try visible(imports).suffix(3) == ["4.0\n", "5.0\n", "2\n"])
    #expect(try visible(imports).suffix(3) == ["4.0\n", "5.0\n", "2\n"])
    #expect(editing.kept == [true, false, true, true, true])
    let without = try visible("let a: Int = \"x\"")
    #expect(without[2].contains("cannot find 'sqrt'") && without[3].contains("uses “root”") && without[4] == "2\n")
    let redefined = try visible("import Foundation\nlet open: Int = \"x\"")
    #expect(redefined[2...3] == ["4.0\n", "5.0\n"] && redefined[4].contains("not run: it uses “open”"))
    #expect(try visible("import Foundation").suffix(3) == ["4.0\n", "5.0\n", "2\n"])
  }

  @Test("Nothing has changed: nothing runs")
  func unchanged() throws {
    let editing = try Editing()
    let first = try editing.run(body)
    let second = try editing.run(body)
    #expect(editing.kept == [true, true, true])
    #expect(first.visible == second.visible)
  }

  @Test("An edit runs the changed cell and those after it, from the state before it")
  func edit() throws {
    let editing = try Editing()
    _ = try editing.run(body)
    let edited = try editing.run(body.replacing("x += 1", with: "x += 5"))
    #expect(editing.kept == [true, false, false])
    #expect(edited.visible == ["", "6\n", "60\n"], "x is not counted on from the run before")
    #expect(
      editing.session.explanations[1].compilation == "compiled: its code is new"
        || editing.session.explanations[1].compilation == "taken from the cache")
  }

  @Test("An edit of prose above, between and below runs nothing, and errors keep their lines")
  func prose() throws {
    let editing = try Editing()
    _ = try editing.run(body + cell("fatalError(\"x\")"))
    let moved = try editing.run("New.\n\nText.\n\n" + body + "More\n\n" + cell("fatalError(\"x\")"))
    #expect(editing.kept == [true, true, true, false])
    guard case .failed(let failure) = moved.outcomes[3].status else { throw Unexpected() }
    #expect(failure.position?.line == 21)
  }

  @Test("A cell put in above compiles itself only, unless it defines what those below use")
  func insertion() throws {
    let editing = try Editing()
    let tag = "v\(UInt64.random(in: 0...UInt64.max))"
    let text = cell("func \(tag)() -> Int { 1 }") + cell("print(\(tag)() + 1)") + cell("print(2)")
    _ = try editing.run(text)
    _ = try editing.run(cell("let above\(tag) = 1") + text)
    let compilations = editing.session.explanations.map(\.compilation)
    #expect(compilations == ["compiled: its code is new"] + Array(repeating: "taken from the cache", count: 3))
    let changed = try editing.run(
      cell("func \(tag)() -> Int { 1 }") + cell("func \(tag)() -> Double { 0.5 }") + cell("print(\(tag)() + 1)"))
    #expect(changed.visible == ["", "", "1.5\n"])
    #expect(editing.session.explanations[2].compilation.hasPrefix("compiled again"))
  }

  @Test("Sets and dictionaries have the same order in every run")
  func order() throws {
    let text = cell("print(Set(1...100))\nprint(Dictionary(uniqueKeysWithValues: (1...100).map { (\"k\\($0)\", $0) }))")
    #expect(try Editing().run(text).visible == Editing().run(text).visible)
  }

  @Test("A changed parameter always changes the result")
  func parameter() throws {
    let editing = try Editing()
    let text = cell("print(params.a)") + cell("print(2)")
    _ = try editing.run(text, matter: "notebook: {}\nparams: {a: 1}")
    #expect(try editing.run(text, matter: "notebook: {}\nparams: {a: 2}").visible == ["2\n", "2\n"])
  }

  @Test("A changed data file always changes the result, from the first cell that read it")
  func dataFile() throws {
    let editing = try Editing()
    func write(_ value: Double) throws {
      let header =
        "# gimbal trace 1\n# name: a\ntime_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,user_acceleration_z_m_s2\n"
      let rows = (0..<5).map { "\(Double($0) / 100),1,0,0,0,\(value),0,0\n" }.joined()
      try Data((header + rows).utf8).write(to: URL(fileURLWithPath: "\(editing.folder)/t.csv"))
    }
    try write(1)
    let text =
      cell("import Gimbal\nprint(\"start\")") + cell("let t = try Trace(contentsOf: \"t.csv\")")
      + cell("print(t.userAcceleration[0].x)")
    #expect(try editing.run(text).visible.last == "1.0\n")
    try write(2)
    #expect(try editing.run(text).visible.last == "2.0\n")
    #expect(editing.kept == [true, false, false])
    #expect(editing.session.explanations[1].execution == "ran: t.csv changed")
  }

  @Test("A failed cell runs again, the ones before it do not")
  func afterFailure() throws {
    let editing = try Editing()
    _ = try editing.run(cell("var n = 1") + cell("n += 1\nfatalError()") + cell("print(n)"))
    let fixed = try editing.run(cell("var n = 1") + cell("n += 1") + cell("print(n)"))
    #expect(fixed.visible == ["", "", "2\n"])
    #expect(editing.kept == [true, false, false])
  }

  @Test("A cell that leaves a thread behind has no checkpoint after it, and the results are those of a clean run")
  func threads() throws {
    let editing = try Editing()
    let text =
      cell("import Foundation\nvar n = 1\nlet t = Thread { sleep(1000) }\nt.start()") + cell("n += 1\nprint(n)")
      + cell("n += 1\nprint(n)")
    #expect(try editing.run(text).visible == ["", "2\n", "3\n"])
    #expect(
      try editing.run(text.replacing("n += 1\nprint(n)\n```\n```swift", with: "n += 10\nprint(n)\n```\n```swift"))
        .visible == ["", "11\n", "12\n"])
  }
}
