import Foundation

/// A listener's answer. Browsers neither store it, guess its type, nor reveal its address to other sites.
package struct StrictReply: Sendable {
  package var status: Int
  package var type: String
  package var body: Data
  package var headers: [String: String]
  /// What follows as it comes, as long as the connection lasts; nil for a reply that is whole.
  package var events: EventQueue?

  package init(
    _ status: Int, _ body: Data, type: String, headers: [String: String] = [:], events: EventQueue? = nil
  ) {
    (self.status, self.type, self.body, self.headers, self.events) = (status, type, body, headers, events)
  }

  /// A text: by default a sentence.
  package init(
    _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8", headers: [String: String] = [:]
  ) {
    self.init(status, Data(text.utf8), type: type, headers: headers)
  }

  /// An empty answer: the request was carried out.
  package static let done = StrictReply(200, "")

  /// A value as JSON.
  package static func json(_ value: some Encodable, status: Int = 200) -> StrictReply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return StrictReply(status, (try? encoder.encode(value)) ?? Data("null".utf8), type: "application/json")
  }

  /// Server-sent events, each as it comes.
  package static func events(_ queue: EventQueue) -> StrictReply {
    StrictReply(200, Data(), type: "text/event-stream", events: queue)
  }

  private static let reasons = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 503: "Service Unavailable", 507: "Insufficient Storage",
  ]

  /// The reply as it goes over the line; without the events, whose end is that of the connection.
  package func bytes(keepsAlive: Bool) -> Data {
    var all = [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      "Connection": keepsAlive && events == nil ? "keep-alive" : "close",
    ]
    if events == nil { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    return Data("HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")\r\n\(lines)\r\n".utf8) + body
  }
}
