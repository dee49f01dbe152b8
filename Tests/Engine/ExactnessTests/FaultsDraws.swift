import Foundation
import Processes
import Testing

/// What once was on a page that no clean run shows: draws, threads, tasks, children.
@Suite("Faults: draws and what goes on next to")
struct FaultsDraws {
  private static let draw = "let r1 = Int.random(in: 0..<1_000_000_000)\nprint(\"DRAW[r1:\\(r1)]\")"
  private static let show = "print(\"DRAW[r1:\\(r1)]\")"

  @Test("A number that a task drew is drawn once for a page")
  func task() {
    let sequence = TrialSequence(
      [
        .code("let r1 = await Task { Int.random(in: 0..<1_000_000) }.value\nprint(\"DRAW[r1:\\(r1)]\")"),
        .code(Self.show),
      ],
      .edit(.change(1, Self.show + "\nprint()")), .edit(.change(1, Self.show)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "A number that a stream of the kernel's randomness gave is given again when a crash took the state",
    arguments: ["fread(&v, 8, 1, h)", "for _ in 0..<8 { v = v << 8 | UInt64(fgetc(h)) }", "read(fileno(h), &v, 8)"])
  func stream(_ reading: String) throws {
    let bench = try SessionBench {
      $0.keepGoing = true
      $0.freeForks = 1
    }
    let draw = """
      import Foundation
      let r: UInt64 = {
        let h = fopen("/dev/urandom", "r")!
        defer { fclose(h) }
        var v: UInt64 = 0
        \(reading)
        return v
      }()
      print(r)
      """
    let execution = try bench.run([.code(draw), .code("fatalError()"), .code("print(r)")])
    #expect(execution.text(0) == execution.text(2) && UInt64(execution.text(0).dropLast()) ?? 0 > 0)
  }

  @Test("A number is drawn once after more cells than there are forks")
  func manyCells() {
    var items = (0..<70).map { NotebookModel.Item.code("let n\($0) = \($0)") }
    items += [.code(Self.draw), .code("let after = 1"), .code(Self.show)]
    let sequence = TrialSequence(
      items, .edit(.change(72, Self.show + "\nprint()")), .edit(.change(71, "let after = 2")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A number is drawn once behind a cell that leaves a thread")
  func thread() {
    let sequence = TrialSequence(
      [
        .code("import Foundation\nThread.detachNewThread { while true { sleep(100) } }"), .code(Self.draw),
        .code(Self.show),
      ],
      .edit(.change(2, Self.show + "\nprint()")), .edit(.insert(.code("fatalError(\"stop\")"), at: 3)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("Expressions behind a cell that is kept after all find its value, not that of its newly compiled copy")
  func keptAfterAll() {
    let sequence = TrialSequence(
      [
        .code("import Foundation\nThread.detachNewThread { while true { sleep(100) } }"), .code("let a = \"text\""),
        .inline("a"), .inline("a"), .inline("a"),
      ],
      .edit(.move(3, to: 1)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A number above a cell that must fail is drawn once", arguments: [1, 64])
  func aboveFailure(freeForks: Int) {
    let sequence = TrialSequence(
      [
        .code(Self.draw), .code("let between = 1"), .code("fatalError(\"meant\")", ["error": "true"]), .code(Self.show),
      ],
      manner: .init(freeForks: freeForks), .edit(.change(3, Self.show + "\nprint()")),
      .edit(.change(2, "fatalError(\"other\")")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A program that a cell started ends with the session")
  func child() throws {
    var process: Int32 = 0
    do {
      let bench = try SessionBench()
      let execution = try bench.run([
        .code(
          "import Foundation\nlet child = Process()\nchild.executableURL = URL(fileURLWithPath: \"/bin/sleep\")\nchild.arguments = [\"300\"]\ntry child.run()\nprint(child.processIdentifier)"
        )
      ])
      process = Int32(execution.text(0).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      #expect(process > 0 && kill(process, 0) == 0, "\(execution.outcomes)")
    }
    let deadline = Date(timeIntervalSinceNow: 300)
    while kill(process, 0) == 0, Date() < deadline { usleep(20_000) }
    #expect(kill(process, 0) != 0)
  }

  @Test("A cell that leaves a thread is stopped; then all run, from where they should")
  func stopped() throws {
    let bench = try SessionBench()
    let cells: [NotebookModel.Item] = [
      .code("let first = 1"),
      .code("import Foundation\nThread.detachNewThread { while true { sleep(100) } }\nlet second = first + 1"),
      .code("import Foundation\nusleep(getenv(\"NOWHERE\") == nil ? 3_000_000 : 0)\nprint(second)"),
      .code("print(first + second)"),
    ]
    let interrupt = Interrupt()
    let stopped = try bench.run(cells, interrupt: interrupt) { event in
      if case .running(let cell) = event, cell.number == 3 { interrupt.request() }
    }
    #expect(stopped.wasInterrupted)
    let execution = try bench.run(cells)
    #expect(execution.outcomes.allSatisfy { $0.status == .done }, "\(execution.outcomes.map(\.status))")
    #expect(execution.text(2) == "2\n" && execution.text(3) == "3\n")
  }
}
