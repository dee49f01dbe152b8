import Foundation

/// Notices that a notebook's file has changed by what it holds: editors save in many ways, and file times are coarse.
///
/// The file is read every 50 ms, which costs microseconds. The session knows about the files that cells look at.
package struct FileWatch {
  private let path: String
  private var content: Data?

  /// Watches a notebook. Its present content counts as new.
  package init(_ path: String) { self.path = path }

  /// The notebook's content, if it differs from the last one; nil also while the file is away, as it is for a moment when
  /// an editor puts a new file in its place.
  package mutating func newContent() -> Data? {
    guard let data = FileManager.default.contents(atPath: path), data != content else { return nil }
    content = data
    return data
  }
}
