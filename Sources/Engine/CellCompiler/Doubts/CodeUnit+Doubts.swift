import Basics
import NotebookDocument
import SwiftSyntax
import Toolchains

/// Something in a cell that compiles and runs, and is probably not what was meant.
struct Doubt: Hashable, Sendable {
  /// The doubts, and what to write.
  var message: String
  /// Its offset in UTF-8 bytes.
  var offset: Int
  /// What is no longer doubtful where the notebook itself defines this.
  var name: String?
  /// What is no longer doubtful where a type of the notebook has one of these members.
  var members: Set<String> = []
  /// Whether only a report is concerned, and not a person who works cell by cell.
  var isOfReport = false

  init(
    _ message: String, at node: some SyntaxProtocol, unlessDefined name: String? = nil, isOfReport: Bool = false
  ) {
    (self.message, self.name, self.isOfReport) = (message, name, isOfReport)
    offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  /// The doubts about a code. O(length).
  static func find(in code: String) -> [Doubt] {
    found(code) { code in
      let isConcerned =
        code.contains(where: \.isNumber)
        || ["degrees", "azimuth", "elevation", "°", "\"deg", "while", "Task"].contains(where: code.contains)
      guard isConcerned, let tree = SyntaxTree.of(code) else { return [] }
      let powers = PowerVisitor(viewMode: .sourceAccurate)
      powers.walk(tree)
      return powers.found + DegreesForRadians.find(in: tree) + RadiansForDegrees.find(in: tree)
        + WholeNumberDivision.find(in: tree) + EndlessLoop.find(in: tree) + UnawaitedTask.find(in: tree)
    }
  }

  /// After an edit most cells are as they were.
  private static let found = Memo<[Doubt]>(bytes: 1 << 20)
}

/// `x ^ 2` of whole numbers, which compiles and is not a power.
private final class PowerVisitor: SyntaxVisitor {
  var found: [Doubt] = []

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    // With these exponents a power is meant; with 1, and with masks, bits are.
    guard node.operator.text == "^", let next = node.nextToken(viewMode: .sourceAccurate),
      case .integerLiteral(let exponent) = next.tokenKind, ["2", "3"].contains(exponent)
    else { return .visitChildren }
    found.append(
      Doubt(
        "“^” combines bits and does not compute a power: 3 ^ 2 is 1; \(CompileAdvice.ofPowers)", at: node,
        unlessDefined: "^"))
    return .visitChildren
  }
}

extension CodeUnit {
  /// What a reader should look at, although it compiles and runs.
  ///
  /// - Parameters:
  ///   - scope: what names mean behind the unit: what the notebook defines is its own.
  ///   - above: what they mean before it.
  ///   - isOfReport: whether the unit is a part of a whole notebook.
  package func doubts(in scope: Scope, below above: Scope, isOfReport: Bool) -> [Diagnostic<UnitPosition>] {
    guard role == .cell else { return [] }
    let doubts = Doubt.find(in: compilable.code).filter {
      $0.name.map(scope.defines) != true && $0.members.isDisjoint(with: scope.members)
        && (isOfReport || !$0.isOfReport)
    }
    return takenNames(in: scope, below: above)
      + doubts.map { Diagnostic(severity: .warning, message: $0.message, position: place(ofByte: $0.offset)) }
  }

  /// The kit's types whose names the unit takes for its own types, where the notebook imports them and has not taken
  /// them already.
  private func takenNames(in scope: Scope, below above: Scope) -> [Diagnostic<UnitPosition>] {
    analysis.definitions.compactMap { definition in
      guard definition.isType, let module = LibraryLocation.kitTypes[definition.name], !above.defines(definition.name),
        scope.importedModules.contains(where: { LibraryLocation.isKit($0, bringing: module) })
      else { return nil }
      let (name, place) = (definition.name, place(ofByte: definition.offset))
      return Diagnostic(
        severity: .warning,
        message: "from here on “\(name)” is the notebook's own type; the kit's is “\(module).\(name)”", position: place)
    }
  }
}
