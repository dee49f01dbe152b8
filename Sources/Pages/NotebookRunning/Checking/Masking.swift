import Foundation
import NotebookDocument
import Synchronization

import enum Basics.OwnThread

/// Takes out of what a cell printed what its masks match.
struct Masking {
  let masks: [String]
  /// Seconds of processor time after which a mask is given up: the engine of expressions goes back over a text of n characters up to 2ⁿ
  /// times.
  static let patience = 5

  /// The text with “…” in each masked place.
  ///
  /// - Throws: `RunError` (`.slowMask`)`.
  func masked(_ text: String) throws(RunError) -> String {
    var text = text
    for mask in masks {
      guard let next = Self.replace(mask, in: text) else {
        throw RunError(.slowMask(mask, seconds: Self.patience))
      }
      text = next
    }
    return text
  }

  /// In a thread that is left alone when it takes too long: nothing else stops the engine.
  private static func replace(_ mask: String, in text: String) -> String? {
    let answer = Answer()
    let isStarted = OwnThread.start {
      var clock = clockid_t()
      if pthread_getcpuclockid(pthread_self(), &clock) == 0 { answer.clock.withLock { $0 = clock } }
      let replaced = (try? Regex(mask)).map { text.replacing($0, with: "…") } ?? text
      answer.text.withLock { $0 = replaced }
      answer.isThere.signal()
    }
    guard isStarted else { return nil }
    while answer.isThere.wait(timeout: .now() + 0.1) == .timedOut {
      var time = timespec()
      if let clock = answer.clock.withLock(\.self), clock_gettime(clock, &time) == 0, time.tv_sec >= patience { break }
    }
    return answer.text.withLock(\.self)
  }

  private final class Answer: Sendable {
    let text = Mutex<String?>(nil)
    /// The thread's own clock, which stands still while others have the processor.
    let clock = Mutex<clockid_t?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }
}
