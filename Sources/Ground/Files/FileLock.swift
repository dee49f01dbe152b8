import Foundation
import Processes

/// Locks on files and folders between programs (`flock`): none is waited for without end.
package enum FileLock {
  /// The outcome of a wish for a lock.
  package enum Outcome: Equatable {
    case taken
    /// The file system knows no locks.
    case unknown
    /// Somebody else has it, in words as far as the system tells.
    case held(by: String)
  }

  /// Locks an open file or folder, until it is closed.
  ///
  /// - Parameters:
  ///   - patience: Seconds to wait for others.
  ///   - interrupt: Ends the wait when requested.
  /// - Throws: `Interrupted`.
  package static func take(
    _ descriptor: Int32, patience: Double = 0, interrupt: Interrupt? = nil
  ) throws -> Outcome {
    let deadline = ContinuousClock.now + .seconds(patience)
    // The system's list is read in pieces: while others take and release locks, a line may be missing from it. So it is read again, and so often
    // however slow the machine is.
    var looks = patience > 0 ? 50 : 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return .unknown }
      if interrupt?.isRequested == true { throw Interrupted() }
      let now = ContinuousClock.now
      if now >= deadline {
        if let holder = holder(descriptor) { return .held(by: holder) }
        looks -= 1
        if looks == 0 { return .held(by: "another program") }
      }
      usleep(5_000)
    }
    return .taken
  }

  /// `gimbal (process 4711)`, or nil where the system does not tell.
  private static func holder(_ descriptor: Int32) -> String? {
    var status = stat()
    let list = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    // One a line: `1: FLOCK  ADVISORY  WRITE 5437 fd:00:3219 0 EOF`.
    for line in list.split(separator: "\n") where fstat(descriptor, &status) == 0 {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)"), let process = Int(words[4]),
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      else { continue }
      return "\(name.trimmingCharacters(in: .newlines)) (process \(process))"
    }
    return nil
  }
}
