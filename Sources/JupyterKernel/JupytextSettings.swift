import Foundation

import enum Basics.SystemReason
import enum Basics.WholeFile

/// What jupytext has to be told so that JupyterLab opens Markdown notebooks of ours as notebooks: that blocks of Swift are
/// cells, and that nothing is to be added to the front matter when a notebook that has run is saved. It looks for its settings in the notebook's folder and those above it.
package enum JupytextSettings {
  package static let fileName = "jupytext.toml"

  package enum Failure: Error, Hashable, CustomStringConvertible {
    case unwritable(String, String)
    /// There are settings already that say something else.
    case needs(String, lines: [String])

    package var description: String {
      switch self {
      case .unwritable(let path, let why): "\(path): error: the settings cannot be written: \(why)"
      case .needs(let path, let lines):
        "\(path): error: jupytext already has settings; add this above their first [section]:\n  "
          + lines.joined(separator: "\n  ")
      }
    }
  }

  private static let lines = ["custom_language_magics = \"swift\"", "notebook_metadata_filter = \"-all\""]
  private static let head =
    "# JupyterLab opens Gimbal's Markdown notebooks through jupytext: blocks of Swift are cells.\n"

  /// Writes the settings into a folder, unless they are there.
  ///
  /// - Returns: the file.
  /// - Throws: `Failure`; settings that are there stay as they are.
  package static func write(to folder: String) throws(Failure) -> String {
    let path = "\(folder)/\(fileName)"
    if let data = FileManager.default.contents(atPath: path) {
      let present = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
      let missing = lines.filter { line in
        let name = line.prefix { $0 != " " }
        let wanted = line.contains("swift") ? "swift" : "-all"
        return !present.contains { $0.hasPrefix(name) && $0.contains(wanted) }
      }
      guard missing.isEmpty else { throw .needs(path, lines: missing) }
      return path
    }
    let text = head + lines.joined(separator: "\n") + "\n"
    do {
      try WholeFile.write(Data(text.utf8), to: path)
    } catch {
      throw .unwritable(path, SystemReason.words(error))
    }
    return path
  }
}
