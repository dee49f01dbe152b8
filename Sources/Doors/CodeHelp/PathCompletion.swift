import Basics
import Foundation

/// Files that a text in the code may name, seen from the folder where cells run.
package struct PathCompletion: Sendable {
  /// Files and folders, sorted by name.
  package let found: [(name: String, isFolder: Bool)]
  /// The bytes of the name's beginning.
  package let typed: Int

  /// Nil where the line does not end in a text that is a path: behind a word that takes a file, or with a stroke in it.
  package init?(_ line: String, in folder: String) {
    guard let quote = Self.openQuote(in: line) else { return nil }
    let (before, text) = (line[..<quote], line[line.index(after: quote)...])
    let takesFile =
      before.firstMatch(of: compiled(/(?:contentsOf|contentsOfFile|fileURLWithPath|filePath|atPath|path)\s*:\s*$/))
      != nil
    guard takesFile || text.contains("/"), !text.contains("\\") else { return nil }
    self.init(completing: String(text), in: folder)
  }

  /// Files that a path as far as it is written may name.
  package init(completing text: String, in folder: String) {
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = String(text.dropLast(name.count))
    let place = URL(
      fileURLWithPath: parent.isEmpty ? "." : parent, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)
    ).path
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
      .filter { $0.hasPrefix(name) && (!$0.hasPrefix(".") || name.hasPrefix(".")) }
    typed = name.utf8.count
    found = names.prefix(500).map { file in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(place)/\(file)", isDirectory: &isFolder)
      return (isFolder.boolValue ? "\(file)/" : file, isFolder.boolValue)
    }
  }

  /// The quotation mark that opens the text in which a line ends; nil where it ends in none.
  private static func openQuote(in line: String) -> String.Index? {
    var open: String.Index?
    var isEscaped = false
    for index in line.indices {
      if isEscaped {
        isEscaped = false
      } else if line[index] == "\\", open != nil {
        isEscaped = true
      } else if line[index] == "\"" {
        open = open == nil ? index : nil
      }
    }
    return open
  }
}
