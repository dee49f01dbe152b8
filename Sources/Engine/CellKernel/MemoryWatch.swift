import Foundation

/// Looks now and then how much private memory a process has taken.
struct MemoryWatch {
  let limit: Int?
  private var due = ContinuousClock.now

  init(limit: Int?) { self.limit = limit }

  /// Seconds between two looks; a process that takes memory as fast as it can gets a few hundred megabytes in one.
  var interval: Double { limit == nil ? .infinity : 0.05 }

  /// Whether it is time to look, and the process has more than it may.
  mutating func isExceeded(by process: pid_t) -> Bool {
    guard let limit, process > 0, ContinuousClock.now >= due else { return false }
    due = .now + .seconds(interval)
    return Self.own(process) > limit
  }

  /// Bytes that a process holds in memory and shares with no file; zero when it is gone.
  static func own(_ process: pid_t) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").prefix(3).compactMap { Int($0) }
    return pages.count == 3 ? (pages[1] - pages[2]) * Int(getpagesize()) : 0
  }
}

/// How much memory a machine has, or this part of it.
package enum MemoryLimit {
  /// Bytes that one process may take so that the others can go on: four fifths of the memory that there is for us, which a
  /// container or a hub may have limited.
  package static func standard(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Int {
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    let limits =
      [environment["MEM_LIMIT"].flatMap { Int($0) }, Int(clamping: ProcessInfo.processInfo.physicalMemory)]
      + files.map { file in
        (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0.trimmingCharacters(in: .newlines)) }
      }
    return (limits.compactMap { $0 }.filter { $0 > 0 }.min() ?? .max) / 5 * 4
  }
}
