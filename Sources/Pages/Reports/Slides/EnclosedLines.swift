import NotebookDocument
import SafeMarkup

/// The lines of a notebook that are between the beginning and the end of a division, or of an author's element of HTML.
struct EnclosedLines {
  /// By line, counted from 1.
  private let isEnclosed: [Bool]

  /// O(length).
  init(_ document: Document) {
    // By line: in how many more it is than the line above.
    var steps = Array(repeating: 0, count: document.lines.count + 2)
    func enclose(from start: Int, to end: Int) {
      guard start < end else { return }
      steps[start + 1] += 1
      steps[end] -= 1
    }
    for division in document.divisions { if let end = division.end { enclose(from: division.line, to: end) } }
    var (open, counts): ([(name: String, line: Int)], [String: Int]) = ([], [:])
    for block in document.blocks {
      for (html, first, last) in document.html(in: block) {
        var tokens = MarkupTokens(html)
        while let token = tokens.next() {
          switch token {
          case .start(let tag) where ["script", "style"].contains(tag.name): _ = tokens.content(of: tag.name)
          case .start(let tag):
            open.append((tag.name, first))
            counts[tag.name, default: 0] += 1
          case .end(let name):
            guard counts[name, default: 0] > 0 else { continue }
            // An element without an end is passed over.
            while let element = open.popLast() {
              counts[element.name]! -= 1
              guard element.name == name else { continue }
              enclose(from: element.line, to: last)
              break
            }
          case .text, .unseen: break
          }
        }
      }
    }
    var depth = 0
    isEnclosed = steps.map { step in
      depth += step
      return depth > 0
    }
  }

  /// Whether a line, counted from 1, is between them.
  func contains(_ line: Int) -> Bool { isEnclosed[line] }
}

extension Document {
  /// HTML in a block, with its first and last line.
  fileprivate func html(in block: Block) -> [(text: String, first: Int, last: Int)] {
    if block.kind == .rawHTML {
      return [
        (
          lines[block.lines.lowerBound - 1..<block.lines.upperBound].joined(separator: "\n"), block.lines.lowerBound,
          block.lines.upperBound
        )
      ]
    }
    return block.inlines.filter { $0.kind == .rawHTML }.map { (source(of: $0), $0.start.line, $0.end.line) }
  }
}
