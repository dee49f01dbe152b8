import Basics
import Foundation

/// Files that a text in the code may name, seen from the notebook's folder, where cells run.
struct PathCompletion {
  let items: [CompletionAnswer.Item]
  /// The bytes of the name's beginning.
  let typed: Int

  /// Nil where the line does not end in a text that is a path: behind a word that takes a file, or with a stroke in it.
  ///
  /// - Parameter path: the notebook's file.
  init?(_ line: String, folder path: String) {
    guard let quote = Self.openQuote(in: line) else { return nil }
    let (before, text) = (line[..<quote], line[line.index(after: quote)...])
    let takesFile =
      before.firstMatch(of: compiled(/(?:contentsOf|contentsOfFile|fileURLWithPath|filePath|atPath|path)\s*:\s*$/))
      != nil
    guard takesFile || text.contains("/"), !text.contains("\\") else { return nil }
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = String(text.dropLast(name.count))
    let home = URL(fileURLWithPath: path).deletingLastPathComponent()
    let folder = URL(fileURLWithPath: parent.isEmpty ? "." : parent, relativeTo: home).path
    let found = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0.hasPrefix(name) && (!$0.hasPrefix(".") || name.hasPrefix(".")) }
    typed = name.utf8.count
    items = found.prefix(500).map { file in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(file)", isDirectory: &isFolder)
      return CompletionAnswer.Item(
        label: isFolder.boolValue ? "\(file)/" : file, kind: isFolder.boolValue ? .folder : .file)
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
