import Basics
import Foundation

import enum Basics.Spelling

extension NotebookWarning {
  /// Looks at the lines outside of fenced code and HTML for what was meant to begin code.
  static func lostFences(in document: Document) -> [NotebookWarning] {
    document.lines.enumerated().compactMap { index, line in
      let block = document.block(at: index + 1)
      guard block?.isLiteral != true || block?.kind == .indentedCode, line.holds("wift"),
        let first = line.first(where: { !$0.isWhitespace }), "`'´‘’“\"~".contains(first),
        let match = line.wholeMatch(
          of: compiled(/(\s*)(`{2,}|'{3,}|´{2,}|‘{2,}|’{2,}|“{2,}|"{3}|~~)\s*[{.]*[Ss]wift\b[^`'’´"~]*/))
      else { return nil }
      // A fence as it should be, except for its place: in an author's HTML it is on purpose.
      if match.output.2.count > 2, match.output.2.first == "`", match.output.1.count < 4, !match.output.1.contains("\t")
      {
        return nil
      }
      let text = line.trimmingCharacters(in: .whitespaces)
      return NotebookWarning(
        reason: .lostFence(text), position: Position(line: index + 1, column: match.output.1.utf8.count + 1))
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

  /// Looks at the prose for TeX's references and citations, and for expressions without backticks, outside of code and formulas.
  static func foreignCommands(in document: Document) -> [NotebookWarning] {
    document.blocks.flatMap { block -> [NotebookWarning] in
      switch block.kind {
      case .paragraph, .heading, .table: break
      default: return []
      }
      return block.lines.flatMap { line -> [NotebookWarning] in
        let text = document.lines[line - 1]
        guard text.contains("\\") || text.contains("{swift ") else { return [] }
        return text.matches(of: compiled(/\\(?:cite[pt]?|(?:eq|auto|c)?ref)\{[^{}]*\}|\{swift [^{}]+\}/)).compactMap {
          match in
          let place = Document.Place(line: line, column: text[..<match.range.lowerBound].utf8.count)
          let (words, inline) = (String(match.output), block.inline(at: place))
          let isExpression = words.hasPrefix("{")
          guard inline?.isFormula != true, !isExpression || inline?.kind != .code, !document.isHidden(place) else {
            return nil
          }
          return NotebookWarning(
            reason: isExpression ? .foreignExpression(words) : .foreignCommand(words),
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
