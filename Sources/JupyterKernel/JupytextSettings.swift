import Foundation

/// What jupytext has to be told so that JupyterLab opens Markdown notebooks of ours as notebooks: that blocks of Swift are
/// cells. It looks for its settings in the notebook's folder and those above it.
package enum JupytextSettings {
  package static let fileName = "jupytext.toml"

  package enum Failure: Error, Hashable, CustomStringConvertible {
    case unwritable(String, String)
    /// There are settings already that say something else.
    case needsLine(String)

    package var description: String {
      switch self {
      case .unwritable(let path, let why): "\(path): error: the settings cannot be written: \(why)"
      case .needsLine(let path):
        "\(path): error: there are settings of jupytext already; add this line above its first [section]:\n  \(line)"
      }
    }
  }

  private static let line = "custom_language_magics = \"swift\""

  /// Writes the settings into a folder, unless they are there.
  ///
  /// - Returns: the file.
  /// - Throws: `Failure`; settings that are there stay as they are.
  package static func write(to folder: String) throws(Failure) -> String {
    let path = "\(folder)/\(fileName)"
    if let data = FileManager.default.contents(atPath: path) {
      let lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
      let names = lines.first { $0.hasPrefix("custom_language_magics") } ?? ""
      guard names.contains("swift") else { throw .needsLine(path) }
      return path
    }
    let text = "# JupyterLab opens Gimbal's Markdown notebooks through jupytext: blocks of Swift are cells.\n\(line)\n"
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unwritable(path, (error as NSError).localizedDescription)
    }
    return path
  }
}
