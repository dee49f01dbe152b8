import Foundation

import enum Basics.SystemReason
import enum Basics.WholeFile

/// The settings of jupytext with which JupyterLab opens Markdown notebooks of ours as notebooks: that blocks of Swift
/// are cells, and that nothing is to be added to the front matter when a notebook that has run is saved. It looks for
/// its settings in the notebook's folder and those above it.
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

  /// Each setting, and what its value has to hold. Without the last, jupytext takes a notebook with a line that begins with `:::` for
  /// pandoc's.
  private static let settings = [
    ("custom_language_magics", "swift"), ("notebook_metadata_filter", "-all"),
    ("preferred_jupytext_formats_read", "md:markdown"),
  ]
  private static let head =
    "# JupyterLab opens Gimbal's Markdown notebooks through jupytext: blocks of Swift are cells.\n"

  private static func line(_ name: String, _ value: String) -> String { "\(name) = \"\(value)\"" }

  /// Writes the settings into a folder, unless they are there.
  ///
  /// - Returns: the file.
  /// - Throws: `Failure`; settings that are there stay as they are.
  package static func write(to folder: String) throws(Failure) -> String {
    let path = "\(folder)/\(fileName)"
    if let data = FileManager.default.contents(atPath: path) {
      let present = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
      let missing = settings.filter { name, value in !present.contains { $0.hasPrefix(name) && $0.contains(value) } }
      guard missing.isEmpty else { throw .needs(path, lines: missing.map(line)) }
      return path
    }
    let text = head + settings.map(line).joined(separator: "\n") + "\n"
    do {
      try WholeFile.write(Data(text.utf8), to: path)
    } catch {
      throw .unwritable(path, SystemReason.words(error))
    }
    return path
  }
}
