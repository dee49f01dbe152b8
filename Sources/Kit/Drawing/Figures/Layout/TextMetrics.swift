/// How much room text takes, estimated without a font: margins are computed before gnuplot draws, and a browser's font
/// is unknown anyway. The widths are those of a wide sans serif, so that other fonts need less.
enum TextMetrics {
  /// The width of `text` in points at a font size in points. O(n).
  static func width(_ text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", ".", ",", ":", ";", "'", "|", "!": 0.31
    case "\u{2009}": 0.2
    case " ", "f", "t", "r", "(", ")", "[", "]", "I", "/", "-": 0.4
    case "m", "w", "M", "W", "−", "×", "=", "+": 0.86
    case "⁰"..."⁹", "¹", "²", "³", "⁻", "₀"..."₉": 0.42
    case "A"..."Z": 0.7
    case "0"..."9": 0.636
    default: 0.6
    }
  }
}
