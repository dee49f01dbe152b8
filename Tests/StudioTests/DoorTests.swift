import Foundation
import StrictHTTP
import Testing

@testable import PhoneLink

@Suite("One phone at a time comes in, with a token that nobody has shown before")
struct PhoneDoorTests {
  private func door() -> PhoneDoor { PhoneDoor() }

  @Test("A token opens once; a new one ends the session before")
  func once() throws {
    let door = door()
    #expect(throws: PhoneDoor.Refusal.unknownToken) { try door.join(token: "") }
    let token = door.invite()
    #expect(door.knows(token: token) && !door.isOpen)
    let key = try door.join(token: token)
    #expect(door.isOpen)
    #expect(throws: PhoneDoor.Refusal.usedToken) { try door.join(token: token) }
    #expect(throws: PhoneDoor.Refusal.unknownKey) { try door.admit(key: token, size: 1) }
    try door.admit(key: key, size: 1)
    let second = door.invite()
    #expect(throws: PhoneDoor.Refusal.unknownKey) { try door.admit(key: key, size: 1) }
    #expect(throws: PhoneDoor.Refusal.unknownToken) { try door.join(token: token) }
    _ = try door.join(token: second)
    door.close()
    #expect(!door.knows(token: second) && !door.isOpen)
    #expect(throws: PhoneDoor.Refusal.unknownToken) { try door.join(token: second) }
  }

  @Test("A session sends no faster and no more than is allowed")
  func limits() throws {
    let door = door()
    let key = try door.join(token: door.invite())
    var now = ContinuousClock.now
    #expect(throws: PhoneDoor.Refusal.tooFast) {
      for _ in 0..<100 { try door.admit(key: key, size: 500_000, now: now) }
    }
    now += .seconds(10)
    var taken = 0
    #expect(throws: PhoneDoor.Refusal.exhausted(limit: PhoneDoor.sessionLimit)) {
      while true {
        now += .seconds(1)
        try door.admit(key: key, size: 2_000_000, now: now)
        taken += 2_000_000
      }
    }
    #expect(taken <= PhoneDoor.sessionLimit && taken > PhoneDoor.sessionLimit - 10_000_000)
    var events = 0
    #expect(throws: PhoneDoor.Refusal.tooFast) {
      while events < 1_000_000 {
        try door.admit(events: PhoneBatch.largestCount, now: now)
        events += PhoneBatch.largestCount
      }
    }
    #expect(events <= 2 * PhoneDoor.eventRateLimit && events >= PhoneDoor.eventRateLimit)
    try door.admit(events: PhoneBatch.largestCount, now: now + .seconds(1))
  }
}

@Suite("Requests are read strictly")
struct StrictRequestTests {
  private func take(_ text: String, largestBody: Int = 100) throws -> StrictRequest? {
    var buffer = Data(text.utf8)
    return try StrictRequest.take(from: &buffer, largestBody: largestBody)
  }

  @Test("A request is taken when it is whole, and what follows it stays")
  func whole() throws {
    let text = "POST /events?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET /"
    for length in 0..<(text.count - 5) {
      var buffer = Data(text.utf8.prefix(length))
      #expect(try StrictRequest.take(from: &buffer, largestBody: 100) == nil)
    }
    var buffer = Data(text.utf8)
    let request = try #require(try StrictRequest.take(from: &buffer, largestBody: 100))
    #expect(request.method == "POST" && request.path == "/events" && request.headers["host"] == "a")
    #expect(request.body == Data("hello".utf8) && buffer == Data("GET /".utf8))
  }

  @Test(
    "Whatever is not such a request is refused with its status",
    arguments: [
      ("POST / HTTP/1.1\r\n\r\n", 411), ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n", 413), ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400), ("PUT / HTTP/1.1\r\n\r\n", 405),
      ("GET http://other/ HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400), ("GET /a b HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\na\u{0}: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nä: x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nA: x\r\n folded\r\n\r\n", 400), ("\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nX: a\nb: c\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 2) + "\r\n", 400),
      ("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 9000), 431),
      ("GET / HTTP/1.1\r\n" + (0..<70).map { "a\($0): b\r\n" }.joined() + "\r\n", 431),
    ])
  func refusals(text: String, status: Int) {
    #expect { try take(text) } throws: { ($0 as? StrictRequest.Fault)?.status == status }
  }
}
