import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The processes that a process has started, and those that they have started.
package enum ProcessTree {
  /// All descendants that are alive, and whoever else is in a session that the process leads. O(processes of the machine).
  package static func descendants(of process: pid_t) -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    var orphans: Set<pid_t> = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let pid = pid_t(name), let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
        // The command stands in brackets and may hold anything: the parent is the second field behind them.
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

  /// Ends a process and everything that it has started.
  package static func kill(_ process: pid_t) {
    let all = descendants(of: process)
    _ = Glibc.kill(process, SIGKILL)
    for descendant in all { _ = Glibc.kill(descendant, SIGKILL) }
  }
}
