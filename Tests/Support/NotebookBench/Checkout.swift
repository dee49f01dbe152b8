import Foundation

/// The project's folder, of which tests read documents, notebooks and sources.
package enum Checkout {
  package static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized

  /// The folder of a room's sources, in whichever wing it is.
  package static func room(_ name: String) -> URL {
    let sources = root.appendingPathComponent("Sources")
    let folders = FileManager.default.enumerator(atPath: sources.path)?.lazy.compactMap { $0 as? String }
    return sources.appendingPathComponent(folders?.first { ($0 as NSString).lastPathComponent == name } ?? name)
  }
}
