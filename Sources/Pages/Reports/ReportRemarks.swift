import CellKernel
import Display
import Drawings
import Foundation
import NotebookDocument

import enum Basics.Spelling

/// Something in an executed notebook that a reader of the report would miss or stumble over.
package struct ReportRemark: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: Hashable, Sendable {
    /// The report is wrong.
    case error
    /// The report has a flaw: an error under `--strict`.
    case warning
    /// Asked for under `--strict` only.
    case demand
    /// A result that contradicts its purpose, such as a scheme that is no better than standing still. A report with
    /// such a result is sound, also under `--strict`.
    case finding
  }

  package var severity: Severity
  /// Where in the notebook.
  package var position: Position
  /// What is wrong, and what to do.
  package var message: String

  package init(severity: Severity, position: Position, message: String) {
    (self.severity, self.position, self.message) = (severity, position, message)
  }

  /// The remark in the form of compiler messages.
  package func text(in notebook: Notebook, isStrict: Bool) -> String {
    self.message(isStrict: isStrict).text(in: notebook)
  }
}

extension Report {
  /// The remarks on the report, by line: markup that is read as plain text, references without a target, captions
  /// without a figure, figures without an alternative text. Cells that did not run are skipped, since their failure
  /// is reported elsewhere. O(length).
  package func remarks() -> [ReportRemark] {
    let warnings = notebook.warnings.map {
      ReportRemark(severity: .warning, position: $0.position, message: $0.message)
    }
    let prose =
      Equation.remarks(of: notebook) + PictureSetting.remarks(of: notebook) + MissingPictures.remarks(of: notebook)
      + NumberedProse.remarks(of: notebook)
      + Directives(notebook).remarks
      + Citations.remarks(of: notebook, citations) + guessRemarks()
      + execution.failingSolutions.map {
        ReportRemark(
          severity: .warning, position: Position(line: $0.cell.lines.lowerBound),
          message: "the solution of exercise “\($0.exercise)” fails a check: \($0.words)")
      }
    return (warnings + cells.indices.flatMap(cellRemarks) + unresolvedReferences() + prose).sorted {
      $0.position < $1.position
    }
  }

  private func cellRemarks(_ index: Int) -> [ReportRemark] {
    let cell = notebook.cells[index]
    let options = cell.options
    let place = Position(line: cell.lines.lowerBound)
    var remarks: [ReportRemark] = []
    // What a cell says of several results is reported once.
    func say(_ severity: ReportRemark.Severity, _ message: String) {
      let remark = ReportRemark(severity: severity, position: place, message: message)
      if !remarks.contains(remark) { remarks.append(remark) }
    }
    guard execution.outcomes[index].status == .done else { return [] }
    for case .bundle(let bundle) in execution.outcomes[index].outputs {
      if let warning = bundle.contents[MediaType.warning] {
        say(bundle.contents[MediaType.finding] == nil ? .warning : .finding, warning)
      }
    }
    let pictures = execution.outcomes[index].pictures.count
    let shown = pictures == 1 ? "one figure" : pictures == 0 ? "no figure" : "\(pictures) figures"
    for (name, texts) in [
      ("fig-cap", options.figureCaptions), ("fig-subcap", options.figureSubcaptions),
      ("fig-alt", options.figureAlternatives),
    ] where texts.count > max(pictures, pictures == 0 || name == "fig-subcap" ? 0 : 1) {
      let count = texts.count == 1 ? "a text" : "\(texts.count) texts"
      say(.warning, "“\(name)” has \(count), but the cell shows \(shown)")
    }
    if !options.figureSubcaptions.isEmpty, options.figureSubcaptions.count < pictures {
      say(.warning, "“fig-subcap” has \(options.figureSubcaptions.count) texts, but the cell shows \(shown)")
    }
    for block in cells[index] {
      switch block {
      case .figure(let figure): demand(of: figure, isPart: false, say)
      case .figures(let row):
        if row.caption == nil, row.parts.contains(where: { $0.caption == nil }) {
          say(.demand, "\(row.label) has no caption; say what it shows with “//| fig-cap: …”")
        }
        for part in row.parts { demand(of: part, isPart: true, say) }
      case .table(_, let number?, let label, nil):
        say(.demand, "\(label ?? "table \(number)") has no caption; say what it shows with “//| tbl-cap: …”")
      default: break
      }
    }
    return remarks
  }

  private func demand(of figure: ReportFigure, isPart: Bool, _ say: (ReportRemark.Severity, String) -> Void) {
    for doubt in figure.doubts { say(.warning, "\(figure.label): \(doubt)") }
    if figure.alternative == nil {
      let many = isPart ? "a list of texts, one for each figure" : "…"
      say(
        .demand,
        "\(figure.label) has no alternative text; say in “//| fig-alt: \(many)” what it shows to those who do not see it"
      )
    }
    if !isPart, figure.caption == nil {
      say(.demand, "\(figure.label) has no caption; say what it shows with “//| fig-cap: …”")
    }
  }

  private func unresolvedReferences() -> [ReportRemark] {
    let references = references
    let silent = Set(
      zip(notebook.cells, execution.outcomes).filter { $0.1.status != .done }.compactMap { $0.0.options.label })
    let labels = Set(notebook.cells.compactMap(\.options.label))
    return notebook.document.references.compactMap { line, mark in
      let name = mark.label
      // What another chapter has, its book knows.
      guard references[name] == nil, !name.contains("/"),
        !silent.contains(where: { name == $0 || name.hasPrefix("\($0)-") })
      else {
        return nil
      }
      let isEquation = name.hasPrefix("eq-")
      var message = isEquation ? "there is no formula “\(name)”" : "there is no figure or table “\(name)”"
      if labels.contains(name) {
        message = "the cell “\(name)” shows no \(name.hasPrefix("tbl") ? "table" : "figure of that name")"
      } else if let near = Spelling.nearest(to: name, among: references.keys.sorted()) {
        message += "; did you mean “\(near)”?"
      } else if isEquation {
        message += "; give a formula on its own lines a label after it: $$ … $$ {#\(name)}"
      } else if !references.isEmpty {
        message += "; it can be \(references.keys.sorted().joined(separator: ", "))"
      }
      return ReportRemark(
        severity: .warning, position: Position(line: line, column: mark.columns.lowerBound + 1), message: message)
    }
  }
}
