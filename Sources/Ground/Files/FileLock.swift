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

  /// Locks an open file or folder, until ``end(_:)``.
  ///
  /// - Parameters:
  ///   - patience: Seconds to wait for others.
  ///   - interrupt: Ends the wait when requested.
  /// - Throws: `Interrupted`.
  package static func take(
    _ descriptor: Int32, patience: Double = 0, interrupt: Interrupt? = nil
  ) throws -> Outcome {
    let deadline = ContinuousClock.now + .seconds(patience)
    // A holder can leave while it is looked for, and another come. Who does not wait does not ask for names.
    var looks = patience > 0 ? 10 : 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return .unknown }
      if interrupt?.isRequested == true { throw Interrupted() }
      let now = ContinuousClock.now
      if now >= deadline {
        if looks == 0 { return .held(by: "another program") }
        if let holder = holder(descriptor) { return .held(by: holder) }
        looks -= 1
      }
      usleep(5_000)
    }
    return .taken
  }

  /// Closes a file or folder and ends its lock at once: by closing alone the lock would last while a program that is being started
  /// still has the descriptor. Negative ones are left alone.
  package static func end(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// `gimbal (process 4711)`, or nil where the system does not tell: of processes of other users.
  ///
  /// Each process is asked for its own locks: the list of all locks (`/proc/locks`) is read in pieces, and while others take and
  /// release theirs, a line can be missing from it however often one looks.
  private static func holder(_ descriptor: Int32) -> String? {
    var wanted = stat()
    guard fstat(descriptor, &wanted) == 0 else { return nil }
    for process in names(in: "/proc").compactMap(Int32.init) {
      for file in names(in: "/proc/\(process)/fd") {
        var status = stat()
        guard stat("/proc/\(process)/fd/\(file)", &status) == 0, status.st_ino == wanted.st_ino,
          status.st_dev == wanted.st_dev,
          text("/proc/\(process)/fdinfo/\(file)")?.contains("FLOCK") == true, let name = text("/proc/\(process)/comm")
        else { continue }
        return "\(name.trimmingCharacters(in: .newlines)) (process \(process))"
      }
    }
    return nil
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
