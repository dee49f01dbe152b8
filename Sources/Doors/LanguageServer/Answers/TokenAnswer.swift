import Basics
import CodeHelp
import NotebookDocument
import Reports

/// The kinds of words that an editor colours. The order is that of the protocol's numbers.
enum TokenKind: String, CaseIterable {
  case keyword, string, number, comment, type, property
}

/// The words of a notebook's code, and the options of its cells.
enum TokenAnswer {
  private struct Token {
    var place: DocumentText.Place
    var length: Int
    var kind: TokenKind
  }

  private static let kinds: [String: TokenKind] = [
    "k": .keyword, "s": .string, "n": .number, "c": .comment, "t": .type,
  ]

  static func answer(_ question: Question) throws(AnswerFault) -> JSON {
    guard let notebook = question.notebook else { return ["data": []] }
    var tokens: [Token] = []
    for code in notebook.codePlaces { tokens += words(of: code) }
    for cell in notebook.cells { tokens += options(of: cell, question.text) }
    return ["data": .list(numbers(of: tokens.sorted { $0.place < $1.place }, question.text).map(JSON.integer))]
  }

  private static func words(of code: CodePlace) -> [Token] {
    var tokens: [Token] = []
    var (line, column) = (code.line - 1, code.indent)
    for word in CodeColors.words(of: code.code) {
      let kind = word.kind.flatMap { kinds[$0] }
      for (index, part) in word.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { (line, column) = (line + 1, code.indent) }
        let length = part.utf8.count
        if let kind, length > 0 { tokens.append(Token(place: .init(line, column), length: length, kind: kind)) }
        column += length
      }
    }
    return tokens
  }

  private static func options(of cell: Cell, _ text: DocumentText) -> [Token] {
    (cell.lines.lowerBound..<max(cell.codeLine - 1, cell.lines.lowerBound)).compactMap { line in
      guard let match = text.lineText(line).prefixMatch(of: compiled(/(\s*\/\/\|\s*)([\w-]+)(?=\s*:)/)) else {
        return nil
      }
      return Token(
        place: .init(line, match.output.1.utf8.count), length: match.output.2.utf8.count, kind: .property)
    }
  }

  /// Five numbers for each token: lines and columns from the one before, length, kind, none.
  private static func numbers(of tokens: [Token], _ text: DocumentText) -> [Int] {
    var numbers: [Int] = []
    var last = (line: 0, column: 0)
    for token in tokens {
      let bytes = text.line(token.place.line)
      guard token.place.column + token.length <= bytes.count else { continue }
      let start = text.encoding.column(behind: token.place.column, in: bytes)
      let end = text.encoding.column(behind: token.place.column + token.length, in: bytes)
      let line = token.place.line - last.line
      numbers += [
        line, line == 0 ? start - last.column : start, end - start, TokenKind.allCases.firstIndex(of: token.kind)!, 0,
      ]
      last = (token.place.line, start)
    }
    return numbers
  }
}
