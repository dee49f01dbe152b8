import Foundation

/// Passes printed text on at most twenty-five times a second, so that a cell that prints fast does not drown the page.
///
/// For each cell the first quarter of a megabyte is passed on live; the report itself keeps beginning and end.
package final class OutputThrottle: @unchecked Sendable {
  /// Bytes of one cell that are passed on while it runs.
  package static let limit = 256 << 10

  private let send: (String, String) -> Void
  private let lock = NSLock()
  private var anchor = ""
  private var text = ""
  private var passed = 0
  private var isScheduled = false

  /// A throttle that calls `send` with a cell's anchor and the text.
  package init(send: @escaping (String, String) -> Void) { self.send = send }

  /// Takes text of the running cell.
  package func add(_ text: String, anchor: String) {
    lock.withLock {
      if anchor != self.anchor {
        passOn()
        (self.anchor, passed) = (anchor, 0)
      }
      guard passed < Self.limit else { return }
      passed += text.utf8.count
      self.text += text
      if passed >= Self.limit { self.text += "\n…\n" }
      guard !isScheduled else { return }
      isScheduled = true
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.04) { [weak self] in
        guard let self else { return }
        lock.withLock {
          isScheduled = false
          passOn()
        }
      }
    }
  }

  /// Passes on the rest, and forgets the cell.
  package func flush() {
    lock.withLock {
      passOn()
      anchor = ""
    }
  }

  private func passOn() {
    if !text.isEmpty { send(anchor, text) }
    text = ""
  }
}
