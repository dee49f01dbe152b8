import CHostLink
import CodeHelp
import Foundation
import Processes

import class Basics.Monitor
import enum Basics.OwnThread

/// What is to be sent to the client, written by its own thread, so that nobody else waits for a client that does not
/// read.
final class Outbox: Sendable {
  private let descriptor: Int32
  private struct State {
    var waiting: ArraySlice<Data> = []
    var bytes = 0
    var isClosed = false
    var isDone = false
    var nextID = 0
  }

  private let state = Monitor(State())

  /// Bytes that may wait: with more, no further message is read until some are gone.
  private static let room = 32 << 20

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    if !OwnThread.start({ [self] in work() }) { end() }
  }

  func answer(_ id: JSON, _ result: JSON) { send(["jsonrpc": "2.0", "id": id, "result": result]) }

  func answer(_ id: JSON, _ fault: AnswerFault) { send(["jsonrpc": "2.0", "id": id, "error": fault.json]) }

  func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .text(method), "params": parameters])
  }

  /// Asks the client for something; its answer is not waited for.
  func ask(_ method: String, _ parameters: JSON) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    send(["jsonrpc": "2.0", "id": .text("gimbal-\(id)"), "method": .text(method), "params": parameters])
  }

  private func send(_ message: JSON) {
    let body = message.data
    let framed = Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    state.withLock { state in
      guard !state.isClosed else { return }
      state.waiting.append(framed)
      state.bytes += framed.count
    }
  }

  /// Waits until there is room for more.
  func waitForRoom() {
    state.wait { $0.bytes > Self.room && !$0.isDone }
  }

  /// Sends what waits, for these seconds at most, and nothing more.
  func close(within seconds: Double) {
    state.withLock { $0.isClosed = true }
    state.wait(until: Date(timeIntervalSinceNow: seconds)) { !$0.isDone }
  }

  private func work() {
    while let data = next() {
      guard write(data) else { break }
      state.withLock { $0.bytes -= data.count }
    }
    end()
  }

  private func end() {
    state.withLock { state in
      (state.isDone, state.isClosed, state.bytes, state.waiting) = (true, true, 0, [])
    }
  }

  private func next() -> Data? {
    state.wait { state -> Data?? in
      if let first = state.waiting.popFirst() { return .some(first) }
      return state.isClosed ? .some(nil) : nil
    } ?? nil
  }

  private func write(_ data: Data) -> Bool {
    let bytes = Array(data)
    var done = 0
    while done < bytes.count {
      guard Readiness.wait(descriptor, for: POLLOUT) else { return false }
      let part = bytes.withUnsafeBytes { gimbal_write_quietly(descriptor, $0.baseAddress! + done, bytes.count - done) }
      if part < 0, errno == EINTR || errno == EAGAIN { continue }
      guard part > 0 else { return false }
      done += part
    }
    return true
  }
}
