import Foundation
import Processes

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
  private var asked = 0

  /// What a person types to say that nothing more comes: Control-D, which a browser does not send, or its name.
  static let endWords: Set<String> = ["\u{4}", "^D"]

  init(_ outbox: Outbox) { self.outbox = outbox }

  /// Begins with a cell.
  ///
  /// - Returns: what the cell reads; nothing when negative.
  func begin(_ request: Message, mayAsk: Bool) -> Int32 {
    lock.withLock {
      (self.request, self.mayAsk, isWaiting, given, pipe) = (request, mayAsk, false, "", FedPipe())
      asked = 0
      return pipe?.reader ?? -1
    }
  }

  /// What the cell has been given to read.
  var answers: String { lock.withLock { given } }

  /// Asks the person; false when there is nobody to ask, and the cell's input is at its end.
  ///
  /// - Parameter isHidden: whether what is typed is a password.
  func ask(isHidden: Bool) -> Bool {
    lock.withLock {
      guard mayAsk, let request else {
        pipe?.finish()
        return false
      }
      // What the cell waits for is on its way.
      if pipe?.isBehind == true { return true }
      isWaiting = true
      asked += 1
      // Who reads to the end asks again and again.
      let prompt = asked > 1 && !isHidden ? "(^D ends the input) " : ""
      outbox.reply(
        "input_request", ["prompt": .text(prompt), "password": .boolean(isHidden)], to: request, on: .stdin)
      return true
    }
  }

  /// Takes an answer. One that nobody waits for is forgotten; one that is too long ends the cell's input.
  func answer(_ text: String) {
    lock.withLock {
      guard isWaiting, let pipe, let request else { return }
      isWaiting = false
      if Self.endWords.contains(text) { return pipe.finish() }
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
