import CTLSClient
import Foundation
import LocalServer
import LoopbackClient
import Testing

@testable import PhoneLink

/// A connection over TLS to a listener of this machine.
final class Client {
  private let line: OpaquePointer

  init?(port: UInt16) {
    guard let line = gimbal_client_open(port) else { return nil }
    self.line = line
  }

  deinit { gimbal_client_close(line) }

  func send(_ data: Data) -> Bool {
    data.withUnsafeBytes { gimbal_client_write(line, $0.baseAddress, Int32($0.count)) == 1 }
  }

  /// The status and the body of the next answer; nil when the line has ended.
  func answer() -> (status: Int, body: String)? {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 8192)
    while true {
      if let end = data.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
        let length =
          head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) }
          ?? 0
        if data.count - end.upperBound >= length {
          return (Int(head.split(separator: " ")[1]) ?? 0, String(decoding: data[end.upperBound...], as: UTF8.self))
        }
      }
      let count = gimbal_client_read(line, &chunk, Int32(chunk.count))
      guard count > 0 else { return nil }
      data.append(contentsOf: chunk[..<Int(count)])
    }
  }

  /// Asks and waits.
  func ask(_ method: String, _ path: String, _ headers: [String: String], _ body: Data = Data()) -> (
    status: Int, body: String
  )? {
    var all = headers
    if method == "POST" { all["Content-Length"] = "\(body.count)" }
    let lines = all.map { "\($0): \($1)\r\n" }.joined()
    guard send(Data("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n".utf8) + body) else { return nil }
    return answer()
  }
}

/// A listener with the service behind it, and what it has taken.
final class PhoneBench: @unchecked Sendable {
  let door = PhoneDoor()
  let listener: Listener
  private let lock = NSLock()
  private var batches: [PhoneBatch] = []
  var host: String { "127.0.0.1:\(listener.port)" }
  var taken: [PhoneBatch] { lock.withLock { batches } }

  init(_ limits: Listener.Limits = PhoneService.limits) throws {
    listener = try Listener(port: 0, certificate: Certificate(names: ["127.0.0.1", "localhost"]), limits: limits)
    let service = PhoneService(door: door) { [unowned self] batch in
      lock.withLock { batches.append(batch) }
      return PhoneService.Answer(next: batch.first + batch.events.count, isRecording: false)
    }
    listener.start(RequestGuard(secureHosts: [host]), answer: service.answer)
  }

  deinit { listener.close() }
}

@Suite("A phone gets its page over TLS and sends its samples, and can do nothing else", .serialized)
struct PhoneServiceTests {
  @Test("A phone gets the page, trades its token, and its events arrive")
  func honest() throws {
    let bench = try PhoneBench()
    let client = try #require(Client(port: bench.listener.port))
    let token = bench.door.invite()
    let page = try #require(client.ask("GET", "/\(token)", ["Host": bench.host]))
    #expect(page.status == 200 && page.body.contains("requestPermission") && !page.body.contains("NONCE"))
    let key = try #require(
      client.ask("POST", "/join", ["Host": bench.host, "Origin": "https://\(bench.host)"], Data(token.utf8)))
    #expect(key.status == 200)
    let batch = Samples.batch(Samples.events(.apple, count: 20).events)
    let headers = ["Host": bench.host, "Authorization": "Bearer \(key.body)"]
    let answer = try #require(client.ask("POST", "/events", headers, try Samples.json(batch)))
    #expect(answer.status == 200 && answer.body.contains("\"next\":40"))
    #expect(bench.taken == [batch])
  }

  @Test("Foreign hosts and origins, wrong, used and old tokens, other paths and methods: refused, and nothing is taken")
  func refusals() throws {
    let bench = try PhoneBench()
    let token = bench.door.invite()
    let key = try bench.door.join(token: token)
    let body = try Samples.json(Samples.batch([.touch(time: 1, isDown: true)]))
    let good = ["Host": bench.host, "Authorization": "Bearer \(key)"]
    func status(_ method: String, _ path: String, _ headers: [String: String], _ body: Data = Data()) -> Int? {
      Client(port: bench.listener.port)?.ask(method, path, headers, body)?.status
    }
    #expect(status("POST", "/events", good.merging(["Host": "evil.example"]) { $1 }, body) == 403)
    #expect(status("POST", "/events", good.merging(["Origin": "https://evil.example"]) { $1 }, body) == 403)
    #expect(status("POST", "/events", good.merging(["Origin": "null"]) { $1 }, body) == 403)
    #expect(status("POST", "/events", ["Authorization": "Bearer \(key)"], body) == 403)
    #expect(status("POST", "/events", ["Host": bench.host], body) == 403)
    #expect(status("POST", "/events", good.merging(["Authorization": "Bearer \(token)"]) { $1 }, body) == 403)
    #expect(status("POST", "/join", ["Host": bench.host], Data(token.utf8)) == 403)
    #expect(status("POST", "/join", ["Host": bench.host], Data("x".utf8)) == 403)
    #expect(status("GET", "/", ["Host": bench.host]) == 403)
    for path in ["/../../etc/passwd", "/%2e%2e/etc/passwd", "/notebooks", "/assets/studio.js", "//", "/\(token)/../x"] {
      #expect(status("GET", path, ["Host": bench.host]) == 403, "\(path)")
    }
    #expect(status("POST", "/notebooks", good, body) == 404)
    #expect(status("DELETE", "/\(token)", ["Host": bench.host]) == 405)
    #expect(status("POST", "/events", good, Data("{}".utf8)) == 400)
    bench.door.close()
    #expect(status("POST", "/events", good, body) == 403)
    #expect(status("GET", "/\(token)", ["Host": bench.host]) == 403)
    #expect(bench.taken.isEmpty)
  }

  @Test("Too much, too slow, too many: the line ends, and an honest phone still comes through")
  func hostile() throws {
    var limits = PhoneService.limits
    (limits.requestTime, limits.idleTime, limits.connections, limits.perAddress) = (0.5, 1, 6, 6)
    let bench = try PhoneBench(limits)
    // A body that is announced as too large is not waited for.
    let announced = try #require(Client(port: bench.listener.port))
    #expect(announced.send(Data("POST /events HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n".utf8)))
    #expect(announced.answer()?.status == 413)
    // A request that comes byte by byte is cut after its time, however often a byte comes.
    let slow = try #require(Client(port: bench.listener.port))
    var sent = 0
    for byte in "GET / HTTP/1.1\r\nHost: a".utf8 {
      guard slow.send(Data([byte])) else { break }
      sent += 1
      usleep(100_000)
    }
    #expect(slow.answer() == nil && sent < 20)
    // Silent connections are closed after a while, or earlier to make room for others; there are never more than are
    // allowed.
    let idle = (0..<10).map { _ in
      let client = Client(port: bench.listener.port)
      #expect(bench.listener.count <= 6)
      return client
    }
    let end = ContinuousClock.now + .seconds(300)
    while bench.listener.count > 0, ContinuousClock.now < end { usleep(50_000) }
    #expect(bench.listener.count == 0)
    _ = idle.count
    let honest = try #require(Client(port: bench.listener.port))
    #expect(honest.ask("GET", "/\(bench.door.invite())", ["Host": bench.host])?.status == 200)
  }

  @Test("Silent connections from several addresses, however often they come, lock no phone out and end none that is in")
  func strangers() throws {
    // The silent ones stay for longer than the test: nobody gets in because their time is over.
    var limits = PhoneService.limits
    (limits.requestTime, limits.idleTime) = (1000, 1000)
    let bench = try PhoneBench(limits)
    let page = "/\(bench.door.invite())"
    let known = try #require(Client(port: bench.listener.port))
    #expect(known.ask("GET", page, ["Host": bench.host])?.status == 200)
    var silent: [RawLine] = []
    for round in 0..<4 {
      for source in UInt8(1)...3 {
        for _ in 0..<8 { silent.append(try RawLine(port: bench.listener.port, from: source)) }
      }
      if round == 0 {
        let end = ContinuousClock.now + .seconds(300)
        while bench.listener.count < 24, ContinuousClock.now < end { usleep(10_000) }
        #expect(bench.listener.count == 24)
      }
      let phone = Client(port: bench.listener.port)
      #expect(phone?.ask("GET", page, ["Host": bench.host])?.status == 200, "round \(round)")
      #expect(bench.listener.count <= 24)
    }
    #expect(known.ask("GET", page, ["Host": bench.host])?.status == 200)
    _ = silent.count
  }

  @Test("That a body is too large reaches also a client that reads when it has sent all of it, in words")
  func tooLarge() throws {
    let bench = try PhoneBench()
    let client = try #require(Client(port: bench.listener.port))
    let size = 30 << 20
    #expect(client.send(Data("POST /events HTTP/1.1\r\nHost: \(bench.host)\r\nContent-Length: \(size)\r\n\r\n".utf8)))
    let piece = Data(repeating: 65, count: 1 << 20)
    for number in 0..<30 { #expect(client.send(piece), "MB \(number)") }
    let answer = client.answer()
    #expect(
      answer?.status == 413 && answer?.body.contains("larger than 512 kB") ?? false, "\(answer?.body ?? "nothing")")
  }

  @Test("Bytes that are no TLS, and TLS that is no HTTP, end the line and nothing else")
  func noise() throws {
    let bench = try PhoneBench()
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let client = try #require(Client(port: bench.listener.port))
      _ = client.send(
        Data((0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) } + Array("\r\n\r\n".utf8)))
      let status = client.answer()?.status
      #expect(status == nil || [400, 405, 431].contains(status!), "\(status ?? 0)")
    }
    let client = try #require(Client(port: bench.listener.port))
    #expect(client.ask("GET", "/\(bench.door.invite())", ["Host": bench.host])?.status == 200)
    #expect(bench.taken.isEmpty)
  }
}
