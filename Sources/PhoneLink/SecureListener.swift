import CTLS
import Foundation
import StrictHTTP

/// Answers requests over TLS on the local network, a thread to a connection, with a limit for everything: connections,
/// those from one address, sizes, and the time that a request may take to come.
package final class SecureListener: @unchecked Sendable {
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case certificate(String)
    case port(UInt16, reason: String)

    package var description: String {
      switch self {
      case .certificate(let reason): "OpenSSL could not make a certificate: \(reason)"
      case .port(let port, let reason):
        "The phone's port \(port) cannot be listened on: \(reason). Give another one with --phone-port."
      }
    }
  }

  /// Limits of the listener.
  package struct Limits: Sendable {
    /// Connections at a time. When there are more, one over which no request was granted yet makes room.
    package var connections = 24
    /// Connections from one address, likewise.
    package var perAddress = 8
    /// Seconds for shaking hands, and for a request to come once it has begun.
    package var requestTime = 10.0
    /// Seconds that a connection may lie idle.
    package var idleTime = 60.0
    /// Bytes of a body.
    package var body = PhoneBatch.largestSize

    package init() {}
  }

  private let tls: OpaquePointer
  private let lines: ConnectionTable<Line>
  private let limits: Limits
  /// The port that is listened on.
  package var port: UInt16 { lines.port }
  /// Connections at present.
  package var count: Int { lines.count }
  /// The certificate's SHA-256, as browsers show it.
  package let fingerprint: String

  private struct Line: Acquaintance {
    let address: UInt32
    let began = ContinuousClock.now
    var isKnown = false
    var deadline: ContinuousClock.Instant
  }

  /// Listens; `isLocal` on the loopback interface only, as tests do. Port 0 takes a free one. `names` are the addresses and host
  /// names that the certificate is for.
  package init(
    port: UInt16, names: [String], isLocal: Bool = false, limits: Limits = Limits()
  ) throws(Failure) {
    var message = [CChar](repeating: 0, count: 256)
    let pointers = names.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    let made = pointers.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      gimbal_tls_create($0.baseAddress, Int32(names.count), 30, &message, Int32(message.count))
    }
    guard let made else {
      throw .certificate(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    var digest = [UInt8](repeating: 0, count: 32)
    gimbal_tls_fingerprint(made, &digest)
    do throws(ListeningSocket.Failure) {
      lines = ConnectionTable(try ListeningSocket(port: port, isLocal: isLocal, backlog: 64))
    } catch {
      gimbal_tls_free(made)
      throw .port(port, reason: error.reason)
    }
    tls = made
    fingerprint = digest.map { String(format: "%02X", $0) }.joined(separator: ":")
    self.limits = limits
  }

  deinit { gimbal_tls_free(tls) }

  /// Begins to answer.
  package func start(answer: @escaping @Sendable (StrictRequest) -> StrictReply) {
    lines.start { [limits] others, address in
      ConnectionTable.admission(
        of: Line(address: address, deadline: .now + .seconds(limits.requestTime)), among: others,
        most: limits.connections, perAddress: limits.perAddress)
    } serve: { [self] in
      serve($0, answer)
    }
    Thread.detachNewThread { [self] in watchDeadlines() }
  }

  /// Ends all connections and listens no longer; returns when no thread of it is left that answers.
  package func close() { lines.close() }

  /// Cuts lines whose time is up: a thread that waits for one then finds it ended.
  private func watchDeadlines() {
    while !lines.isClosed {
      usleep(100_000)
      lines.end { $0.deadline < .now }
    }
  }

  private func give(_ descriptor: Int32, seconds: Double) {
    lines.update(descriptor) { $0.deadline = .now + .seconds(seconds) }
  }

  private func serve(_ descriptor: Int32, _ answer: (StrictRequest) -> StrictReply) {
    guard let line = gimbal_tls_accept(tls, descriptor) else { return }
    defer { gimbal_tls_close(line) }
    var buffer = Data()
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    give(descriptor, seconds: limits.idleTime)
    while true {
      do throws(StrictRequest.Fault) {
        while let request = try StrictRequest.take(from: &buffer, largestBody: limits.body) {
          give(descriptor, seconds: limits.requestTime)
          let reply = answer(request)
          // Only who has the token or the key is granted anything.
          if reply.status == 200 { lines.update(descriptor) { $0.isKnown = true } }
          guard send(reply.bytes(keepsAlive: request.keepsAlive), line), request.keepsAlive else { return }
          give(descriptor, seconds: buffer.isEmpty ? limits.idleTime : limits.requestTime)
        }
      } catch {
        give(descriptor, seconds: limits.requestTime)
        let words = error.words(largestBody: limits.body)
        guard send(StrictReply(error.status, words).bytes(keepsAlive: false), line) else { return }
        // Closing with something unread would take the answer away from whoever waits for it.
        return gimbal_tls_finish(line, descriptor)
      }
      let wasIdle = buffer.isEmpty
      let count = gimbal_tls_read(line, &chunk, Int32(chunk.count))
      guard count > 0 else { return }
      // The clock of a request begins with its first byte, and no later byte sets it back.
      if wasIdle { give(descriptor, seconds: limits.requestTime) }
      buffer.append(contentsOf: chunk[..<Int(count)])
    }
  }

  private func send(_ bytes: Data, _ line: OpaquePointer) -> Bool {
    bytes.withUnsafeBytes { gimbal_tls_write(line, $0.baseAddress, Int32($0.count)) == 1 }
  }
}
