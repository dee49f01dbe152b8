import Basics
import Foundation
import NotebookDocument

/// The option lines of a cell from elsewhere as ours: `#| echo: false` becomes `//| echo: false`.
package struct OptionLines {
  /// What could not be taken over.
  package var remarks: [String]

  /// The code with its option lines converted, and others added that it does not have yet. Options that do not exist here
  /// become plain comments, because an unknown option is an error.
  package mutating func convert(_ code: String, adding more: [(String, String)] = []) -> String {
    var lines = code.components(separatedBy: "\n")
    var options: [String] = []
    var comments: [String] = []
    var names: Set<String> = []
    var isUnknown = false
    while let line = lines.first, let prefix = ["//|", "#|"].first(where: line.hasPrefix) {
      lines.removeFirst()
      let text = line.dropFirst(prefix.count)
      // A value may go on on indented lines, which share the fate of their key.
      if let match = text.firstMatch(of: compiled(/^ ?([A-Za-z][A-Za-z0-9_.-]*):/)) {
        let name = String(match.output.1).replacing(".", with: "-")
        isUnknown = !CellOptions.known.contains(name)
        if isUnknown { remarks.append("the cell option “\(name)” does not exist here; it is kept as a comment") }
        names.insert(name)
        if name != match.output.1, !isUnknown {
          options.append("//| \(name):\(text[match.range.upperBound...])")
          continue
        }
      }
      if isUnknown { comments.append("//\(text)") } else { options.append("//|\(text)") }
    }
    for (name, value) in more where !names.contains(name) {
      guard CellOptions.known.contains(name) else {
        remarks.append("the cell option “\(name)” does not exist here; it is kept as a comment")
        comments.append("// \(name): \(value)")
        continue
      }
      options.append("//| \(name): \(value)")
    }
    return (options + comments + lines).joined(separator: "\n")
  }
}
