import Foundation

/// What the processes of a tree do at this moment, as the kernel says it: what runs there cannot change it.
package struct TreeActivity: Hashable, Sendable {
  /// The nanoseconds for which a process and its descendants that are there now have computed.
  package private(set) var nanoseconds: UInt64 = 0
  /// Whether one of their threads computes, or would if a processor were free.
  package private(set) var isRunnable = false
  /// Whether one of them waits for a disk, or for something else that nothing interrupts.
  package private(set) var isBlocked = false

  /// Nil where the kernel does not say.
  init?(of process: pid_t) {
    var waiting = [process]
    while let next = waiting.popLast() {
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(next)/task")) ?? [] {
        let place = "/proc/\(next)/task/\(thread)"
        guard let times = Self.text("\(place)/schedstat"), let children = Self.text("\(place)/children"),
          let status = Self.text("\(place)/stat")
        else { continue }
        nanoseconds += times.split(whereSeparator: \.isWhitespace).first.flatMap { UInt64($0) } ?? 0
        waiting += children.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        // The state is behind the command, which is in brackets and may hold anything.
        let state = status.lastIndex(of: ")").flatMap { status[$0...].dropFirst(2).first }
        isRunnable = isRunnable || state == "R"
        isBlocked = isBlocked || state == "D"
      }
    }
    if nanoseconds == 0 { return nil }
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
