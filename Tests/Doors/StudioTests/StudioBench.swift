import Foundation
import LocalServer
import PhoneLink

@testable import Studio

/// A studio in its own folder, without a network.
final class StudioBench: Sendable {
  let folder: String
  let routes: StudioRoutes
  let notebooks: NotebookShelf

  /// - Parameter help: What serves SourceKit.
  init(folder: String = "\(NSTemporaryDirectory())gimbal-studio-\(UUID().uuidString)", help: [String]? = nil) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let recordings = RecordingShelf(folder: folder)
    notebooks = NotebookShelf(folder: folder, cacheFolder: nil)
    let motion = try MotionDesk(shelf: recordings)
    routes = StudioRoutes(
      notebooks: notebooks, drawing: try DrawingDesk(folder: folder), motion: motion, recordings: recordings,
      calibration: CalibrationDesk(folder: folder, shelf: recordings, motion: motion), phone: nil,
      help: EditorHelp(start: help))
  }

  deinit {
    notebooks.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Asks the routes.
  func ask(_ method: String, _ path: String, _ body: String = "") async throws -> (status: Int, text: String) {
    let response = routes.answer(StrictRequest(method, path, body: Data(body.utf8)), path)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  /// Asks for a value.
  func value<Value: Decodable>(_ method: String, _ path: String, _ body: String = "") async throws -> Value {
    let (status, text) = try await ask(method, path, body)
    guard status == 200 else { throw StudioError.malformed("200 instead of \(status): \(text)") }
    return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}
