import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a program could not be run to its end.
package typealias ProcessError = Fault<ProcessReason>

/// The reasons of ``ProcessError``.
package enum ProcessReason: FaultReason {
  case needsTools(String, purpose: String, remedy: String)
  case notStarted(String, why: String)
  case hung(String, seconds: Int)
  case noProcesses(Int, needed: Int)
  case fewDescriptors(Int, needed: Int)

  package var message: String {
    switch self {
    case .needsTools(let tools, let purpose, let remedy):
      "\(purpose) needs \(tools), which is not installed; \(remedy)"
    case .notStarted(let what, let why): "\(what) cannot be started: \(why)"
    case .hung(let program, let seconds):
      "\(program) had not ended after \(seconds) s and was stopped; run again, or try it by hand to see what it waits for"
    case .noProcesses(let possible, let needed):
      "running a notebook takes \(needed) processes and threads at once, and only \(possible) can be started: the "
        + "user, the session or the container has reached its limit; raise the limit (“ulimit -u” shows it), or end other programs"
    case .fewDescriptors(let possible, let needed):
      "running a notebook takes \(needed) open files at once, and only \(possible) are allowed; raise the limit, for example with “ulimit -n 1024”"
    }
  }
}
