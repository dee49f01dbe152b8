import CHostLink
import Foundation
import Surroundings

#if canImport(Glibc)
  import Glibc
#endif

/// What a figure came to when this very program drew it before: found by the figure's data alone, so that an unchanged
/// figure is neither decoded nor scripted again.
package struct KnownFigure {
  package struct Entry: Codable {
    /// The folder of the drawn files.
    package var key: String
    /// What a check compares.
    package var scriptHash: String
  }

  private let folder: String

  /// The figure that these texts describe, its data as JSON among them. O(length).
  package init(cacheFolder: String, of description: [String]) {
    let key = ContentHash(["1", Self.program] + description)
    folder = "\(cacheFolder)/known-figures/\(key)"
  }

  /// The entry and the picture as a part of a page; nil when there is none, or when it is damaged.
  package func read() -> (Entry, inlined: String)? {
    let files = FileManager.default
    guard let data = files.contents(atPath: "\(folder)/entry.json"),
      let entry = try? JSONDecoder().decode(Entry.self, from: data),
      let picture = files.contents(atPath: "\(folder)/inline.svg"), !picture.isEmpty
    else { return nil }
    return (entry, String(decoding: picture, as: UTF8.self))
  }

  /// Keeps an entry. A cache that cannot be written costs time only.
  package func write(_ entry: Entry, inlined: String) {
    let files = FileManager.default
    let made = "\(folder).\(UUID().uuidString)"
    defer { try? files.removeItem(atPath: made) }
    do {
      try files.createDirectory(atPath: made, withIntermediateDirectories: true)
      try JSONEncoder().encode(entry).write(to: URL(fileURLWithPath: "\(made)/entry.json"))
      try Data(inlined.utf8).write(to: URL(fileURLWithPath: "\(made)/inline.svg"))
    } catch { return }
    if rename(made, folder) != 0 {
      try? files.removeItem(atPath: folder)
      _ = rename(made, folder)
    }
  }

  /// Which build of the program draws: another one may draw otherwise.
  private static let program: String = {
    var status = stat()
    // The program's own name is as it was typed, and no path at all when the shell found it.
    guard stat(gimbal_own_file(), &status) == 0 || stat("/proc/self/exe", &status) == 0 else {
      return UUID().uuidString
    }
    return "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }()
}
