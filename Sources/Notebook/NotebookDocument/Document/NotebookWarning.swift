import Basics
import Foundation

import enum Basics.Spelling

/// Something in a notebook that is read as text, and was probably meant to be more.
package struct NotebookWarning: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A fence whose language is nearly `swift`.
    case fence(String)
    /// A cell in a footnote, where nothing runs.
    case fenceInFootnote
    /// A line that looks like the beginning of a cell and is not.
    case lostFence(String)
    /// Code in the prose that is nearly an expression.
    case lostExpression(String)
    /// Code in the prose that another program would compute: `` `{python} x` ``.
    case foreignExpression(String)
    /// Two dollar signs at the beginning of a line that belong to no formula.
    case lostFormula
    /// A command of TeX outside of a formula.
    case foreignCommand(String)
    /// A label behind a table's caption or a formula that begins as labels of other things do, and how it would have to begin.
    case foreignLabel(String, beginning: String)
    /// An option below the first line of a cell's code.
    case lateOption
    /// An option behind another sign than `//|`.
    case foreignOption(String)
    /// Python's division of whole numbers, which begins a comment.
    case foreignDivision(String)
    /// A comment that does not end: readers see it, or nothing that is below it.
    case lostComment(isShown: Bool)
    /// Text in the line in which a comment ends.
    case textBehindComment
    /// Speaker's notes that do not end.
    case unclosedNotes
    /// A text without quotes that ends in a comment.
    case lostText(String)
    /// A key of the front matter that is nearly one that means something here.
    case strayKey(String, near: String)
  }

  package var reason: Reason
  /// In the notebook.
  package var position: Position

  /// A key that means nothing, and what it was meant to be.
  var nearKey: (written: String, near: String)? {
    if case .strayKey(let written, let near) = reason { (written, near) } else { nil }
  }

  /// What is wrong, and what to do.
  package var message: String {
    switch reason {
    case .strayKey(let key, let near):
      "“\(key)” in the front matter means nothing to Gimbal; did you mean “\(near)”?"
    case .fence(let language):
      "a block that begins with ```\(language) is only shown; write ```swift, so that it is a cell that runs"
    case .fenceInFootnote:
      "a cell in a footnote is only shown, because footnotes are not where they are written; move it outside of the footnote"
    case .lostFence(let line):
      "“\(line)” does not begin a cell: write three backticks and swift, ```swift, at most three spaces from the left"
    case .lostExpression(let text):
      "“\(text)” is shown unchanged: an expression in the text is `{swift} …`, with a space after the bracket, and ends "
        + "with a backtick in the same paragraph"
    case .foreignExpression(let text):
      "“\(text)” is shown unchanged: an expression in the text is Swift, `{swift} …`, and ends with a backtick "
        + "in the same paragraph"
    case .lostFormula:
      "“$$” is shown unchanged: a formula begins and ends with $$ in the same paragraph, and has neither comments nor HTML in it"
    case .foreignCommand(let command):
      "“\(command)” is shown unchanged: "
        + (command.hasPrefix("\\cite")
          ? "a citation is written [@key], with “bibliography:” in the front matter"
          : command.hasPrefix("\\")
            ? "a figure, a table or a formula is referred to as @fig-…, @tbl-… or @eq-…, by its label"
            : "headings have no labels; a link to one is [its text](#its-words-in-lower-case)")
    case .foreignLabel(let label, let beginning):
      "“\(label)” is shown unchanged: the label of a \(beginning == "tbl" ? "table" : "formula") begins with \(beginning)-, "
        + "as in {#\(beginning)-\(beginning == "tbl" ? "runs" : "drift")}"
    case .foreignOption(let sign):
      "write a cell's option after “//|”, not after “\(sign)”, at the top of the cell"
    case .lateOption:
      "this option comes after the first line of code, where it is a comment; put it at the top of the cell"
    case .foreignDivision(let divisor):
      "“// \(divisor)” is a comment: whole numbers are divided with one stroke, / \(divisor)"
    case .lostComment(let isShown):
      isShown
        ? "this comment does not end in its paragraph, so that readers see it; end it there with “-->”, or begin it on its own line"
        : "this comment does not end, so that nothing below it is read; end it with “-->”"
    case .textBehindComment:
      "the text behind this comment is HTML, in which nothing is computed, and papers leave it out; begin it on its own line"
    case .unclosedNotes:
      "these speaker's notes do not end, so the report shows them as text; end them with a line that holds only “:::”"
    case .lostText(let text):
      "“\(text)” is a comment here, because of the # behind a space, and is left out; put the whole text in quotes"
    }
  }
}

extension NotebookWarning {
  /// Looks at a block that is not a cell.
  init?(_ block: CodeBlocks.Block) {
    if block.language == "swift" {
      guard !block.arguments.contains("noeval") else { return nil }
      self.init(reason: .fenceInFootnote, position: Position(line: block.lines.lowerBound))
      return
    }
    let letters = block.language.lowercased().filter(\.isLetter)
    // “{.swift}”, “Swift”, “swfit”, “swift,noeval”.
    let isNear =
      Spelling.nearest(to: letters, among: ["swift"]) != nil
      || block.language.lowercased().prefixMatch(of: compiled(/[^a-z]*swift(?![a-z])/)) != nil
    // Its own language.
    guard isNear, letters.count > 3, letters != "swig" else { return nil }
    self.init(reason: .fence(block.language), position: Position(line: block.lines.lowerBound))
  }

  /// Looks at lines of YAML for texts that people read: what follows “ #” is not part of them.
  static func lostTexts(in yaml: [some StringProtocol], firstLine: Int, indent: Int) -> [NotebookWarning] {
    var key = ""
    return yaml.enumerated().compactMap { offset, line in
      let line = String(line)
      let words = line.drop(while: \.isWhitespace)
      let word = words.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      if !word.isEmpty, words[word.endIndex...].first == ":" { key = String(word) }
      guard line.contains("#"), ["title", "subtitle", "fig-cap", "fig-alt", "fig-subcap", "tbl-cap"].contains(key),
        let match = line.wholeMatch(of: compiled(/\s*(?:[\w-]+:|-)\s+[^"'|>\[#\s].*?\s(#.*)/))
      else { return nil }
      let column = line[..<match.output.1.startIndex].utf8.count + 1
      return NotebookWarning(
        reason: .lostText(String(match.output.1)), position: Position(line: firstLine + offset, column: indent + column)
      )
    }
  }

  /// Looks at the code of a cell for options and divisions that are comments; what is in a text or a comment of several
  /// lines is left alone. O(length).
  static func strayComments(in cell: Cell) -> [NotebookWarning] {
    guard cell.code.holds("|") || cell.code.holds("//") else { return [] }
    var (isInText, isInComment) = (false, false)
    var found: [NotebookWarning] = []
    for (offset, line) in cell.code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.drop { $0 == " " || $0 == "\t" }
      if !isInText, !isInComment, let reason = misplacedOption(code) {
        let column = cell.indent + line.utf8.count - code.utf8.count + 1
        found.append(NotebookWarning(reason: reason, position: Position(line: cell.codeLine + offset, column: column)))
      } else if !isInText, !isInComment, let (divisor, place) = foreignDivision(line) {
        found.append(
          NotebookWarning(
            reason: .foreignDivision(divisor),
            position: Position(line: cell.codeLine + offset, column: cell.indent + place + 1)))
      }
      if line.ranges(of: "\"\"\"").count % 2 == 1 { isInText.toggle() }
      if !isInText, !code.hasPrefix("//") {
        if line.holds("/*") { isInComment = true }
        if line.holds("*/") { isInComment = false }
      }
    }
    return found
  }

  /// Why a line of a cell's code looks like an option; nil where it does not.
  private static func misplacedOption(_ code: Substring) -> Reason? {
    if code.hasPrefix("//|") { return .lateOption }
    guard let match = code.prefixMatch(of: compiled(/(#\s*\||\/\/\s+\||\/\/\/\s*\|)\s*([\w-]+)\s*:/)),
      CellOptions.known.contains(String(match.output.2))
    else { return nil }
    return .foreignOption(String(match.output.1))
  }

  /// What a line divides by with two strokes, as in Python: nothing but a number is behind them, and a value before.
  /// Its place in bytes, too.
  private static func foreignDivision(_ line: Substring) -> (divisor: String, place: Int)? {
    guard let strokes = line.firstRange(of: "//") else { return nil }
    let (value, rest) = (line[..<strokes.lowerBound], line[strokes.upperBound...])
    let divisor = rest.filter { !" )]".contains($0) }
    guard !divisor.isEmpty, divisor.allSatisfy({ $0.isNumber || $0 == "." }), !value.contains("\""),
      let last = value.last(where: { $0 != " " }), last.isLetter || last.isNumber || ")]_".contains(last)
    else { return nil }
    return (divisor, value.utf8.count)
  }

  /// Looks at the lines outside of fenced code and HTML for what was meant to begin code, also in lists and quotations.
  static func lostFences(in document: Document) -> [NotebookWarning] {
    document.lines.enumerated().compactMap { index, line in
      guard line.holds("wift"), let block = document.block(at: index + 1) else { return nil }
      let isIndented = block.kind == .indentedCode
      guard !block.isLiteral || isIndented else { return nil }
      // The signs of lists in code are code.
      let start =
        isIndented && block.containers.isEmpty
        ? line.utf8.prefix { $0 == 32 || $0 == 9 }.count : DocumentParser.contentStart(of: line)
      let text = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
      guard let first = text.first, "`'´‘’“\"~".contains(first),
        let match = text.wholeMatch(
          of: compiled(/(`{2,}|'{3,}|´{2,}|‘{2,}|’{2,}|“{2,}|"{3}|~~)\s*[{.]*[Ss]wift\b[^`'’´"~]*/))
      else { return nil }
      // A fence as it should be, except for its place.
      if match.output.1.count > 2, match.output.1.first == "`", !isIndented { return nil }
      return NotebookWarning(
        reason: .lostFence(text.trimmingCharacters(in: .whitespaces)),
        position: Position(line: index + 1, column: start + 1))
    }
  }

  /// Looks at the prose for what was meant to be an expression: `` `{swft} x` ``, `` `{swift}x` ``, or one that does not end.
  static func lostExpressions(in document: Document) -> [NotebookWarning] {
    let spans = document.inlines
    let foreign = spans.compactMap { span -> NotebookWarning? in
      guard span.kind == .code else { return nil }
      let text = document.text(from: span.start, to: span.end)
      guard text.hasPrefix("`{"),
        text.wholeMatch(of: compiled(/`\{(?:python|r|julia|ojs|swift\s+[^}\s][^}]*)\}[^`]*`/)) != nil,
        !isNearlyExpression(String(text.dropFirst().dropLast())), text.contains(" ")
      else { return nil }
      return NotebookWarning(
        reason: .foreignExpression(text.replacing("\n", with: " ")),
        position: Position(line: span.start.line, column: span.start.column + 1))
    }
    let near = spans.compactMap { span -> (Document.Place, String)? in
      guard span.kind == .code else { return nil }
      let text = document.text(from: span.start, to: span.end)
      guard text.hasPrefix("`{"), isNearlyExpression(String(text.dropFirst().dropLast())) else { return nil }
      return (span.start, text.replacing("\n", with: " "))
    }
    let open = document.lines.enumerated().flatMap { index, line -> [(Document.Place, String)] in
      guard line.holds("`{swift}"), !document.isLiteral(index + 1) else { return [] }
      return line.ranges(of: "`{swift}").compactMap { range in
        let place = Document.Place(line: index + 1, column: line[..<range.lowerBound].utf8.count)
        let rest = line[range.upperBound...]
        // Two backticks and nothing behind the bracket are a lost fence.
        let isFence = rest.isEmpty && line[..<range.lowerBound].hasSuffix("`")
        guard rest.isEmpty || rest.hasPrefix(" "), !isFence,
          document.block(at: index + 1)?.inline(at: place) == nil
        else { return nil }
        return (place, String(decoding: line[range.lowerBound...].utf8.prefix(40), as: UTF8.self))
      }
    }
    return (near + open).map { place, text in
      NotebookWarning(
        reason: .lostExpression(text), position: Position(line: place.line, column: place.column + 1))
    } + foreign
  }

  /// Looks for comments that do not end, and for text behind one. O(length).
  static func lostComments(in document: Document) -> [NotebookWarning] {
    document.blocks.flatMap { block -> [NotebookWarning] in
      let lines = block.lines.map { document.lines[$0 - 1] }
      func warning(_ reason: Reason, _ line: Int, _ column: Int) -> NotebookWarning {
        NotebookWarning(reason: reason, position: Position(line: line, column: column + 1))
      }
      if block.kind == .comment {
        let bytes = Array(lines.joined(separator: "\n").utf8)
        let end = Document.Block.comments(in: bytes, of: .comment).last?.upperBound ?? 0
        guard bytes[..<end].suffix(3) == Array("-->".utf8)[...] else {
          return [warning(.lostComment(isShown: false), block.lines.lowerBound, 0)]
        }
        let rest = bytes[end...].drop { $0 == 32 || (9...13).contains($0) }
        let line = block.lines.lowerBound + bytes[..<end].count { $0 == 10 }
        let column = document.lines[line - 1].utf8.count - rest.prefix { $0 != 10 }.count
        return rest.isEmpty ? [] : [warning(.textBehindComment, line, column)]
      }
      guard !block.isLiteral, lines.contains(where: { $0.holds("<!--") }) else { return [] }
      return zip(block.lines, lines).flatMap { line, text in
        text.ranges(of: "<!--").compactMap { range in
          let column = text[..<range.lowerBound].utf8.count
          let isEscaped = text[..<range.lowerBound].hasSuffix("\\")
          guard !isEscaped, block.inline(at: .init(line: line, column: column)) == nil else { return nil }
          return warning(.lostComment(isShown: true), line, column)
        }
      }
    }
  }

  /// Looks at the prose for lines that were meant to begin or to end a formula.
  static func lostFormulas(in document: Document) -> [NotebookWarning] {
    document.lines.enumerated().compactMap { index, line in
      guard line.holds("$$") else { return nil }
      let place = Document.Place(line: index + 1, column: DocumentParser.contentStart(of: line))
      guard let block = document.block(at: index + 1), block.kind == .paragraph, block.inline(at: place) == nil,
        line.utf8.dropFirst(place.column).starts(with: "$$".utf8)
      else { return nil }
      return NotebookWarning(reason: .lostFormula, position: Position(line: place.line, column: place.column + 1))
    }
  }

  /// Looks at the prose for TeX's references and citations, for labels of headings, which other programs have, and for expressions without
  /// backticks, outside of code and formulas.
  static func foreignCommands(in document: Document) -> [NotebookWarning] {
    document.blocks.flatMap { block -> [NotebookWarning] in
      switch block.kind {
      case .paragraph, .heading, .table: break
      default: return []
      }
      return block.lines.flatMap { line -> [NotebookWarning] in
        let text = document.lines[line - 1]
        guard text.contains("\\") || text.contains("{") || text.contains("@sec-") else { return [] }
        return text.matches(
          of: compiled(
            /\\(?:cite[pt]?|(?:eq|auto|c)?ref)\{[^{}]*\}|\{swift [^{}]+\}|^#{1,6} .*?(\{[#.][^{}]*\})\s*$|(?:^|[^\w@])(@sec-[\w-]+)|^\s*(?:[Tt]able)?:\s.*(\{#(?!tbl-)[^{}]*\})\s*$|\$\$\s*(\{#(?!eq-)[^{}]*\})\s*$/
          )
        ).compactMap { match in
          let label = match.output.3 ?? match.output.4
          let found = match.output.1 ?? match.output.2 ?? label ?? match.output.0
          let place = Document.Place(line: line, column: text[..<found.startIndex].utf8.count)
          let (words, inline) = (String(found), block.inline(at: place))
          let isExpression = words.hasPrefix("{swift ")
          guard inline?.isFormula != true, words.hasPrefix("\\") || inline?.kind != .code, !document.isHidden(place)
          else {
            return nil
          }
          let reason: Reason =
            if label != nil {
              .foreignLabel(words, beginning: match.output.3 == nil ? "eq" : "tbl")
            } else {
              isExpression ? .foreignExpression(words) : .foreignCommand(words)
            }
          return NotebookWarning(
            reason: reason,
            position: Position(line: line, column: place.column + 1))
        }
      }
    }
  }

  /// Whether what is between two backticks was meant to be computed, and is not.
  private static func isNearlyExpression(_ text: String) -> Bool {
    // `{swift}` alone is how prose speaks of expressions; with a space behind it one was begun.
    if text.hasPrefix("{swift} ") { return text.dropFirst(8).allSatisfy(\.isWhitespace) }
    guard text.first == "{", let match = text.wholeMatch(of: compiled(/\{\s*(\w+)\s*\}(.*)/)) else { return false }
    let (word, rest) = (match.output.1.lowercased(), match.output.2)
    guard !rest.allSatisfy(\.isWhitespace) else { return false }
    return word == "swift"
      || (word.count > 3 && word != "swig" && Spelling.nearest(to: word, among: ["swift"]) != nil)
  }
}
