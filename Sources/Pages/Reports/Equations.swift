import Basics
import Foundation
import NotebookDocument

/// A formula on its own lines that has a label: `$$ … $$ {#eq-slip}`. It bears a number, and prose refers to it.
package struct Equation: Hashable, Sendable {
  package var label: String
  package var number: ItemNumber
  /// What is between the dollar signs.
  package var tex: String
  /// The notebook's lines that it takes, counted from 1.
  package var lines: ClosedRange<Int>
}

extension Equation {
  /// The numbered formulas of a notebook, in order; of two with one label the first. O(length).
  package static func find(in notebook: Notebook) -> [Equation] {
    var found: [Equation] = []
    for block in notebook.document.blocks {
      guard case .formula(let label?, let start, let end) = block.kind, !found.contains(where: { $0.label == label })
      else { continue }
      found.append(
        Equation(
          label: label, number: ItemNumber(found.count + 1, chapter: notebook.chapter),
          tex: notebook.document.text(from: start, to: end), lines: block.lines))
    }
    return found
  }

  /// The remarks on labels that are behind no formula, and of those that are twice. O(length).
  package static func remarks(of notebook: Notebook) -> [ReportRemark] {
    let labels = notebook.document.formulaLabels
    let equations = labels.isEmpty ? [] : find(in: notebook)
    return labels.compactMap { label, place in
      let own = equations.first { $0.label == label }
      if let own, own.lines.contains(place.line) { return nil }
      let message =
        own.map {
          "the label “\(label)” is already used by the formula at line \($0.lines.lowerBound); give one of them another label"
        }
        ?? "“{#\(label)}” does not belong to a formula: write it after the $$ that ends a formula on its own lines, with letters, "
        + "digits, - and _"
      return ReportRemark(
        severity: .warning, position: Position(line: place.line, column: place.column + 1), message: message)
    }
  }
}
