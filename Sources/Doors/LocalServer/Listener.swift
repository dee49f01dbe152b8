import Foundation

/// Listens and answers, a thread to a connection, with a limit for everything: connections, sizes, the time that a request may
/// take to come, and the time that an answer may lie unread.
package final class Listener: Sendable {
  /// What makes an answer to a request that was allowed, and to the resource that it asks for; on one of `AnswerDesk`'s threads.
  package typealias Answer = @Sendable (StrictRequest, _ resource: String) -> StrictReply

  /// Limits of a listener; by default those of a page on this machine.
  package struct Limits: Sendable {
    /// Connections at a time. When there are more, a stranger's makes room.
    package var connections = 96
    /// Connections from one address, likewise.
    package var perAddress = Int.max
    /// Seconds that a request may take to come once it has begun, that its body may take besides, and that shaking hands takes.
    package var requestTime = 60.0
    /// The same, and the time without any request, for a stranger's connection, where this is less.
    package var strangerTime = 60.0
    /// Seconds that a connection may lie idle between two requests.
    package var idleTime = 120.0
    /// Seconds after which a request whose answer is not made gets an error.
    package var answerTime = 60.0
    /// Seconds that the other side may leave an answer unread; large pieces have a second more for each 100 kB.
    package var unreadTime = 30.0
    /// Seconds in which the rest of a body that is too large is read and forgotten.
    package var drainTime = 20.0
    /// Bytes of a request line with its headers. Browsers send the cookies of all that is served on this machine.
    package var head = 64 << 10
    /// Bytes of a body.
    package var body = 160 << 20

    package init() {}
  }

  private let connections: ConnectionTable
  private let limits: Limits
  private let certificate: Certificate?
  private let desk = AnswerDesk()

  /// The port that is listened on.
  package let port: UInt16
  /// Connections at present.
  package var count: Int { connections.count }

  /// Takes a port; 0 takes a free one. With `isLocal` only users of this machine can connect, otherwise anyone in its
  /// network. With a certificate it speaks TLS.
  ///
  /// - Throws: when the port is taken.
  package init(
    port: UInt16, isLocal: Bool = true, certificate: Certificate? = nil, limits: Limits = Limits()
  ) throws(ListeningSocket.Failure) {
    let socket = try ListeningSocket(port: port, isLocal: isLocal)
    self.port = socket.port
    connections = ConnectionTable(socket, most: limits.connections, perAddress: limits.perAddress)
    (self.limits, self.certificate) = (limits, certificate)
  }

  /// Begins to answer. The guard decides from a request's head alone; the body of one that is refused is not read.
  package func start(_ requests: RequestGuard, answer: @escaping Answer) {
    connections.start { [self] in serve($0, requests, answer) }
  }

  /// Ends all connections and listens no longer; returns when no thread of it is left that answers.
  package func close() { connections.close() }

  // MARK: One connection

  private func serve(_ descriptor: Int32, _ requests: RequestGuard, _ answer: @escaping Answer) {
    guard let line = Line(descriptor, certificate, until: .now + .seconds(limits.requestTime)) else { return }
    var isKnown = false
    func becomesKnown() {
      guard !isKnown else { return }
      isKnown = true
      connections.update(descriptor) { $0.isKnown = true }
    }
    func time(_ known: Double) -> Double { isKnown ? known : min(known, limits.strangerTime) }
    while true {
      do {
        guard line.waitForFirst(seconds: time(limits.idleTime)) else { return }
        let end = ContinuousClock.now + .seconds(time(limits.requestTime))
        guard let head = try line.head(limits.head, limits.body, until: end) else { return }
        var request = head.request
        let resource: String
        switch requests.verdict(path: request.path, host: request.headers["host"], origin: request.headers["origin"]) {
        case .allowed(let allowed): resource = allowed
        case .refused(let why): return refuse(403, why, line)
        }
        if requests.asksForToken { becomesKnown() }
        if head.bodySize > 0, request.headers["expect"]?.lowercased() == "100-continue" {
          guard send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), line) else { return }
        }
        let bodyEnd = ContinuousClock.now + .seconds(limits.requestTime)
        guard let body = line.body(head.size, head.bodySize, until: bodyEnd) else { return }
        request.body = body
        let reply = desk.answer(within: limits.answerTime) { [request] in answer(request, resource) }
        // A client that got an answer has shown the secret, if the routes ask for one.
        if reply.status == 200 { becomesKnown() }
        guard pass(reply, line, descriptor, keepsAlive: request.keepsAlive) else { return }
      } catch {
        let (rest, time) = error.hasMore ? (Self.mostDrained, limits.drainTime) : (1 << 20, 1)
        return refuse(error.status, error.words(largestBody: limits.body), line, drainingUpTo: rest, seconds: time)
      }
    }
  }

  /// Bytes of a body that is too large which are read and forgotten, so that the one that sends it comes to read the
  /// answer.
  private static let mostDrained = 4 << 30

  private func refuse(
    _ status: Int, _ words: String, _ line: Line, drainingUpTo limit: Int = 1 << 20, seconds: Double = 1
  ) {
    _ = send(StrictReply(status, words).bytes(keepsAlive: false), line)
    line.finish(readingUpTo: limit, seconds: seconds)
  }

  /// Passes an answer on, event by event as they come where it has some.
  ///
  /// - Returns: whether all of it was taken, and the connection can be used again.
  private func pass(_ reply: StrictReply, _ line: Line, _ descriptor: Int32, keepsAlive: Bool) -> Bool {
    defer { reply.events?.close() }
    connections.update(descriptor) { $0.events = reply.events }
    if connections.isClosed { reply.events?.close() }
    guard send(reply.bytes(keepsAlive: keepsAlive), line) else { return false }
    while let event = reply.events?.next() { guard send(Data(event), line) else { return false } }
    return reply.events == nil && keepsAlive
  }

  private func send(_ data: Data, _ line: Line) -> Bool { line.send(data, unreadTime: limits.unreadTime) }
}
