import SwiftSyntax

/// Angles in rad that are where a number of degrees is wanted: `rotation.angle.degrees` takes what is in rad already
/// for degrees, and is wrong without a word.
///
/// What is in rad is known by the names that the kit and Foundation give to angles. A parameter of the notebook and a
/// member of the notebook's own type are whatever their author wants them to be, and never doubted.
enum RadiansForDegrees {
  /// The angles that are read as degrees, from the top. O(length).
  static func find(in tree: SourceFileSyntax) -> [Doubt] {
    let visitor = Visitor(constants: DegreesForRadians.constants(of: tree), own: OwnMembers.names(in: tree))
    visitor.walk(tree)
    return visitor.found
  }

  /// Properties of the kit that are angles in rad.
  private static let properties: Set<String> = [
    "angle", "roll", "pitch", "yaw", "radians", "headingOffset", "headingDisagreement", "headingAccuracy",
    "headingAboutUp",
    "tiltError",
  ]
  /// Functions that give angles in rad.
  private static let functions: Set<String> = ["angle", "atan", "atan2", "asin", "acos", "degrees"]
  /// Functions that give what their arguments are.
  private static let keeping: Set<String> = ["abs", "min", "max"]
  /// Units of degrees.
  private static let units: Set<String> = ["°", "deg", "degrees"]

  private final class Visitor: SyntaxVisitor {
    let constants: [String: ExprSyntax]
    /// What the cell's own types call an angle may be in degrees.
    private let own: Set<String>
    var found: [Doubt] = []

    init(constants: [String: ExprSyntax], own: Set<String>) {
      (self.constants, self.own) = (constants, own)
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ member: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      if member.declName.baseName.text == "degrees", !own.contains("degrees"), let base = member.base,
        !isCalled(member), isInRadians(base)
      {
        noteProperty(of: base.trimmedDescription, base)
      }
      return .visitChildren
    }

    override func visit(_ path: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
      let names = path.components.compactMap {
        $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
      }
      if names.count > 1, names.last == "degrees", !own.contains("degrees"), isAngle(names[names.count - 2]) {
        noteProperty(of: String(path.trimmedDescription.dropLast(".degrees".count)), path)
      }
      return .visitChildren
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let callee = call.calledExpression.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
      let labels = call.arguments.compactMap { $0.label?.text }
      // A camera's angles are in rad.
      let isView = callee == "View" || callee == "init" && labels == ["azimuth", "elevation"]
      for argument in call.arguments {
        switch argument.label?.text {
        case nil where callee == "degrees", "degrees" where callee == "Angle":
          if isInRadians(argument.expression) { note(argument.expression) { "“\(callee)” takes degrees, and \($0)" } }
        case let label? where isView && ["azimuth", "elevation"].contains(label):
          if isInRadians(argument.expression) { note(argument.expression) { "“\(label)” takes degrees, and \($0)" } }
        default: break
        }
      }
      let unit = call.arguments.first { $0.label?.text == "unit" }?.expression.as(StringLiteralExprSyntax.self)?
        .representedLiteralValue
      if let unit, RadiansForDegrees.units.contains(unit) {
        for argument in call.arguments where argument.label == nil && isInRadians(argument.expression) {
          note(argument.expression) { "\($0), and the unit says “\(unit)”" }
        }
      }
      return .visitChildren
    }

    /// `turn > 90`: an angle in rad compared with what is written like a number of degrees.
    override func visit(_ sequence: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      let elements = Array(sequence.elements)
      for index in elements.indices.dropFirst().dropLast()
      where ["<", ">", "<=", ">=", "==", "!="].contains(elements[index].trimmedDescription) {
        for (angle, number) in [(index - 1, index + 1), (index + 1, index - 1)] {
          let words = elements[number].trimmedDescription
          guard let value = Double(words.filter { $0 != "_" }), DegreesForRadians.looksLikeDegrees(abs(value)),
            isAlone(number, in: elements), isAlone(angle, in: elements), isInRadians(elements[angle])
          else { continue }
          note(elements[angle]) { "\(words) looks like degrees, and \($0)" }
        }
      }
      return .visitChildren
    }

    /// Whether nothing is computed with an operand before it is compared.
    private func isAlone(_ operand: Int, in elements: [ExprSyntax]) -> Bool {
      [operand - 1, operand + 1].allSatisfy { place in
        !elements.indices.contains(place)
          || !["+", "-", "*", "/", "%"].contains(elements[place].trimmedDescription)
      }
    }

    private func note(_ angle: ExprSyntax, takenBy taker: (String) -> String) {
      let words = angle.trimmedDescription
      add(Doubt("\(taker("“\(words)” is in radians")): write “\(inDegrees(words))”", at: angle), angle)
    }

    private func add(_ doubt: Doubt, _ node: some SyntaxProtocol, readBy member: String? = nil) {
      var doubt = doubt
      doubt.members = Set(node.tokens(viewMode: .sourceAccurate).map(\.text)).intersection(RadiansForDegrees.properties)
      if let member { doubt.members.insert(member) }
      found.append(doubt)
    }

    private func noteProperty(of angle: String, _ node: some SyntaxProtocol) {
      add(
        Doubt(
          "“\(angle)” is in radians, and “.degrees” reads it as degrees: “\(inDegrees(angle))” is its number of degrees",
          at: node), node, readBy: "degrees")
    }

    /// The angle's number of degrees, as it is written.
    private func inDegrees(_ angle: String) -> String {
      angle.hasPrefix("\\") ? "{ $0\(angle.dropFirst()).inDegrees }" : "\(angle).inDegrees"
    }

    private func isCalled(_ member: MemberAccessExprSyntax) -> Bool {
      member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == member.id
    }

    private func isAngle(_ name: String) -> Bool {
      RadiansForDegrees.properties.contains(name) && !own.contains(name)
    }

    /// Whether an expression is an angle in rad, as far as its words say.
    private func isInRadians(_ expression: ExprSyntax) -> Bool {
      if let member = expression.as(MemberAccessExprSyntax.self) {
        let name = member.declName.baseName.text
        // A parameter holds what a person has typed.
        if member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "params" { return false }
        return isAngle(name) || name == "pi" || name == "degrees"
      }
      if let path = expression.as(KeyPathExprSyntax.self) {
        let last = path.components.last?.component.as(KeyPathPropertyComponentSyntax.self)
        return last.map { isAngle($0.declName.baseName.text) } ?? false
      }
      if let closure = expression.as(ClosureExprSyntax.self), closure.statements.count == 1 {
        return closure.statements.first?.item.as(ExprSyntax.self).map(isInRadians) ?? false
      }
      if let call = expression.as(FunctionCallExprSyntax.self) {
        let name = call.calledExpression.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
        if RadiansForDegrees.keeping.contains(name) { return call.arguments.contains { isInRadians($0.expression) } }
        return RadiansForDegrees.functions.contains(name)
      }
      if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
        return isInRadians(only.expression)
      }
      if let sign = expression.as(PrefixOperatorExprSyntax.self) { return isInRadians(sign.expression) }
      if let value = expression.as(ForceUnwrapExprSyntax.self) { return isInRadians(value.expression) }
      if let attempt = expression.as(TryExprSyntax.self) { return isInRadians(attempt.expression) }
      if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text, let value = constants[name] {
        return !value.is(DeclReferenceExprSyntax.self) && isInRadians(value)
      }
      if let sequence = expression.as(SequenceExprSyntax.self) { return isInRadians(sequence) }
      return false
    }

    /// A sum or a part of angles in rad is one, too; what is divided by π, or multiplied by 180, need not be.
    private func isInRadians(_ sequence: SequenceExprSyntax) -> Bool {
      let elements = Array(sequence.elements)
      let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
      guard operators.count == elements.count / 2, operators.allSatisfy({ ["+", "-", "*", "/"].contains($0) }) else {
        return false
      }
      for (index, element) in elements.enumerated() where index > 0 && element.trimmedDescription.hasSuffix("pi") {
        if elements[index - 1].trimmedDescription == "/" { return false }
      }
      let isConverted = elements.contains {
        ["180", "180.0", "57.2958", "360", "360.0"].contains($0.trimmedDescription)
      }
      return !isConverted && elements.contains { isInRadians($0) }
    }
  }
}

/// The properties and methods of the types that a code declares or extends.
final class OwnMembers: SyntaxVisitor {
  private var names: Set<String> = []
  /// By the type.
  private var added: [String: Set<String>] = [:]

  static func names(in tree: SourceFileSyntax) -> Set<String> { seen(in: tree).names }
  /// Those of extensions, by the type as it is written.
  static func added(in tree: SourceFileSyntax) -> [String: Set<String>] { seen(in: tree).added }

  private static func seen(in tree: some SyntaxProtocol) -> OwnMembers {
    let visitor = OwnMembers(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    added[node.extendedType.trimmedDescription, default: []].formUnion(Self.seen(in: node.memberBlock).names)
    return .visitChildren
  }

  override func visit(_ member: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? [] {
      if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text { names.insert(name) }
    }
    if let function = member.decl.as(FunctionDeclSyntax.self) { names.insert(function.name.text) }
    return .visitChildren
  }
}
