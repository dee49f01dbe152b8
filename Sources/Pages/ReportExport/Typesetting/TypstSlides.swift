import EmbeddedFiles
import Foundation
import Reports

extension TypstExport {
  /// The report as slides of 16 to 9, and the remarks on those that do not fit.
  ///
  /// A slide that holds more than fits has smaller pictures, and then is set smaller as a whole.
  ///
  /// - Throws: as ``data()``.
  package func slides() throws -> (data: Data, remarks: [ReportRemark]) {
    let deck = SlideDeck(report)
    var setter = TypstSetter(report: report)
    (setter.columns, setter.narrowColumns) = (76, 66)
    var additions = PaperBody.Additions(cells: [])
    // A rule begins a slide and is not shown: what is before it is inserted all the same.
    additions.omitted = deck.rules
    // The function takes the height of pictures, so that it can be found out which one fits.
    func opening(_ line: Int, _ isOpening: Bool) -> String {
      setter.raw("#slide(\(line), opens: \(isOpening), most => [#let picture = picture.with(most: most)")
    }
    additions.aboveEnding = PandocElement.joined([setter.raw("])"), opening(0, false)])
    for (index, slide) in deck.slides.enumerated() {
      let isOpening = slide.heading != nil && !slide.hasContent
      additions.inserted[slide.line] = PandocElement.joined([
        index > 0 ? setter.raw("])") : "", opening(slide.line, isOpening),
      ])
    }
    if !deck.slides.isEmpty { additions.end = setter.raw("])") }
    let body = setter.blocks(formulas, additions)
    let (data, output) = try typeset(
      body, frame: setter.frame(".slides.typ"), styles: [".slides.typ": SlideTypst.text], program: SlideTypst.program,
      to: .slidesPDF)
    let shares = (try? JSONDecoder().decode([SlideTypst.Set].self, from: Data(output.utf8))) ?? []
    let remarks = shares.filter { $0.share < SlideTypst.leastShare }.compactMap { set -> ReportRemark? in
      guard let index = deck.slides.firstIndex(where: { $0.line == set.line }) else { return nil }
      let percent = Int((set.share * 100).rounded())
      return ReportRemark(
        severity: .warning, position: .init(line: set.line),
        message:
          "the slide \(deck.slides[index].name(index + 2)) holds more than fits: it is set at \(percent) % of its "
          + "size; begin another one with a heading or with “---” on its own line")
    }
    return (data, remarks + LettersWithoutFont.remarks(of: body, report))
  }
}

/// The look of slides in a PDF: that of paper, on pages of 16 cm by 9.
enum SlideTypst {
  /// How large a slide was set.
  struct Set: Decodable {
    /// The notebook's line.
    var line: Int
    var share: Double
  }

  /// A slide that is set smaller than this is named: its letters are too small for the last row.
  static let leastShare = 0.6

  static let text = EmbeddedFile.text("ReportExport/slides.typ")

  /// What Python runs behind `TypstStyle.opening`: sets the document, writes it, and says how large each slide is.
  static let program = EmbeddedFile.text("ReportExport/slides.py")
}
