import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The processes that a process has started, and those that they have started.
package enum ProcessTree {
  /// All living descendants, and all other processes of a session that the process leads. O(processes of the
  /// machine).
  package static func descendants(of process: pid_t) -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    var orphans: Set<pid_t> = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let pid = pid_t(name), let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
        // The command is in brackets and may hold anything: the parent is the second field behind them.
        let end = stat.lastIndex(of: ")")
      else { continue }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 1, let parent = pid_t(fields[1]) { children[parent, default: []].append(pid) }
      // Whose parent has ended is known by its session.
      if fields.count > 3, pid != process, pid_t(fields[3]) == process { orphans.insert(pid) }
    }
    var found = orphans
    var open = [process] + orphans
    while let next = open.popLast() {
      for child in children[next] ?? [] where found.insert(child).inserted { open.append(child) }
    }
    return Array(found)
  }

  private struct State {
    /// Processes that go on when this one ends.
    var outliving: Set<pid_t> = []
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Starts a process by `start`, unless this one is ending.
  ///
  /// - Parameter outlivesUs: whether ``endChildren()`` leaves it until ``hasEnded(_:)``.
  /// - Returns: what `start` gives; -1, with ECANCELED as the system's error, when this process is ending.
  package static func starting(outlivesUs: Bool = false, _ start: () -> pid_t) -> pid_t {
    state.withLock { state in
      guard !state.isEnding else {
        errno = ECANCELED
        return -1
      }
      let process = start()
      if outlivesUs, process > 0 { state.outliving.insert(process) }
      return process
    }
  }

  package static func hasEnded(_ process: pid_t) { state.withLock { _ = $0.outliving.remove(process) } }

  /// Ends what this process has started, and what that has started; nothing can be started any more. Cheap where nothing runs.
  package static func endChildren() {
    let spared = state.withLock { state in
      state.isEnding = true
      return state.outliving
    }
    var information = siginfo_t()
    if waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) < 0, errno == ECHILD { return }
    end(descendants(of: getpid()).filter { !spared.contains($0) })
  }

  /// Ends a process and everything that it has started.
  package static func kill(_ process: pid_t) {
    end([process] + descendants(of: process))
  }

  /// Ends processes, and the groups that they lead: what a process starts while it is looked for is in its group.
  static func end(_ processes: [pid_t]) {
    for process in processes {
      _ = Foundation.kill(-process, SIGKILL)
      _ = Foundation.kill(process, SIGKILL)
    }
  }
}
