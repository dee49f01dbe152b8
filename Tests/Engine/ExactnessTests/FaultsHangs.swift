import CellKernel
import Foundation
import NotebookDocument
import Processes
import Testing

/// Notebooks at which the runner once stopped, trapped or waited for ever.
@Suite("Faults: hangs and traps")
struct FaultsHangs {
  @Test(
    "Names and values of parameters that are no Swift are refused or work",
    arguments: ["in: 1", "class: word", "alpha: .inf", "alpha: .nan", "alpha: [.inf, 1]", "\"a b\": 1", "é: 1"])
  func parameters(_ line: String) throws {
    let bench = try SessionBench()
    let path = "\(bench.folder)/notebook.md"
    try Data("---\nnotebook: {}\nparams:\n  \(line)\n---\n```swift\nprint(params)\n```\n".utf8).write(
      to: URL(fileURLWithPath: path))
    let notebook: Notebook
    do { notebook = try NotebookParser.read(path) } catch { return }
    let execution = try bench.session.run(notebook, parameters: notebook.frontMatter.parameters)
    #expect(execution.outcomes.map(\.status) == [.done])
  }

  @Test("A run that is stopped at any moment reports that it was stopped, or is done")
  func stops() throws {
    for step in 0..<80 {
      // Cells that ran in one process: the one before the changed file runs again, unseen, when the stop comes.
      let bench = try SessionBench { $0.freeForks = 1 }
      let read = "print((try? String(contentsOfFile: \"l.txt\", encoding: .utf8)) ?? \"absent\")"
      let items: [NotebookModel.Item] = [.code("import Foundation"), .code("print(params.alpha)"), .code(read)]
      _ = try bench.run(items, parameters: [.init(name: "alpha", value: "1")])
      try bench.write("one", to: "l.txt")
      let interrupt = Interrupt()
      Thread.detachNewThread {
        usleep(UInt32(step) * 250)
        interrupt.request()
      }
      let execution = try bench.run(items, parameters: [.init(name: "alpha", value: "1")], interrupt: interrupt)
      #expect(execution.wasInterrupted || execution.outcomes.allSatisfy { $0.status == .done })
    }
  }

  @Test("No timeout is too long to be counted", arguments: ["1e30", ".inf", "1e6"])
  func longTimeout(_ seconds: String) throws {
    let bench = try SessionBench()
    let items: [NotebookModel.Item] = [.code("print(1)", ["timeout": seconds])]
    do { #expect(try bench.run(items).text(0) == "1\n") } catch let refusal as NotebookError {
      #expect("\(refusal)".contains("timeout"))
    }
  }

  /// Sends bytes to the runner as a message.
  private static func send(_ bytes: String) -> String {
    """
    import Foundation
    typealias Send = @convention(c) (UnsafeRawPointer, Int) -> Int32
    let send = unsafeBitCast(dlsym(nil, "gimbal_show")!, to: Send.self)
    let bytes = Array("\(bytes)".utf8)
    print("sent", terminator: "")
    _ = send(bytes, bytes.count)
    """
  }

  @Test(
    "Any bytes on the channel of figures are survived and named",
    arguments: [
      "1 1\\ntext/plain 9223372036854775807\\n", "1\\ntext/plain 9223372036854775807\\n", "-1\\n",
      "999999999999999999999\\n", "\\u{0}\\u{1}", "1\\ntext/plain 10\\nshort",
    ])
  func channel(_ bytes: String) throws {
    let bench = try SessionBench()
    let execution = try bench.run([.code(Self.send(bytes)), .code("print(\"below\")")])
    #expect(
      execution.text(0).hasPrefix("sent") && execution.text(0).contains("are not a message"), "\(execution.text(0))")
    #expect(execution.text(1) == "below\n")
  }

  @Test(
    "A cell that lets nobody open files takes nothing from those below",
    arguments: ["", "if fork() == 0 { exit(0) }\n"], [0, 1, 3])
  func limitOfFiles(before: String, limit: Int) throws {
    let bench = try SessionBench()
    let lowers =
      "var r = rlimit(rlim_cur: \(limit), rlim_max: \(limit))\nsetrlimit(__rlimit_resource_t(7), &r)\nlet n = 2"
    let execution = try bench.run([
      .code("import Foundation\n" + before + lowers), .code("print(n)"), .code("print(n + 1)"),
    ])
    #expect(execution.text(1) == "2\n" && execution.text(2) == "3\n", "\(execution.outcomes)")
    let again = try bench.run([
      .code("import Foundation\n" + before + lowers), .code("print(n)"), .code("print(n + 2)"),
    ])
    #expect(again.text(2) == "4\n")
  }

  @Test("A cell that takes four hundred descriptors and closes what it did not open takes none of the runner's")
  func descriptors() throws {
    let bench = try SessionBench()
    let execution = try bench.run([
      .code(
        "import Foundation\nlet taken = (0..<400).map { _ in open(\"/dev/null\", O_RDONLY) }\nfor d in taken.prefix(3) { close(d) }\nfor d in Int32(3)..<1200 { close(d) }",
        ["timeout": "300"]),
      .code("print(\"below\")", ["timeout": "300"]),
    ])
    #expect(execution.outcomes.map(\.status) == [.done, .done] && execution.text(1) == "below\n")
  }

  @Test("A flood of control characters ends with its timeout")
  func flood() throws {
    let bench = try SessionBench()
    let execution = try bench.run([
      .code(
        "let flood = String(repeating: \"\\u{1e}\\u{1}\\u{2}\\n\", count: 1000)\nwhile true { print(flood) }",
        ["timeout": "2"])
    ])
    guard case .timedOut? = execution.failure(0) else {
      Issue.record("\(execution.outcomes[0].status)")
      return
    }
  }

  @Test(
    "A notebook that writes, rewrites or deletes what it reads comes to rest",
    arguments: [
      "print(unlink(\"x.txt\"))", "try \"two\".write(toFile: \"x.txt\", atomically: true, encoding: .utf8)",
      "try \"two\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)", "print(rename(\"x.txt\", \"y.txt\"))",
      "print(mkdir(\"d\", 0o755), system(\"echo in > d/z.txt\"))",
      "print(system(\"mkdir d; mkdir d/e; echo > d/e/f\"))",
      // What goes past libc is not seen, but must not make a run follow a run without end either.
      "print(mkdir(\"d\", 0o755), syscall(258, AT_FDCWD, \"d/raw\", 0o755))",
      "mkdir(\"d\", 0o755)\ntry \"z\".write(toFile: \"d/z\", atomically: true, encoding: .utf8)\nrename(\"d\", \"e\")\nmkdir(\"d\", 0o755)",
      "mkdir(\"d\", 0o755)\nlink(\"x.txt\", \"d/h\")\nsymlink(\"d\", \"l\")\ntry \"l\".write(toFile: \"l/z\", atomically: true, encoding: .utf8)",
      "do {\n  var t = Array(\"d.XXXXXX\".utf8CString)\n  mkdtemp(&t)\n  chdir(t)\n  try \"z\".write(toFile: \"z\", atomically: true, encoding: .utf8)\n}",
    ])
  func rest(_ change: String) throws {
    let bench = try SessionBench()
    try bench.write("one", to: "x.txt")
    let items: [NotebookModel.Item] = [
      .code("import Foundation\nprint((try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\")"),
      .code(change),
    ]
    for round in 0..<3 {
      let execution = try bench.run(items)
      #expect(execution.text(0) == "one\n")
      #expect(bench.session.inputChanger() == nil || round == 0 && change.contains("syscall"))
    }
  }

  @Test("Code that does not compile in the parameters' place ends the run", arguments: [true, false])
  func uncompilable(keepGoing: Bool) throws {
    let bench = try SessionBench { $0.keepGoing = keepGoing }
    let execution = try bench.run(
      [.code("let p: Nothing"), .code("print(1)")], parameters: [.init(name: "alpha", value: "1")])
    guard case .compile? = execution.failure(0) else {
      Issue.record("\(execution.outcomes[0].status)")
      return
    }
    #expect(execution.outcomes[1].status == (keepGoing ? .done : .notRun))
  }
}
