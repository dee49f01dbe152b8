import Foundation

/// How long processes have computed, which the machine's other work does not change.
package enum ProcessorTime {
  /// The seconds for which all threads of a process have computed since it began; nil when it is gone.
  package static func seconds(of process: pid_t) -> Double? {
    var clock = clockid_t()
    return clock_getcpuclockid(process, &clock) == 0 ? seconds(on: clock) : nil
  }

  private static func seconds(on clock: clockid_t) -> Double? {
    var time = timespec()
    return clock_gettime(clock, &time) == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : nil
  }

  /// Whether a thread of a process, other than the one that asks, computes or is ready to, and waits for a processor or a disk; false
  /// when all sleep, or are gone.
  package static func isWanted(by process: pid_t) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let asking = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return threads.contains { thread in
      guard "\(process)/task/\(thread)" != asking,
        let stat = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8),
        let state = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].dropFirst(2).first
      else { return false }
      return state == "R" || state == "D"
    }
  }

  /// The seconds for which this process and its descendants have computed, also those that have ended; without the thread that asks.
  static func ofThisTree() -> Double {
    var ended = tms()
    _ = times(&ended)
    let ofEnded = Double(ended.tms_cutime + ended.tms_cstime) / Double(sysconf(Int32(_SC_CLK_TCK)))
    return thisTree.reduce(ofEnded - (seconds(on: CLOCK_THREAD_CPUTIME_ID) ?? 0)) { $0 + (seconds(of: $1) ?? 0) }
  }

  /// Whether this process or one of its descendants computes or is ready to.
  static func isWantedByThisTree() -> Bool { thisTree.contains(where: isWanted) }

  private static var thisTree: [pid_t] { [getpid()] + ProcessTree.descendants(of: getpid()) }
}
