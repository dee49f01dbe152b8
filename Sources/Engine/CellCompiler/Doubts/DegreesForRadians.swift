import SwiftSyntax

/// Numbers in a cell that are where an angle in rad is wanted, and look like degrees.
///
/// Only numbers that are written down are looked at: one that was computed can be an angle of many turns. So can 10 or 12.5;
/// 30, 45, 90 rad are not what anybody writes.
enum DegreesForRadians {
  /// The first such number of each call, from the top. O(length).
  static func find(in tree: SourceFileSyntax) -> [Doubt] {
    let visitor = Visitor(constants: constants(of: tree))
    visitor.walk(tree)
    return visitor.found
  }

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
    functions.contains(callee) ? customary.contains(value) : looksLikeDegrees(value)
  }

  /// The same where an angle stands by itself.
  static func looksLikeDegrees(_ value: Double) -> Bool { value > 4 * .pi && (2 * value).rounded() == 2 * value }

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
    var found: [Doubt] = []

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
        let isOfFoundation = DegreesForRadians.functions.contains(callee)
        found.append(
          Doubt(
            "“\(callee)” takes radians, and \(number) looks like degrees: write “\(number).degrees”"
              + (isOfFoundation ? ", with “import Gimbal”" : ""), at: argument.expression, unlessDefined: callee))
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
