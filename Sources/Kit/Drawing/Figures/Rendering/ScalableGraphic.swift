internal import Basics

/// A figure as SVG, made from what gnuplot wrote: flat, small, readable on light and dark pages.
///
/// gnuplot sets every state change as its own group; of that only what draws is kept. Colours that mean something
/// ("ink", "grid", a series' name) get a class each. The file has an opaque ground and, for the appearance
/// ``Appearance/automatic``, a style sheet with the dark colours; ``inline(_:)`` makes it part of a page.
public enum ScalableGraphic {
  /// The finished file.
  ///
  /// - Parameters:
  ///   - raw: gnuplot's SVG.
  ///   - label: the figure's label, the prefix of all identifiers, so that several figures fit on one page.
  ///   - seriesNames: the names of what is plotted, in order; gnuplot itself only numbers the plots.
  ///   - font: the words' font; those of ``fontFamily`` stand in for it.
  ///   - alternative: what a reader hears who does not see it; empty for none.
  /// - Returns: `nil` where `raw` is not what gnuplot writes.
  static func finish(
    _ raw: String, label: String, seriesNames: [String], alternative: String, size: Figure.Size, font: String? = nil,
    appearance: Appearance
  ) -> String? {
    guard case .element("svg", _, let children)? = MarkupNode.root(of: raw) else { return nil }
    var writer = GraphicWriter(label: label, seriesNames: seriesNames, palette: Palette(for: appearance))
    for child in children { writer.visit(child, [:]) }
    guard writer.hasDrawn else { return nil }
    let (width, height) = (size.width * pointsPerCentimetre, size.height * pointsPerCentimetre)
    let box = "\(coordinate(width)) \(coordinate(height))"
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\""
    if writer.usesMarkers { text += " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" }
    text += " class=\"gimbal-figure\" viewBox=\"0 0 \(box)\" width=\"\(coordinate(width))pt\""
    text += " height=\"\(coordinate(height))pt\" role=\"img\""
    if !alternative.isEmpty { text += " aria-label=\"\(MarkupText.escape(alternative))\"" }
    text +=
      " font-family=\"\(font.map { "'\($0)', " } ?? "")\(fontFamily)\" font-size=\"10\" fill=\"none\" stroke-linecap=\"round\""
    text += " stroke-linejoin=\"round\">\n"
    if appearance == .automatic { text += writer.styleSheet }
    let ground = appearance == .automatic ? " class=\"f-paper\"" : ""
    text += "<rect\(ground) width=\"\(coordinate(width))\" height=\"\(coordinate(height))\" "
    text += "fill=\"\(Palette(for: appearance).paper.hex)\"/>\n"
    text += writer.definitions + writer.body + "</svg>\n"
    return text
  }

  /// Fonts that a page without its own falls back to; the reader's system font comes first.
  static let fontFamily =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
}
