import CHostLink
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The standard input of the running cell: what the cell waits for, the person is asked, and what the person answers, the
/// cell reads.
final class InputRequests: @unchecked Sendable {
  private let outbox: Outbox
  private let lock = NSLock()
  private var request: Message?
  private var mayAsk = false
  private var isWaiting = false
  private var ends: [Int32] = [-1, -1]
  private var given = ""

  init(_ outbox: Outbox) { self.outbox = outbox }

  /// Begins with a cell.
  ///
  /// - Returns: what the cell reads; nothing when negative.
  func begin(_ request: Message, mayAsk: Bool) -> Int32 {
    lock.withLock {
      (self.request, self.mayAsk, isWaiting, given) = (request, mayAsk, false, "")
      if gimbal_blocking_pipe(&ends) != 0 { ends = [-1, -1] }
      return ends[0]
    }
  }

  /// What the cell has been given to read.
  var answers: String { lock.withLock { given } }

  /// Asks the person; false when there is nobody to ask, and the cell's input is at its end.
  func ask() -> Bool {
    lock.withLock {
      guard mayAsk, let request else {
        closeWriter()
        return false
      }
      isWaiting = true
      outbox.reply("input_request", ["prompt": "", "password": false], to: request, on: .stdin)
      return true
    }
  }

  /// Takes an answer. One that nobody waits for is forgotten.
  func answer(_ text: String) {
    lock.withLock {
      guard isWaiting, ends[1] >= 0 else { return }
      isWaiting = false
      let line = text + "\n"
      given += line
      _ = gimbal_write_quietly(ends[1], line, line.utf8.count)
    }
  }

  /// The cell is over.
  func end() {
    lock.withLock {
      closeWriter()
      if ends[0] >= 0 { close(ends[0]) }
      (request, isWaiting, ends) = (nil, false, [-1, -1])
    }
  }

  private func closeWriter() {
    if ends[1] >= 0 { close(ends[1]) }
    ends[1] = -1
  }
}
