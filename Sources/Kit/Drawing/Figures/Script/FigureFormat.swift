/// A file format that figures are written in.
public enum FigureFormat: String, Codable, Hashable, Sendable, CaseIterable {
  /// For pages: text stays text, in the page's font.
  case svg
  /// For papers: exact size, fonts embedded.
  case pdf
  /// For what takes neither: 300 dots per inch.
  case png
}

extension FigureFormat {
  /// The dots of a PNG for each point (1/72 inch) of the figure: 300 dpi.
  static let dotsPerPoint = 300.0 / 72

  /// gnuplot's `set terminal` command, such that one unit of line width, of font size and of dash is one point.
  func terminal(size: Figure.Size, font: String?, paper: Color) -> String {
    let (width, height) = (size.width * pointsPerCentimetre, size.height * pointsPerCentimetre)
    switch self {
    case .svg:
      return "set terminal svg size \(coordinate(width)),\(coordinate(height)) dynamic noenhanced "
        + "font '\(font ?? "sans-serif"),10' rounded"
    case .pdf:
      // Pango takes a font's points for those of a screen with 96 dots an inch, hence 0.75; a width of one is half a
      // point, hence 2; markers come out a sixth smaller than in SVG.
      return "set terminal pdfcairo size \(coordinate(size.width))cm,\(coordinate(size.height))cm noenhanced "
        + "font '\(font ?? "sans"),10' fontscale 0.75 linewidth 2 dashlength 2 pointscale 1.2 rounded "
        + "background rgb '\(paper.hex)'"
    case .png:
      let dots = FigureFormat.dotsPerPoint
      let (across, up) = (Int((width * dots).rounded()), Int((height * dots).rounded()))
      return "set terminal pngcairo size \(across),\(up) noenhanced font '\(font ?? "sans"),10' "
        + "fontscale \(coordinate(0.75 * dots)) linewidth \(coordinate(dots)) dashlength 2 "
        + "pointscale \(coordinate(1.2 * dots)) rounded background rgb '\(paper.hex)'"
    }
  }
}
