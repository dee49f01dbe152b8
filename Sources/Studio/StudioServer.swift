import FlyingFox
import FlyingSocks
import Foundation
import NotebookDocument
import Preview

/// The studio: one application on the loopback interface, and on request a listener for a phone.
///
/// The loopback side keeps the preview's rules: a secret in the address, `Host` and `Origin`. What a phone may do is
/// `PhoneService`'s business, and nothing else.
package final class StudioServer: Sendable {
  private let server: HTTPServer
  private let token: String
  private let routes: StudioRoutes
  private let replay: Replay?

  /// How a studio is started.
  package struct Configuration: Sendable {
    /// The folder of the notebooks; recordings go to `traces/` in it.
    package var folder: String
    /// The loopback port; 0 takes a free one.
    package var port: UInt16 = 0
    /// The port for phones; nil does not listen for any, 0 takes a free one.
    package var phonePort: UInt16?
    /// Whether phones are listened for on the loopback interface only, as tests do.
    package var isPhoneLocal = false
    /// A recording that is played as if a phone sent it.
    package var replay: String?
    package var cacheFolder: String?

    package init(folder: String) { self.folder = folder }
  }

  /// A studio.
  ///
  /// - Throws: `NotebookError` when there is no such folder, `SecureListener.Failure`, and what reading the recording or the
  ///   training log throws.
  package init(_ configuration: Configuration) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: configuration.folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw NotebookError(.unreadable("there is no such folder"), file: configuration.folder)
    }
    let folder = URL(fileURLWithPath: configuration.folder).standardizedFileURL.path
    let recordings = RecordingShelf(folder: folder)
    let motion = try MotionDesk(shelf: recordings)
    routes = StudioRoutes(
      notebooks: NotebookShelf(folder: folder, cacheFolder: configuration.cacheFolder),
      drawing: try DrawingDesk(folder: folder), motion: motion, recordings: recordings,
      phone: try configuration.phonePort.map {
        try PhoneHost(desk: motion, port: $0, isLocal: configuration.isPhoneLocal)
      })
    replay = try configuration.replay.map { try Replay(file: $0, desk: motion) }
    token = RequestGuard.makeToken()
    server = HTTPServer(address: Loopback.address(port: configuration.port), logger: .disabled)
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
        await server.appendRoute("*") { [routes] request in
          let verdict = requests.verdict(
            path: request.target.path(), host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")])
          switch verdict {
          case .refused(let why): return LocalResponse.text(.forbidden, why)
          case .allowed(let resource): return await routes.answer(request, resource)
          }
        }
        group.addTask { [routes] in
          while !Task.isCancelled {
            try await Task.sleep(for: .seconds(5))
            routes.motion.stream.beat()
          }
        }
        replay?.start()
        whenReady("http://127.0.0.1:\(port)/\(token)/")
        try await group.next()
      }
    } catch let error as SocketError {
      if Task.isCancelled { return }
      throw NotebookError(.noServer("\(error.localizedDescription)"))
    }
  }

  /// Ends everything that the studio has started.
  package func close() {
    replay?.stop()
    routes.phone?.close()
    routes.motion.close()
    routes.notebooks.close()
  }
}
