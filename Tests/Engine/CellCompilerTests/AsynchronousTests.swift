import Foundation
import NotebookBench
import Testing

@testable import NotebookDocument

@Suite("Asynchronous cells")
struct AsynchronousTests {
  static let helpers = cell(
    """
    import Foundation
    import Gimbal
    struct Late: Error {}
    func later<T>(_ value: T) async -> T { try? await Task.sleep(nanoseconds: 1_000_000); return value }
    func fails() async throws -> Int { try await Task.sleep(nanoseconds: 1_000_000); throw Late() }
    """)

  @Test(
    "A cell may wait at its top level, wherever an expression may be",
    arguments: [
      ("let x = await later(41) + 1\nx", "[42]"),
      ("await later(\"last\")", "[last]"),
      ("var x = 1\nx = await later(5)\nx += await later(2)\nx", "[7]"),
      ("let x: [Double] = await later([])\nx", "[[]]"),
      ("if await later(true), let y = await later(Int?.some(3)) { print(await later(y)) }", "3\n"),
      ("for x in await later([1, 2]) { print(x) }", "1\n2\n"),
      ("for await x in AsyncStream<Int> { $0.yield(1); $0.yield(2); $0.finish() } { print(await later(x)) }", "1\n2\n"),
      (
        "outer: for await x in AsyncStream<Int> { $0.yield(1); $0.yield(2); $0.finish() } { print(x); break outer }",
        "1\n"
      ),
      ("switch await later(2) { case 2: print(\"two\"); default: print(\"other\") }", "two\n"),
      ("print(\"\\(await later(1)) and \\(await later(2))\")", "1 and 2\n"),
      ("let x = try? await fails()\nx", "[nil]"),
      ("do { _ = try await fails() } catch { print(type(of: error)) }", "Late\n"),
      ("while await later(false) {}\nlet (a, b) = await later((1, 2))\na + b", "[3]"),
      (
        "let tasks = (1...3).map { n in Task { await later(n) } }\nvar sum = 0\nfor task in tasks { sum += await task.value }\nsum",
        "[6]"
      ),
      (
        "await withTaskGroup(of: Int.self) { group in\n  for n in 1...4 { group.addTask { await later(n) } }\n  return await group.reduce(0, +)\n}",
        "[10]"
      ),
      ("let on = await MainActor.run { Thread.isMainThread }\non", "[true]"),
      ("func local() async -> Int { await later(1) }\nlet f = { await later(2) }\nawait local() + f()", "[3]"),
    ])
  func waits(code: String, expected: String) throws {
    let result = try Workbench().run(Self.helpers + cell(code))
    #expect(result.failures == [])
    #expect(result.text(1) == expected)
  }

  @Test("Cells after one that waits see its values, wait in their turn, and so do inline expressions")
  func chain() throws {
    let bench = try Workbench()
    let result = try bench.run(
      Self.helpers + cell("let a = await later(1)") + cell("let b = await later(a + 1)\nb")
        + "\n`{swift} await later(b)`\n")
    #expect(result.text(2) == "[2]")
    #expect(result.execution.inlines == [.value("2")])
  }

  @Test("What a waiting cell throws names its line, and an error in it keeps line and column")
  func errors() throws {
    let thrown = try Workbench().run(Self.helpers + cell("let a = 1\nlet b = try await fails()"))
    guard case .threw(let error, let trace)? = thrown.failures.first else { throw Unexpected() }
    #expect(error.type == "Late")
    #expect(trace.first?.line == 14)
    let wrong = try Workbench().run(Self.helpers + cell("let a = (await later(1), nothing)"))
    #expect(wrong.failures.first?.position == Position(line: 13, column: 26))
    let after = try Workbench().run(Self.helpers + cell("print(await later(1)); nothing"))
    #expect(after.failures.first?.position == Position(line: 13, column: 24))
    let unhandled = try Workbench().run(Self.helpers + cell("let a = await fails()"))
    #expect(unhandled.failures.first?.position?.line == 13)
  }

  @Test("“async let” at the top level is refused with a way out, and the way out works")
  func asyncLet() throws {
    let refused = try Workbench().run(Self.helpers + cell("let x = 1\nasync let y = later(x)"))
    #expect(refused.failures.first?.position == Position(line: 14, column: 1))
    #expect(refused.messages.joined().contains("Task { … }"))
    let inside = try Workbench().run(
      Self.helpers
        + cell(
          "func both() async -> Int { async let a = later(1); async let b = later(2); return await a + b }\nawait both()"
        ))
    #expect(inside.text(1) == "[3]")
  }

  @Test("A time limit stops a cell that waits for ever, and an edit below one that waited gives what a clean run gives")
  func limits() throws {
    let stuck = try Workbench().run(
      Self.helpers + cell("//| timeout: 1\nlet never = AsyncStream<Int> { _ in }\nfor await _ in never {}"))
    guard case .timedOut? = stuck.failures.first else { throw Unexpected() }
    let bench = try Workbench()
    let first = Self.helpers + cell("var n = await later(1)\nn += 1") + cell("n += 10")
    let clean = try bench.run(first + cell("n"))
    #expect(clean.explanations[1].execution.contains("threads"))
    let edited = try bench.run(first + cell("n * 2"))
    #expect(edited.text(3) == "[24]")
  }

  @Test("The public function waits too, and says what the work throws")
  func blocking() throws {
    let result = try Workbench().run(
      Self.helpers + cell("func two() -> Int { blocking { await later(2) } }\ntwo()")
        + cell("do { _ = try blocking { try await fails() } } catch { print(type(of: error)) }"))
    #expect(result.text(1) == "[2]")
    #expect(result.text(2) == "Late\n")
  }

  @Test("Two threads of a cell may use a lazy global for the first time at once, in a fork too")
  func lazyGlobal() throws {
    let result = try Workbench().run(
      cell("import Foundation\nlet first = 1")
        + cell(
          """
          //| timeout: 300
          enum Slow { static let value: Int = { usleep(200_000); return 7 }() }
          let others = (0..<4).map { _ in Thread { usleep(20_000); print(Slow.value) } }
          for other in others { other.start() }
          let mine = Slow.value
          while others.contains(where: { !$0.isFinished }) { usleep(1000) }
          print("done", mine + first)
          """))
    #expect(result.text(1) == "7\n7\n7\n7\ndone 8\n")
  }
}
