import Foundation
import NotebookDocument
import Synchronization
import TestPrograms
import Testing

@testable import Processes

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Programs that are stopped")
struct StoppingTests {
  /// The process ids that a program has written into a file.
  private static func processes(_ file: String) -> [pid_t] {
    ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(whereSeparator: \.isWhitespace).compactMap {
      pid_t($0)
    }
  }

  private func survivors(_ file: String) -> [pid_t] { TestProgram.survivors { Self.processes(file) } }

  /// Programs that do not want to end: deaf to signals, with children, out of their group or session, silent or loud.
  static let stubborn = [
    "sleep 1000", "trap '' INT TERM HUP; while :; do sleep 1; done",
    "sleep 1000 & echo $! >> $P; sleep 1000 & echo $! >> $P; wait",
    "(sleep 1000 & echo $! >> $P); sleep 1000", "setsid sleep 1000 & echo $! >> $P; exec sleep 1000",
    "exec >/dev/null 2>&1; sleep 1000", "yes", "cat; sleep 1000",
  ]

  @Test("A program gets the same addresses in every run, where that is allowed; ours stay as they are")
  func addresses() throws {
    let flags = "/proc/self/personality"
    let before = try String(contentsOfFile: flags, encoding: .utf8)
    let (_, given) = try Subprocess.run("/bin/cat", [flags])
    let isAllowed = try Subprocess.run("/usr/bin/setarch", ["-R", "true"]).status == 0
    let fixed = try #require(Int(given.dropLast(), radix: 16)) & 0x40000 != 0
    #expect(fixed == isAllowed)
    #expect(try String(contentsOfFile: flags, encoding: .utf8) == before)
  }

  @Test("A stop ends a program and everything that it started long before it would end", arguments: stubborn)
  func stop(script: String) throws {
    #expect(try delay(script) < .seconds(300))
  }

  /// How long a program goes on after a stop was asked for.
  private func delay(_ script: String) throws -> Duration {
    let folder = try TestFolder()
    let interrupt = Interrupt()
    let list = "\(folder.path)/pids"
    let asked = Mutex(ContinuousClock.now)
    Thread.detachNewThread {
      while Self.processes(list).isEmpty { usleep(5000) }
      usleep(300_000)
      asked.withLock { $0 = .now }
      interrupt.request()
    }
    #expect(throws: Interrupted()) {
      try Subprocess.run(
        "/bin/sh", ["-c", "echo $$ >> $P; \(script)"], input: "text", variables: ["P": list], interrupt: interrupt)
    }
    let delay = ContinuousClock.now - asked.withLock { $0 }
    #expect(!Self.processes(list).isEmpty)
    #expect(survivors(list) == [])
    return delay
  }

  @Test(
    "A program that hangs is ended after the limit and named",
    arguments: ["exec sleep 1000", "exec >&- 2>&-; sleep 1000"])
  func limit(script: String) throws {
    let start = ContinuousClock.now
    #expect(throws: ProcessError(.hung("sh", seconds: 0))) {
      try Subprocess.run("/bin/sh", ["-c", script], limit: 0.3)
    }
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test("What a program leaves behind neither holds up its caller nor stays")
  func leftBehind() throws {
    let folder = try TestFolder()
    let list = "\(folder.path)/pids"
    let start = ContinuousClock.now
    let (status, output) = try Subprocess.run(
      "/bin/sh", ["-c", "sleep 1000 & echo $! > $P; echo done; exit 3"], variables: ["P": list])
    #expect((status, output) == (3, "done\n"))
    #expect(ContinuousClock.now - start < .seconds(300))
    #expect(survivors(list) == [])
  }

  @Test("A stop that was asked for before starts nothing")
  func before() throws {
    let folder = try TestFolder()
    let interrupt = Interrupt()
    interrupt.request()
    #expect(throws: Interrupted()) {
      try Subprocess.run("/bin/sh", ["-c", "touch ran"], folder: folder.path, interrupt: interrupt)
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/ran"))
  }

  @Test(
    "Long input and output pass through whole, whoever reads first",
    arguments: ["cat", "tee /dev/stderr", "cat > $F; cat $F"])
  func long(script: String) throws {
    let folder = try TestFolder()
    let text = String(repeating: "0123456789abcdef\n", count: 100_000)
    let (status, output) = try Subprocess.run(
      "/bin/sh", ["-c", script], input: text, variables: ["F": "\(folder.path)/f"])
    #expect(status == 0)
    #expect(output.count == text.count * (script.hasPrefix("tee") ? 2 : 1))
  }

  @Test("An environment reaches the program next to ours")
  func environment() throws {
    #expect(try Subprocess.run("/bin/sh", ["-c", "echo $A; test -n \"$PATH\""], variables: ["A": "b"]) == (0, "b\n"))
  }
}

/// A folder that lasts as long as this object.
final class TestFolder {
  let path = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
  /// For its owner alone, as a cache has to be.
  init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file; its path.
  @discardableResult
  func write(_ text: String, to name: String, executable: Bool = false) throws -> String {
    if executable {
      try TestProgram.write(text, to: "\(path)/\(name)")
    } else {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
    return "\(path)/\(name)"
  }
}
