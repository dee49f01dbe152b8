import Foundation

/// Processor time of other processes, as the kernel counts it: what runs there cannot change it.
enum TreeTime {
  /// The nanoseconds for which a process and its descendants that are there now have computed; nil where the kernel does not say.
  static func nanoseconds(of process: pid_t) -> UInt64? {
    var (sum, waiting) = (UInt64(0), [process])
    while let next = waiting.popLast() {
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(next)/task")) ?? [] {
        let place = "/proc/\(next)/task/\(thread)"
        guard let times = words(in: "\(place)/schedstat"), let children = words(in: "\(place)/children") else {
          continue
        }
        sum += times.first.flatMap { UInt64($0) } ?? 0
        waiting += children.compactMap { pid_t($0) }
      }
    }
    return sum > 0 ? sum : nil
  }

  private static func words(in path: String) -> [Substring]? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.split(whereSeparator: \.isWhitespace)
  }
}
