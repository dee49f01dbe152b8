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
  /// Labels, the legend, and whatever else is at a place on the page.
  var items: [PageItem] = []
  /// Which of the figure's panels it belongs to, from 0, and what that panel takes up on the page.
  var panel = 0
  var room = Rectangle(left: 0, bottom: 0, width: 0, height: 0)
  /// What of the data it cannot show.
  var shortages: [FigureShortage] = []
  /// How many of the items, the first ones, are words at places of the data.
  var dataTexts = 0

  /// The place of a point on the page, in points.
  func page(_ dataX: Double, _ dataY: Double) -> (x: Double, y: Double) {
    (frame.left + x.position(dataX) * frame.width, frame.bottom + y.position(dataY) * frame.height)
  }
}
