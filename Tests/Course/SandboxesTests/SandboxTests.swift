import Foundation
import Testing
import Toolchains

import enum Basics.SystemReason

@testable import Sandboxes

@Suite struct SandboxTests {
  private static let program = URL(fileURLWithPath: LibraryLocation.currentProgram).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The program of this build, which tries what it must not.
  private func trial() throws -> SandboxTrial {
    let toolchain = try Toolchain.find()
    let root = URL(fileURLWithPath: toolchain.compiler).deletingLastPathComponent().deletingLastPathComponent().path
    let folder = Self.program.path
    return SandboxTrial(
      program: "\(folder)/gimbal", readable: ["\(root)/lib", folder])
  }

  @Test(arguments: sandboxes.map(\.name)) func `every sandbox holds on this machine`(_ name: String) throws {
    let kind = try #require(Sandboxes.all.first { $0.name == name })
    #expect(kind.obstacle == nil)
    #expect(try trial().of(kind.init()) == nil)
    #expect(try Sandboxes.choose(named: name, trial: trial()).name == name)
  }

  @Test func `a sandbox that does not confine fails the trial`() throws {
    let why = try #require(try trial().of(Open()))
    guard case .leaks(let acts) = why else {
      Issue.record("\(why)")
      return
    }
    #expect(acts.contains("a file outside can be read"))
    #expect(acts.contains("a local socket can be made"))
    #expect(acts.contains("a process outside can be signalled"))
  }

  @Test func `a tree that cannot be started says why, and waits for no other child`() throws {
    var child = pid_t()
    var words = [strdup("/bin/true"), nil]
    defer { free(words[0]) }
    #expect(posix_spawn(&child, "/bin/true", nil, nil, &words, nil) == 0)
    let program = ConfinedProgram("/bin/true", [], environment: [:], scratch: "/", readable: [], limits: TreeLimits())
    #expect(throws: SandboxError(.notStarted(SystemReason.words(EAGAIN)))) {
      try ConfinedTree(program, confines: true) { _, _, _ in
        errno = EAGAIN
        return -1
      }
    }
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child && status == 0)
  }

  @Test func `an unknown sandbox is refused with the names of those that there are`() throws {
    #expect(throws: SandboxError(.unknown("docker", known: ["bubblewrap", "landlock"]))) {
      try Sandboxes.choose(named: "docker", trial: try trial())
    }
  }

  @Test func `without a working sandbox the reason is given`() throws {
    let broken = SandboxTrial(program: "/bin/false", readable: ["/bin"])
    #expect {
      try Sandboxes.choose(trial: broken)
    } throws: { error in
      let message = (error as? SandboxError)?.message ?? ""
      return message.contains("bubblewrap: ") && message.contains("landlock: ") && message.contains("apt install")
    }
  }

  @Test(arguments: sandboxes.map(\.name)) func `a tree ends on request, however much its starter has open`(
    _ name: String
  ) throws {
    let open = (0..<150).map { _ in Foundation.open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in open { close(descriptor) } }
    try inside(name) { first, sandbox in
      try inside(name) { second, _ in
        let trees = try [first, second].map { confinement in
          try sandbox.start(
            ConfinedProgram(
              "/bin/sleep", ["60"], environment: [:], scratch: confinement.scratch, readable: ["/bin", "/usr/bin"],
              limits: confinement.limits, descriptors: [-1, -1, -1]))
        }
        trees[0].stop()
        #expect(try trees[0].await().reason == .stopped)
        #expect(!trees[1].hasEnded)
        trees[1].stop()
      }
    }
  }

  @Test(arguments: sandboxes.map(\.name)) func `a program sees its arguments and a clean environment`(_ name: String)
    throws
  {
    let (end, output) = try inside(name) {
      try $0.shell("echo one two; env; pwd", in: $1)
    }
    #expect(end.reason == .ended && end.status == 0, "\(end): \(output)")
    let lines = output.split(separator: "\n")
    #expect(lines.first == "one two")
    #expect(lines.count > 2 && !lines.contains { $0.hasPrefix("GIMBAL") }, "\(output)")
    #expect(lines.last?.hasSuffix("/scratch") == true)
  }

  @Test(arguments: sandboxes.map(\.name)) func `the status comes back, a signal as 128 and its number`(_ name: String)
    throws
  {
    #expect(try inside(name) { try $0.shell("exit 7", in: $1) }.end.status == 7)
    #expect(try inside(name) { try $0.shell("kill -9 $$", in: $1) }.end.status == 137)
  }

  @Test(arguments: sandboxes.map(\.name)) func `what does not end is ended, with all that it has started`(
    _ name: String
  ) throws {
    let (end, _) = try inside(name) { confinement, sandbox in
      var confinement = confinement
      confinement.limits.wall = 0.5
      return try confinement.shell(
        "(setsid sleep 100 >/dev/null 2>&1 &) ; (trap '' TERM HUP INT; sleep 100) & sleep 100", in: sandbox)
    }
    #expect(end.reason == .outOfTime)
  }

  @Test(arguments: sandboxes.map(\.name)) func `processor time counts for all processes together`(_ name: String) throws
  {
    let (end, _) = try inside(name) { confinement, sandbox in
      var confinement = confinement
      confinement.limits.cpu = 0.6
      return try confinement.shell("for i in 1 2 3 4; do (while :; do :; done) & done; wait", in: sandbox)
    }
    #expect(end.reason == .outOfProcessorTime)
  }

  @Test(arguments: sandboxes.map(\.name)) func `memory counts for all processes together`(_ name: String) throws {
    let script = """
      import os, time
      for i in range(6):
          if os.fork() == 0:
              x = bytearray(80 << 20); x[::4096] = b'1' * len(x[::4096]); time.sleep(30)
      time.sleep(30)
      """
    let (end, output) = try inside(name) { try $0.python(script, in: $1) }
    #expect(end.reason == .outOfMemory, "\(end) \(output)")
  }

  @Test(arguments: sandboxes.map(\.name)) func `pages that processes share count once`(_ name: String) throws {
    let script = """
      import os, time
      x = bytearray(100 << 20); x[::4096] = b'1' * len(x[::4096])
      for i in range(8):
          if os.fork() == 0: time.sleep(1.0); os._exit(0)
      for i in range(8): os.wait()
      print('all')
      """
    let (end, output) = try inside(name) { try $0.python(script, in: $1) }
    #expect(end.reason == .ended && output == "all\n", "\(end) \(output)")
  }

  @Test(
    arguments: sandboxes.map(\.name),
    [
      "i=0; while :; do i=$((i+1)); head -c 8000000 /dev/zero > f$i || exit; done",
      "i=0; while :; do i=$((i+1)); mkdir d$i; : > d$i/f; done",
      "exec 3> f; rm f; while :; do head -c 1000000 /dev/zero >&3 || break; done; exec 4> g; rm g; while :; do head -c 1000000 /dev/zero >&4 || break; done; exec 5> h; rm h; while :; do head -c 1000000 /dev/zero >&5 || sleep 9; done",
    ]) func `the disk is limited, whatever files are called`(_ name: String, _ script: String) throws
  {
    let (end, output) = try inside(name) { confinement, sandbox in
      var confinement = confinement
      confinement.limits.files = 2000
      return try confinement.shell(script, in: sandbox)
    }
    #expect(end.reason == .outOfDisk, "\(end) \(output.suffix(300))")
  }

  @Test(arguments: sandboxes.map(\.name)) func `nothing can be done to what may only be read`(_ name: String) throws {
    let script = """
      for f in /usr/bin/env /bin/sh /usr/lib; do chmod 777 $f; touch $f; chown 1 $f; done 2>/dev/null
      rm -f /usr/bin/env 2>/dev/null; ln -s /etc /usr/bin/x 2>/dev/null; mkdir /usr/bin/x 2>/dev/null
      stat -c '%a %Y' /usr/bin/env
      """
    let before = try FileManager.default.attributesOfItem(atPath: "/usr/bin/env")
    let (end, _) = try inside(name) { try $0.shell(script, in: $1) }
    #expect(end.reason == .ended)
    let after = try FileManager.default.attributesOfItem(atPath: "/usr/bin/env")
    #expect(before[.posixPermissions] as? Int == after[.posixPermissions] as? Int)
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
  }

  @Test func `a folder that nobody can leave by a path is removed`() throws {
    let confinement = try Confinement()
    let script =
      "for i in $(seq 1 1500); do mkdir -m 700 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; cd aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa || exit; done; : > leaf; chmod 000 ."
    _ = try confinement.shell(script, in: LandlockSandbox())
    #expect(ScratchFolder.remove(confinement.folder))
    #expect(!FileManager.default.fileExists(atPath: confinement.folder))
  }

  @Test func `a file that is a link, a pipe or too large is not read`() throws {
    let confinement = try Confinement()
    defer { confinement.remove() }
    let file = "\(confinement.folder)/file"
    try Data("hello".utf8).write(to: URL(fileURLWithPath: file))
    #expect(ScratchFolder.read(file, limit: 5) == Data("hello".utf8))
    #expect(ScratchFolder.read(file, limit: 4) == nil)
    symlink(file, "\(confinement.folder)/link")
    mkfifo("\(confinement.folder)/pipe", 0o600)
    #expect(ScratchFolder.read("\(confinement.folder)/link", limit: 99) == nil)
    #expect(ScratchFolder.read("\(confinement.folder)/pipe", limit: 99) == nil)
    #expect(ScratchFolder.read("\(confinement.folder)/nothing", limit: 99) == nil)
  }
}

/// A sandbox that forbids nothing.
private struct Open: Sandbox {
  static let name = "open"
  static let obstacle: SandboxReason? = nil
  func start(_ program: ConfinedProgram) throws -> ConfinedTree { try ConfinedTree(program, confines: false) }
}
