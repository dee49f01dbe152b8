import Foundation
import TestTiers
import Testing

@testable import Sandboxes

/// What starts processes and threads without an end. Every start waits for the supervisor's answer, so none gets ahead of it.
@Suite(.serialized) struct ForkTests {
  static let bombs = [
    "f() { f | f & }; f; sleep 20",
    "f() { f & f & }; f; sleep 20",
    "while :; do setsid sleep 20 & done",
    "exec python3 -I -c 'import os\nwhile True: os.fork()'",
  ]

  @Test(.tags(.prove), arguments: sandboxes.map(\.name), bombs) func `a fork bomb ends at once and leaves nothing`(
    _ name: String, _ bomb: String
  ) throws {
    let sandbox = try #require(sandboxes.first { $0.name == name })
    for _ in 0..<Tier.count(1, proof: 20) {
      let confinement = try Confinement()
      defer { confinement.remove() }
      let (end, _) = try confinement.shell(bomb, in: sandbox)
      #expect(end.reason == .outOfProcesses, "\(end)")
      // Those that had their answer when it was counted are seen a moment later: one for each that was there, at most.
      #expect(end.peakProcesses <= 2 * confinement.limits.processes, "\(end)")
      #expect(living(withHome: confinement.scratch) == 0)
    }
  }

  @Test(arguments: sandboxes.map(\.name)) func `threads without an end are stopped`(_ name: String) throws {
    let script = """
      import threading, time
      threading.stack_size(1 << 16)
      while True: threading.Thread(target=time.sleep, args=(30,)).start()
      """
    let (end, _) = try inside(name) { try $0.python(script, in: $1) }
    #expect(end.reason == .outOfProcesses, "\(end)")
  }

  @Test(arguments: sandboxes.map(\.name)) func `many processes one after the other are not too many`(_ name: String)
    throws
  {
    // One that nobody waits for has ended when its pipe has: otherwise a busy machine would have many of them at a time. And nothing
    // starts while a child ends: this shell's start would be interrupted by the signal, and it does not try again.
    let script = "i=0; while [ $i -lt 200 ]; do i=$((i+1)); x=$(/bin/true &); /bin/true; done; echo $i"
    let (end, output) = try inside(name) { try $0.shell(script, in: $1) }
    #expect(end.reason == .ended && output == "200\n", "\(end) \(output)")
  }

  @Test(arguments: sandboxes.map(\.name)) func `the limit of processes says how many there may be`(_ name: String)
    throws
  {
    func reason(_ most: Int) throws -> ConfinedEnd.Reason {
      try inside(name) { confinement, sandbox in
        var confinement = confinement
        confinement.limits.processes = most
        let script = "for i in 1 2 3 4 5 6 7 8; do sleep 0.4 & done; wait"
        return try confinement.shell(script, in: sandbox).end.reason
      }
    }
    #expect(try reason(8) == .outOfProcesses)
    #expect(try reason(14) == .ended)
  }

  /// How many processes on this machine were started with this folder as their home.
  private func living(withHome folder: String) -> Int {
    let mark = Data("HOME=\(folder)".utf8)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil, let text = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return text.range(of: mark) != nil
    }.count
  }
}
