import Foundation
import NotebookDocument
import SwiftParser
import SwiftSyntax

/// A cell's code with a call around each expression that waits at the cell's top level.
///
/// A cell is run by a C function and has to return, so its top level is not asynchronous. `let x = await f()` becomes
/// `let x = gimbalWait({ await f() })`: the type comes from the expression as before, and the statement is over when the
/// work is done. What is inserted stays on its line; `Position.original` takes it out of the compiler's columns again.
package struct TopLevelAwait: Hashable, Sendable {
  /// A text put into a line of the cell, in UTF-8 bytes of the line that came of it, both counted from 1.
  struct Insertion: Hashable, Sendable {
    var line: Int
    var column: Int
    var length: Int
  }

  /// The code that can be compiled.
  package private(set) var code: String
  /// What was inserted, from left to right in each line.
  private(set) var insertions: [Insertion] = []
  /// Where `async let` stands at the top level, in UTF-8 bytes of the original; nil where it does not.
  private(set) var asyncLet: Int?

  /// Rewrites a cell's code. O(length); code without the word `await` is not looked at.
  package init(_ code: String) {
    self.code = code
    guard code.utf8.count >= 5, code.contains("await") || code.contains("async"),
      !SwiftNesting.isTooDeep(code)
    else { return }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(Parser.parse(source: code))
    asyncLet = finder.asyncLet
    var pieces: [(offset: Int, text: String)] = []
    for (range, throwing) in finder.waits {
      pieces.append((range.lowerBound, throwing ? "try gimbalWait({ " : "gimbalWait({ "))
      pieces.append((range.upperBound, " })"))
    }
    insert(pieces.sorted { $0.offset < $1.offset })
  }

  private mutating func insert(_ pieces: [(offset: Int, text: String)]) {
    guard !pieces.isEmpty else { return }
    var bytes: [UInt8] = []
    var rest = Array(code.utf8)[...]
    var line = 1
    var lineStart = 0
    for (offset, text) in pieces {
      for byte in rest.prefix(upTo: offset) {
        bytes.append(byte)
        if byte == 10 { (line, lineStart) = (line + 1, bytes.count) }
      }
      rest = rest.suffix(from: offset)
      insertions.append(Insertion(line: line, column: bytes.count - lineStart + 1, length: text.utf8.count))
      bytes += text.utf8
    }
    code = String(decoding: bytes + rest, as: UTF8.self)
  }

  /// The column of the original that a column of the rewritten code stands for.
  func originalColumn(_ column: Int, line: Int) -> Int {
    var shift = 0
    for insertion in insertions where insertion.line == line && insertion.column < column {
      // A place inside of an insertion stands for where it was made.
      shift += min(insertion.length, column - insertion.column)
    }
    return column - shift
  }

  /// Finds what waits outside functions and closures.
  private final class Finder: SyntaxVisitor {
    private(set) var waits: [Range<Int>: Bool] = [:]
    private(set) var asyncLet: Int?

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
      wrap(outermostExpression(around: node))
      return .skipChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
      guard node.awaitKeyword != nil else { return .visitChildren }
      wrap(node.parent?.as(LabeledStmtSyntax.self).map { Syntax($0) } ?? Syntax(node))
      return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.modifiers.contains(where: { $0.name.text == "async" }) else { return .visitChildren }
      asyncLet = asyncLet ?? node.positionAfterSkippingLeadingTrivia.utf8Offset
      return .skipChildren
    }

    override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func wrap(_ node: Syntax) {
      wrap(from: node, to: node)
    }

    private func wrap(from first: Syntax, to last: Syntax) {
      let range = first.positionAfterSkippingLeadingTrivia.utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset
      let tries = TryFinder(viewMode: .sourceAccurate)
      // The elements of a sequence are siblings.
      var next: Syntax? = first
      while let node = next {
        tries.walk(node)
        next = node == last ? nil : sibling(after: node)
      }
      waits[range] = tries.found || waits[range] == true
    }

    private func sibling(after node: Syntax) -> Syntax? {
      guard let siblings = node.parent?.children(viewMode: .sourceAccurate) else { return nil }
      return siblings.drop { $0 != node }.dropFirst().first
    }

    private func wrap(_ expression: (first: Syntax, last: Syntax)) { wrap(from: expression.first, to: expression.last) }

    /// The whole expression that a part belongs to; of an assignment, its right side.
    private func outermostExpression(around node: AwaitExprSyntax) -> (first: Syntax, last: Syntax) {
      var best = Syntax(node)
      var child = Syntax(node)
      while let parent = child.parent {
        if parent.is(StmtSyntax.self) || parent.is(DeclSyntax.self) || parent.is(CodeBlockItemSyntax.self)
          || parent.is(ConditionElementSyntax.self) || parent.is(InitializerClauseSyntax.self)
          || parent.is(SwitchExprSyntax.self) || parent.is(IfExprSyntax.self) || parent.is(WhereClauseSyntax.self)
          || parent.is(CatchClauseSyntax.self)
        {
          break
        }
        if let list = parent.as(ExprListSyntax.self), parent.parent?.is(SequenceExprSyntax.self) == true,
          let after = Self.firstBehindAssignment(list, before: child)
        {
          return (after, Syntax(list.last!))
        }
        if parent.is(ExprSyntax.self) { best = parent }
        child = parent
      }
      return (best, best)
    }

    private static func firstBehindAssignment(_ list: ExprListSyntax, before child: Syntax) -> Syntax? {
      let elements = list.map { Syntax($0) }
      guard let place = elements.firstIndex(of: child),
        let assignment = elements[..<place].lastIndex(where: \.isAssignment)
      else { return nil }
      return elements[assignment + 1]
    }
  }

  /// Looks for a plain `try` outside closures.
  private final class TryFinder: SyntaxVisitor {
    private(set) var found = false
    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
      if node.questionOrExclamationMark == nil { found = true }
      return .visitChildren
    }
    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
      if node.tryKeyword != nil { found = true }
      return .visitChildren
    }
    override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}
