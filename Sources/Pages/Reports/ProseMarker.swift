import CellKernel
import NotebookDocument

/// A format that is made of the parsed tree, and what the constructs of the prose are in it.
package protocol ProseMarker {
  associatedtype FormatMark: ConstructMark
  /// What the prose refers to.
  var references: [String: Reference] { get }
  var citations: Citations? { get }
  /// What stands for an expression that is written so.
  func value(_ outcome: InlineOutcome?, source: String) -> FormatMark
  /// What stands for a formula that is written so.
  func mark(_ formula: Formulas.Found, source: String) -> FormatMark
  func mark(_ citation: Citations.Entry) -> FormatMark
  func mark(_ reference: Reference) -> FormatMark
  /// A place in running text that shows nothing.
  func place(_ anchor: String) -> FormatMark
  /// Where a line ends within a paragraph.
  var lineBreak: FormatMark { get }
  /// What is not seen.
  var nothing: FormatMark { get }
}

extension ProseMarker {
  /// A report's lines with marks for all that prose has. O(length).
  package func marked(_ report: Report, _ marks: inout ProseMarks<FormatMark>) -> [String] {
    let lines = marked(report.notebook.document, of: report, &marks)
    var made = marks
    let numbered = NumberedMarks(anchor: { made.add(place($0)) }, lineBreak: "")
    defer { marks = made }
    return report.rearranged(report.captioned(lines) { numbered.caption($0, references) }.map { $0 ?? "" })
  }

  /// The lines of a text with marks for references, citations and formulas, and for values if it is that of a report. O(length).
  package func marked(
    _ document: Document, of report: Report? = nil, _ marks: inout ProseMarks<FormatMark>
  ) -> [String] {
    let places = report?.notebook.inlinePlaces ?? [:]
    var numbered: Set<String> = []
    var made = marks
    let lines = document.rewriting(
      formula: { block, tex in
        guard case .formula(let label, _, _) = block.kind else { return nil }
        // Among two with one label the first has it, and none that a cell gave.
        let own = report == nil ? nil : label.flatMap { numbered.insert($0).inserted ? $0 : nil }
        return made.add(
          mark(Formulas.Found(tex: tex, isDisplay: true, label: own), source: MarkdownText.formula(tex)))
      },
      { inline, text, surroundings in
        switch inline.kind {
        case .expression:
          guard let report, let index = places[inline.start] else { return nil }
          let outcome = report.execution.inlines[index]
          if surroundings == .formula { return InlineText.tex(outcome) }
          return made.add(value(outcome, source: document.source(of: inline)))
        case .picture:
          let numbered = NumberedMarks(anchor: { made.add(place($0)) }, lineBreak: made.add(lineBreak))
          return PictureSetting.resolve(text, asElement: false, references, numbered)
        case .citation(let written): return citations?.text(for: written) { made.add(mark($0)) }
        case .reference(let label): return ReferenceMarks.text(for: label, references) { made.add(mark($0)) }
        case .formula(let isDisplay):
          return made.add(
            mark(Formulas.Found(tex: document.tex(of: inline, text), isDisplay: isDisplay), source: text))
        case .code, .rawHTML, .address, .target: return nil
        }
      })
    // What a construct has left of a line that it went on in must not be a blank line, which ends a paragraph.
    let joined = lines.contains(nil) ? made.add(nothing) : ""
    marks = made
    return lines.map { $0 ?? joined }
  }
}
