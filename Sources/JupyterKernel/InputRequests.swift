import Foundation
import Surroundings

/// The standard input of the running cell: what the cell waits for, the person is asked, and what the person answers, the
/// cell reads.
final class InputRequests: @unchecked Sendable {
  private let outbox: Outbox
  private let lock = NSLock()
  private var request: Message?
  private var mayAsk = false
  private var isWaiting = false
  private var pipe: FedPipe?
  private var given = ""

  init(_ outbox: Outbox) { self.outbox = outbox }

  /// Begins with a cell.
  ///
  /// - Returns: what the cell reads; nothing when negative.
  func begin(_ request: Message, mayAsk: Bool) -> Int32 {
    lock.withLock {
      (self.request, self.mayAsk, isWaiting, given, pipe) = (request, mayAsk, false, "", FedPipe())
      return pipe?.reader ?? -1
    }
  }

  /// What the cell has been given to read.
  var answers: String { lock.withLock { given } }

  /// Asks the person; false when there is nobody to ask, and the cell's input is at its end.
  func ask() -> Bool {
    lock.withLock {
      guard mayAsk, let request else {
        pipe?.finish()
        return false
      }
      // What the cell waits for is on its way.
      if pipe?.isBehind == true { return true }
      isWaiting = true
      outbox.reply("input_request", ["prompt": "", "password": false], to: request, on: .stdin)
      return true
    }
  }

  /// Takes an answer. One that nobody waits for is forgotten; one that is too long ends the cell's input.
  func answer(_ text: String) {
    lock.withLock {
      guard isWaiting, let pipe, let request else { return }
      isWaiting = false
      let line = text + "\n"
      if pipe.feed(line) {
        given += line
      } else {
        let words = "A cell's answers have at most \(FedPipe.limit >> 20) MB in all: readLine() gives nil.\n"
        outbox.publish("stream", ["name": "stderr", "text": .text(words)], about: request)
        pipe.finish()
      }
    }
  }

  /// The cell is over.
  func end() {
    lock.withLock {
      pipe?.close()
      (request, isWaiting, pipe) = (nil, false, nil)
    }
  }
}
