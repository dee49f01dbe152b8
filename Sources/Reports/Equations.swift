import Basics
import Foundation
import NotebookDocument

/// A formula on lines of its own that has a label: `$$ … $$ {#eq-slip}`. It bears a number, and prose refers to it.
package struct Equation: Hashable, Sendable {
  package var label: String
  package var number: ItemNumber
  /// What stands between the dollar signs.
  package var tex: String
  /// The notebook's lines that it takes, counted from 1.
  package var lines: ClosedRange<Int>
}

extension Equation {
  /// The numbered formulas of a notebook, in order. O(length).
  package static func find(in notebook: Notebook) -> [Equation] { find(in: notebook.lines, of: notebook) }

  /// The same in its lines with marks in the place of values.
  static func find(in lines: [String], of notebook: Notebook) -> [Equation] {
    guard lines.contains(where: { $0.holds("{#eq-") }) else { return [] }
    var found: [Equation] = []
    Formulas.scan(lines, literal: Formulas.isLiteral(in: notebook)) { formula, lines in
      guard let label = formula.label, !found.contains(where: { $0.label == label }) else { return }
      found.append(
        Equation(
          label: label, number: ItemNumber(found.count + 1, chapter: notebook.chapter), tex: formula.tex,
          lines: lines.lowerBound + 1...lines.upperBound + 1))
    }
    return found
  }

  /// What is to be said of labels that stand behind no formula, and of those that stand twice. O(length).
  package static func remarks(of notebook: Notebook) -> [ReportRemark] {
    let equations = find(in: notebook)
    guard notebook.lines.contains(where: { $0.holds("{#eq-") }) else { return [] }
    let isLiteral = Formulas.isLiteral(in: notebook)
    return notebook.lines.enumerated().flatMap { index, line -> [ReportRemark] in
      guard !isLiteral(index), line.holds("{#eq-") else { return [] }
      let spans = CodeSpans.find(in: Array(line.utf8)).map(\.whole)
      return line.matches(of: compiled(/\{#(eq-[^}\s]*)\}/)).compactMap { match in
        let label = String(match.output.1)
        let column = line[..<match.range.lowerBound].utf8.count
        guard !spans.contains(where: { $0.contains(column) }) else { return nil }
        let own = equations.first { $0.label == label }
        if let own, own.lines.contains(index + 1) { return nil }
        let message =
          own.map {
            "the label “\(label)” is already used by the formula at line \($0.lines.lowerBound); give one of them another label"
          }
          ?? "“{#\(label)}” does not belong to a formula: write it after the $$ that ends a formula on lines of its own, with letters, "
          + "digits, - and _"
        return ReportRemark(
          severity: .warning, position: Position(line: index + 1, column: column + 1), message: message)
      }
    }
  }
}
