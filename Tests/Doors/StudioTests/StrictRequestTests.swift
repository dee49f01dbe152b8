import Foundation
import LocalServer
import LoopbackClient
import Testing

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
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
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

  @Test("Without a length a request has no body, and what follows it is the next one")
  func noLength() throws {
    var buffer = Data("POST /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n".utf8)
    let first = try StrictRequest.take(from: &buffer, largestBody: 100)
    #expect(first?.path == "/a" && first?.body == Data())
    #expect(try StrictRequest.take(from: &buffer, largestBody: 100)?.path == "/b")
  }
}
