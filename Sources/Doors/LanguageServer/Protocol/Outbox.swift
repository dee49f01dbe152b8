import CHostLink
import CodeHelp
import Foundation
import Processes

/// What is to be sent to the client, written by its own thread, so that nobody else waits for a client that does not
/// read.
final class Outbox: @unchecked Sendable {
  private let descriptor: Int32
  private let condition = NSCondition()
  private var waiting: [Data] = []
  private var bytes = 0
  private var isClosed = false
  private var isDone = false
  private var nextID = 0

  /// Bytes that may wait: with more, no further message is read until some are gone.
  private static let room = 32 << 20

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    let thread = Thread { [self] in work() }
    thread.start()
  }

  func answer(_ id: JSON, _ result: JSON) { send(["jsonrpc": "2.0", "id": id, "result": result]) }

  func answer(_ id: JSON, _ fault: AnswerFault) { send(["jsonrpc": "2.0", "id": id, "error": fault.json]) }

  func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .text(method), "params": parameters])
  }

  /// Asks the client for something; its answer is not waited for.
  func ask(_ method: String, _ parameters: JSON) {
    let id = condition.withLock { () -> Int in
      nextID += 1
      return nextID
    }
    send(["jsonrpc": "2.0", "id": .text("gimbal-\(id)"), "method": .text(method), "params": parameters])
  }

  private func send(_ message: JSON) {
    let body = message.data
    let framed = Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    condition.withLock {
      guard !isClosed else { return }
      waiting.append(framed)
      bytes += framed.count
      condition.broadcast()
    }
  }

  /// Waits until there is room for more.
  func waitForRoom() {
    condition.withLock { while bytes > Self.room, !isDone { condition.wait() } }
  }

  /// Sends what waits, for these seconds at most, and nothing more.
  func close(within seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      isClosed = true
      condition.broadcast()
      while !isDone, condition.wait(until: end) {}
    }
  }

  private func work() {
    while let data = next() {
      guard write(data) else { break }
      condition.withLock {
        bytes -= data.count
        condition.broadcast()
      }
    }
    condition.withLock {
      (isDone, isClosed, bytes, waiting) = (true, true, 0, [])
      condition.broadcast()
    }
  }

  private func next() -> Data? {
    condition.withLock {
      while waiting.isEmpty, !isClosed { condition.wait() }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
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
