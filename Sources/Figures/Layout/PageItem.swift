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
}
