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
    var splicer = ProseSplicer(report: report, linksReferences: true, movesLinks: false, dialect: .typst)
    splicer.omitted = deck.rules
    // The function takes the height of pictures, so that it can be found out which one fits.
    func opening(_ line: Int, _ isOpening: Bool) -> String {
      setter.raw("#slide(\(line), opens: \(isOpening), most => [#let picture = picture.with(most: most)")
    }
    splicer.aboveEnding = setter.raw("])") + opening(0, false)
    for (index, slide) in deck.slides.enumerated() {
      let isOpening = slide.heading != nil && !slide.hasContent
      splicer.inserted[slide.line] = (index > 0 ? setter.raw("])") : "") + opening(slide.line, isOpening)
    }
    // A rule begins a slide and is not shown: what is before it is inserted all the same.
    let body = setter.markdown(splicer) + (deck.slides.isEmpty ? "" : setter.raw("])"))
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

  static let text = #"""
    #import ".style.typ": *

    #let report(
      title: "", subtitle: none, authors: (), byline: (), language: "en", parameters: (), ..others, body,
    ) = {
      set document(title: title, author: authors, date: none)
      set page(
        width: 16cm, height: 9cm, margin: (x: 0.9cm, top: 0.65cm, bottom: 0.75cm), footer-descent: 0.1cm,
        footer: context {
          set text(6.5pt, fill: faint)
          align(right, counter(page).display("1 / 1", both: true))
        },
      )
      show: typeset.with(language)
      set text(10pt)
      set par(justify: false)
      show heading: set block(above: 0pt, below: 0.8em)
      show heading.where(level: 1): set text(16pt)
      show heading.where(level: 2): set text(14pt)
      show heading.where(level: 3): set block(above: 1em, below: 0.6em)
      align(horizon, {
        block(below: 1em, par(leading: 0.4em, text(22pt, weight: "bold", title)))
        if subtitle != none { block(below: 0.9em, text(13pt, fill: faint, subtitle)) }
        for line in byline { block(below: 0.9em, text(fill: faint, line.join(" · "))) }
        if parameters.len() > 0 {
          set text(font: monospaced, size: 7.5pt)
          block(parameters.map(p => box[#text(fill: faint, p.at(0) + " = ")#p.at(1)]).join(h(1.6em, weak: true)))
        }
      })
      body
    }

    // A slide whose body depends on how high its pictures may be. What does not fit has smaller pictures, then smaller letters.
    #let slide(line, opens: false, body) = {
      pagebreak(weak: true)
      layout(size => {
        let made(most, share) = block(width: size.width / share, body(most))
        let fits(most, share) = measure(made(most, share)).height * share <= size.height
        let (most, share) = (6cm, 1)
        for smaller in (6cm, 5.2cm, 4.4cm, 3.8cm) {
          most = smaller
          if fits(most, share) { break }
        }
        while share > 0.1 and not fits(most, share) { share = share - 0.04 }
        [#metadata((line: line, share: share))<slide>]
        let set-body = if share < 1 { scale(share * 100%, origin: top + left, reflow: true, made(most, share)) } else { body(most) }
        if opens { align(horizon, block(height: 100%, set-body)) } else { set-body }
      })
    }

    // A picture has the slide's room, whatever paper it was made for, and is at most twice as large as it would be there.
    #let picture(file, alternative, most: 6cm, exact: false) = layout(size => {
      let own = measure(image(file))
      let share = calc.min(2, size.width / own.width, most / own.height)
      align(center, image(file, width: own.width * share, alt: alternative))
    })

    // A slide is a page: nothing floats over its edge, and nothing else ends it.
    #let landed = none
    #let newpage = none

    #let legend(body) = block(width: 100%, above: 0.5em, { set text(8.5pt); set par(leading: 0.5em); body })

    // Figures are where their cells are.
    #let shown(anchor, drawn, caption, ..others) = anchored(anchor, block(width: 100%, above: 0.9em, below: 0.9em, {
      drawn
      legend(caption)
    }))

    #let row(anchor, columns, parts, caption, ..others) = anchored(anchor, block(width: 100%, above: 0.9em, below: 0.9em, {
      grid(
        columns: (1fr,) * columns, column-gutter: 0.5cm, row-gutter: 0.3cm,
        ..parts.map(part => anchored(part.at(0), block(width: 100%, { part.at(1); legend(align(center, part.at(2))) }))))
      legend(caption)
    }))

    """#

  /// What Python runs behind `TypstStyle.opening`: sets the document, writes it, and says how large each slide is.
  static let program = #"""
    pdf = compiler.compile(format="pdf")
    shares = compiler.query("<slide>", field="value")
    with open(made, "wb") as file:
        file.write(pdf)
    sys.stdout.write(shares)

    """#
}
