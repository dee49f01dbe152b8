import Basics
import SwiftSyntax

/// A function that a cell names by its argument labels, `turned(_:by:)`, without calling it.
///
/// From earlier cells, only the names that are used are imported, each by itself, and the compiler finds what was
/// imported so by its plain name alone. If a cell above defines the function, a closure that calls it takes the place
/// of such a name.
struct LabelledName: Hashable, Sendable {
  let name: String
  /// “(_:by:)”.
  let labels: String
  /// Its place in UTF-8 bytes.
  let place: Range<Int>

  /// All of a code, in order; members are found with their types. O(length).
  static func all(in tree: SourceFileSyntax) -> [LabelledName] {
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(tree)
    return finder.found
  }

  private final class Finder: SyntaxVisitor {
    var found: [LabelledName] = []

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      guard let arguments = node.argumentNames, !node.isMember, case .identifier(let name) = node.baseName.tokenKind
      else { return .visitChildren }
      let labels = arguments.arguments.map { "\($0.name.text):" }.joined()
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      found.append(
        LabelledName(
          name: name.filter { $0 != "`" }, labels: "(\(labels))",
          place: start..<node.endPositionBeforeTrailingTrivia.utf8Offset))
      return .skipChildren
    }
  }

  /// How a function is called by what takes its place.
  struct Call: Hashable, Codable, Sendable {
    /// “(_:by:)”.
    var labels: String
    /// “{ try turned($0, by: $1) }”.
    var closure: String

    /// Nil for what no closure can pass on: no arguments, any number of them, or some that wait to be evaluated.
    init?(_ function: FunctionDeclSyntax) {
      let parameters = Array(function.signature.parameterClause.parameters)
      let isPlain = parameters.allSatisfy {
        $0.ellipsis == nil && !$0.type.is(PackExpansionTypeSyntax.self)
          && !$0.type.trimmedDescription.holds("@autoclosure")
      }
      guard !parameters.isEmpty, isPlain else { return nil }
      labels = "(\(parameters.map { "\($0.firstName.text):" }.joined()))"
      let arguments = parameters.enumerated().map { index, parameter in
        let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
        let isInOut =
          parameter.type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" } == true
        return "\(label)\(isInOut ? "&" : "")$\(index)"
      }
      let effects = function.signature.effectSpecifiers
      let words = [effects?.throwsClause.map { _ in "try" }, effects?.asyncSpecifier.map { _ in "await" }]
      let start = words.compactMap { $0 }.map { "\($0) " }.joined()
      closure = "{ \(start)\(function.name.text)(\(arguments.joined(separator: ", "))) }"
    }
  }
}

extension CodeUnit {
  /// The unit with closures in place of functions of cells above that it names by their labels.
  func calling(_ context: Context) -> CodeUnit {
    let pieces = analysis.labelledNames.compactMap { use -> (Range<Int>, String)? in
      let call = context.names[use.name]?.compactMap(\.call).last { $0.labels == use.labels }
      return call.map { (use.place, "(\($0.closure))") }
    }
    return pieces.isEmpty ? self : CodeUnit(self, compilable: compilable.replacing(pieces))
  }
}
