import Foundation
import LoopbackClient
import Testing

@testable import LocalServer

#if canImport(Glibc)
  import Glibc
#endif

/// A service on the loopback interface with small limits, and what has come through to it.
final class LoopbackBench {
  /// The resources that were asked for.
  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []
    var all: [String] { lock.withLock { names } }
    func note(_ name: String) { lock.withLock { names.append(name) } }
  }

  private let seen = Seen()
  private let task: Task<Void, any Error>
  let host: String
  let root: String
  let port: UInt16
  var resources: [String] { seen.all }

  init(_ limits: Listener.Limits = .init(), isForwarded: Bool = false) async throws {
    let (addresses, ready) = AsyncStream.makeStream(of: String.self)
    task = Task { [seen] in
      try await Listener.servePage(
        port: 0, isForwarded: isForwarded, limits: limits, whenReady: { ready.yield($0) }
      ) { request, resource in
        seen.note(resource)
        if resource == "large" { return StrictReply(200, Data(repeating: 65, count: 64 << 20), type: "text/plain") }
        if resource == "endless" { return .events(.repeating([UInt8](repeating: 65, count: 1 << 16), pause: 0)) }
        if resource.hasPrefix("slow/") { Thread.sleep(forTimeInterval: Double(resource.dropFirst(5)) ?? 0) }
        if resource == "ticks" { return .events(.repeating(Array("data: tick\n\n".utf8), pause: 0.02)) }
        return StrictReply(200, "\(request.method) \(resource) \(request.body.count)\n")
      }
    }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next())
    let parts = address.dropFirst("http://".count).split(separator: "/", maxSplits: 1)
    (host, root) = (String(parts[0]), "/" + parts[1])
    port = try #require(UInt16(host.split(separator: ":")[1]))
  }

  deinit { task.cancel() }

  /// The status of the answer to these bytes; nil when the line ends without one.
  func status(_ text: String) throws -> Int? {
    let line = try RawLine(port: port)
    line.send(text)
    shutdown(line.descriptor, Int32(SHUT_WR))
    return line.rest().split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Whether an honest request is answered.
  func isAlive() throws -> Bool {
    try status("GET \(root)alive HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n") == 200
  }
}

@Suite("The listener bounds everything that it is sent", .serialized)
struct ListenerTests {
  @Test("Requests one behind another on one line, a body that comes in pieces, a body that is announced first")
  func honest() async throws {
    let bench = try await LoopbackBench()
    let line = try RawLine(port: bench.port)
    line.send(
      "GET \(bench.root)a HTTP/1.1\r\nHost: \(bench.host)\r\n\r\nPOST \(bench.root)b HTTP/1.1\r\nHost: \(bench.host)\r\n"
    )
    line.send("Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
    line.send("12")
    usleep(50_000)
    line.send("345GET \(bench.root)c HTTP/1.1\r\nHost: \(bench.host)\r\nConnection: close\r\n\r\n")
    let answer = line.rest()
    #expect(answer.contains("GET a 0\n") && answer.contains("100 Continue") && answer.contains("POST b 5\n"))
    #expect(answer.contains("GET c 0\n") && answer.components(separatedBy: "200 OK").count == 4)
  }

  @Test("A page is reached at 127.0.0.1 only; a forwarded one at every address of the machine, with the secret")
  func forwarded() async throws {
    let local = try await LoopbackBench()
    #expect(throws: POSIXError.self) { try RawLine(port: local.port, to: 2) }
    let forwarded = try await LoopbackBench(isForwarded: true)
    func status(_ path: String, host: String) throws -> String {
      let line = try RawLine(port: forwarded.port, to: 2)
      line.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      return String(line.rest().split(separator: " ").dropFirst().first ?? "")
    }
    #expect(try status("\(forwarded.root)a", host: "localhost:9") == "200")
    #expect(try status("/a", host: "localhost:9") == "403")
    #expect(try status("\(forwarded.root)a", host: "127.0.0.2:\(forwarded.port)") == "403")
    #expect(forwarded.resources == ["a"])
  }

  @Test("A client that sends a byte now and then is cut off in time, and the others are served meanwhile")
  func slow() async throws {
    var limits = Listener.Limits()
    (limits.strangerTime, limits.requestTime, limits.idleTime) = (0.6, 0.8, 1)
    let bench = try await LoopbackBench(limits)
    // A stranger's head, and the body of somebody who knows the secret.
    let known = "POST \(bench.root)slow HTTP/1.1\r\nHost: \(bench.host)\r\nContent-Length: 1000\r\n\r\n"
    for begin in ["", known] {
      let line = try RawLine(port: bench.port)
      line.send(begin)
      var sent = 0
      while sent < 300, line.send("x") {
        sent += 1
        usleep(50_000)
      }
      #expect(sent < 300, "it was never cut off")
      #expect(try bench.isAlive())
    }
    #expect(!bench.resources.contains("slow"))
  }

  @Test("A client that is silent, or does not read, blocks no other and is dropped")
  func silent() async throws {
    var limits = Listener.Limits()
    (limits.strangerTime, limits.unreadTime, limits.connections) = (0.5, 1, 8)
    let bench = try await LoopbackBench(limits)
    let silent = try (0..<30).map { _ in try RawLine(port: bench.port) }
    #expect(try bench.isAlive(), "thirty silent lines leave room for one that speaks")
    for line in silent { #expect(line.rest() == "") }
    for resource in ["large", "endless"] {
      let line = try RawLine(port: bench.port, window: 65_536)
      line.send("GET \(bench.root)\(resource) HTTP/1.1\r\nHost: \(bench.host)\r\n\r\n")
      #expect(try bench.isAlive())
      line.waitForAnswer()
      usleep(3_000_000)
      #expect(line.rest().utf8.count < 32 << 20)
    }
    #expect(try bench.isAlive())
  }

  @Test("A head without end, too many headers, a body larger than is taken: refused, and not kept")
  func oversized() async throws {
    var limits = Listener.Limits()
    limits.body = 1000
    let bench = try await LoopbackBench(limits)
    let head = "GET \(bench.root) HTTP/1.1\r\nHost: \(bench.host)\r\n"
    let line = try RawLine(port: bench.port)
    let piece = [UInt8](repeating: 65, count: 1 << 20)
    line.send(head + "X: ")
    var sent = 0
    while sent < 200, line.send(piece) { sent += 1 }
    #expect(sent < 200, "a header of 200 MB was taken")
    #expect(try bench.status(head + (0..<100).map { "a\($0): b\r\n" }.joined() + "\r\n") == 431)
    let post = "POST \(bench.root)large-body HTTP/1.1\r\nHost: \(bench.host)\r\n"
    #expect(try bench.status(post + "Content-Length: 1001\r\n\r\n") == 413)
    #expect(try bench.status(post + "Content-Length: 9223372036854775808\r\n\r\n") == 400)
    #expect(bench.resources.isEmpty)
    #expect(try bench.isAlive())
  }

  @Test("That a body is too large reaches also a client that reads when it has sent all of it, in words")
  func tooLarge() async throws {
    var limits = Listener.Limits()
    limits.body = 1 << 20
    let bench = try await LoopbackBench(limits)
    let line = try RawLine(port: bench.port)
    line.send("POST \(bench.root)large HTTP/1.1\r\nHost: \(bench.host)\r\nContent-Length: \(50 << 20)\r\n\r\n")
    let piece = [UInt8](repeating: 65, count: 1 << 20)
    for number in 0..<50 { #expect(line.send(piece), "MB \(number)") }
    let answer = line.rest()
    #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("larger than 1 MB"), "\(answer)")
    #expect(bench.resources.isEmpty)
  }

  @Test("Requests that two readers would read differently are read by none")
  func smuggled() async throws {
    let bench = try await LoopbackBench()
    let (root, host) = (bench.root, bench.host)
    let inner = "GET \(root)smuggled HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    let begin = "POST \(root)outer HTTP/1.1\r\nHost: \(host)\r\n"
    for headers in [
      "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n", "Content-Length: 4\r\nContent-Length: 0\r\n",
      "Content-Length: +4\r\n", "Content-Length: 0x4\r\n", "Content-Length: 4, 4\r\n", "Content-Length: -1\r\n",
      "Content-Length : 4\r\n", " Content-Length: 4\r\n", "Content-Length:\r\n 4\r\n",
    ] {
      let status = try bench.status(begin + headers + "\r\n0\r\n\r\n" + inner)
      #expect(status == 400 || status == 411, "\(headers): \(status ?? 0)")
    }
    // Other line ends, and requests with two hosts.
    for text in [
      "GET \(root)smuggled HTTP/1.1\nHost: \(host)\n\n", "GET \(root)smuggled HTTP/1.1\rHost: \(host)\r\r",
      "GET \(root)smuggled HTTP/1.1\r\nHost: \(host)\r\nHost: evil.example\r\n\r\n",
      "GET \(root)smuggled HTTP/1.1\r\nHost: evil.example\r\nX: y\nHost: \(host)\r\n\r\n",
      "GET http://\(host)\(root)smuggled HTTP/1.1\r\nHost: \(host)\r\n\r\n", "GET \(root)smuggled\r\n\r\n",
    ] {
      let status = try bench.status(text)
      #expect(status == nil || status == 400, "\(text): \(status ?? 0)")
    }
    #expect(bench.resources.isEmpty)
    #expect(try bench.isAlive())
  }

  @Test("Hosts, origins and secrets that are nearly right are refused before a body is read")
  func nearlyRight() async throws {
    let bench = try await LoopbackBench()
    let (root, host, port) = (bench.root, bench.host, bench.port)
    func status(_ path: String, _ host: String, _ more: String = "") throws -> Int? {
      try bench.status("POST \(path)x HTTP/1.1\r\nHost: \(host)\r\n\(more)Content-Length: 100000000\r\n\r\n")
    }
    for host in [
      "127.0.0.1", "127.0.0.1:0\(port)", "127.0.0.1:\(port + 1)", "127.0.0.1:\(port)0", "127.0.0.1.:\(port)",
      "127.1:\(port)",
      "2130706433:\(port)", "0x7f000001:\(port)", "[::1]:\(port)", "[::ffff:127.0.0.1]:\(port)", "localhost.:\(port)",
      "localhost.evil.example:\(port)", "evil.example:\(port)", "user@127.0.0.1:\(port)",
      "127.0.0.1:\(port)@evil.example",
      "127.0.0.1:\(port)/", "0.0.0.0:\(port)", "",
    ] { #expect(try status(root, host) == 403, "Host: \(host)") }
    for origin in [
      "null", "https://\(host)", "http://\(host).evil.example", "http://evil.example", "http://127.0.0.1",
      "http://localhost:\(port + 1)", "file://", "http://\(host), http://evil.example", "",
    ] { #expect(try status(root, host, "Origin: \(origin)\r\n") == 403, "Origin: \(origin)") }
    let token = String(root.dropFirst().dropLast())
    for path in [
      "/", "/\(token.uppercased() == token ? token.lowercased() : token.uppercased())/", "/\(token.dropLast())/",
      "/\(token)0/", "/x/\(token)/", "/%\(String(token.utf8.first!, radix: 16))\(token.dropFirst())/", "/./\(token)/",
      "/\(token)%00/", "/../\(token)/", "/;\(token)/", "/\(token);/",
    ] where path != root { #expect(try status(path, host) == 403, "\(path)") }
    #expect(bench.resources.isEmpty)
    #expect(try bench.isAlive())
  }

  @Test("A request to speak another protocol is answered as a request, and what comes behind it as none")
  func upgrades() async throws {
    let bench = try await LoopbackBench()
    let line = try RawLine(port: bench.port)
    line.send(
      "GET \(bench.root)socket HTTP/1.1\r\nHost: \(bench.host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    // Without a mask, of 2⁶³ bytes, and a control frame in fragments.
    for frame: [UInt8] in [
      [0x81, 0x02, 0x68, 0x69], [0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4],
      [0x09, 0x80, 0, 0, 0, 0],
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc],
    ] { line.send(frame) }
    line.send("\r\n\r\n")
    let answer = line.rest()
    #expect(answer.hasPrefix("HTTP/1.1 200") && !answer.contains("101") && answer.contains("HTTP/1.1 400"))
    #expect(bench.resources == ["socket"])
    #expect(try bench.isAlive())
  }

  @Test(
    "Answers that take long block neither other answers nor a stream, and end with an error when they take too long"
  )
  func slowAnswers() async throws {
    // On a busy machine a short time may be over before all others are answered.
    for seconds in [10.0, 200] where try await areOthersAnswered(within: seconds) { return }
    Issue.record("the others waited for the slow ones")
  }

  /// Whether other requests are answered while some take longer than they may: these get an error then.
  private func areOthersAnswered(within seconds: Double) async throws -> Bool {
    var limits = Listener.Limits()
    limits.answerTime = seconds
    let bench = try await LoopbackBench(limits)
    func ask(_ resource: String) throws -> RawLine {
      let line = try RawLine(port: bench.port)
      line.send("GET \(bench.root)\(resource) HTTP/1.1\r\nHost: \(bench.host)\r\nConnection: close\r\n\r\n")
      return line
    }
    func ticks(_ text: String) -> Int { text.components(separatedBy: "tick").count - 1 }
    let stream = try ask("ticks")
    #expect(ticks(stream.rest { ticks($0) > 2 }) > 2)
    let slow = try (0..<6).map { _ in try ask("slow/\(2 * seconds)") }
    usleep(200_000)
    #expect(try ask("quick").rest().contains("GET quick 0"))
    #expect(ticks(stream.rest { ticks($0) > 10 }) > 10)
    guard slow.allSatisfy({ !$0.hasAnswer }) else { return false }
    for line in slow {
      let answer = line.rest()
      #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("This takes longer than \(Int(seconds)) s"))
    }
    return true
  }

  @Test("Over TLS, an answer larger than the socket takes arrives whole, and one that nobody takes is given up")
  func largeOverTLS() throws {
    let text = String(repeating: "0123456789abcdef", count: 1 << 19)
    func listener(unreadTime: Double) throws -> Listener {
      var limits = Listener.Limits()
      limits.unreadTime = unreadTime
      let listener = try Listener(port: 0, certificate: Certificate(names: ["localhost"]), limits: limits)
      listener.start(RequestGuard(secureHosts: ["localhost:\(listener.port)"])) { _, _ in StrictReply(200, text) }
      return listener
    }
    let patient = try listener(unreadTime: 300)
    defer { patient.close() }
    let answer = Client(port: patient.port)?.ask("GET", "/x", ["Host": "localhost:\(patient.port)"])
    let isWhole = answer?.body == text
    #expect(isWhole, "\(answer?.body.utf8.count ?? -1) bytes of \(text.utf8.count)")
    let hasty = try listener(unreadTime: 1)
    defer { hasty.close() }
    let sleeper = try #require(Client(port: hasty.port))
    #expect(sleeper.send(Data("GET /x HTTP/1.1\r\nHost: localhost:\(hasty.port)\r\n\r\n".utf8)))
    let end = ContinuousClock.now + .seconds(300)
    while hasty.count == 0, ContinuousClock.now < end { usleep(1000) }
    while hasty.count > 0, ContinuousClock.now < end { usleep(50_000) }
    #expect(ContinuousClock.now < end)
    withExtendedLifetime(sleeper) {}
  }

  @Test(
    "Twenty thousand mutated requests over the line: every answer is one, and none gets further than the secret allows")
  func mutated() async throws {
    var limits = Listener.Limits()
    (limits.strangerTime, limits.requestTime) = (0.3, 0.3)
    let bench = try await LoopbackBench(limits)
    let token = bench.root.dropFirst().dropLast()
    let text =
      "POST /\(token)/x HTTP/1.1\r\nHost: \(bench.host)\r\nOrigin: http://\(bench.host)\r\nContent-Length: 7\r\n\r\n1234567"
    for seed in 0..<2_000 {
      var mutator = Mutator(seed: UInt64(seed) &+ 5_000_000)
      let line = try RawLine(port: bench.port)
      for _ in 0..<10 { line.send(mutator.mutate(Array(text.utf8))) }
      shutdown(line.descriptor, Int32(SHUT_WR))
      let answer = line.rest(seconds: 5)
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "), "\(answer.prefix(80))")
    }
    #expect(try bench.isAlive())
  }
}
