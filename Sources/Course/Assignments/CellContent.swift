import Foundation
import NotebookDocument

/// What is between the fences of a cell: lines of options, and code.
struct CellContent: Hashable {
  var options: [String]
  var code: [String]
  var lines: [String] { options + code }

  /// - Parameter isSubmitted: whether options that name the cell may be below other lines, or indented, as a notebook's may not: where a
  ///   person writes a comment or an import costs no points. The lines above are then the code's.
  init(_ block: CodeBlocks.Block, isSubmitted: Bool = false) {
    var lines = block.code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    options = Array(lines.prefix { $0.hasPrefix("//|") })
    code = Array(lines.dropFirst(options.count))
    guard isSubmitted, options.isEmpty else { return }
    func text(_ line: String) -> Substring { line.drop { " \t".contains($0) } }
    let above = lines.prefix { !text($0).hasPrefix("//|") }
    // Not those in a text of several lines.
    guard above.joined().components(separatedBy: "\"\"\"").count % 2 == 1 else { return }
    options = lines.dropFirst(above.count).map { String(text($0)) }.prefix { $0.hasPrefix("//|") }.map(\.self)
    if value("exercise") ?? value("label") == nil {
      options = []
    } else {
      code = Array(above + lines.dropFirst(above.count + options.count))
    }
  }

  /// The value of an option that is in one line; nil where no line has it.
  func value(_ option: String) -> String? {
    for line in options {
      let words = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      guard words.hasPrefix(option) else { continue }
      let rest = words.dropFirst(option.count).drop { $0 == " " }
      guard rest.first == ":" else { continue }
      let value = rest.dropFirst().trimmingCharacters(in: .whitespaces)
      return value.trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    }
    return nil
  }

  /// Lines as they are compared: blanks at their ends, and blank lines around them, are nobody's change.
  static func normal(_ lines: some Sequence<String>) -> [String] {
    var result = lines.map { line in String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
    while result.last == "" { result.removeLast() }
    return Array(result.drop { $0 == "" })
  }
}

extension Notebook {
  /// What is between the fences of a cell, option lines included. O(length of the notebook).
  package func content(of cell: Cell) -> [String] {
    let block = document.codeBlocks.first { $0.lines.lowerBound == cell.lines.lowerBound }
    return block.map { CellContent($0).lines } ?? []
  }
}
