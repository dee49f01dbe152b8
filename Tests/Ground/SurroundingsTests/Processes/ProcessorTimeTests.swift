import Foundation
import Processes
import Testing

struct ProcessorTimeTests {
  @Test("A process that sleeps, or is gone, waits for no processor; one that computes does")
  func wanting() throws {
    func started(_ script: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script]
      try process.run()
      return process
    }
    /// A process begins awake, and can be between two computations when it is looked at.
    func becomes(_ isWanted: Bool, _ process: pid_t) -> Bool {
      for _ in 0..<6000 {
        if ProcessorTime.isWanted(by: process) == isWanted { return true }
        usleep(10_000)
      }
      return false
    }
    let (sleeping, computing) = (try started("exec sleep 1000"), try started("while :; do :; done"))
    #expect(becomes(false, sleeping.processIdentifier) && becomes(true, computing.processIdentifier))
    for process in [sleeping, computing] {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(!ProcessorTime.isWanted(by: process.processIdentifier))
    }
  }
}
