import Foundation

/// How long processes have computed, which the machine's other work does not change.
package enum ProcessorTime {
  /// The seconds for which all threads of a process have computed since it began; nil when it is gone.
  package static func seconds(of process: pid_t) -> Double? {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
