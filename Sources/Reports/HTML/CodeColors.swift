import Foundation
import NotebookDocument
import SwiftIDEUtils
import SwiftParser
import SwiftSyntax

/// Swift code in words of one kind each, as the language's own parser tells them apart: what pages and paper colour.
package enum CodeColors {
  /// A piece of code: `k` a keyword, `s` a piece of a text or a regular expression, `n` a number, `c` a comment, `t` a type; nil
  /// anything else.
  package typealias Word = (kind: String?, text: String)

  /// The code, whole and in order. Code that is nested too deeply to be parsed is one word. O(length).
  package static func words(of code: String) -> [Word] {
    guard !SwiftNesting.isTooDeep(code) else { return [(nil, code)] }
    let tree = Parser.parse(source: code)
    let bytes = Array(code.utf8)
    var kinds = [String?](repeating: nil, count: bytes.count)
    for range in tree.classifications {
      let (start, end) = (range.range.lowerBound.utf8Offset, range.range.upperBound.utf8Offset)
      guard start < end, end <= bytes.count, let kind = name(range.kind) else { continue }
      for index in start..<end { kinds[index] = kind }
    }
    // The signs around a raw text are its ends; the parser's own classes leave them out.
    for token in tree.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .rawStringPoundDelimiter, .regexPoundDelimiter: break
      default: continue
      }
      let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
      for index in start..<min(start + token.text.utf8.count, bytes.count) { kinds[index] = "s" }
    }
    var words: [Word] = []
    var start = 0
    for index in bytes.indices.dropFirst() where kinds[index] != kinds[index - 1] {
      words.append((kinds[start], String(decoding: bytes[start..<index], as: UTF8.self)))
      start = index
    }
    if start < bytes.count { words.append((kinds[start], String(decoding: bytes[start...], as: UTF8.self))) }
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
