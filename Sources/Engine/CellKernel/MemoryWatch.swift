import Basics
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
  /// A number of gigabytes, as messages have it, in bytes.
  package static func bytes(gigabytes: Double) -> Int { Int(gigabytes * 1e9) }

  /// Bytes that one process may take so that the others can go on: half of the memory that is free now, or that a container or a hub
  /// allows.
  package static func standard(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Int {
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    let free = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8))
      .flatMap { $0.firstMatch(of: compiled(/MemAvailable:\s*(\d+) kB/)).flatMap { Int($0.output.1) } }.map { $0 << 10 }
    let limits =
      [free, environment["MEM_LIMIT"].flatMap { Int($0) }, Int(clamping: ProcessInfo.processInfo.physicalMemory)]
      + files.map { file in
        (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0.trimmingCharacters(in: .newlines)) }
      }
    return (limits.compactMap { $0 }.filter { $0 > 0 }.min() ?? .max) / 2
  }
}
