import CellKernel
import Display
import Drawings
import Figures
import Files
import Foundation
import Synchronization

/// The figures of many runs, on disk until they are drawn: each has its data, up to a megabyte, and most are as others are.
final class FigureShelf: Sendable {
  private let folder: String
  private let frames = Mutex([String: CommonFrame?]())

  init() throws {
    folder = NSTemporaryDirectory() + "gimbal-explore-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The outcome with the data of its figures on the shelf, and their names in it. O(length).
  func shelving(_ outcome: CellOutcome) throws -> CellOutcome {
    var outcome = outcome
    outcome.outputs = try outcome.outputs.map { output in
      guard case .bundle(var bundle) = output, let json = bundle.contents[MediaType.figure] else { return output }
      let name = "\(ContentHash([json]))"
      if frames.withLock({ $0[name] }) == nil {
        try Data(json.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        let frame = FigureDrawer.figure(json).flatMap(CommonFrame.init)
        frames.withLock { $0[name] = .some(frame) }
      }
      bundle.contents[MediaType.figure] = name
      return .bundle(bundle)
    }
    return outcome
  }

  /// The bundle with its figure's data.
  func taken(_ bundle: MIMEBundle) throws -> MIMEBundle {
    guard let name = bundle.contents[MediaType.figure] else { return bundle }
    var bundle = bundle
    bundle.contents[MediaType.figure] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    return bundle
  }

  /// The axes of a figure that was shelved, as it would be drawn by itself.
  func frame(of bundle: MIMEBundle) -> CommonFrame? {
    guard let name = bundle.contents[MediaType.figure] else { return nil }
    return frames.withLock { $0[name] } ?? nil
  }
}
