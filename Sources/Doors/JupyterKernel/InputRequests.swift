import Foundation
import Processes
import Synchronization

/// The standard input of the running cell: what the cell waits for, the person is asked, and what the person answers, the
/// cell reads.
final class InputRequests: Sendable {
  private let outbox: Outbox
  private struct State {
    var request: Message?
    var mayAsk = false
    var isWaiting = false
    var pipe: FedPipe?
    var given = ""
    var asked = 0
  }

  private let state = Mutex(State())

  /// What a person types to say that nothing more comes: Control-D, which a browser does not send, or its name.
  static let endWords: Set<String> = ["\u{4}", "^D"]

  init(_ outbox: Outbox) { self.outbox = outbox }

  /// Begins with a cell.
  ///
  /// - Returns: what the cell reads; nothing when negative.
  func begin(_ request: Message, mayAsk: Bool) -> Int32 {
    state.withLock { state in
      state = State(request: request, mayAsk: mayAsk, pipe: FedPipe())
      return state.pipe?.reader ?? -1
    }
  }

  /// What the cell has been given to read.
  var answers: String { state.withLock(\.given) }

  /// Asks the person; false when there is nobody to ask, and the cell's input is at its end.
  ///
  /// - Parameter isHidden: whether what is typed is a password.
  func ask(isHidden: Bool) -> Bool {
    state.withLock { state in
      guard state.mayAsk, let request = state.request else {
        state.pipe?.finish()
        return false
      }
      // What the cell waits for is on its way.
      if state.pipe?.isBehind == true { return true }
      state.isWaiting = true
      state.asked += 1
      // Who reads to the end asks again and again.
      let prompt = state.asked > 1 && !isHidden ? "(^D ends the input) " : ""
      outbox.reply(
        "input_request", ["prompt": .text(prompt), "password": .boolean(isHidden)], to: request, on: .stdin)
      return true
    }
  }

  /// Takes an answer. One that nobody waits for is forgotten; one that is too long ends the cell's input.
  func answer(_ text: String) {
    state.withLock { state in
      guard state.isWaiting, let pipe = state.pipe, let request = state.request else { return }
      state.isWaiting = false
      if Self.endWords.contains(text) { return pipe.finish() }
      let line = text + "\n"
      if pipe.feed(line) {
        state.given += line
      } else {
        let words = "A cell's answers have at most \(FedPipe.limit >> 20) MB in all: readLine() gives nil.\n"
        outbox.publish("stream", ["name": "stderr", "text": .text(words)], about: request)
        pipe.finish()
      }
    }
  }

  /// The cell is over.
  func end() {
    state.withLock { state in
      state.pipe?.close()
      (state.request, state.isWaiting, state.pipe) = (nil, false, nil)
    }
  }
}
