import CellCompiler
import Foundation
import NotebookDocument
import SwiftIDEUtils
import SwiftSyntax

/// Swift code cut into words of one kind each by the language's own parser: what pages and paper colour.
package enum CodeColors {
  /// A piece of code: `k` a keyword, `s` a piece of a text or a regular expression, `n` a number, `c` a comment, `t` a type; nil
  /// anything else.
  package typealias Word = (kind: String?, text: String)

  /// The code, whole and in order. Code that is nested too deeply to be parsed is one word. O(length).
  package static func words(of code: String) -> [Word] {
    // A caller that runs a cell asks for the tree of its code with the end of its last line.
    guard let tree = SyntaxTree.of(code.hasSuffix("\n") ? code : code + "\n") else { return [(nil, code)] }
    // The signs around a raw text are its ends; the parser's own classes leave them out.
    let signs = tree.tokens(viewMode: .sourceAccurate).filter { token in
      switch token.tokenKind {
      case .rawStringPoundDelimiter, .regexPoundDelimiter: true
      default: false
      }
    }
    var marked = signs.map { token in
      let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
      return (range: start..<start + token.text.utf8.count, kind: "s")
    }
    for part in tree.classifications {
      let range = part.range.lowerBound.utf8Offset..<part.range.upperBound.utf8Offset
      if let kind = name(part.kind) { marked.append((range, kind)) }
    }
    marked.sort { $0.range.lowerBound < $1.range.lowerBound }
    let bytes = Array(code.utf8)
    var words: [Word] = []
    func add(_ kind: String?, _ range: Range<Int>) {
      guard !range.isEmpty else { return }
      let text = String(decoding: bytes[range], as: UTF8.self)
      if let last = words.last, last.kind == kind {
        words[words.count - 1].text += text
      } else {
        words.append((kind, text))
      }
    }
    var end = 0
    for (range, kind) in marked where range.upperBound > end && range.lowerBound < bytes.count {
      add(nil, end..<max(range.lowerBound, end))
      add(kind, max(range.lowerBound, end)..<min(range.upperBound, bytes.count))
      end = min(range.upperBound, bytes.count)
    }
    add(nil, end..<bytes.count)
    return words
  }

  /// The words of code by lines after it was wrapped: blanks and marks that wrapping put in have no kind. O(length).
  package static func lines(of code: String, wrapped: String) -> [[Word]] {
    let scalars = words(of: code).flatMap { word in word.text.unicodeScalars.map { (kind: word.kind, scalar: $0) } }
    var next = 0
    var lines: [[Word]] = [[]]
    for scalar in wrapped.unicodeScalars {
      var kind: String?
      let isInserted = scalar.properties.isWhitespace || scalar == "↪"
      // What wrapping left out are blanks.
      while !isInserted, next < scalars.count, scalars[next].scalar != scalar,
        scalars[next].scalar.properties.isWhitespace
      { next += 1 }
      if next < scalars.count, scalars[next].scalar == scalar {
        kind = scalars[next].kind
        next += 1
      }
      if scalar == "\n" {
        lines.append([])
      } else if let last = lines[lines.count - 1].last, last.kind == kind {
        lines[lines.count - 1][lines[lines.count - 1].count - 1].text.unicodeScalars.append(scalar)
      } else {
        lines[lines.count - 1].append((kind, String(Character(scalar))))
      }
    }
    return lines
  }

  private static func name(_ kind: SyntaxClassification) -> String? {
    switch kind {
    case .keyword, .attribute, .ifConfigDirective: "k"
    case .stringLiteral, .regexLiteral: "s"
    case .integerLiteral, .floatLiteral: "n"
    case .lineComment, .blockComment, .docLineComment, .docBlockComment: "c"
    case .type: "t"
    default: nil
    }
  }
}
