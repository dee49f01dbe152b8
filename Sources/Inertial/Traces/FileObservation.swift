import Foundation

/// Lets a program know which files the readers of this module read: a notebook's runner uses it to run a cell again
/// when a recording has changed.
public enum FileObservation {
  /// One file that was read.
  public struct Event: Hashable, Sendable {
    /// The path as it was given to the reader.
    public var path: String
    /// FNV-1a, 64 bit, of the file's bytes, as 16 hexadecimal digits. It recognises a change; it is not cryptographic.
    public var contentHash: String
  }

  /// Called on the reading thread after a file's bytes are in memory; `nil`, the default, observes nothing and costs
  /// nothing.
  public static var observer: (@Sendable (Event) -> Void)? {
    get { storage.value }
    set { storage.value = newValue }
  }

  static func report(_ path: String, hash: String) {
    observer?(Event(path: path, contentHash: hash))
  }

  /// FNV-1a, 64 bit, as 16 hexadecimal digits.
  public static func hash(of data: some Sequence<UInt8>) -> String {
    var hash = Hash()
    hash.add(data)
    return hash.digits
  }

  /// FNV-1a, 64 bit, of bytes that come in pieces.
  struct Hash {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// 16 hexadecimal digits.
    var digits: String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  private static let storage = Storage()

  /// The observer behind a lock: readers run on any thread.
  private final class Storage: @unchecked Sendable {
    private let lock = NSLock()
    private var observer: (@Sendable (Event) -> Void)?

    var value: (@Sendable (Event) -> Void)? {
      get { lock.withLock { observer } }
      set { lock.withLock { observer = newValue } }
    }
  }
}
