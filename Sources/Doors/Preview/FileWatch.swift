import Foundation

/// Notices that a notebook's file has changed by what it holds: editors save in many ways, and file times are coarse.
///
/// The file is read every 50 ms, which costs microseconds. The session knows about the files that cells look at.
package struct FileWatch {
  private let path: String
  private var content: Data?
  /// What the notebook is made of next to its own text, and what that holds: the files with what it cites.
  package var besides: [String] = [] {
    didSet { if besides != oldValue { contents = read() } }
  }
  private var contents: [Data?] = []
  /// How often in a row the file was not there.
  private var absences = 0
  /// After so many looks a file that is away is gone: no editor takes a second to put a new one in its place.
  private static let patience = 20

  /// Watches a notebook. Its present content counts as new.
  package init(_ path: String) { self.path = path }

  /// The notebook's content, if it differs from the last one; nil also while the file is away, as it is for a moment when
  /// an editor puts a new file in its place.
  package mutating func newContent() -> Data? {
    guard let data = FileManager.default.contents(atPath: path) else {
      absences += 1
      return nil
    }
    // Files that come back count as new: the pages that showed them as gone hear of it.
    let isBack = absences >= Self.patience
    absences = 0
    let contents = read()
    guard isBack || data != content || contents != self.contents else { return nil }
    (content, self.contents) = (data, contents)
    return data
  }

  private func read() -> [Data?] { besides.map { FileManager.default.contents(atPath: $0) } }

  /// Whether the last look is the one by which the file counts as gone.
  package var hasJustGone: Bool { absences == Self.patience }
}
