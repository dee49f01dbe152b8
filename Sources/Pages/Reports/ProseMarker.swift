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

/// A report's text as one that is parsed at once.
package struct MarkedText<Mark: ConstructMark> {
  /// The notebook's lines, and behind them what has no place among them.
  package var lines: [String]
  package var marks: ProseMarks<Mark>
  /// What a speaker says, in order; none of it is among the lines.
  package var notes: [[String]] = []
  /// The captions of cells, by the line that each is, so that they have the text's footnotes and addresses; those of a cell are in their order.
  package var captions: [Int: (cell: Int, text: String)] = [:]
}

extension ProseMarker {
  /// A report's text with marks for all that prose has, and for its directives. O(length).
  package func whole(_ report: Report, _ directive: (Directives.Line) -> FormatMark) -> MarkedText<FormatMark> {
    let document = report.notebook.document
    let captions = report.captions
    let feet = citations?.notes ?? []
    var text = MarkedText(lines: [], marks: ProseMarks<FormatMark>(for: document.lines + captions.joined() + feet))
    text.lines = marked(report, &text.marks)
    for note in report.notebook.speakerNotes {
      text.notes.append(Array(text.lines[note.content.lowerBound - 1..<note.content.upperBound - 1]))
      for line in note.lines { text.lines[line - 1] = "" }
      text.lines[note.lines.lowerBound - 1] = text.marks.line(of: .nothing, nothing)
    }
    for (line, kind) in Directives(report.notebook).lines {
      text.lines[line - 1] = text.marks.line(of: kind, directive(kind))
    }
    if let last = document.lines.lastIndex(where: { !MarkdownText.isBlank($0) }) {
      text.lines += document.ending(ofBlockAt: last + 1)
    }
    for (cell, captions) in captions.enumerated() {
      for caption in captions {
        text.lines += [""] + marked(Document([HTMLText.started(caption)]), hasFoot: true, &text.marks)
        text.captions[text.lines.count] = (cell, caption)
      }
    }
    for note in feet { text.lines += [""] + marked(Document([note]), hasFoot: true, &text.marks) }
    return text
  }

  /// A report's lines with marks for all that prose has. O(length).
  private func marked(_ report: Report, _ marks: inout ProseMarks<FormatMark>) -> [String] {
    let lines = marked(report.notebook.document, of: report, hasFoot: true, &marks)
    var made = marks
    let numbered = NumberedMarks(anchor: { made.add(place($0)) }, lineBreak: "")
    defer { marks = made }
    return report.rearranged(report.captioned(lines) { numbered.caption($0, references) }.map { $0 ?? "" })
  }

  /// The lines of a text with marks for references, citations and formulas, and for values if it is that of a report. O(length).
  ///
  /// - Parameter hasFoot: Whether the notes of citations are below it; they are in the text otherwise.
  package func marked(
    _ document: Document, of report: Report? = nil, hasFoot: Bool = false, _ marks: inout ProseMarks<FormatMark>
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
        case .citation(let written): return citations?.text(for: written, hasFoot: hasFoot) { made.add(mark($0)) }
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
