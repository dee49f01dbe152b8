import Files
import Foundation

/// One file as it was, and the way to get it back.
struct FileImage {
  let path: FilePath
  /// The attributes of the file as it was.
  let signature: FileSignature
  /// A copy, or a hard link to the very file.
  let source: FilePath?

  /// Puts the file back, with its permissions and its time of change. False when its contents are lost.
  ///
  /// A file that still is at its place is written in place: processes of earlier states have it open. One that was
  /// removed or replaced comes back by its hard link, for the same reason. Anything else is written next to it and
  /// renamed.
  func restore() -> Bool {
    let present = FileSignature(at: path)
    let isInPlace = present?.isSameFile(as: signature) ?? false
    if isInPlace, present!.size == signature.size, present!.modified == signature.modified {
      return setAttributes(of: path)
    }
    guard let source, let saved = FileSignature(at: source), saved.kind == .file, saved.size == signature.size
    else { return false }
    if saved.isSameFile(as: signature) {
      // The very file: if somebody wrote into it since, what it held is lost.
      guard saved.modified == signature.modified else { return false }
      return FileRestoration.rename(source, path) && setAttributes(of: path)
    }
    if isInPlace && Self.copy(source, to: path, flags: O_WRONLY | O_TRUNC) { return setAttributes(of: path) }
    let new = path.beside
    return Self.copy(source, to: new, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW) && setAttributes(of: new)
      && FileRestoration.rename(new, path)
  }

  /// `UTIME_OMIT`, which Swift does not see: the time of access stays.
  private static let leaveTime = (1 << 30) - 2

  private func setAttributes(of path: FilePath) -> Bool {
    guard let now = FileSignature(at: path) else { return false }
    if now.permissions != signature.permissions { path.withCString { _ = chmod($0, mode_t(signature.permissions)) } }
    if now.modified != signature.modified {
      let (seconds, rest) = signature.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
      let times = [
        timespec(tv_sec: 0, tv_nsec: Self.leaveTime),
        rest < 0
          ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
          : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest)),
      ]
      path.withCString { _ = utimensat(AT_FDCWD, $0, times, 0) }
    }
    return true
  }

  static func copy(_ old: FilePath, to new: FilePath, flags: Int32) -> Bool {
    let input = old.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = new.withCString { path in openForWriting(path, flags | O_CLOEXEC) }
    guard output >= 0 else { return false }
    defer { close(output) }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        let count = read(input, buffer.baseAddress!, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return count == 0 }
        guard write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output) else { return false }
      }
    }
  }

  /// Opens a file for writing. A read-only file of the same owner is made writable first.
  private static func openForWriting(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
    let descriptor = open(path, flags, 0o600)
    guard descriptor < 0, errno == EACCES, chmod(path, 0o600) == 0 else { return descriptor }
    return open(path, flags, 0o600)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let written = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }
}
