/// A program that is to run in a sandbox.
package struct ConfinedProgram: Sendable {
  /// Absolute; it lies in one of the readable places.
  package var program: String
  package var arguments: [String]
  /// All that it sees of an environment.
  package var environment: [String: String]
  /// The folder in which it starts, and the only one that it may write. It is there, and nobody else needs what is in it.
  package var scratch: String
  /// Files and folders that it may read and execute, next to those of ``SystemPlaces``.
  package var readable: [String]
  package var limits: TreeLimits
  /// What it has as descriptors 0, 1, 2 and so on; −1 is `/dev/null`.
  package var descriptors: [Int32]
  /// Whether it may look at its own processes in `/proc`, where the sandbox can show them: the one that writes to a
  /// process's memory there writes to its code, too.
  package var seesProcesses = true

  package init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], scratch: String, readable: [String],
    limits: TreeLimits = TreeLimits(), descriptors: [Int32] = [-1, -1, -1]
  ) {
    (self.program, self.arguments, self.environment, self.scratch) = (program, arguments, environment, scratch)
    (self.readable, self.limits, self.descriptors) = (readable, limits, descriptors)
  }
}

extension ConfinedProgram {
  /// The variable by which Gimbal's own program learns what to do inside: words, a line each.
  package static let variable = "GIMBAL_CONFINED"
}

/// What every program needs of the system: libraries, headers, time zones. None of it is a person's.
package enum SystemPlaces {
  package static let readable = [
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/include", "/usr/share/zoneinfo", "/etc/ld.so.cache",
    "/etc/alternatives", "/etc/localtime",
  ]
  /// Devices that store nothing.
  package static let devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
}
