import Foundation
import NotebookDocument
import SwiftIfConfig
import SwiftSyntax

/// What a cell's code says about itself, before any compiler has seen it.
package struct CellAnalysis: Hashable, Sendable {
  /// A name that the cell defines at its top level, with the keyword that imports it (`let`, `func`, `struct`, …).
  package struct Definition: Hashable, Sendable {
    package var name: String
    package var importKind: String
    /// What tells a function from others of its name: labels and types of its parameters. Nil for what is not a function.
    package var signature: String?
    /// How a function is called where it is named by its labels.
    var call: LabelledName.Call?
    /// The name's offset in UTF-8 bytes.
    var offset: Int

    /// Whether this is a type.
    package var isType: Bool { !["let", "var", "func"].contains(importKind) }
  }

  /// The import declarations, each on one line.
  package private(set) var imports: [String] = []
  package private(set) var definitions: [Definition] = []
  /// Every identifier that occurs in the code: a superset of the names that it uses.
  package private(set) var usedNames: Set<String> = []
  /// Whether the cell extends types or defines operators, also as its own members types: later cells need it even when
  /// they do not name it.
  package private(set) var extendsOthers = false
  /// Whether the cell makes types conform to protocols by extensions.
  package private(set) var conformsOthers = false
  /// The last statement, in UTF-8 bytes, if it is an expression whose value can be shown.
  package private(set) var lastExpression: Range<Int>?
  /// Whether the code could mean something else, or change what others mean, in one file with other cells: it reaches
  /// beyond its own lines (extensions, operators, types of literals), or its end is another than its last line (`defer`,
  /// a bracket that is not closed, variables whose first value is still to come).
  package private(set) var standsAlone = false
  /// Whether something of the cell is hidden from other files, so that later cells must be in another one.
  package private(set) var hidesDefinitions = false

  /// The members that the cell's types and extensions declare.
  private(set) var members: Set<String> = []
  /// Those that its extensions add, by the type.
  private(set) var addedMembers: [String: Set<String>] = [:]
  /// The hints of the blanks that an exercise leaves, `blank("…")`, in order.
  package private(set) var blanks: [String] = []
  /// The functions that the cell names by their argument labels.
  private(set) var labelledNames: [LabelledName] = []

  /// Where a variable is used above the line that gives it its value.
  let earlyUse: EarlyUse?

  /// Whether the cell defines this name at its top level.
  package func defines(_ name: String) -> Bool { definitions.contains { $0.name == name } }

  /// Analyses a cell. O(length).
  package init(_ code: String) {
    // What the parser cannot read in time is left to the compiler, by itself.
    guard let tree = SyntaxTree.of(code) else {
      (standsAlone, earlyUse) = (true, nil)
      return
    }
    earlyUse = EarlyUse.first(in: tree.statements)
    read(tree.statements)
    members = OwnMembers.names(in: tree)
    addedMembers = OwnMembers.added(in: tree)
    var previous = TokenKind.endOfFile
    for token in tree.tokens(viewMode: .sourceAccurate) {
      defer { previous = token.tokenKind }
      switch token.tokenKind {
      case .identifier(let name): usedNames.insert(name.filter { $0 != "`" })
      case .dollarIdentifier(let name): usedNames.insert(name)
      case .keyword(.private), .keyword(.fileprivate): hidesDefinitions = true
      case .poundSourceLocation: standsAlone = true
      // An operator of a type is found where the whole of its module is imported, not the type by its name.
      case .binaryOperator, .prefixOperator, .postfixOperator: if previous == .keyword(.func) { extendsOthers = true }
      default: break
      }
    }
    if usedNames.contains(BlankFinder.name) { blanks = BlankFinder.hints(in: tree) }
    labelledNames = LabelledName.all(in: tree)
    standsAlone =
      standsAlone || extendsOthers || tree.hasError
      || definitions.contains { Self.literalTypes.contains($0.name) }
    if let last = tree.statements.last, case .expr(let expression) = last.item, Self.hasValue(expression),
      Self.begins(last)
    {
      let start = expression.positionAfterSkippingLeadingTrivia.utf8Offset
      lastExpression = start..<expression.endPositionBeforeTrailingTrivia.utf8Offset
    }
  }

  /// Names by which a file says which types its literals have.
  private static let literalTypes: Set<String> = [
    "IntegerLiteralType", "FloatLiteralType", "BooleanLiteralType", "StringLiteralType", "ExtendedGraphemeClusterType",
    "UnicodeScalarType",
  ]

  private mutating func read(_ items: CodeBlockItemListSyntax) {
    for item in items {
      switch item.item {
      case .decl(let declaration): read(declaration)
      case .stmt(let statement):
        if statement.is(GuardStmtSyntax.self) || statement.is(DeferStmtSyntax.self) { standsAlone = true }
      case .expr(let expression): if expression.is(MacroExpansionExprSyntax.self) { standsAlone = true }
      @unknown default: standsAlone = true
      }
    }
  }

  private mutating func define(
    _ name: TokenSyntax, _ kind: String, signature: String? = nil, call: LabelledName.Call? = nil
  ) {
    definitions.append(
      Definition(
        name: name.text.filter { $0 != "`" }, importKind: kind, signature: signature, call: call,
        offset: name.positionAfterSkippingLeadingTrivia.utf8Offset))
  }

  private mutating func read(_ declaration: DeclSyntax) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .importDecl(let node): imports.append(node.trimmedDescription.replacing("\n", with: " "))
    case .variableDecl(let node):
      let keyword = node.bindingSpecifier.text == "let" ? "let" : "var"
      for binding in node.bindings {
        for name in PatternNames.of(Syntax(binding.pattern)) { define(name, keyword) }
        if binding.initializer == nil, binding.accessorBlock == nil { standsAlone = true }
      }
    case .functionDecl(let node):
      if case .identifier = node.name.tokenKind {
        define(node.name, "func", signature: node.overloadSignature, call: LabelledName.Call(node))
      }
    case .structDecl(let node): define(node.name, "struct")
    case .classDecl(let node): define(node.name, "class")
    case .actorDecl(let node): define(node.name, "class")
    case .enumDecl(let node): define(node.name, "enum")
    case .protocolDecl(let node): define(node.name, "protocol")
    case .typeAliasDecl(let node): define(node.name, "typealias")
    case .extensionDecl(let node):
      extendsOthers = true
      if node.inheritanceClause != nil { conformsOthers = true }
    case .operatorDecl, .precedenceGroupDecl, .macroDecl: extendsOthers = true
    case .ifConfigDecl(let node):
      standsAlone = true
      if case .statements(let items)? = node.activeClause(in: CellConfiguration.current).clause?.elements {
        read(items)
      }
    case .macroExpansionDecl: standsAlone = true
    default: break
    }
  }

  /// Whether a statement is set apart from the one before it, by a line or a semicolon. If it is not, as in
  /// `let x = 1 000`, the compiler must see the two side by side, to refuse them.
  private static func begins(_ item: CodeBlockItemSyntax) -> Bool {
    guard let before = item.previousToken(viewMode: .sourceAccurate), before.tokenKind != .semicolon else {
      return true
    }
    let between =
      before.trailingTrivia.pieces + (item.firstToken(viewMode: .sourceAccurate)?.leadingTrivia.pieces ?? [])
    return between.contains { $0.isNewline || $0.hasNewline }
  }

  /// Assignments have no value worth showing, nor has an `if` or a `switch` that is as a statement.
  private static func hasValue(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let sequence):
      !sequence.elements.contains { $0.isAssignment }
    case .ifExpr, .switchExpr, .assignmentExpr, .discardAssignmentExpr: false
    // Our own words among the compiler's.
    case .macroExpansionExpr(let macro): !["warning", "error"].contains(macro.macroName.text)
    default: true
    }
  }
}

extension TriviaPiece {
  /// Whether this is a comment over several lines.
  fileprivate var hasNewline: Bool {
    switch self {
    case .blockComment(let text), .docBlockComment(let text): text.contains(where: \.isNewline)
    default: false
    }
  }
}

extension SyntaxProtocol {
  /// Whether this element of a sequence is `=`, or an operator such as `+=`.
  var isAssignment: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let op = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return op.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(op)
  }
}

extension FunctionDeclSyntax {
  /// What decides whether a function overloads another one of its name: labels and types of its parameters, what is generic
  /// in it, and whether it waits. A function with the same of these is the other one, defined again.
  fileprivate var overloadSignature: String {
    let parameters = signature.parameterClause.parameters.map { parameter in
      "\(parameter.firstName.text):\(parameter.type.trimmedDescription)\(parameter.ellipsis == nil ? "" : "...")"
    }
    let parts: [String?] = [
      genericParameterClause?.trimmedDescription, "(\(parameters.joined(separator: ",")))",
      signature.effectSpecifiers?.asyncSpecifier?.text, genericWhereClause?.trimmedDescription,
    ]
    return parts.compactMap { $0 }.joined().filter { !$0.isWhitespace }
  }
}
