import NotebookDocument
import SwiftSyntax

extension CodeUnit {
  /// What a cell asks for by an index at a place where the program ended: `samples[4000]` of “samples”; nil where that is not
  /// plain. The runtime's words have neither.
  ///
  /// - Parameters:
  ///   - line: counted from the code's first.
  ///   - column: as the compiler counts it, which is that of the bracket.
  package func indexing(line: Int, column: Int) -> (expression: String, base: String)? {
    let code = compilable.code
    guard code.contains("["), let tree = SyntaxTree.of(code) else { return nil }
    let visitor = SubscriptVisitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    let here = visitor.found.filter { Position(ofByte: $0.offset, in: code).line == line }
    return here.first { Position(ofByte: $0.offset, in: code).column == column }.map { ($0.expression, $0.base) }
  }
}

/// The places in a code where something is asked for by an index.
private final class SubscriptVisitor: SyntaxVisitor {
  var found: [(expression: String, base: String, offset: Int)] = []

  override func visit(_ call: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    let (expression, base) = (call.trimmedDescription, call.calledExpression.trimmedDescription)
    if !expression.contains(where: \.isNewline), expression.count <= 80 {
      found.append((expression, base, call.leftSquare.positionAfterSkippingLeadingTrivia.utf8Offset))
    }
    return .visitChildren
  }
}
