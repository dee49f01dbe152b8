import Foundation
import NotebookDocument

/// A cell as it is in what was handed in. Whatever somebody has done to the text, reading it does not fail.
struct SubmittedCell {
  var content: CellContent
  /// The submission's line on which the code begins, counted from 1.
  var codeLine: Int
  /// The submission's line of the cell's fence.
  var line: Int

  var code: [String] { CellContent.normal(content.code) }

  /// Whether this is, by its name, a fixed cell.
  func isNamed(as cell: FixedCell) -> Bool {
    switch cell.kind {
    case .exercise(let name): content.value("exercise") == name
    case .locked: content.value("label") == cell.label && content.value("exercise") == nil
    }
  }
}

/// What was handed in, as lines with their places in the file.
struct SubmittedText {
  /// Lines of the body, and where each is in the file; added lines are at the place of the next one.
  private(set) var lines: [String]
  private(set) var places: [Int]
  private(set) var cells: [SubmittedCell] = []
  private(set) var document: Document
  /// In which lines of the body cells begin, counted from 1.
  private(set) var cellStarts: Set<Int> = []

  /// O(length).
  init(_ text: String) {
    var all = NotebookParser.split(text)
    func isFence(_ line: String) -> Bool {
      ["---", "..."].contains { line.hasPrefix($0) && line.dropFirst(3).allSatisfy(\.isWhitespace) }
    }
    // The front matter is the source's, whatever is here.
    if let first = all.first, first.hasPrefix("---"), isFence(first),
      let end = all.indices.dropFirst().first(where: { isFence(all[$0]) })
    {
      for index in 0...end { all[index] = "" }
    }
    (lines, places) = (all, Array(1..<(all.count + 1)))
    document = Document(lines)
    // Each time puts an end to all blocks that run into the next cell; what that uncovers is found the next time.
    for _ in 0..<4 {
      let openings = document.codeBlocks.flatMap { Self.innerCells(of: $0, in: lines) }
      if openings.isEmpty { break }
      for opening in openings.sorted(by: { $0.line > $1.line }) {
        lines.insert(opening.fence, at: opening.line - 1)
        places.insert(places[opening.line - 1], at: opening.line - 1)
      }
      document = Document(lines)
    }
    for block in document.codeBlocks {
      let content = CellContent(block, isSubmitted: true)
      // Editors write “Swift”, and other programs the language that they take a cell for: what has options is a cell.
      guard block.language.lowercased() == "swift" || !content.options.isEmpty, !block.arguments.contains("noeval")
      else { continue }
      cellStarts.insert(block.lines.lowerBound)
      let start = min(block.lines.lowerBound + content.options.count, places.count - 1)
      cells.append(
        SubmittedCell(content: content, codeLine: places[start], line: places[block.lines.lowerBound - 1]))
    }
  }

  /// Where cells begin within a block: its own end was deleted. A longer fence shows others on purpose.
  private static func innerCells(of block: CodeBlocks.Block, in lines: [String]) -> [(line: Int, fence: String)] {
    guard let own = fence(lines[block.lines.lowerBound - 1].drop { " >-*+\t0123456789.)".contains($0) }) else {
      return []
    }
    return block.lines.dropFirst().compactMap { line in
      let text = lines[line - 1].drop { $0 == " " }
      guard let inner = fence(text), inner.first == own.first, inner.count >= own.count,
        text.dropFirst(inner.count).trimmingCharacters(in: .whitespaces).lowercased().hasPrefix("swift")
      else { return nil }
      return (line, own)
    }
  }

  private static func fence(_ text: Substring) -> String? {
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let fence = text.prefix { $0 == mark }
    return fence.count >= 3 ? String(fence) : nil
  }
}
