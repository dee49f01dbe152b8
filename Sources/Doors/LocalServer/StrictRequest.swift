import Foundation

/// The only form of request that the listeners accept: GET or POST, a short path, few headers, each once, and a body
/// whose length is announced and within bounds.
package struct StrictRequest: Hashable, Sendable {
  package var method: String
  /// As sent, without the query.
  package var path: String
  /// By their names in lower case.
  package var headers: [String: String]
  package var body = Data()

  /// Whether a script of the page asks, rather than a picture or a frame, whose address may come from a notebook.
  /// Browsers send a header for this; clients that do not are believed. Only scripts get an endless answer, because a
  /// page has only six connections.
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

    /// The message for the sender, if a body may have this many bytes.
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

    /// Whether the client is probably still sending: the answer reaches it only after the rest has been read.
    package var hasMore: Bool { self == .bodyTooLarge }
  }

  /// The request at the front of what has come, without its body; nil while its head has not come whole.
  ///
  /// - Returns: the request, the bytes that its head takes, and those of its body.
  /// - Throws: `Fault`; the connection cannot be used any longer then.
  package static func head(
    of buffer: Data, largest: Int = largestHead, largestBody: Int
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
    return (request, head.count + 4, try request.length(largest: largestBody))
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

  private func length(largest: Int) throws(Fault) -> Int {
    guard headers["transfer-encoding"] == nil else { throw .lengthNeeded }
    // Without a length there is no body, RFC 9112, section 6.3.
    guard let text = headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.count <= 12, text.allSatisfy({ $0.isASCII && $0.isNumber }), let length = Int(text) else {
      throw .malformed
    }
    guard length <= largest else { throw .bodyTooLarge }
    return length
  }

  /// Whether the peer wants to go on with this connection.
  package var keepsAlive: Bool { headers["connection"]?.lowercased() != "close" }
}
