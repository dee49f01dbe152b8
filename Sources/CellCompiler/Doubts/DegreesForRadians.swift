import Basics
import NotebookDocument
import SwiftParser
import SwiftSyntax

/// Numbers in a cell that stand where an angle in rad is wanted, and look like degrees.
///
/// Only numbers that are written down are looked at: one that was computed can be an angle of many turns. So can 10 or 12.5;
/// 30, 45, 90 rad are not what anybody writes.
struct DegreesForRadians: Hashable, Sendable {
  /// The number as it is written, without its sign.
  var number: String
  /// What takes it: a type or a function.
  var callee: String
  /// Where the number stands, in bytes.
  var offset: Int

  /// What is doubtful, and what to write.
  var message: String {
    let isOfFoundation = Self.functions.contains(callee)
    return "“\(callee)” takes radians, and \(number) looks like degrees: write “\(number).degrees”"
      + (isOfFoundation ? ", with “import Gimbal”" : "")
  }

  /// The first such number of each call, from the top. O(length).
  static func find(in code: String) -> [DegreesForRadians] {
    found(code) { code in
      guard code.contains(where: \.isNumber), !SwiftNesting.isTooDeep(code) else { return [] }
      let tree = Parser.parse(source: code)
      let visitor = Visitor(constants: constants(of: tree))
      visitor.walk(tree)
      return visitor.found
    }
  }

  private static let found = Memo<[DegreesForRadians]>(bytes: 1 << 20)

  /// Types whose initialisers take angles, by these labels; nil for arguments without one.
  private static let labels: [String: Set<String?>] = [
    "Quaternion": ["angle", nil], "AxisAngle": ["angle", nil], "RollPitchYaw": ["roll", "pitch", "yaw"],
    "EulerAngles": [nil], "attitude": ["back", "side", "heading"], "Angle": [nil],
    "standing": ["azimuth", "elevation", "fieldOfView"], "SceneCamera": ["fieldOfView"],
  ]
  private static let functions: Set<String> = ["sin", "cos", "tan"]
  /// What nobody means in rad, in a sine: there a number of turns is not doubtful.
  private static let customary: Set<Double> = [30, 45, 60, 90, 120, 135, 150, 180, 225, 270, 300, 315, 330, 360]

  /// Whether a number of the kind that is written for an angle is one of degrees: more than two turns in rad, and whole or half.
  private static func looksLikeDegrees(_ value: Double, in callee: String) -> Bool {
    functions.contains(callee)
      ? customary.contains(value) : value > 4 * .pi && (2 * value).rounded() == 2 * value
  }

  /// The numbers that the code's own constants stand for.
  static func constants(of tree: SourceFileSyntax) -> [String: ExprSyntax] {
    tree.statements.reduce(into: [:]) { all, item in
      guard let variable = item.item.as(VariableDeclSyntax.self), variable.bindingSpecifier.text == "let" else {
        return
      }
      for binding in variable.bindings {
        if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
          all[name] = binding.initializer?.value
        }
      }
    }
  }

  private final class Visitor: SyntaxVisitor {
    let constants: [String: ExprSyntax]
    var found: [DegreesForRadians] = []

    init(constants: [String: ExprSyntax]) {
      self.constants = constants
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard let callee = Self.name(of: call) else { return .visitChildren }
      let labels = DegreesForRadians.functions.contains(callee) ? [nil] : DegreesForRadians.labels[callee] ?? []
      for argument in call.arguments where labels.contains(argument.label?.text) {
        guard let number = number(argument.expression), let value = Double(number.filter { $0 != "_" }),
          DegreesForRadians.looksLikeDegrees(value, in: callee)
        else { continue }
        let offset = argument.expression.positionAfterSkippingLeadingTrivia.utf8Offset
        found.append(DegreesForRadians(number: number, callee: callee, offset: offset))
        break
      }
      return .visitChildren
    }

    /// The type whose value is made, or the function that is called.
    private static func name(of call: FunctionCallExprSyntax) -> String? {
      if let name = call.calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
      let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      switch (base, member.declName.baseName.text) {
      case (let base?, "init"): return base
      case ("DescribedPosture", let name), ("SceneCamera", let name): return name
      // `.init(axis: …, angle: …)`
      case (nil, "init"):
        let labels = call.arguments.map { $0.label?.text }
        if labels == ["axis", "angle"] { return "Quaternion" }
        return labels == ["roll", "pitch", "yaw"] ? "RollPitchYaw" : nil
      default: return nil
      }
    }

    /// A number as it is written, or as a constant of the cell stands for it; without its sign.
    private func number(_ expression: ExprSyntax) -> String? {
      if let sign = expression.as(PrefixOperatorExprSyntax.self) {
        return ["-", "+"].contains(sign.operator.text) ? number(sign.expression) : nil
      }
      if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text, let value = constants[name] {
        return value.is(DeclReferenceExprSyntax.self) ? nil : number(value)
      }
      return expression.as(IntegerLiteralExprSyntax.self)?.literal.text
        ?? expression.as(FloatLiteralExprSyntax.self)?.literal.text
    }
  }
}

/// `x ^ 2` of whole numbers, which compiles and is no power.
private final class PowerVisitor: SyntaxVisitor {
  var found: [(exponent: String, offset: Int)] = []

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    // With these exponents a power is meant; with 1, and with masks, bits are.
    guard node.operator.text == "^", let next = node.nextToken(viewMode: .sourceAccurate),
      case .integerLiteral(let exponent) = next.tokenKind, ["2", "3"].contains(exponent)
    else { return .visitChildren }
    found.append((exponent, node.positionAfterSkippingLeadingTrivia.utf8Offset))
    return .visitChildren
  }
}

extension CodeUnit {
  private func powers(in scope: Scope) -> [Diagnostic<UnitPosition>] {
    guard compilable.code.contains("^"), !scope.defines("^"), !SwiftNesting.isTooDeep(compilable.code) else {
      return []
    }
    let visitor = PowerVisitor(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: compilable.code))
    return visitor.found.map { power in
      doubt(
        "“^” combines bits and does not compute a power: 3 ^ 2 is 1; \(CompileAdvice.power)", at: power.offset)
    }
  }

  private func doubt(_ message: String, at offset: Int) -> Diagnostic<UnitPosition> {
    let place = Position(ofByte: offset, in: compilable.code)
    return Diagnostic(
      severity: .warning, message: message,
      position: UnitPosition(
        file: fileName, line: place.line, column: compilable.originalColumn(place.column, line: place.line)))
  }

  /// What a reader should look at, although it compiles and runs.
  ///
  /// - Parameter scope: what names mean behind the unit: what the notebook defines is its own.
  package func doubts(in scope: Scope) -> [Diagnostic<UnitPosition>] {
    guard role == .cell else { return [] }
    return powers(in: scope)
      + DegreesForRadians.find(in: compilable.code).filter { !scope.defines($0.callee) }
      .map { doubt($0.message, at: $0.offset) }
      + RadiansForDegrees.find(in: compilable.code).map { doubt($0.message, at: $0.offset) }
  }
}
