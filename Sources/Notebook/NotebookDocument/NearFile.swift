import Foundation

import enum Basics.Spelling

/// The file that was probably meant.
package enum NearFile {
  /// “; did you mean …?”, for a path where nothing is: a file next to it with nearly that name, or with an ending that
  /// was left out. Empty when there is none. O(files in the folder).
  package static func hint(_ path: String, endings: [String]) -> String {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      return "; there is no folder \(folder.path)"
    }
    let name = url.lastPathComponent
    let candidates = files.filter { file in endings.contains { file.hasSuffix(".\($0)") } }
    let near =
      endings.map { "\(name).\($0)" }.first(where: candidates.contains)
      ?? Spelling.nearest(to: name, among: candidates)
    guard let near else { return "" }
    let prefix = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return "; did you mean “\(prefix)\(near)”?"
  }
}
