import FlyingFox
import FlyingSocks
import Foundation

/// What the servers on the loopback interface answer with: nothing is stored, guessed or told to other sites.
package enum LocalResponse {
  /// A sentence.
  package static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers("text/plain; charset=utf-8"), body: Data((text + "\n").utf8))
  }

  /// A value as JSON.
  package static func json(_ value: some Encodable, status: HTTPStatusCode = .ok) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let data = (try? encoder.encode(value)) ?? Data("null".utf8)
    return HTTPResponse(statusCode: status, headers: headers("application/json"), body: data)
  }

  /// Any other content.
  package static func content(_ type: String, _ data: Data, _ more: [String: String] = [:]) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers(type, more), body: data)
  }

  /// Server-sent events, each piece as it comes.
  package static func events(_ stream: AsyncStream<[UInt8]>) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: headers("text/event-stream"), body: HTTPBodySequence(from: EventBytes(stream: stream)))
  }

  /// A picture in this folder or below; nil for everything else. The name is as addresses write it: a space is
  /// `%20`. Whatever it says, only a file below the folder is read, links followed.
  package static func picture(_ name: String, in folder: String) -> HTTPResponse? {
    let types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "svg": "image/svg+xml",
    ]
    guard let name = name.removingPercentEncoding, !name.utf8.contains(0),
      let root = realPath(folder), let file = realPath("\(folder)/\(name)"),
      file.hasPrefix(root == "/" ? "/" : root + "/"),
      let type = types[URL(fileURLWithPath: file).pathExtension.lowercased()], isRegular(file),
      let data = FileManager.default.contents(atPath: file)
    else { return nil }
    return content(type, data, ["Content-Security-Policy": picturePolicy])
  }

  /// A picture opened by itself is a page of its own: one that runs no script, loads nothing and is no part of this site.
  private static let picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A pipe would be waited for, a device read without end.
  private static func isRegular(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }

  private static func headers(_ type: String, _ more: [String: String] = [:]) -> HTTPHeaders {
    var headers = HTTPHeaders()
    let all = [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
    ]
    for (name, value) in all.merging(more, uniquingKeysWith: { $1 }) { headers[HTTPHeader(name)] = value }
    return headers
  }
}

/// A stream of events as the body of a response, each piece sent as it comes.
private struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8
  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var base: AsyncStream<[UInt8]>.AsyncIterator

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { await base.next() }

    mutating func next() async throws -> UInt8? {
      preconditionFailure("the server reads buffers, as the protocol of the sequence asks")
    }
  }
}
