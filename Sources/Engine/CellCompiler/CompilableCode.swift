import Basics
import Foundation
import NotebookDocument
import SwiftSyntax

/// A cell's code as the compiler gets it: what a script allows at its top level and a library does not is put differently,
/// within its lines.
///
/// What is inserted stays on its line; `originalColumn` takes it out of the compiler's columns again.
package struct CompilableCode: Hashable, Sendable {
  /// A text put into a line of the cell, in UTF-8 bytes of the line that came of it, both counted from 1.
  struct Insertion: Hashable, Sendable {
    var line: Int
    var column: Int
    var length: Int
  }

  /// A text to put in before a byte of the cell's code.
  struct Piece {
    var offset: Int
    var text: String
  }

  /// What the code has at its top level that cannot be put differently.
  struct Refusal {
    let message: String
    /// In UTF-8 bytes of the original.
    let offset: Int
  }

  /// The code that can be compiled.
  package private(set) var code: String
  /// What was inserted, from left to right in each line.
  private(set) var insertions: [Insertion] = []
  /// Why the code cannot be compiled, where it cannot.
  private(set) var refusal: Diagnostic<Position>?

  /// Whether the code says where it is, so that at another place it is another one.
  private(set) var hasOrigin = false

  /// Rewrites a cell's code. O(length); code without the words `await`, `async`, `guard`, `private` and `#line` with its
  /// like is not looked at.
  package init(_ code: String, origin: CodeOrigin? = nil) {
    self.code = code
    let waits = code.holds("await") || code.holds("async")
    let guards = code.holds("guard")
    let hides = code.holds("private")
    let tellsPlace = SourcePlaces.mayStand(in: code)
    guard waits || guards || hides || tellsPlace, let tree = SyntaxTree.of(code) else { return }
    if hides { blank(FileAccess(tree).modifiers) }
    var pieces: [Piece] = []
    if waits {
      let found = TopLevelAwait(tree)
      pieces = found.pieces
      refuse(found.refusal, in: code)
    }
    if guards { refuse(TopLevelGuard.refusal(in: tree), in: code) }
    if tellsPlace {
      let places = SourcePlaces(tree, code: code, origin: origin)
      hasOrigin = !places.pieces.isEmpty && origin != nil
      pieces += places.pieces
    }
    insert(pieces.sorted { $0.offset < $1.offset })
  }

  private mutating func refuse(_ reason: Refusal?, in original: String) {
    guard refusal == nil, let reason else { return }
    let position = Position(ofByte: reason.offset, in: original)
    refusal = Diagnostic(severity: .error, message: reason.message, position: position)
  }

  /// Puts spaces in place of some bytes.
  private mutating func blank(_ ranges: [Range<Int>]) {
    guard !ranges.isEmpty else { return }
    var bytes = Array(code.utf8)
    for range in ranges { for index in range where bytes[index] != 10 { bytes[index] = 32 } }
    code = String(decoding: bytes, as: UTF8.self)
  }

  /// The code with texts in place of some bytes, which follow each other: spaces, behind the text, keep their columns.
  func replacing(_ pieces: [(place: Range<Int>, text: String)]) -> CompilableCode {
    var result = self
    result.blank(pieces.map(\.place))
    result.insert(pieces.map { Piece(offset: $0.place.lowerBound, text: $0.text) })
    return result
  }

  private mutating func insert(_ pieces: [Piece]) {
    guard !pieces.isEmpty else { return }
    let earlier = insertions
    insertions = []
    var bytes: [UInt8] = []
    var rest = Array(code.utf8)[...]
    var line = 1
    var lineStart = 0
    for piece in pieces {
      for byte in rest.prefix(upTo: piece.offset) {
        bytes.append(byte)
        if byte == 10 { (line, lineStart) = (line + 1, bytes.count) }
      }
      rest = rest.suffix(from: piece.offset)
      insertions.append(Insertion(line: line, column: bytes.count - lineStart + 1, length: piece.text.utf8.count))
      bytes += piece.text.utf8
    }
    code = String(decoding: bytes + rest, as: UTF8.self)
    guard !earlier.isEmpty else { return }
    // What was there before moves with its line.
    let new = insertions
    let moved = earlier.map { old in
      var old = old
      for piece in new where piece.line == old.line && piece.column <= old.column { old.column += piece.length }
      return old
    }
    insertions = (moved + new).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
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
}

/// Looks for what lets an error out of a piece of code, outside functions, closures and what is caught.
final class ThrowFinder: TopLevelVisitor {
  private(set) var found = false

  /// Whether these nodes have a plain `try` in them, or a `throw`.
  static func throwsErrors(_ nodes: Syntax...) -> Bool {
    let finder = ThrowFinder(viewMode: .sourceAccurate)
    for node in nodes { finder.walk(node) }
    return finder.found
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark == nil { found = true }
    return .visitChildren
  }
  override func visit(_: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .visitChildren
  }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.tryKeyword != nil { found = true }
    return .visitChildren
  }
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    guard node.catchClauses.contains(where: \.catchItems.isEmpty) else { return .visitChildren }
    for clause in node.catchClauses { walk(clause) }
    return .skipChildren
  }
}
