import CHostLink
import Foundation

/// Whether there is room for the processes and threads that running a notebook takes.
///
/// A user, a session or a container may have a limit of them. Beyond it the system refuses each further one, and libraries
/// under this program wait for ever for a thread. The same holds for open files, without which they blame something else.
package enum ProcessRoom {
  /// Processes and threads that a run needs at once, by trial with 2 processors: with 12 compilers fail, with 16 none. The
  /// compiler and the queues of the system's library take more where there are more processors.
  private static var needed: Int { 12 + 2 * min(ProcessInfo.processInfo.activeProcessorCount, 16) }

  /// Open files that a run of a few cells needs: with 20 its cells fail, with 24 they run.
  private static let descriptors = 32

  /// Makes sure that a notebook can be run, by starting as many threads for a moment. A low limit of open files is raised
  /// where that is allowed.
  ///
  /// - Throws: `ProcessError` (`.noProcesses`, `.fewDescriptors`).
  package static func require() throws {
    var files = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0, files.rlim_cur < rlim_t(descriptors) {
      files.rlim_cur = min(files.rlim_max, 1024)
      guard files.rlim_cur >= rlim_t(descriptors), setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0
      else { throw ProcessError(.fewDescriptors(Int(files.rlim_cur), needed: descriptors)) }
    }
    let possible = Int(gimbal_startable(Int32(needed)))
    guard possible >= needed else { throw ProcessError(.noProcesses(possible, needed: needed)) }
  }
}
