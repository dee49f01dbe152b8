import SwiftSyntax

/// Regular expressions that are compiled again whenever the code around them runs.
enum LoosePatterns {
  /// The lines of literals that are neither in `compiled(…)` nor in a constant of a type, from the top.
  static func lines(in tree: SourceFileSyntax) -> [Int] {
    let finder = PatternFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    let places = SourceLocationConverter(fileName: "", tree: tree)
    return finder.found.map { $0.startLocation(converter: places).line }
  }
}

private final class PatternFinder: SyntaxVisitor {
  var found: [RegexLiteralExprSyntax] = []

  override func visit(_ literal: RegexLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isKept = sequence(first: Syntax(literal), next: \.parent).contains { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        return call.calledExpression.trimmedDescription == "compiled"
      }
      guard let constant = node.as(VariableDeclSyntax.self) else { return false }
      return constant.modifiers.contains { $0.name.text == "static" } && constant.bindings.first?.accessorBlock == nil
    }
    if !isKept { found.append(literal) }
    return .skipChildren
  }
}
