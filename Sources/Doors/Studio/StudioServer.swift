import Foundation
import LocalServer
import NotebookDocument

/// The studio: one application on the loopback interface, and on request a listener for a phone.
///
/// The loopback side keeps the preview's rules: a secret in the address, `Host` and `Origin`. What a phone may do is
/// `PhoneService`'s business, and nothing else.
package final class StudioServer: Sendable {
  private let port: UInt16
  private let isForwarded: Bool
  private let routes: StudioRoutes
  private let replay: Replay?

  /// How a studio is started.
  package struct Configuration: Sendable {
    /// The folder of the notebooks; recordings go to `traces/` in it.
    package var folder: String
    /// The loopback port; 0 takes a free one.
    package var port: UInt16 = 0
    /// Whether the port is forwarded to the machine where the browser is, as from a container.
    package var isForwarded = false
    /// The port for phones; nil does not listen for any, 0 takes a free one.
    package var phonePort: UInt16?
    /// Whether phones are listened for on the loopback interface only, as tests do.
    package var isPhoneLocal = false
    /// A recording that is played as if a phone sent it.
    package var replay: String?
    package var cacheFolder: String?
    /// The program and arguments that serve SourceKit; none where the toolchain has none.
    package var help: [String]?

    package init(folder: String) { self.folder = folder }
  }

  /// A studio.
  ///
  /// - Throws: `NotebookError` when there is no such folder, what `PhoneHost` throws, and what reading the recording or the
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
      calibration: CalibrationDesk(folder: folder, shelf: recordings, motion: motion),
      phone: try configuration.phonePort.map {
        try PhoneHost(desk: motion, port: $0, isLocal: configuration.isPhoneLocal)
      }, help: EditorHelp(start: configuration.help))
    replay = try configuration.replay.map { try Replay(file: $0, desk: motion) }
    (port, isForwarded) = (configuration.port, configuration.isForwarded)
  }

  /// Serves until the task is cancelled; `whenReady` is called with the page's address once it can be opened.
  ///
  /// - Throws: `ServiceError` when the port is taken.
  package func run(whenReady: @Sendable (String) -> Void) async throws {
    try await Listener.servePage(
      port: port, isForwarded: isForwarded,
      alongside: { [routes] in
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(5))
          routes.motion.beat()
        }
      },
      whenReady: { address in
        replay?.start()
        whenReady(address)
      }, answer: routes.answer)
  }

  /// Ends everything that the studio has started.
  package func close() {
    replay?.stop()
    routes.phone?.close()
    routes.motion.close()
    routes.notebooks.close()
    routes.help.close()
  }
}
