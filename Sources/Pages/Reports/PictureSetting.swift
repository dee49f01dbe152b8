import Basics
import NotebookDocument

/// Sets pictures of the prose with the widths and the numbers that their braces ask for: `![words](photo.png){#fig-desk width=30%}`.
package enum PictureSetting {
  /// What begins the title of a picture that tells pandoc and our page its width: Markdown itself has no widths, and a dialect that has
  /// them takes an author's braces for its own.
  private static let sizeMark = "gimbal:width="

  /// The width that a picture's title tells; nil for a title.
  package static func width(inTitle title: String) -> String? {
    title.hasPrefix(sizeMark) ? String(title.dropFirst(sizeMark.count)) : nil
  }

  /// A picture with its braces as a reader of this dialect finds its width: in an element, or in the picture's title. With a label it has its
  /// number and its words below it. What braces say that cannot be followed stays.
  static func resolve(
    _ picture: String, asElement: Bool, _ references: [String: Reference], _ marks: NumberedMarks
  ) -> String? {
    guard let mark = PictureMark(picture), let braces = PictureBraces(mark.braces) else { return nil }
    let image = image(mark, braces.size, asElement: asElement)
    guard let label = braces.label else { return image }
    return references[label].map { marks.picture(image, mark.words, $0) }
  }

  private static func image(_ mark: PictureMark, _ size: PictureSize?, asElement: Bool) -> String {
    if asElement, let size {
      return
        "<img src=\"\(MarkupText.escape(mark.address))\" alt=\"\(MarkupText.escape(HTMLText.words(of: mark.words)))\" width=\"\(size.pixels)\">"
    }
    let address = mark.address.contains(" ") ? "<\(mark.address)>" : mark.address
    return MarkdownText.picture(mark.words, address, title: size.map { sizeMark + $0.text })
  }

  /// The remarks on braces that cannot be followed. O(length).
  static func remarks(of notebook: Notebook) -> [ReportRemark] {
    func remark(_ message: String, at place: Document.Place) -> ReportRemark {
      ReportRemark(
        severity: .warning, position: Position(line: place.line, column: place.column + 1), message: message)
    }
    let strange = notebook.document.inlines.compactMap { inline -> ReportRemark? in
      guard case .picture(_, _, let braces) = inline.kind, PictureBraces(braces) == nil else { return nil }
      return remark(
        "“{\(braces)}” after a picture is shown as text: it can be a width, as in {width=30%}, {width=8cm}, "
          + "{width=3in} or {width=240px}, and a label, as in {#fig-setup}", at: inline.start)
    }
    return strange
      + notebook.document.strayPictureBraces.map { braces, place in
        remark(
          "“\(braces)” after a picture whose address is elsewhere is shown as text: write the address behind the "
            + "picture's words, as in ![words](picture.png)\(braces)", at: place)
      }
  }
}
