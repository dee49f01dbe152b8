import Basics
import NotebookDocument

/// The part of a notebook to which a line belongs, even while the notebook cannot be parsed.
enum LineContext: Hashable {
  /// In the front matter, below a key of its top level where there is one.
  case frontMatter(below: String?)
  /// An option of a cell.
  case option
  case code
  case prose

  init(_ line: Int, of text: DocumentText) {
    let lines = (0..<text.lineCount).map(text.lineText)
    func isFence(_ text: String) -> Bool { text.wholeMatch(of: compiled(/(?:---|\.\.\.)\s*/)) != nil }
    let end = lines.indices.dropFirst().first { isFence(lines[$0]) } ?? lines.count
    if line > 0, line < end {
      let above = lines[..<line].last { $0.prefixMatch(of: compiled(/[\w"']/)) != nil }
      let isNested = lines[line].first?.isWhitespace == true
      self = .frontMatter(below: isNested ? above.map { String($0.prefix { $0 != ":" }) } : nil)
      return
    }
    let body = lines.enumerated().map { $0.offset <= end ? "" : $0.element }
    guard let block = Document(body).codeBlocks.first(where: { $0.lines.contains(line + 1) }),
      block.language == "swift",
      line + 1 > block.lines.lowerBound, !block.isClosed || line + 1 < block.lines.upperBound
    else {
      self = .prose
      return
    }
    let isOption = lines[block.lines.lowerBound...line].allSatisfy {
      $0.prefixMatch(of: compiled(/[\s>]*\/\/\|/)) != nil
    }
    self = isOption ? .option : .code
  }
}
