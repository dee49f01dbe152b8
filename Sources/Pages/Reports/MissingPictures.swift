import Basics
import Foundation
import NotebookDocument

/// Pictures of the prose that are files, and are not there.
enum MissingPictures {
  /// A warning for each. One at an address of the network, and one whose address is computed, are not looked for.
  ///
  /// - Complexity: O(length), and a look at the disk for each picture.
  static func remarks(of notebook: Notebook) -> [ReportRemark] {
    let document = notebook.document
    let pattern = compiled(/!\[(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*\]\(\s*(<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/)
    return document.blocks.flatMap { block -> [ReportRemark] in
      guard !block.isLiteral, block.kind != .definition else { return [] }
      return block.lines.flatMap { line -> [ReportRemark] in
        let text = document.lines[line - 1]
        guard text.contains("![") else { return [] }
        return text.matches(of: pattern).compactMap { match in
          let column = text[..<match.range.lowerBound].utf8.count
          let address = String(match.output.1).trimmingCharacters(in: ["<", ">"])
          guard !document.isHidden(.init(line: line, column: column)), let path = file(address),
            !FileManager.default.fileExists(atPath: path.hasPrefix("/") ? path : "\(notebook.folder)/\(path)")
          else { return nil }
          return ReportRemark(
            severity: .warning, position: Position(line: line, column: column + 1),
            message: "the picture “\(path)” is not there; its path is meant from the notebook's folder")
        }
      }
    }
  }

  /// The path that an address means; nil for one of the network, of the page itself, or with values in it.
  private static func file(_ address: String) -> String? {
    guard !address.isEmpty, !address.contains("`"), !address.hasPrefix("//"), !address.hasPrefix("#"),
      address.prefixMatch(of: compiled(/[A-Za-z][A-Za-z0-9+.-]*:/)) == nil
    else { return nil }
    let path = address.prefix { $0 != "#" && $0 != "?" }
    return path.removingPercentEncoding ?? String(path)
  }
}
