import CellKernel
import Display
import Drawings
import Foundation
import NotebookDocument
import Reports

/// The outputs that cells which have not run are expected to have, for messages about them: their labels, their
/// captions, and the references in the prose. With it, warnings about a report come before there is a report.
struct ExpectedOutputs {
  private(set) var outcomes: [CellOutcome]
  private(set) var drawings: [Int: [Result<FigureDrawing, FigureFailure>]] = [:]

  /// The outcomes of an execution in which nothing has run, with what is expected of them. O(length).
  init(_ execution: Execution) {
    outcomes = execution.outcomes
    let notebook = execution.notebook
    let references = notebook.references.map(\.mark.label)
    for (index, cell) in notebook.cells.enumerated() where outcomes[index].status == .done {
      let count = Self.figures(of: cell, references)
      for figure in 0..<count {
        // Whether a figure says in words what it shows is not known yet.
        outcomes[index].outputs.append(.bundle(MIMEBundle([MediaType.figure: "{}"])))
        drawings[index, default: []].append(
          .success(
            FigureDrawing(
              label: cell.figureName(figure, of: count), index: figure, files: [:], svg: "", scriptHash: "")))
      }
      if Self.hasTable(cell) { outcomes[index].outputs.append(.bundle(MIMEBundle([MediaType.table: Self.table]))) }
    }
  }

  private static func figures(of cell: Cell, _ references: [String]) -> Int {
    let options = cell.options
    let said = [options.figureCaptions, options.figureSubcaptions, options.figureAlternatives].map(\.count).max() ?? 0
    guard let label = options.label, label.hasPrefix("fig-") else { return said }
    // The prose knows of parts: @fig-x-2, @fig-x-b. Among several figures that are not parts of one, none has the label
    // itself.
    if !options.groupsFigures, references.contains(label) { return max(said, 1) }
    let parts = references.compactMap { reference -> Int? in
      guard reference.hasPrefix("\(label)-") else { return nil }
      let part = reference.dropFirst(label.count + 1)
      if let number = Int(part) { return (1...26).contains(number) ? number : nil }
      guard part.utf8.count == 1, let letter = part.utf8.first, (97...122).contains(letter) else { return nil }
      return Int(letter) - 96
    }
    return max(said, parts.max() ?? 1, 1)
  }

  private static func hasTable(_ cell: Cell) -> Bool {
    cell.options.tableCaption != nil || cell.options.label?.hasPrefix("tbl-") == true
  }

  private static let table = String(
    decoding: (try? JSONEncoder().encode(Table(columns: [], rows: []))) ?? Data(), as: UTF8.self)
}
