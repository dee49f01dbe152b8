import Foundation

/// What one page has still to be told.
///
/// A page that does not read is not waited for, and costs no more than `limit`: what it has missed is then taken
/// together, as for a page that comes later.
final class EventQueue: @unchecked Sendable {
  /// Bytes that may wait for a page. More lets a slow page see each step; less takes less memory for one that sleeps.
  static let limit = 4 << 20

  private let lock = NSLock()
  private var events: [[UInt8]] = []
  private var size = 0
  private var isClosed = false
  private var reader: CheckedContinuation<[UInt8]?, Never>?

  /// Adds an event; `all` is what brings a page up to date, this event included.
  func add(_ bytes: [UInt8], orAll all: () -> [[UInt8]]) {
    let waiting = lock.withLock { () -> CheckedContinuation<[UInt8]?, Never>? in
      guard !isClosed else { return nil }
      if let reader {
        self.reader = nil
        return reader
      }
      events.append(bytes)
      size += bytes.count
      if size > Self.limit {
        events = all()
        // What it takes to be up to date is not what the page is slow at: room for the next steps begins here.
        size = 0
      }
      return nil
    }
    waiting?.resume(returning: bytes)
  }

  /// Adds a sign of life, where nothing else waits.
  func beat(_ bytes: [UInt8]) {
    guard lock.withLock({ events.isEmpty }) else { return }
    add(bytes) { [] }
  }

  /// The next event, once it is there; nil after the end.
  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = lock.withLock { () -> [UInt8]?? in
          if !events.isEmpty {
            let first = events.removeFirst()
            size = max(0, size - first.count)
            return .some(first)
          }
          if isClosed { return .some(nil) }
          reader = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      close()
    }
  }

  /// Ends the queue.
  func close() {
    let waiting = lock.withLock { () -> CheckedContinuation<[UInt8]?, Never>? in
      isClosed = true
      defer { reader = nil }
      return reader
    }
    waiting?.resume(returning: nil)
  }

  var isEnded: Bool { lock.withLock { isClosed } }
}
