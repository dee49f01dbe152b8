/// A chart with its place on the page: what a script writes down.
struct PlacedChart {
  var frame: Rectangle
  var x: AxisRange
  var y: AxisRange
  var xTicks: Ticks
  var yTicks: Ticks
  var showsAxes: Bool
  var showsGrid: Bool
  var elements: [Element]
  /// Labels, the legend, and whatever else stands at a place on the page.
  var items: [PageItem] = []

  /// The place of a point on the page, in points.
  func page(_ dataX: Double, _ dataY: Double) -> (x: Double, y: Double) {
    (frame.left + x.position(dataX) * frame.width, frame.bottom + y.position(dataY) * frame.height)
  }
}
