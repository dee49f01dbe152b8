import Foundation
import SwiftParser
import SwiftSyntax

/// A text in the sources that somebody may read: a literal of several words, with `…` for what is put in.
struct Message: Hashable {
  /// From the package's root.
  let file: String
  /// Counted from 1.
  let line: Int
  let text: String

  /// The texts of a source file, from the top.
  static func all(in source: String, file: String) -> [Message] { all(in: Parser.parse(source: source), file: file) }

  /// Those of a source file that is parsed already.
  static func all(in tree: SourceFileSyntax, file: String) -> [Message] {
    let reader = LiteralReader(places: SourceLocationConverter(fileName: file, tree: tree), file: file)
    reader.walk(tree)
    return reader.messages
  }

  /// The texts of all Swift files below a folder, in the order of their paths.
  static func all(below folder: String, of project: URL) throws -> [Message] {
    try SourceText.all(below: folder, of: project).flatMap { all(in: $0.text, file: "\(folder)/\($0.file)") }
  }
}

/// Collects literals of three words and more. Pieces joined by `+` are one text.
private final class LiteralReader: SyntaxVisitor {
  let places: SourceLocationConverter
  let file: String
  var messages: [Message] = []

  init(places: SourceLocationConverter, file: String) {
    self.places = places
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ list: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    var texts: [(line: Int, text: String)] = []
    var isJoined = false
    for element in list.elements {
      if let literal = element.as(StringLiteralExprSyntax.self) {
        if isJoined, let last = texts.popLast() {
          texts.append((last.line, last.text + literal.words))
        } else {
          texts.append((line(of: literal), literal.words))
        }
        for segment in literal.segments { walk(segment) }
        isJoined = false
      } else if let sign = element.as(BinaryOperatorExprSyntax.self), sign.operator.text == "+" {
        isJoined = true
      } else {
        walk(element)
        if isJoined, let last = texts.popLast() { texts.append((last.line, last.text + "…")) }
        isJoined = isJoined && !texts.isEmpty
      }
    }
    for text in texts { add(text.text, line: text.line) }
    return .skipChildren
  }

  override func visit(_ literal: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(literal.words, line: line(of: literal))
    return .visitChildren
  }

  private func line(of literal: StringLiteralExprSyntax) -> Int {
    places.location(for: literal.positionAfterSkippingLeadingTrivia).line
  }

  private func add(_ text: String, line: Int) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count(where: { $0.allSatisfy { $0.isLetter || ",.:;’'()“”".contains($0) } }) >= 3 else { return }
    messages.append(Message(file: file, line: line, text: words.joined(separator: " ")))
  }
}

extension StringLiteralExprSyntax {
  /// The literal as it is, with `…` for each interpolation.
  fileprivate var words: String {
    segments.map { $0.as(StringSegmentSyntax.self)?.content.text ?? "…" }.joined()
  }
}
