import Foundation
import Synchronization
import Testing

@testable import Processes

@Suite("Programs that the runner starts")
struct SubprocessTests {
  @Test("Status, signal, output and folder are reported")
  func ends() throws {
    #expect(try Subprocess.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"]) == (3, "out\nerr\n"))
    #expect(try Subprocess.run("/bin/sh", ["-c", "kill -9 $$"]).status == 137)
    #expect(try Subprocess.run("/bin/sh", ["-c", "pwd"], folder: "/usr").output == "/usr\n")
    #expect(throws: POSIXError.self) { try Subprocess.run("/nowhere/program", []) }
  }

  @Test("Any length of input is written while the program writes; one that does not read it is no harm")
  func input() throws {
    let text = String(repeating: "0123456789abcdef\n", count: 100_000)
    #expect(try Subprocess.run("/bin/cat", [], input: text) == (0, text))
    for _ in 0..<20 { #expect(try Subprocess.run("/bin/true", [], input: text) == (0, "")) }
  }

  @Test("A program that cannot be started closes nothing that another thread has opened meanwhile")
  func unstartable() {
    let isOver = Mutex(false)
    let lost = Mutex(0)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) {
        let files = (0..<8).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        for file in files where close(file) != 0 { lost.withLock { $0 += 1 } }
      }
      end.signal()
    }
    for _ in 0..<2_000 {
      #expect(throws: POSIXError.self) { try Subprocess.run("/nowhere/program", [], input: "text") }
    }
    isOver.withLock { $0 = true }
    end.wait()
    #expect(lost.withLock { $0 } == 0)
  }

  @Test("A program inherits no other open file")
  func files() throws {
    let files = (0..<200).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null") }
    let (_, output) = try Subprocess.run("/bin/sh", ["-c", "ls /proc/self/fd"])
    #expect(files.count == 200)
    // 0, 1, 2, and the folder that is being listed.
    #expect(output.split(separator: "\n").count == 4)
  }
}
