/// Something at a place on the page: points (1/72 inch) from the lower left corner.
enum PageItem {
  /// The text's height is centred on `y`; upright text reads from below, and `x` is the middle of its height.
  case text(String, x: Double, y: Double, Alignment, size: Double, Color, isUpright: Bool = false)
  case stroke(fromX: Double, fromY: Double, toX: Double, toY: Double, Stroke)
  case marker(x: Double, y: Double, MarkerStyle)
  case rectangle(Rectangle, Color)

  enum Alignment: String { case left, center, right }
}

/// An upright rectangle on the page, in points from the lower left corner.
struct Rectangle: Hashable {
  var left: Double
  var bottom: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var top: Double { bottom + height }

  /// The part of a segment inside the rectangle, as two shares of its length (Liang and Barsky, 1984).
  func clipped(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> (Double, Double)? {
    guard x0.isFinite, y0.isFinite, x1.isFinite, y1.isFinite else { return nil }
    var (a, b) = (0.0, 1.0)
    let (dx, dy) = (x1 - x0, y1 - y0)
    for (p, q) in [
      (-dx, x0 - left), (dx, right - x0), (-dy, y0 - bottom), (dy, top - y0),
    ] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        a = max(a, q / p)
      } else {
        b = min(b, q / p)
      }
    }
    return a <= b ? (a, b) : nil
  }
}
