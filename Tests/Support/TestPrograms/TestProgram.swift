import Foundation
import Processes

/// Programs that a test writes and then starts, like a `gnuplot` that fails.
public enum TestProgram {
  /// Writes a shell's script that can be started at once.
  ///
  /// Another process writes it: what this process has open for writing at the moment in which another test starts a program is
  /// open in that program as well, and a file that is open for writing cannot be started ("Text file busy", `execve(2)`).
  ///
  /// - Parameters:
  ///   - script: The text, without its first line where it has none of another interpreter.
  ///   - path: Where; folders that are missing are made.
  public static func write(_ script: String, to path: String) throws {
    let text = script.hasPrefix("#!") ? script : "#!/bin/sh\n\(script)\n"
    let writes = "mkdir -p \"${1%/*}\" && cat > \"$1\" && chmod 755 \"$1\""
    let (status, output) = try Subprocess.run("/bin/sh", ["-c", writes, "sh", path], input: text)
    guard status == 0 else { throw ProcessError(.notStarted(path, why: output)) }
  }

  /// Whether a process is there and not only waited for.
  public static func isAlive(_ process: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return stat[stat.lastIndex(of: ")")!...].dropFirst(2).first != "Z"
  }

  /// Waits for processes that were killed, for ten minutes at most: on a busy machine each needs a moment. Returns those that are
  /// still alive.
  public static func survivors(_ processes: () -> [pid_t]) -> [pid_t] {
    for _ in 0..<30_000 where processes().contains(where: isAlive) { usleep(20_000) }
    return processes().filter(isAlive)
  }
}
