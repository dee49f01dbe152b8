import CellKernel
import Display
import Foundation
import NotebookBench
import Reports
import TestPrograms
import Testing

@testable import NotebookDocument
@testable import NotebookRunning
@testable import Processes

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Cells that fail")
struct FailureTests {
  /// Runs the body and compares the messages for the terminal with a golden file.
  private func check(_ body: String, _ golden: String, matter: String = "notebook: {}") throws -> NotebookRunner.Result
  {
    let bench = try Workbench()
    let result = try bench.run(body, matter: matter)
    #expect(!result.isSuccess)
    try expectGolden(bench.tidy(result.messages.joined()), "failures/\(golden).txt")
    return result
  }

  @Test("A cell that does not compile is reported at the notebook's line and column")
  func compileError() throws {
    let result = try check(
      "Text.\n\n" + cell("//| label: a\nlet x = 1\nlet y: Int = \"x\"\n  undefined + 1"), "compile")
    #expect(result.failures[0].position == Position(line: 10, column: 14))
  }

  @Test("A limit of memory is named in the gigabytes in which it is given", arguments: [0.5, 2, 12.5])
  func gigabytes(limit: Double) {
    let failure = Failure<Int>.outOfMemory(limit: MemoryLimit.bytes(gigabytes: limit), trace: [])
    #expect(failure.message.contains("more than \(NumberFormat.significant(limit)) GB"), "\(failure.message)")
  }

  @Test("A cell that ends too early is reported at its last line")
  func incomplete() throws {
    _ = try check(cell("func f() {\n  1"), "incomplete")
  }

  @Test(
    "A name that no library defines fails the cell that uses it, and not those that are compiled with it",
    arguments: [false, true])
  func missingSymbolElsewhere(keepGoing: Bool) throws {
    let bench = try Workbench(keepGoing: keepGoing)
    let result = try bench.run(
      cell("let first = params.alpha\nprint(\"one\")")
        + cell("@_silgen_name(\"no_such_thing\") func nothing() -> Int32\nprint(nothing())")
        + cell("print(\"three\", first)"),
      matter: "notebook: {}\nparams: {alpha: 1.0}")
    #expect(result.failures.count == 1)
    #expect(result.execution.outcomes[0].status == .done)
    let line = result.execution.notebook.cells[1].codeLine
    #expect(
      result.messages.first?.contains("test.md:\(line):1: error: “no_such_thing” is declared, but no library") == true)
    #expect(bench.result("README.md").contains("\nthree 1.0\n") == keepGoing)
  }

  @Test("An error in the last expression keeps its column")
  func lastExpressionColumn() throws {
    let result = try check(cell("let x = 1\n    nothing.here"), "last-expression")
    #expect(result.failures[0].position == Position(line: 7, column: 5))
    let first = try Workbench().run(cell("nothing"))
    #expect(first.failures[0].position == Position(line: 6, column: 1))
  }

  @Test("A crash in cell 3 of 5 leaves the results of 1 and 2, and names line and column")
  func crash() throws {
    let bench = try Workbench()
    let result = try bench.run(
      cell("print(\"one\")") + cell("func pick(_ i: Int) -> Int {\n  [1, 2][i]\n}\nprint(\"two\")")
        + cell("print(\"three\")\nlet a = pick(7)") + cell("print(\"four\")") + cell("print(\"five\")"))
    try expectGolden(bench.tidy(result.messages.joined()), "failures/crash.txt")
    #expect(result.failures[0].position == Position(line: 10, column: 9))
    let report = bench.result("README.md")
    for text in ["\none\n", "\ntwo\n", "\nthree\n", "Error** in line 10", "Not run"] { #expect(report.contains(text)) }
    #expect(!report.contains("\nfour\n"))
    #expect(result.execution.outcomes[3].status == .notRun)
    #expect(bench.result("index.html").contains("Error in line 10"))
  }

  @Test("A thrown error shows its own words and the line of the try")
  func thrown() throws {
    let result = try check(
      cell(
        "import Foundation\nstruct Broken: LocalizedError { var errorDescription: String? { \"the spring broke\" } }\nfunc f() throws { throw Broken() }\nprint(\"before\")\ntry f()"
      ), "thrown")
    guard case .threw(let error, let trace)? = result.failures.first else { throw Unexpected() }
    #expect(error == CellError(type: "Broken", message: "the spring broke"))
    #expect(trace.map(\.line) == [8, 10])
    #expect(result.text(0) == "before\n")
  }

  @Test("An error thrown in the library names the cell's line")
  func thrownInLibrary() throws {
    let result = try check(cell("import Gimbal\nlet t = try Trace(contentsOf: \"nowhere.csv\")"), "thrown-in-library")
    guard case .threw(_, let trace)? = result.failures.first else { throw Unexpected() }
    #expect(trace.map(\.line) == [7])
  }

  @Test("fatalError shows its message")
  func fatal() throws {
    _ = try check(cell("print(\"a\")\nfatalError(\"out of cheese\")"), "fatal")
  }

  @Test("A recursion without end is a crash with its line")
  func recursion() throws {
    let result = try Workbench().run(cell("func f(_ n: Int) -> Int { n == -1 ? 0 : 1 + f(n + 1) }\nf(0)"))
    guard case .crashed(_, _, let trace)? = result.failures.first else { throw Unexpected() }
    #expect(trace.first?.line == 6)
  }

  /// The second kind of crash is in instructions out of which no unwinder knows the way: push %rbp; mov %rsp, %rbp; ud2.
  #if arch(x86_64)
    static let deepCrashes = ["Int.max + n", "trap()"]
  #else
    static let deepCrashes = ["Int.max + n"]
  #endif

  @Test("A crash deep in a recursion names its innermost calls", arguments: deepCrashes)
  func deepRecursion(crash: String) throws {
    let page = "mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!"
    var code = """
      import Glibc
      let page = \(page)
      page.copyMemory(from: [0x55, 0x48, 0x89, 0xE5, 0x0F, 0x0B] as [UInt8], byteCount: 6)
      let trap = unsafeBitCast(page, to: (@convention(c) () -> Int).self)

      """
    for (here, there) in [("even", "odd"), ("odd", "even")] {
      code += "func \(here)(_ n: Int) -> Int { 1 + (n == 300 ? \(crash) : \(there)(n + 1)) }\n"
    }
    let result = try Workbench().run(cell(code + "even(0)"))
    guard case .crashed(_, _, let trace)? = result.failures.first else { throw Unexpected() }
    // 128 places are noted, the first few outside the cell.
    #expect((100...125).contains(trace.count), "\(trace.count)")
  }

  @Test("A symbol that no library has fails at the line that declares it, though cells are loaded together")
  func missingSymbol() throws {
    let result = try Workbench().run(
      cell("print(1)") + cell("@_silgen_name(\"no_such_thing\") func nothing() -> Int32\nprint(nothing())"))
    let message = try #require(result.messages.first)
    let line = result.execution.notebook.cells[1].codeLine
    #expect(message.contains("test.md:\(line):1: error: “no_such_thing” is declared, but no library"), "\(message)")
  }

  @Test("exit is reported as such")
  func exits() throws {
    _ = try check(cell("import Foundation\nprint(\"x\")\nexit(3)"), "exit")
  }

  @Test("A cell that loops for ever is stopped, and its line is named")
  func timeout() throws {
    // On a busy machine time may be up before the loop begins.
    for seconds in ["0.500", "4.00", "30.0"] {
      let result = try Workbench().run(cell("//| timeout: \(seconds)\nvar n = 0\nwhile true {\n  n &+= 1\n}"))
      let messages = result.messages.joined()
      #expect(
        messages.contains("stopped after \(seconds) s; if a loop in it never ends, mend that; if it only needs longer"))
      #expect(messages.contains("this loop never ends: leave it with “break”"))
      guard case .timedOut(_, let trace)? = result.failures.first else { throw Unexpected() }
      if let line = trace.first?.line {
        #expect((7...10).contains(line))
        return
      }
    }
    Issue.record("the loop's line was never named")
  }

  @Test("The notebook's timeout holds for cells without one")
  func notebookTimeout() throws {
    let result = try Workbench().run(cell("while true {}"), matter: "notebook:\n  timeout: 0.2")
    guard case .timedOut(let seconds, _)? = result.failures.first else { throw Unexpected() }
    #expect(seconds == 0.2)
  }

  @Test(
    "A cell that computes, in whichever thread, is not stopped earlier because others take the processors",
    arguments: ["work()", "Thread.detachNewThread { work(); done.signal() }\ndone.wait()"])
  func starved(_ computing: String) throws {
    // Within the cell's session, to which the system gives a share: other tests are not held up.
    let result = try Workbench().run(
      cell(
        """
        //| timeout: 1
        import Foundation
        let hogs = try (0..<8 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
          try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "while :; do :; done"])
        }
        func work() { while clock() < CLOCKS_PER_SEC * 3 / 10 {} }
        let done = DispatchSemaphore(value: 0)
        \(computing)
        for hog in hogs { kill(hog.processIdentifier, SIGKILL) }
        print("done")
        """))
    #expect(result.isSuccess && result.text(0) == "done\n", "\(result.messages)")
  }

  @Test("A cell that ignores the question where it is, is killed")
  func stubborn() throws {
    let result = try Workbench().run(cell("//| timeout: 0.2\nimport Glibc\nsignal(SIGQUIT, SIG_IGN)\nwhile true {}"))
    guard case .timedOut? = result.failures.first else { throw Unexpected() }
  }

  @Test("A gigabyte of output is counted, and beginning and end are kept")
  func flood() throws {
    let bench = try Workbench()
    let result = try bench.run(
      cell(
        "//| timeout: 3600\nlet line = String(repeating: \"x\", count: 999_999)\nfor i in 0..<1000 { print(line) }\n"
          + "print(\"the end\")"))
    #expect(result.isSuccess)
    let omitted = result.execution.outcomes[0].outputs.compactMap {
      if case .omitted(let omission) = $0 { omission } else { nil }
    }
    #expect(omitted.count == 1 && omitted[0].text > 999_000_000)
    #expect(result.text(0).hasSuffix("the end\n"))
    #expect(bench.result("README.md").utf8.count < 200_000)
    #expect(bench.result("README.md").contains("MB of output are left out"))
  }

  @Test(
    "What a cell shows without end is bounded and told as floods of text are, and the cell can be stopped",
    arguments: [
      "display(1)", "display(Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])]))",
    ])
  func endlessDisplays(code: String) throws {
    let bench = try Workbench()
    let interrupt = Interrupt()
    let result = try bench.run(
      cell("import Gimbal\nfor _ in 0..<600 { \(code) }\nprint(\"flooded\")\nwhile true { \(code) }"),
      interrupt: interrupt
    ) { event in
      guard case .kernel(_, .text) = event else { return }
      ask(interrupt, after: 0.5)
    }
    let outputs = result.execution.outcomes[0].outputs
    #expect(outputs.count { if case .bundle = $0 { true } else { false } } == OutputLimits().displays)
    let omitted = outputs.compactMap { if case .omitted(let omission) = $0 { omission } else { nil } }
    #expect(omitted.count == 1 && omitted[0].displays > 100)
    #expect(result.text(0).contains("displays are left out"))
  }

  @Test("A cell's process that is killed from outside is reported as such")
  func killed() throws {
    let result = try Workbench().run(
      cell("print(getpid())\nfflush(nil)\nwhile true {}".replacing("print", with: "import Glibc\nprint")),
      onEvent: { event in
        if case .kernel(_, .text(_, let text)) = event, let process = Int32(text.trimmingCharacters(in: .newlines)) {
          kill(process, SIGKILL)
        }
      })
    #expect(result.failures == [.lost(signal: SIGKILL)])
  }

  @Test("A cell that ends by its own alarm gets no message about memory")
  func alarm() throws {
    let result = try Workbench().run(cell("import Glibc\nalarm(1)\nsleep(5)"))
    #expect(
      result.failures.map(\.message) == [
        "the cell's process was ended by a signal (SIGALRM) that nothing in it handles"
      ])
  }

  @Test(
    "After the processes that hold the states were killed, the next run starts again and gives what a clean run gives")
  func killedStates() throws {
    let bench = try Workbench()
    let body =
      cell("import Glibc\nvar n = 1\nlet first = getppid()") + cell("n += 1\nlet second = getppid()")
      + cell("print(\"\\(first) \\(second)\")") + cell("n += 1\nn")
    // The host, which holds the state before the first cell, and the state after the first.
    for victim in 0..<2 {
      let result = try bench.run(body)
      #expect(result.text(3) == "[3]")
      let processes = result.text(2).split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
      try #require(processes.count == 2)
      kill(processes[victim], SIGKILL)
      #expect(TestProgram.survivors { [processes[victim]] } == [])
      let again = try bench.run(body + cell("n * \(victim)"))
      #expect(again.text(4) == "[\(3 * victim)]", "\(again.messages)")
    }
  }

  @Test("After a failure the results of an earlier run are replaced, not mixed")
  func replaced() throws {
    let bench = try Workbench()
    _ = try bench.run(cell("print(\"first run\")"))
    _ = try bench.run(cell("fatalError()"))
    #expect(!bench.result("README.md").contains("first run"))
  }

  @Test("`error: true`: the error is the result, and success is the failure")
  func expectedError() throws {
    let bench = try Workbench()
    let result = try bench.run(cell("var x = 1") + cell("//| error: true\nx = 5\n[1][3]") + cell("x"))
    #expect(result.isSuccess)
    #expect(result.messages.isEmpty)
    #expect(result.text(2) == "[1]", "a failed cell leaves no state")
    #expect(bench.result("README.md").contains("Error, as expected"))
    let wrong = try bench.run(cell("//| error: true\n1 + 1") + cell("2"))
    #expect(wrong.failures == [.didNotFail])
  }

  @Test("`error: true` covers a figure that cannot be drawn; where it can be, the cell has not failed")
  func expectedFigure() throws {
    func figure(_ last: String) -> String {
      cell("import Gimbal")
        + cell(
          "//| error: true\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1], y: [0, \(last)])])"
        )
        + cell("print(\"on\")")
    }
    let bench = try Workbench()
    let meant = try bench.run(figure(".infinity"))
    #expect(meant.isSuccess && meant.messages.isEmpty && meant.text(2) == "on\n", "\(meant.messages)")
    #expect(bench.result("README.md").contains("series 'a' has inf at index 1"))
    let drawn = try bench.run(figure("1"))
    #expect(!drawn.isSuccess && drawn.messages.count == 1 && drawn.messages[0].contains("should have failed"))
  }

  @Test("`error: true` covers what does not compile, and defines nothing")
  func expectedCompileError() throws {
    let result = try Workbench().run(
      cell("let x = 1") + cell("//| error: true\nlet x: Int = \"no\"") + cell("x"))
    #expect(result.isSuccess)
    #expect(result.text(2) == "[1]")
  }

  @Test("--keep-going runs the cells after a failed one from the state before it")
  func keepGoing() throws {
    let result = try Workbench(keepGoing: true).run(
      cell("var x = 1") + cell("x = 2\nfatalError()") + cell("x") + cell("notThere") + cell("x + 1"))
    #expect(!result.isSuccess)
    #expect(result.failures.count == 2)
    #expect(result.text(2) == "[1]")
    #expect(result.text(4) == "[2]")
  }

  @Test("What rests on a failed cell is not run and says why, once; the failed cell's imports stay")
  func restsOnAFailedCell() throws {
    let bench = try Workbench(keepGoing: true)
    let result = try bench.run(
      cell("import Foundation\nlet open = 2.0\nlet wrong: Int = \"x\"") + cell("let half = open / 2")
        + "Half is `{swift} half`.\n\n" + cell("sqrt(16.0)") + cell("//| error: true\nprint(half)")
        + cell("[1, 2].map { open in open + 1 }") + cell("let open = 3.0") + cell("open")
        + cell("struct S { func f() -> Int { wrong } }"))
    #expect(result.execution.outcomes[1].status == .failed(.lacking(name: "open", since: Position(line: 7, column: 1))))
    #expect(result.text(2) == "[4.0]" && result.text(4) == "[[2, 3]]" && result.text(6) == "[3.0]")
    #expect(result.execution.inlines == [.failed(.lacking(name: "half", since: Position(line: 7, column: 1)))])
    let messages = result.messages.map { bench.tidy($0) }
    try #require(messages.count == 4, "\(messages)")
    #expect(messages[0].hasPrefix("test.md:8:18: error: cannot convert value"))
    // Within a type a name can mean a member: the compiler is asked.
    #expect(
      messages[1].contains(
        "test.md:32:30: error: cannot find 'wrong' in scope; the cell that should define it has failed: fix that one")
        && messages[2].contains("test.md:8:1: note: “wrong” should have been defined here"), "\(messages)")
    #expect(
      messages[3]
        == "test.md:5:1: note: because this cell failed, 2 cells (lines 10, 18) and an expression below did not run: "
        + "what they use rests on it (“open”, “half”)\n")
    let report = bench.result("README.md")
    #expect(report.contains("Not run: it uses “open”, and the cell in line 5 has failed."))
    #expect(!report.contains("as expected"))
    #expect(bench.result("index.html").contains("Not run: it uses “open”, and the cell in line 5 has failed."))
  }

  @Test(
    "An import that does not hold is not kept, one of a cell that trapped is",
    arguments: ["import Foundation\nimport Gimball\nlet a = 1", "import Foundation\nlet n = [1][3]"])
  func importsOfAFailedCell(code: String) throws {
    let result = try Workbench(keepGoing: true).run(cell(code) + cell("sqrt(16.0)"))
    #expect(result.failures.count == 1 && result.text(1) == "[4.0]", "\(result.messages)")
  }

  @Test("When the first cell fails, none of the thirty-four that rest on it is compiled")
  func manyCellsBehindAFailedOne() throws {
    let chain = (1..<34).map { cell("let x\($0) = x\($0 - 1) + 1") }.joined()
    let result = try Workbench(keepGoing: true).run(cell("let x0: Int = \"\(UUID())\"") + chain)
    #expect(result.messages.count == 2 && result.execution.outcomes.dropFirst().allSatisfy { $0.compileSeconds == nil })
    #expect(result.messages[1].contains("33 cells (lines 8, 11, 14, 17, 20, 23, 26, 29, …) below did not run"))
  }

  @Test("An interrupt stops the cell, and the report is written")
  func interrupted() throws {
    let bench = try Workbench()
    let interrupt = Interrupt()
    let result = try bench.run(
      cell("print(\"done\")") + cell("while true {}") + cell("3"), interrupt: interrupt
    ) { event in
      if case .running(let cell) = event, cell.number == 2 {
        ask(interrupt, after: 0.1)
      }
    }
    #expect(result.execution.wasInterrupted)
    #expect(bench.result("README.md").contains("the cell was interrupted"))
    #expect(bench.result("README.md").contains("\ndone\n"))
  }

  @Test("An inline expression that fails is named with its line; the cells go on")
  func inlineFailure() throws {
    let bench = try Workbench()
    let result = try bench.run("A `{swift} nothing` and `{swift} [1][2]`.\n\n\(cell("print(\"on\")"))")
    #expect(!result.isSuccess)
    #expect(bench.result("README.md").contains("\non\n"))
    #expect(bench.tidy(result.messages.joined()).contains("test.md:5:12: error: cannot find 'nothing' in scope"))
  }

  /// On its own thread: two tests that read floods are all that the system's queue has threads for.
  private func ask(_ interrupt: Interrupt, after seconds: Double) {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      interrupt.request()
    }
  }
}
