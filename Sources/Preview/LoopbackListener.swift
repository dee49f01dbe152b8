import Foundation
import NotebookDocument
import Processes
import StrictHTTP

#if canImport(Glibc)
  import Glibc
#endif

/// Listens on the loopback interface, a thread to a connection, with a limit for everything: connections, sizes, the time that
/// a request may take to come, and the time that an answer may lie unread.
///
/// Whoever may use this machine can connect.
final class LoopbackListener: @unchecked Sendable {
  /// Limits of the listener.
  struct Limits: Sendable {
    /// Connections at a time. When there are more, one that has shown no secret yet makes room.
    var connections = 96
    /// Seconds that a request may take to come once it has begun.
    var requestTime = 60.0
    /// The same, and the time without any request, for a connection that has shown no secret yet.
    var strangerTime = 60.0
    /// Seconds that a connection may lie idle between two requests.
    var idleTime = 120.0
    /// Seconds after which a request whose answer is not made is told so.
    var answerTime = 60.0
    /// Seconds that the other side may take nothing of an answer; large pieces have a second more for each 100 kB.
    var unreadTime = 30.0
    /// Seconds in which the rest of a body that is too large is read and forgotten.
    var drainTime = 20.0
    /// Bytes of a request line with its headers. Browsers send the cookies of all that is served on this machine.
    var head = 64 << 10
    /// Bytes of a body.
    var body = 160 << 20

    init() {}
  }

  /// A connection as the listener keeps it.
  private struct Line: Acquaintance {
    let address: UInt32
    let began = ContinuousClock.now
    /// Whether a request with the secret has come over it.
    var isKnown = false
    /// What is being sent as it comes.
    var events: EventQueue?
  }

  private let lines: ConnectionTable<Line>
  private let limits: Limits
  private let allow: @Sendable (StrictRequest) -> RequestGuard.Verdict
  private let answer: @Sendable (StrictRequest, _ resource: String) -> StrictReply
  private let desk = AnswerDesk()

  /// The port that is listened on.
  var port: UInt16 { lines.port }
  /// Connections at present.
  var count: Int { lines.count }

  /// A listener on a socket. `allow` decides from a request's head alone; the body of one that is refused is not read.
  init(
    _ socket: ListeningSocket, limits: Limits = Limits(),
    allow: @escaping @Sendable (StrictRequest) -> RequestGuard.Verdict,
    answer: @escaping @Sendable (StrictRequest, _ resource: String) -> StrictReply
  ) {
    lines = ConnectionTable(socket)
    (self.limits, self.allow, self.answer) = (limits, allow, answer)
  }

  /// Begins to answer.
  func start() {
    lines.start { [limits] others, address in
      ConnectionTable.admission(of: Line(address: address), among: others, most: limits.connections)
    } serve: { [self] in
      serve($0)
    }
  }

  /// Ends all connections and listens no longer.
  func close() { lines.close { $0.events?.close() } }

  // MARK: One connection

  private func serve(_ descriptor: Int32) {
    var reader = LineReader(descriptor: descriptor)
    var isKnown = false
    while true {
      do {
        let idle = isKnown ? limits.idleTime : limits.strangerTime
        guard reader.waitForFirst(seconds: idle) else { return }
        let end = ContinuousClock.now + .seconds(isKnown ? limits.requestTime : limits.strangerTime)
        guard let head = try reader.head(limits.head, limits.body, until: end) else { return }
        var request = head.request
        let resource: String
        switch allow(request) {
        case .allowed(let allowed): resource = allowed
        case .refused(let why): return refuse(403, why, descriptor)
        }
        if !isKnown {
          isKnown = true
          lines.update(descriptor) { $0.isKnown = true }
        }
        if head.bodySize > 0, request.headers["expect"]?.lowercased() == "100-continue" {
          guard write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: descriptor) else { return }
        }
        let bodyEnd = ContinuousClock.now + .seconds(limits.requestTime)
        guard let body = reader.body(head.size, head.bodySize, until: bodyEnd) else { return }
        request.body = body
        guard reply(to: request, resource, on: descriptor), request.keepsAlive else { return }
      } catch {
        let (rest, time) = error.hasMore ? (Self.mostDrained, limits.drainTime) : (1 << 20, 1)
        return refuse(
          error.status, error.words(largestBody: limits.body), descriptor, drainingUpTo: rest, seconds: time)
      }
    }
  }

  /// Bytes of a body that is too large which are read and forgotten, so that whoever sends it comes to read the answer.
  private static let mostDrained = 4 << 30

  private func refuse(
    _ status: Int, _ words: String, _ descriptor: Int32, drainingUpTo limit: Int = 1 << 20, seconds: Double = 1
  ) {
    _ = write(StrictReply(status, words).bytes(keepsAlive: false), to: descriptor)
    // Closing with something unread would take the answer away from whoever waits for it.
    shutdown(descriptor, Int32(SHUT_WR))
    var rest = LineReader(descriptor: descriptor)
    rest.discard(upTo: limit, until: .now + .seconds(seconds))
  }

  /// Answers, event by event as they come where the answer has some.
  ///
  /// - Returns: whether all of it was taken, and the connection can be used again.
  private func reply(to request: StrictRequest, _ resource: String, on descriptor: Int32) -> Bool {
    let reply = desk.answer(within: limits.answerTime) { [answer] in answer(request, resource) }
    defer { reply.events?.close() }
    lines.update(descriptor) { $0.events = reply.events }
    if lines.isClosed { reply.events?.close() }
    guard write(reply.bytes(keepsAlive: request.keepsAlive), to: descriptor) else { return false }
    while let event = reply.events?.next() { guard write(Data(event), to: descriptor) else { return false } }
    return reply.events == nil
  }

  /// Sends bytes; false when the line has ended, or nobody takes them.
  private func write(_ data: Data, to descriptor: Int32) -> Bool {
    let unread = Duration.seconds(limits.unreadTime)
    // Neither nothing for a while, nor a byte now and then for ever.
    let end = ContinuousClock.now + unread + .seconds(Double(data.count) / 1e5)
    return data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
      var done = 0
      while done < bytes.count {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = Glibc.send(descriptor, bytes.baseAddress! + done, bytes.count - done, flags)
        if count > 0 {
          done += count
        } else if errno == EAGAIN {
          guard Readiness.wait(descriptor, for: POLLOUT, until: min(end, .now + unread)) else { return false }
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
