import CHostLink
import Foundation
import Processes

/// Gives files other names, all of them also when this program is killed meanwhile.
package enum FileMover {
  /// Moves files on their file system, one after the other, in its own process that goes on when this one ends; in this
  /// process where no other can be started.
  ///
  /// - Parameters:
  ///   - moves: From where to where, absolute or from the current folder.
  ///   - limit: Seconds that it may take. More waits longer for a slow disk.
  /// - Returns: The system's number of the error that stopped it; nil when all files are where they belong.
  /// - Throws: `ProcessError` (`.hung`) when it does not end in time; it goes on then.
  package static func move(_ moves: [(from: String, to: String)], limit: Double) throws -> Int32? {
    let from = moves.map { strdup($0.from) } + [nil]
    let to = moves.map { strdup($0.to) } + [nil]
    defer { for name in from + to { free(name) } }
    let process = ProcessTree.starting(outlivesUs: true) { gimbal_start_moving(from, to) }
    guard process > 0 else {
      for move in moves where rename(move.from, move.to) != 0 && errno != ENOENT { return errno }
      return nil
    }
    defer { ProcessTree.hasEnded(process) }
    let deadline = ContinuousClock.now + .seconds(limit)
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WNOHANG)
      if result == process { break }
      // Somebody else has waited for it: the files show its outcome.
      if result < 0, errno != EINTR { return nil }
      guard ContinuousClock.now < deadline else {
        throw ProcessError(.hung("moving the files of the report", seconds: Int(limit)))
      }
      usleep(200)
    }
    if status & 0x7f != 0 { return EINTR }
    let code = (status >> 8) & 0xff
    return code == 0 ? nil : code
  }
}
