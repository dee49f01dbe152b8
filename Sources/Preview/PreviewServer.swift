import FlyingFox
import FlyingSocks
import Foundation
import NotebookDocument

#if canImport(Glibc)
  import Glibc
#endif

/// The preview's server: the page, its events, and the two buttons. It listens on the loopback interface only.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /TOKEN/` | the page |
/// | `GET /TOKEN/events` | a stream of server-sent events |
/// | `GET /TOKEN/NAME.png` (svg, jpg, gif, webp) | a picture in the notebook's folder |
/// | `POST /TOKEN/stop` | stops the running cell |
/// | `POST /TOKEN/run` | runs again what has failed or was stopped |
///
/// Everything else is refused; see `RequestGuard`.
package final class PreviewServer: Sendable {
  private let preview: NotebookPreview
  private let server: HTTPServer
  private let token: String

  /// A server for a preview; port 0 takes a free one.
  package init(_ preview: NotebookPreview, port: UInt16 = 0) {
    (self.preview, token) = (preview, RequestGuard.makeToken())
    server = HTTPServer(address: Loopback.address(port: port), logger: .disabled)
  }

  /// Serves until the task is cancelled; `whenReady` is called with the page's address once it can be opened.
  ///
  /// - Throws: `NotebookError` when the port is taken.
  package func run(whenReady: @Sendable (String) -> Void) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [server] in try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
        let requests = RequestGuard(token: token, port: port)
        let pages = PreviewPage(nonce: RequestGuard.makeToken())
        await server.appendRoute("*") { [preview] request in
          Self.answer(request, requests, pages, preview)
        }
        preview.start()
        whenReady("http://127.0.0.1:\(port)/\(token)/")
        try await group.next()
      }
    } catch let error as SocketError {
      if Task.isCancelled { return }
      throw NotebookError(.noServer("\(error.localizedDescription)"))
    }
  }

  private static func answer(
    _ request: HTTPRequest, _ requests: RequestGuard, _ pages: PreviewPage, _ preview: NotebookPreview
  ) -> HTTPResponse {
    // As it was sent: what the server made of it may be decoded, or not, or twice.
    let verdict = requests.verdict(
      path: request.target.path(), host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")])
    guard case .allowed(let resource) = verdict else {
      if case .refused(let why) = verdict { return text(.forbidden, why) }
      return text(.forbidden, "")
    }
    switch (request.method, resource) {
    case (.GET, ""):
      return HTTPResponse(
        statusCode: .ok, headers: headers("text/html; charset=utf-8", ["Content-Security-Policy": pages.policy]),
        body: Data(pages.text(title: preview.name).utf8))
    case (.GET, "events"):
      return HTTPResponse(
        statusCode: .ok, headers: headers("text/event-stream"),
        body: HTTPBodySequence(from: EventBytes(stream: preview.hub.listen())))
    case (.POST, "stop"):
      preview.stopCell()
      return text(.ok, "")
    case (.POST, "run"):
      preview.runAgain()
      return text(.ok, "")
    case (.GET, let name): return picture(name, in: preview.folder) ?? text(.notFound, "There is nothing here.")
    default: return text(.methodNotAllowed, "This cannot be done here.")
    }
  }

  /// A picture in the notebook's folder or below; nil for everything else. The name is as addresses write it: a space is
  /// `%20`. Whatever it says, only a file below the folder is read, links followed.
  private static func picture(_ name: String, in folder: String) -> HTTPResponse? {
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
    return HTTPResponse(statusCode: .ok, headers: headers(type, ["Content-Security-Policy": picturePolicy]), body: data)
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

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers("text/plain; charset=utf-8"), body: Data((text + "\n").utf8))
  }

  /// Headers under which nothing is stored, guessed or told to other sites.
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

private enum Loopback {
  static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
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
