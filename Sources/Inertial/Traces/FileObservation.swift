import Foundation

/// Lets a program know which files the readers of this module read: a notebook's runner uses it to run a cell again
/// when a recording has changed.
package enum FileObservation {
  /// One file that was read.
  package struct Event: Hashable, Sendable {
    /// The path as it was given to the reader.
    package var path: String
    /// `ContentHash` of the file's bytes. It recognises a change; it is not cryptographic.
    package var contentHash: String
  }

  /// Called on the reading thread after a file's bytes are in memory; `nil`, the default, observes nothing and costs
  /// nothing.
  package static var observer: (@Sendable (Event) -> Void)? {
    get { storage.value }
    set { storage.value = newValue }
  }

  static func report(_ path: String, hash: String) {
    observer?(Event(path: path, contentHash: hash))
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
