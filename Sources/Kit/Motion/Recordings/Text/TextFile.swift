internal import Basics
import Foundation

/// A file's bytes, held in memory or left on the disk and read piece by piece.
///
/// Pieces are read and not mapped: a mapped file that another program shortens ends this one with a signal.
package struct TextFile: Sendable {
  let path: String
  /// In bytes.
  package let count: Int
  /// Where the files that belong to this one are looked up.
  let storage: RecordingStorage
  private let content: Content

  private enum Content: Sendable {
    case memory(Data)
    case disk(OpenFile)
  }

  /// Opens a file on the disk.
  ///
  /// - Throws: `RecordingError.unreadableFile`; `RecordingStorage.open` says it when the file is not there.
  package init(_ path: String) throws {
    if let file = OpenFile(path) {
      self.init(path: path, count: file.count, content: .disk(file), storage: .disk)
    } else {
      // What cannot be read at any offset, like a pipe, is read at once; and this names the reason when it cannot be.
      do throws(GivenFile.Refusal) {
        self.init(path: path, data: try GivenFile.read(path))
      } catch {
        throw RecordingError.unreadableFile(path, reason: error.description)
      }
    }
  }

  init(path: String, data: Data, storage: RecordingStorage = .disk) {
    self.init(
      path: path, count: data.count, content: .memory(data.startIndex == 0 ? data : Data(data)), storage: storage)
  }

  private init(path: String, count: Int, content: Content, storage: RecordingStorage) {
    self.path = path
    self.storage = storage
    self.count = count
    self.content = content
  }

  /// The file's name without folder and extension.
  var stem: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }

  /// Copies the bytes in `range`, which lies within the file, to `destination`.
  ///
  /// - Throws: `RecordingError.unreadableFile` when the disk fails or another program has shortened the file.
  package func copy(_ range: Range<Int>, to destination: UnsafeMutableRawPointer) throws {
    switch content {
    case .memory(let data):
      let start = data.startIndex + range.lowerBound
      data.copyBytes(to: destination.assumingMemoryBound(to: UInt8.self), from: start..<(start + range.count))
    case .disk(let file):
      if let reason = file.read(range, to: destination) { throw RecordingError.unreadableFile(path, reason: reason) }
    }
  }

  /// At most `most` bytes from the start.
  package func prefix(_ most: Int) throws -> [UInt8] { try bytes(0..<min(most, count)) }

  /// All of it, in memory.
  package var data: Data {
    get throws {
      if case .memory(let data) = content { return data }
      return Data(try bytes(0..<count))
    }
  }

  private func bytes(_ range: Range<Int>) throws -> [UInt8] {
    var failure: (any Error)?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
      guard let base = buffer.baseAddress, !range.isEmpty else { return }
      do {
        try copy(range, to: base)
        initialized = range.count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// A regular file that is open for reading, at any offset and by any thread.
private final class OpenFile: Sendable {
  private let descriptor: Int32
  package let count: Int

  /// nil when it cannot be opened or is not a regular file.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      close(descriptor)
      return nil
    }
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// nil, or why the bytes could not be read.
  func read(_ range: Range<Int>, to destination: UnsafeMutableRawPointer) -> String? {
    var done = 0
    while done < range.count {
      let some = pread(descriptor, destination + done, range.count - done, off_t(range.lowerBound + done))
      if some < 0 {
        if errno == EINTR { continue }
        return SystemReason.words(errno)
      }
      if some == 0 { return "another program has shortened it" }
      done += some
    }
    return nil
  }
}
