import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a program that nobody trusts does not run.
package typealias SandboxError = Fault<SandboxReason>

/// The reasons of ``SandboxError``.
package enum SandboxReason: FaultReason {
  case unknown(String, known: [String])
  /// Each sandbox with why it cannot be used.
  case noneHolds([String])
  case notInstalled
  case noLandlock(version: Int)
  case notStarted(String)
  /// A trial succeeded in what must not succeed.
  case leaks([String])
  /// A trial failed in what must succeed.
  case useless(String)

  package var message: String {
    switch self {
    case .unknown(let name, let known):
      "“\(name)” is not a sandbox; choose \(known.map { "“\($0)”" }.joined(separator: " or "))"
    case .noneHolds(let reasons):
      "no sandbox works on this machine, and submissions never run without one. "
        + reasons.map { "\($0). " }.joined()
        + "Install bubblewrap (“apt install bubblewrap”) where user namespaces are allowed, or use a kernel with Landlock (Linux 6.12 or newer)"
    case .notInstalled: "the program “bwrap” was not found; install it (“apt install bubblewrap”)"
    case .noLandlock(let version):
      version == 0
        ? "the kernel has no Landlock"
        : "the kernel's Landlock is of version \(version), which does not hold back signals; version 6 (Linux 6.12) does"
    case .notStarted(let why): "it cannot be started: \(why)"
    case .leaks(let acts): "a trial could do what it must not: \(acts.joined(separator: "; "))"
    case .useless(let what): "a trial could not do what it must: \(what)"
    }
  }
}
