/// Something in a notebook that is read as text, and was probably meant to be more.
package struct NotebookWarning: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A fence whose language is nearly `swift`.
    case fence(String)
    /// An option below the first line of a cell's code.
    case lateOption
    /// A text without quotes that ends in a comment.
    case lostText(String)
  }

  package var reason: Reason
  /// In the notebook.
  package var position: Position

  /// What is wrong, and what to do.
  package var message: String {
    switch reason {
    case .fence(let language):
      "a block that begins with ```\(language) is only shown; write ```swift, so that it is a cell that runs"
    case .lateOption:
      "this option stands below the first line of the cell, where it is a comment; put it at the top of the cell"
    case .lostText(let text):
      "“\(text)” is a comment here, because of the # behind a space, and is left out; put the whole text in quotes"
    }
  }
}

extension NotebookWarning {
  /// Looks at a block that is no cell.
  init?(_ block: CodeBlocks.Block) {
    let letters = block.language.lowercased().filter(\.isLetter)
    let isNear = letters == "swift" || Suggestion.nearest(to: letters, among: ["swift"]) != nil
    // A language of its own.
    guard isNear, letters.count > 3, letters != "swig" else { return nil }
    self.init(reason: .fence(block.language), position: Position(line: block.lines.lowerBound))
  }

  /// Looks at lines of YAML for texts that people read: what stands behind “ #” is no part of them.
  static func lostTexts(in yaml: [some StringProtocol], firstLine: Int, indent: Int) -> [NotebookWarning] {
    var key = ""
    return yaml.enumerated().compactMap { offset, line in
      let line = String(line)
      if let match = line.firstMatch(of: /^\s*([\w-]+):/) { key = String(match.output.1) }
      guard ["title", "subtitle", "fig-cap", "fig-alt", "fig-subcap", "tbl-cap"].contains(key),
        let match = line.wholeMatch(of: /\s*(?:[\w-]+:|-)\s+[^"'|>\[#\s].*?\s(#.*)/)
      else { return nil }
      let column = line[..<match.output.1.startIndex].utf8.count + 1
      return NotebookWarning(
        reason: .lostText(String(match.output.1)), position: Position(line: firstLine + offset, column: indent + column)
      )
    }
  }

  /// Looks at the code of a cell; what stands in a text of several lines is left alone. O(length).
  static func lateOptions(in cell: Cell) -> [NotebookWarning] {
    guard cell.code.contains("//|") else { return [] }
    var isInText = false
    var found: [NotebookWarning] = []
    for (offset, line) in cell.code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.drop { $0 == " " || $0 == "\t" }
      if !isInText, code.hasPrefix("//|") {
        let column = cell.indent + line.utf8.count - code.utf8.count + 1
        found.append(
          NotebookWarning(reason: .lateOption, position: Position(line: cell.codeLine + offset, column: column)))
      }
      if line.ranges(of: "\"\"\"").count % 2 == 1 { isInText.toggle() }
    }
    return found
  }
}
