import Foundation
import NotebookDocument

/// How a unit is in the source of its segment.
extension CodeUnit {
  /// What the compiler's line numbers have too much: it takes no line 0, which is where the call around a first line's
  /// expression is.
  package static let lineShift = 1

  /// The lines of the code; an end of the last one begins no other.
  var lines: Int { max(compilable.code.utf8.count { $0 == 10 } + (compilable.code.utf8.last == 10 ? 0 : 1), 1) }

  /// The unit's code under its own file name, its last value shown.
  var source: String { location(line: 1) + showingLastValue + "\n" }

  /// The function that gives an expression's value.
  var functionSource: String {
    """
    @_cdecl("\(function)") func \(function)() {
    do {
    try gimbalMayThrow()
    \(location(line: 0))gimbalInlineValue(
    \(compilable.code)
    )
    } catch { gimbalErrorInMain(error) }
    }

    """
  }

  /// A directive that gives the next line this number, counted from the unit's first line as 1.
  private func location(line: Int) -> String {
    "#sourceLocation(file: \"\(fileName)\", line: \(line + Self.lineShift))\n"
  }

  /// The beginning of the value that the cell shows, in the code as written.
  var valuePosition: Position? {
    guard role == .cell, let last = analysis.lastExpression else { return nil }
    let place = Position(ofByte: last.lowerBound, in: compilable.code)
    return Position(line: place.line, column: compilable.originalColumn(place.column, line: place.line))
  }

  /// The code with a call around its last expression. The call is on the line above, so that the expression keeps its
  /// line and its column.
  private var showingLastValue: String {
    guard role == .cell, let last = analysis.lastExpression else { return compilable.code }
    let bytes = Array(compilable.code.utf8)
    let place = Position(ofByte: last.lowerBound, in: compilable.code)
    func text(_ part: some Sequence<UInt8>) -> String { String(decoding: Array(part), as: UTF8.self) }
    return text(bytes[..<last.lowerBound]) + "\n" + location(line: place.line - 1) + "gimbalShowValue(\n"
      + String(repeating: " ", count: place.column - 1) + text(bytes[last]) + "\n)" + text(bytes[last.upperBound...])
  }
}
