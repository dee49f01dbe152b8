import CHostLink
import Figures
import Files
import Foundation
import Synchronization

/// What decides a drawing next to the figure: this program, gnuplot, fonts, and the variables that both read.
package enum DrawingTools {
  /// Names the tools as they are now: another name when one of them was changed. Costs about a millisecond, for the
  /// folders of fonts; for a second the last answer serves.
  package static func identity(_ renderer: FigureRenderer) -> String {
    let gnuplot = (try? renderer.executable()) ?? "none"
    return memory.withLock { known in
      if let (value, time) = known[gnuplot], ContinuousClock.now - time < .seconds(1) { return value }
      let value = ([program, "\(gnuplot) \(version(gnuplot))"] + variables + fonts).joined(separator: "\n")
      known[gnuplot] = (value, .now)
      return value
    }
  }

  /// What tells one build of a program from another, through links.
  package static func version(_ path: String) -> String {
    FileSignature(path).map { "\($0.size) \($0.modified)" } ?? "missing"
  }

  /// Which build of this program draws: another one may finish drawings otherwise.
  static let program: String = {
    // The program's own name is as it was typed, and no path at all when the shell found it.
    for path in [String(cString: gimbal_own_file()), "/proc/self/exe"] {
      if let stamp = FileSignature(path) { return "\(stamp.size) \(stamp.modified)" }
    }
    return UUID().uuidString
  }()

  private static var variables: [String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix("GNUPLOT_") || name.hasPrefix("FONTCONFIG_") || name == "GDFONTPATH"
        || name == "LANG" || name.hasPrefix("LC_")
    }.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// The folders in which fontconfig looks, each with the time at which a font was put into it or taken out: fontconfig
  /// itself knows by it whether its cache still holds.
  private static var fonts: [String] {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? ""
    let data = environment["XDG_DATA_HOME"] ?? "\(home)/.local/share"
    let configuration = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
    let rules = ["/etc/fonts", "/etc/fonts/conf.d", "\(configuration)/fontconfig"]
    let seen = rules.map { "\($0) \(version($0))" }
    return seen + folders(in: ["/usr/share/fonts", "/usr/local/share/fonts", "\(data)/fonts", "\(home)/.fonts"])
  }

  /// All folders below these, each with its time. O(entries).
  package static func folders(in roots: [String]) -> [String] {
    var seen: [String] = []
    for root in roots { note(root, depth: 0, in: &seen) }
    return seen
  }

  /// Folders of fonts lie at most so deep; one with more folders than this is not gone through.
  private static let (maximumDepth, maximumFolders) = (4, 2000)

  private static func note(_ folder: String, depth: Int, in seen: inout [String]) {
    guard depth < maximumDepth, seen.count < maximumFolders, let handle = opendir(folder) else { return }
    defer { closedir(handle) }
    seen.append("\(folder) \(version(folder))")
    var folders: [String] = []
    while let entry = readdir(handle) {
      guard entry.pointee.d_type == DT_DIR else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { folders.append("\(folder)/\(name)") }
    }
    for inner in folders.sorted() { note(inner, depth: depth + 1, in: &seen) }
  }

  /// Answers that hold for a second.
  private static let memory = Mutex([String: (value: String, time: ContinuousClock.Instant)]())
}
