/// Cells that depend on the world outside the notebook, that leave something running, or that end the process.
///
/// Random draws appear in the page as `DRAW[name:value]`, so that a trial can tell draws from results.
extension Vocabulary {
  static let environment = Vocabulary(
    cells: [
      "import Foundation", "setenv(\"GIMBAL_TRIAL\", \"1\", 1)", "setenv(\"GIMBAL_TRIAL\", \"2\", 1)",
      "unsetenv(\"GIMBAL_TRIAL\")",
      "print(getenv(\"GIMBAL_TRIAL\").map { String(cString: $0) } ?? \"unset\")",
      "print(ProcessInfo.processInfo.environment[\"GIMBAL_TRIAL\"] ?? \"unset\")",
      "print(ProcessInfo.processInfo.environment[\"HOME\"] ?? \"unset\")",
      "let variable = ProcessInfo.processInfo.environment[\"GIMBAL_TRIAL\"]", "print(variable ?? \"none\")",
    ],
    inlines: ["ProcessInfo.processInfo.environment[\"GIMBAL_TRIAL\"] ?? \"unset\""])

  static let draws = Vocabulary(
    cells: [
      "let r1 = Int.random(in: 0..<1_000_000_000)\nprint(\"DRAW[r1:\\(r1)]\")", "print(\"DRAW[r1:\\(r1)]\")",
      "let r2 = Double.random(in: 0..<1)", "print(\"DRAW[r2:\\(r2)]\")",
      "import Foundation\nlet r3 = UUID()\nprint(\"DRAW[r3:\\(r3)]\")",
      "print(\"DRAW[r3:\\(r3)]\")", "import Foundation\nlet r4 = drand48()\nprint(r4)", "print(drand48())",
      "import Foundation\nlet r5 = arc4random()", "print(\"DRAW[r5:\\(r5)]\")",
      "let r6 = await Task { Int.random(in: 0..<1_000_000) }.value\nprint(\"DRAW[r6:\\(r6)]\")",
      "print(\"DRAW[r6:\\(r6)]\")",
      "var numbers = (0..<4).map { _ in Int.random(in: 0..<1_000_000) }\nprint(\"DRAW[r7:\\(numbers)]\")",
      "print(\"DRAW[r7:\\(numbers)]\")",
      "var c = 1", "c += 1\nprint(c)",
      "import Foundation\ntry \"\\(r1)\".write(toFile: \"r.txt\", atomically: true, encoding: .utf8)",
      "import Foundation\nprint(\"DRAW[r1:\\((try? String(contentsOfFile: \"r.txt\", encoding: .utf8)) ?? \"absent\")]\")",
      "import Foundation\nlet r8 = [UInt8](FileManager.default.contents(atPath: \"/proc/sys/kernel/random/uuid\") ?? Data())\nprint(\"DRAW[r8:\\(r8)]\")",
      "print(\"DRAW[r8:\\(r8)]\")", "import Foundation\nprint(rand())",
      "import Foundation\nlet r9: UInt64 = { let h = fopen(\"/dev/urandom\", \"r\")!\n  defer { fclose(h) }\n  var v: UInt64 = 0\n  fread(&v, 8, 1, h)\n  return v }()\nprint(\"DRAW[r9:\\(r9)]\")",
      "print(\"DRAW[r9:\\(r9)]\")",
    ],
    inlines: [
      "\"DRAW[r1:\\(r1)]\"", "\"DRAW[r2:\\(r2)]\"", "\"DRAW[i1:\\(Int.random(in: 0..<1_000_000))]\"",
      "\"DRAW[r6:\\(r6)]\"",
    ], files: ["r.txt"])

  static let clock = Vocabulary(
    cells: [
      "import Foundation\nlet t1 = Date()\nprint(\"DRAW[t1:\\(t1.timeIntervalSince1970)]\")",
      "import Foundation\nprint(\"DRAW[t1:\\(t1.timeIntervalSince1970)]\")",
      "let t2 = ContinuousClock.now", "print(\"DRAW[t2:\\(t2)]\")",
      "import Foundation\nlet t3 = time(nil)\nlet t4 = clock()\nprint(\"DRAW[t3:\\(t3)]\")",
      "print(\"DRAW[t3:\\(t3)] DRAW[t4:\\(t4)]\")", "var c = 1", "c += 1\nprint(c)", "import Foundation\nusleep(2_000)",
      "import Foundation\nlet p1 = getpid()", "print(\"DRAW[p1:\\(p1)]\")",
    ],
    inlines: ["\"DRAW[t2:\\(t2)]\"", "\"DRAW[t1:\\(t1.timeIntervalSince1970)]\""])

  static let tasks = Vocabulary(
    cells: [
      "let late = await Task { 5 }.value\nlate", "print(late)", "var c = 1", "c *= await Task { 2 }.value\nprint(c)",
      "c += 1\nprint(c)",
      "let running = Task { 7 }", "print(await running.value)",
      "try await Task.sleep(for: .milliseconds(5))\nprint(\"slept\")",
      "for await n in AsyncStream<Int>(unfolding: { nil }) { print(n) }", "await Task { c += 100 }.value",
      // Whether a group is done before anybody waits for it is chance: what waits for the main queue goes first.
      "await Task.yield()\nawait withTaskGroup(of: Int.self) { group in\n  for i in 0..<3 { group.addTask { i } }\n  var sum = 0\n  for await i in group { sum += i }\n  print(sum)\n}",
      "Task { try await Task.sleep(for: .seconds(100)) }",
      "import Foundation\nDispatchQueue.global().sync { print(\"queue\") }",
      "import Foundation\nDispatchQueue.main.async { print(\"main queue\") }",
    ],
    inlines: ["late", "c", "await Task { 8 }.value"])

  static let threads = Vocabulary(
    cells: [
      "import Foundation\nThread.detachNewThread { while true { sleep(100) } }",
      "import Foundation\nlet worker = Thread { sleep(1000) }\nworker.start()",
      "var c = 1", "c += 1\nprint(c)",
      "import Foundation\ndo {\n  var done = false\n  let lock = NSCondition()\n  Thread.detachNewThread { lock.withLock { done = true\n    lock.signal() } }\n  lock.withLock { while !done { lock.wait() } }\n  print(\"joined\")\n}",
      "let r1 = Int.random(in: 0..<1_000_000_000)\nprint(\"DRAW[r1:\\(r1)]\")", "print(\"DRAW[r1:\\(r1)]\")",
      "fatalError(\"stop\")", "print(c)", "c = 7",
      "import Foundation\nDispatchQueue.concurrentPerform(iterations: 4) { _ in }\nprint(\"performed\")",
      "import Foundation\ntry \"one\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)",
      "import Foundation\nprint((try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\")",
    ],
    inlines: ["c", "{ c += 1; return c }()"], files: ["x.txt"])

  static let children = Vocabulary(
    cells: [
      "import Foundation\nprint(system(\"echo said\"))",
      "import Foundation\nprint(system(\"cat x.txt\"))",
      "import Foundation\nlet child = Process()\nchild.executableURL = URL(fileURLWithPath: \"/bin/sleep\")\nchild.arguments = [\"300\"]\ntry child.run()",
      "print(child.isRunning)", "var c = 1", "c += 1\nprint(c)",
      "import Foundation\nprint((try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\")",
      "import Foundation\ndo {\n  let p = popen(\"echo piped\", \"r\")!\n  print(fgetc(p))\n  pclose(p)\n}",
      "import Foundation\ntry \"one\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)",
      "import Foundation\nprint(unlink(\"x.txt\"))",
    ],
    inlines: ["c"], files: ["x.txt"])

  static let failures = Vocabulary(
    cells: [
      "let wrong: Int = \"text\"", "nothing", "struct Stop: Error {}\nthrow Stop()", "fatalError(\"boom\")",
      "let empty: [Int] = []\nprint(empty[3])",
      "import Foundation\nexit(3)", "import Foundation\nabort()", "import Foundation\nkill(getpid(), SIGKILL)",
      "import Foundation\nsleep(1000) // forever",
      "print(\"first\")\nwhile true {} // forever", "print(\"before\")\nfatalError(\"after text\")",
      "func down(_ n: Int) -> Int { n < 0 ? 0 : 1 + down(n + 1) }\nprint(down(0))", "var c = 1", "c += 1\nprint(c)",
      "print(c)", "c += 1\nfatalError(\"changed\")",
      "import Foundation\nthrow CocoaError(.fileNoSuchFile)",
      "import Foundation\ntry \"left\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)\nfatalError(\"wrote\")",
      "import Foundation\nprint((try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\")",
      "print(unknown + 1)", "let a = 1 +", "var shift = Int.max\nshift += 1",
      "func thrower() throws { throw Stop() }", "try thrower()", "struct Stop: Error {}", "let optional: Int? = nil",
      "print(optional!)",
    ],
    inlines: ["c", "nothing", "[1][3]", "{ fatalError(\"inline\") }()", "try thrower()", "{ c += 1; return c }()"],
    files: ["x.txt"])
}
