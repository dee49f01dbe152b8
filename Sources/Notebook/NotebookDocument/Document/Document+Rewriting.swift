import Foundation

extension Document {
  /// What a construct is in, which decides how a value is written there.
  package enum Surroundings: Sendable { case words, formula, address }

  /// What stands for a construct, from what is written, in which those inside are replaced, and what it is in; nil where it stays.
  package typealias Replacement = (Inline, String, Surroundings) -> String?

  /// The lines with other texts in place of constructs, which keep their lines. A line is nil that was joined to the one above, because a
  /// construct went on in it. O(length).
  ///
  /// - Parameters:
  ///   - formula: what stands for a formula on its own lines, from its block and its TeX; nil where it stays.
  ///   - body: what stands for a construct.
  package func rewriting(
    formula: (Block, String) -> String? = { _, _ in nil }, _ body: Replacement
  ) -> [String?] {
    var result: [String?] = lines
    for block in blocks {
      if case .formula(_, let start, let end) = block.kind,
        let text = formula(block, text(from: start, to: end, block.inlines, .formula, body))
      {
        let first = block.lines.lowerBound
        let marks = beginning(of: block)
        result[first - 1] = MarkdownText.contained(text, behind: marks)
        // Blank lines, except for the marks of quotations, which go on.
        let blank = marks.contains(">") ? String(marks.map { $0 == ">" ? $0 : " " }) : ""
        for line in block.lines.dropFirst() { result[line - 1] = blank }
      } else if !block.inlines.isEmpty {
        rewrite(block, &result, body)
      }
    }
    return result
  }

  /// What is before a formula in its first line: the marks of lists and quotations.
  package func beginning(of block: Block) -> String {
    guard case .formula(_, let start, _) = block.kind else { return "" }
    return String(decoding: lines[start.line - 1].utf8.prefix(start.column - 2), as: UTF8.self)
  }

  /// The characters between two places with other texts in place of these constructs.
  package func text(
    from start: Place, to end: Place, _ inlines: [Inline], _ surroundings: Surroundings = .words, _ body: Replacement
  ) -> String {
    var (result, place) = ("", start)
    for inline in inlines where inline.start >= place && inline.end <= end {
      result += text(from: place, to: inline.start)
      result += replacement(inline, surroundings, body) ?? written(inline, surroundings, body)
      place = inline.end
    }
    return result + text(from: place, to: end)
  }

  private func replacement(_ inline: Inline, _ surroundings: Surroundings, _ body: Replacement) -> String? {
    if let text = body(inline, written(inline, surroundings, body), surroundings) { return text }
    // The parser of pages follows an older CommonMark, to which a comment with two hyphens in it is a text.
    return inline.kind == .rawHTML && MarkdownText.isOddComment(source(of: inline)) ? MarkdownText.emptyComment : nil
  }

  /// A construct with what stands for those in it.
  private func written(_ inline: Inline, _ surroundings: Surroundings, _ body: Replacement) -> String {
    guard !inline.children.isEmpty else { return text(from: inline.start, to: inline.end) }
    return text(from: inline.start, to: inline.end, inline.children, inline.surroundings ?? surroundings, body)
  }

  private func rewrite(_ block: Block, _ result: inout [String?], _ body: Replacement) {
    var place = Place(line: block.lines.lowerBound, column: 0)
    var line = place.line
    var text = ""
    func copy(to end: Place) {
      while place.line < end.line {
        result[line - 1] = text + String(decoding: lines[place.line - 1].utf8.dropFirst(place.column), as: UTF8.self)
        place = Place(line: place.line + 1, column: 0)
        (line, text) = (place.line, "")
      }
      text += self.text(from: place, to: end)
      place = end
    }
    let surroundings: Surroundings = if case .formula = block.kind { .formula } else { .words }
    func put(_ inline: Inline) {
      copy(to: inline.start)
      if let made = replacement(inline, surroundings, body) {
        text += made
      } else if inline.start.line == inline.end.line {
        text += written(inline, surroundings, body)
      } else {
        inline.children.forEach(put)
        copy(to: inline.end)
        return
      }
      for joined in inline.start.line + 1..<inline.end.line + 1 { result[joined - 1] = nil }
      place = inline.end
    }
    block.inlines.forEach(put)
    copy(to: Place(line: block.lines.upperBound, column: lines[block.lines.upperBound - 1].utf8.count))
    result[line - 1] = text
  }

  /// Whether a place lies in code, raw HTML or a comment, also inside of a line.
  package func isHidden(_ place: Place) -> Bool {
    guard let block = block(at: place.line), !block.isLiteral else { return true }
    func hides(_ inline: Inline) -> Bool {
      guard inline.start <= place, place < inline.end else { return false }
      switch inline.kind {
      case .code, .rawHTML, .address, .expression, .target: return true
      default: return inline.children.contains(where: hides)
      }
    }
    return block.inline(at: place).map(hides) ?? false
  }

  /// The TeX of a formula in a text, from all that is written there: a bar behind a backslash is a bar where it is in a table.
  package func tex(of formula: Inline, _ written: String) -> String {
    guard case .formula(let isDisplay) = formula.kind else { return written }
    let width = isDisplay ? 2 : 1
    let tex = String(written.dropFirst(width).dropLast(width))
    return block(at: formula.start.line)?.kind == .table ? tex.replacing(bytes: "\\|", with: "|") : tex
  }

  /// What is written in a construct.
  package func source(of inline: Inline) -> String { text(from: inline.start, to: inline.end) }
}

extension Document.Inline {
  var isFormula: Bool { if case .formula = kind { true } else { false } }

  /// What is in it is in; nil where that is the same as around it.
  fileprivate var surroundings: Document.Surroundings? {
    switch kind {
    case .formula: .formula
    case .target: .address
    default: nil
    }
  }
}
