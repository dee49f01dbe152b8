import Foundation
import Synchronization

/// Passes printed text on at most twenty-five times a second, so that a cell that prints fast does not drown the page.
///
/// For each cell the first quarter of a megabyte is passed on live; the report itself keeps beginning and end.
package final class OutputThrottle: Sendable {
  /// Bytes of one cell that are passed on while it runs.
  package static let limit = 256 << 10

  private struct State {
    var anchor = ""
    var text = ""
    var passed = 0
    var isScheduled = false
    let send: @Sendable (String, String) -> Void

    mutating func passOn() {
      if !text.isEmpty { send(anchor, text) }
      text = ""
    }
  }

  private let state: Mutex<State>

  /// A throttle that calls `send` with a cell's anchor and the text.
  package init(send: @escaping @Sendable (String, String) -> Void) { state = Mutex(State(send: send)) }

  /// Takes text of the running cell.
  package func add(_ text: String, anchor: String) {
    state.withLock { state in
      if anchor != state.anchor {
        state.passOn()
        (state.anchor, state.passed) = (anchor, 0)
      }
      guard state.passed < Self.limit else { return }
      state.passed += text.utf8.count
      state.text += text
      if state.passed >= Self.limit { state.text += "\n…\n" }
      guard !state.isScheduled else { return }
      state.isScheduled = true
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.04) { [weak self] in
        self?.state.withLock { state in
          state.isScheduled = false
          state.passOn()
        }
      }
    }
  }

  /// Passes on the rest, and forgets the cell.
  package func flush() {
    state.withLock { state in
      state.passOn()
      state.anchor = ""
    }
  }
}
