import SwiftSyntax

/// `let k = 1 / 2`, which is 0: a constant that is made of whole numbers only, with a division that does not come out even.
///
/// With a type, as in `let k: Double = 1 / 2`, or with a number with a point in it, the division is not one of whole numbers.
enum WholeNumberDivision {
  /// The first such division of each constant, from the top. O(length).
  static func find(in tree: SourceFileSyntax) -> [Doubt] {
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.found
  }

  private final class Visitor: SyntaxVisitor {
    var found: [Doubt] = []

    override func visit(_ binding: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
      guard binding.typeAnnotation == nil, let value = binding.initializer?.value.as(SequenceExprSyntax.self) else {
        return .visitChildren
      }
      let elements = Array(value.elements)
      let isWhole = elements.allSatisfy { $0.is(IntegerLiteralExprSyntax.self) || $0.is(BinaryOperatorExprSyntax.self) }
      guard isWhole else { return .visitChildren }
      for index in elements.indices.dropFirst().dropLast() where elements[index].trimmedDescription == "/" {
        let (left, right) = (elements[index - 1].trimmedDescription, elements[index + 1].trimmedDescription)
        if index > 2, ["*", "/"].contains(elements[index - 2].trimmedDescription) { continue }
        // Half of a large number may be an index.
        guard let dividend = Int(left), let divisor = Int(right), divisor != 0, dividend % divisor != 0, dividend < 100
        else { continue }
        found.append(
          Doubt(
            "“\(left)/\(right)” divides whole numbers and gives \(dividend / divisor), without the fraction: for "
              + "\(Double(dividend) / Double(divisor)) write “\(left).0 / \(right)”", at: elements[index - 1]))
        break
      }
      return .visitChildren
    }
  }
}
