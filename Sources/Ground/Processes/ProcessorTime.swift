import Foundation

/// How long processes have computed, which the machine's other work does not change.
package enum ProcessorTime {
  /// The seconds for which all threads of a process have computed since it began; nil when it is gone.
  package static func seconds(of process: pid_t) -> Double? {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whether a thread of a process computes or is ready to, and waits for a processor or a disk; false when all sleep, or are gone.
  package static func isWanted(by process: pid_t) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.contains { thread in
      guard let stat = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8),
        let state = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].dropFirst(2).first
      else { return false }
      return state == "R" || state == "D"
    }
  }
}
