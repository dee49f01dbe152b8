import CSandbox
import Foundation
import Processes

import enum Basics.SystemReason

/// Namespaces of users, processes, files, networks and names, which bubblewrap makes: nothing else of the machine can even be named. The
/// same filter of system calls holds inside.
package struct Bubblewrap: Sandbox {
  package static let name = "bubblewrap"

  package static var obstacle: SandboxReason? { path == nil ? .notInstalled : nil }

  private static var path: String? { Program.find("bwrap") ?? Program.find("bwrap", path: "/usr/bin:/bin") }

  package init() {}

  package func start(_ program: ConfinedProgram) throws -> ConfinedTree {
    guard let path = Self.path else { throw SandboxError(.notInstalled) }
    let filter = gimbal_filter_file()
    guard filter >= 0 else { throw SandboxError(.notStarted(SystemReason.words(errno))) }
    defer { close(filter) }
    var outer = program
    outer.program = path
    outer.arguments = Self.arguments(program, filter: program.descriptors.count)
    outer.descriptors = program.descriptors + [filter]
    // What it starts has its own.
    outer.environment = [:]
    outer.limits.processes += 2
    return try ConfinedTree(outer, confines: false)
  }

  private static func arguments(_ program: ConfinedProgram, filter: Int) -> [String] {
    var arguments = [
      "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL",
      "--hostname", "sandbox", "--seccomp", "\(filter)",
    ]
    if program.seesProcesses { arguments += ["--proc", "/proc"] }
    for (name, value) in program.environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    for place in SystemPlaces.readable + program.readable { arguments += ["--ro-bind-try", place, place] }
    // Files there belong to root, whom a namespace of root's own is to the kernel.
    if program.seesProcesses { arguments += ["--ro-bind-try", "/proc/sys", "/proc/sys"] }
    for device in SystemPlaces.devices { arguments += ["--dev-bind-try", device, device] }
    arguments += ["--bind", program.scratch, program.scratch, "--chdir", program.scratch, "--remount-ro", "/"]
    return arguments + ["--", program.program] + program.arguments
  }
}
