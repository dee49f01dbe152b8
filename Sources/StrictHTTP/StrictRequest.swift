import Foundation

/// A request as the listeners take it, and nothing besides: GET or POST, a short path, few headers, each once, a body whose
/// length is said before and is within bounds.
package struct StrictRequest: Hashable, Sendable {
  package var method: String
  /// As sent, without the query.
  package var path: String
  /// By their names in lower case.
  package var headers: [String: String]
  package var body = Data()

  /// Whether a script of the page asks, and not a picture or a frame, whose address a notebook may give: browsers say so, and
  /// others are believed. An endless answer is for scripts alone, for a page has six connections.
  package var isByScript: Bool { headers["sec-fetch-dest"].map { $0 == "empty" } ?? true }

  /// Bytes of the request line and the headers.
  package static let largestHead = 8 << 10
  /// Headers.
  static let mostHeaders = 64

  /// What is wrong with a request, with the status to answer.
  package enum Fault: Error, Hashable {
    case malformed, headTooLarge, bodyTooLarge, lengthNeeded, methodUnknown

    package var status: Int {
      switch self {
      case .malformed: 400
      case .headTooLarge: 431
      case .bodyTooLarge: 413
      case .lengthNeeded: 411
      case .methodUnknown: 405
      }
    }

    /// What to say to whoever sent it, where a body may have so many bytes.
    package func words(largestBody: Int) -> String {
      switch self {
      case .malformed: "This is not an HTTP/1.1 request."
      case .headTooLarge: "The address and the headers of this request are too long for this server."
      case .bodyTooLarge:
        largestBody < 1 << 20
          ? "This is larger than \(largestBody >> 10) kB, the largest size that is accepted."
          : "This is larger than \(largestBody >> 20) MB, the largest size that is accepted."
      case .lengthNeeded: "The request does not say how long its body is."
      case .methodUnknown: "Only GET and POST are answered here."
      }
    }

    /// Whether whoever sent it is probably still sending: the answer reaches them when the rest has been read.
    package var hasMore: Bool { self == .bodyTooLarge }
  }

  /// Takes a request off the front of what has come; nil while more has to come.
  ///
  /// - Throws: `Fault`; the connection cannot be used any longer then.
  package static func take(from buffer: inout Data, largestBody: Int) throws(Fault) -> StrictRequest? {
    guard let (head, start, length) = try head(of: buffer, largestBody: largestBody) else { return nil }
    guard buffer.count - start >= length else { return nil }
    var request = head
    request.body = Data(buffer.dropFirst(start).prefix(length))
    buffer = Data(buffer.dropFirst(start + length))
    return request
  }

  /// The request at the front of what has come, without its body; nil while its head has not come whole.
  ///
  /// - Parameter needsLength: whether a POST has to say that it has no body; without it, it has none.
  /// - Returns: the request, the bytes that its head takes, and those of its body.
  /// - Throws: `Fault`; the connection cannot be used any longer then.
  package static func head(
    of buffer: Data, largest: Int = largestHead, largestBody: Int, needsLength: Bool = true
  ) throws(Fault) -> (request: StrictRequest, size: Int, bodySize: Int)? {
    guard let end = buffer.prefix(largest + 4).range(of: Data("\r\n\r\n".utf8)) else {
      if buffer.count > largest { throw .headTooLarge }
      // What cannot become a request is not waited for.
      if buffer.contains(0) { throw .malformed }
      return nil
    }
    let head = buffer[buffer.startIndex..<end.lowerBound]
    guard head.count <= largest else { throw .headTooLarge }
    let request = try StrictRequest(head: head)
    return (request, head.count + 4, try request.length(largest: largestBody, isNeeded: needsLength))
  }

  package init(_ method: String, _ path: String, body: Data = Data()) {
    (self.method, self.path, headers, self.body) = (method, path, [:], body)
  }

  private init(head: Data) throws(Fault) {
    // Values may hold bytes beyond ASCII, as cookies do; what they mean is nobody's business here.
    guard !head.contains(where: { $0 < 32 && $0 != 13 && $0 != 10 && $0 != 9 || $0 == 127 }),
      let text = String(data: head, encoding: .isoLatin1)
    else { throw .malformed }
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].hasPrefix("/"),
      lines[0].utf8.allSatisfy({ (32...126).contains($0) })
    else { throw .malformed }
    guard words[0] == "GET" || words[0] == "POST" else { throw .methodUnknown }
    guard lines.count - 1 <= Self.mostHeaders else { throw .headTooLarge }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    headers = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, !line.contains("\n"), !line.contains("\r")
      else { throw .malformed }
      let name = line[..<colon].lowercased()
      guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || "-_".contains($0) }),
        headers.updateValue(line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces), forKey: name) == nil
      else { throw .malformed }
    }
  }

  private func length(largest: Int, isNeeded: Bool) throws(Fault) -> Int {
    guard headers["transfer-encoding"] == nil else { throw .lengthNeeded }
    guard let text = headers["content-length"] else {
      if method == "POST", isNeeded { throw .lengthNeeded }
      return 0
    }
    guard !text.isEmpty, text.count <= 12, text.allSatisfy({ $0.isASCII && $0.isNumber }), let length = Int(text) else {
      throw .malformed
    }
    guard length <= largest else { throw .bodyTooLarge }
    return length
  }

  /// Whether the peer wants to go on with this connection.
  package var keepsAlive: Bool { headers["connection"]?.lowercased() != "close" }
}

/// What the listeners answer: nothing is stored, guessed or told to other sites.
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

  /// Nothing is to be said.
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
