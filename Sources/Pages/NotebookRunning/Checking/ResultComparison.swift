import Display
import Foundation
import NotebookDocument
import Reports

/// Compares what a notebook gives with what it gave when its results were accepted, or when it last ran.
package struct ResultComparison {
  /// The origin of the earlier results, in words.
  package enum Basis: String, Sendable {
    case accepted
    /// Nothing was accepted yet.
    case lastRun = "last run"
  }

  package let notebook: Notebook
  package let basis: Basis
  package let old: ResultsFile
  package let new: ResultsFile
  /// The earlier and the new picture of a figure, by label.
  package let oldPicture: (String) -> String?
  package let newPicture: (String) -> String?
  /// Puts a picture where a person can look at it; its path, nil where that is not possible.
  package let show: (_ picture: String, _ name: String) -> String?

  /// Relative difference up to which numbers of tables are equal, unless a cell says otherwise: what another processor's
  /// mathematical library may do to the last digits.
  package static let tableTolerance = 1e-9
  /// Points (1/72 inch) that a figure's lines may lie apart when script or data are not the same to the last bit.
  package static let pictureTolerance = 0.05

  /// What differs, as unified differences; empty when nothing does.
  ///
  /// - Throws: `RunError` when a mask of a cell does not come to an end.
  package func differences() throws(RunError) -> String {
    var text = ""
    if old.parameters != new.parameters {
      text += diff("parameters", lines(old.parameters), lines(new.parameters))
    }
    let names = notebook.cells.map(\.name)
    if old.cells.map(\.name) != names {
      return text + diff("cells", old.cells.map(\.name), names)
    }
    for (index, cell) in notebook.cells.enumerated() where !cell.options.volatile {
      let before = try masked(old.cells[index], cell)
      let after = try masked(new.cells[index], cell)
      let same =
        before.failure == after.failure && before.outputs.count == after.outputs.count
        && zip(before.outputs, after.outputs).allSatisfy { agree($0, $1, cell.options) }
      if !same { text += diff(cell.name, printed(before), printed(after, comparedWith: before, cell.options)) }
    }
    for (index, pair) in zip(old.inlines, new.inlines).enumerated() where pair.0 != pair.1 {
      guard !NumericText.agree(pair.0, pair.1, relative: Self.tableTolerance) else { continue }
      text += diff("line \(notebook.inlines[index].line)", [pair.0], [pair.1])
    }
    if old.inlines.count != new.inlines.count { text += diff("inline expressions", old.inlines, new.inlines) }
    return text
  }

  private func agree(_ a: ResultsFile.OutputResult, _ b: ResultsFile.OutputResult, _ options: CellOptions) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)):
      return options.tolerance.map { NumericText.agree(a, b, relative: $0) } ?? (a == b)
    case (.table(let a), .table(let b)):
      guard a.columns == b.columns, a.rows.count == b.rows.count else { return false }
      return zip(a.rows.joined(), b.rows.joined()).allSatisfy { left, right in
        switch (left, right) {
        case (.number(let x), .number(let y)):
          NumericText.close(x, y, relative: options.tolerance ?? Self.tableTolerance, absolute: 1e-12)
        default: left == right
        }
      }
    case (.figure(let label, let hash), .figure(let otherLabel, let otherHash)):
      guard label == otherLabel else { return false }
      if hash == otherHash { return true }
      guard let before = oldPicture(label), let after = newPicture(label) else { return false }
      return NumericText.agree(
        before, after, relative: options.tolerance ?? 0, absolute: Self.pictureTolerance)
    default: return false
    }
  }

  /// The cell's texts with the matches of its masks removed.
  private func masked(_ result: ResultsFile.CellResult, _ cell: Cell) throws(RunError) -> ResultsFile.CellResult {
    let masking = Masking(masks: cell.options.masks)
    var masked = result
    do throws(RunError) {
      for (index, output) in result.outputs.enumerated() {
        switch output {
        case .text(let text): masked.outputs[index] = .text(try masking.masked(text))
        case .table(var table):
          for (row, cells) in table.rows.enumerated() {
            for case (let column, .text(let text)) in cells.enumerated() {
              table.rows[row][column] = .text(try masking.masked(text))
            }
          }
          masked.outputs[index] = .table(table)
        case .figure: break
        }
      }
    } catch {
      throw RunError(error.reason, file: notebook.path, position: Position(line: cell.lines.lowerBound, column: 1))
    }
    return masked
  }

  /// The lines of a cell's results. A figure that is not as it was says in what it differs, and where both can be looked at.
  private func printed(
    _ cell: ResultsFile.CellResult, comparedWith before: ResultsFile.CellResult? = nil, _ options: CellOptions? = nil
  ) -> [String] {
    var lines: [String] = []
    for output in cell.outputs {
      switch output {
      case .text(let text): lines += text.split(separator: "\n").map(String.init)
      case .table(let table):
        lines.append(table.columns.map(\.heading).joined(separator: " | "))
        lines += table.rows.map { row in row.map(exact).joined(separator: " | ") }
      case .figure(let label, _):
        let earlier = before?.outputs.first { if case .figure(label, _) = $0 { true } else { false } }
        guard let earlier, let options, !agree(earlier, output, options) else {
          lines.append("figure \(label)")
          continue
        }
        lines += differences(ofFigure: label)
      }
    }
    if let failure = cell.failure { lines.append("failure: \(failure)") }
    return lines
  }

  private func differences(ofFigure label: String) -> [String] {
    guard let before = oldPicture(label), let after = newPicture(label) else {
      return ["figure \(label) differs; its earlier picture is not kept"]
    }
    let places = [show(before, "\(label)-before"), show(after, "\(label)-now")].compactMap { $0 }
    return ["figure \(label) differs in \(PictureDifferences(before, after).words)"]
      + (places.count == 2 ? ["  look at \(places[0])", "  and at  \(places[1])"] : [])
  }

  private func exact(_ cell: Table.Cell) -> String {
    switch cell {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .count(let count): "\(count)"
    case .empty: ""
    }
  }

  private func lines(_ parameters: [String: String]) -> [String] {
    parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
  }

  private func diff(_ name: String, _ old: [String], _ new: [String]) -> String {
    UnifiedDiff.text(old: old, new: new, oldName: "\(name) (\(basis.rawValue))", newName: "\(name) (now)")
  }
}
