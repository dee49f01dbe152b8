import Basics

/// Points in words, wherever people read them.
package enum PointsText {
  /// A number with at most two digits behind its point, which is what a share of a few checks needs: “3”, “2.5”, “0.67”.
  package static func number(_ points: Double) -> String { DigitText.decimals(points, most: 2) }

  /// “ (2.5 points)”; nothing for what is worth nothing.
  package static func behind(_ points: Double?) -> String {
    points.map { $0 > 0 ? " (\(words($0)))" : "" } ?? ""
  }

  /// “1 point”, “2.5 points”.
  package static func words(_ points: Double) -> String { "\(number(points)) point\(points == 1 ? "" : "s")" }
}
