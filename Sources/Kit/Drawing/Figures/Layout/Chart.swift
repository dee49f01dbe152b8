/// What one panel draws, in the units of its axes, before it has a place on the page.
struct Chart {
  var xAxis: FigureAxis
  var yAxis: FigureAxis
  var x: AxisRange
  var y: AxisRange
  /// Whether axes, ticks and grid are drawn.
  var showsAxes = true
  /// Whether a grid is drawn behind the data.
  var showsGrid = true
  /// Whether a unit is as long across as it is up.
  var isEqual = false
  /// Whether an equal scale makes the frame smaller instead of the ranges larger.
  var keepsRanges = false
  /// Room around the frame in points, where no axes are drawn.
  var margin = 3.0
  var legend: Plane.Legend = .automatic
  /// Back to front.
  var elements: [Element] = []
  var texts: [DataText] = []
  /// What of the data it cannot show.
  var shortages: [FigureShortage] = []
  /// Names, in the order of the legend.
  var entries: [LegendEntry] = []
  var bar: ColorBar?
}

/// A line's appearance.
struct Stroke: Hashable, Sendable {
  var color: Color
  var dash: Look.Dash = .solid
  /// In points.
  var width: Double
  /// Markers along the line, where its colour and dash do not tell it from others.
  var marks: LineMarks?
}

/// A shape in the units of the axes.
enum Element: Sendable {
  /// `isOrdered`: abscissas never descend.
  case line(x: [Double], y: [Double], Stroke, isOrdered: Bool, title: String)
  case polygon(x: [Double], y: [Double], Color)
  case ribbon(x: [Double], low: [Double], high: [Double], Color, title: String)
  /// Over the whole height of the frame.
  case bands(starts: [Double], ends: [Double], Color, title: String)
  case markers(x: [Double], y: [Double], MarkerStyle, title: String)
  case boxes(left: [Double], right: [Double], bottom: [Double], top: [Double], [Color], title: String)
}

extension Element {
  /// What is read out when the pointer rests on it; empty for what carries no data.
  var title: String {
    switch self {
    case .line(_, _, _, _, let title), .ribbon(_, _, _, _, let title), .bands(_, _, _, let title),
      .markers(_, _, _, let title), .boxes(_, _, _, _, _, let title):
      title
    case .polygon: ""
    }
  }
}

/// A marker's appearance.
struct MarkerStyle: Hashable, Sendable {
  var marker: Look.Marker
  var isFilled: Bool
  /// Its width in points.
  var size: Double
  var color: Color
}

/// Words at a place given in the units of the axes, moved by (`dx`, `dy`) points.
struct DataText {
  var text: String
  var x: Double
  var y: Double
  var dx = 0.0
  var dy = 0.0
  var alignment: PageItem.Alignment = .left
  /// In points.
  var size: Double
  var color: Color
  /// Which axis the number belongs to, and its place in the row of numbers: some are left out where they would cover each
  /// other; nil for words that always are.
  var tick: (axis: Int, index: Int)?
  /// The direction, up and to the right, in which it is next to its place: it gives way to what is drawn there. Nil
  /// for words that stay where they are.
  var leans: SIMD2<Double>?
}

/// A name in the legend.
struct LegendEntry {
  var name: String
  var sample: Sample
  var color: Color
  /// The end of the series, if its name may be there.
  var end: (x: Double, y: Double)?
  /// How far it goes, "to 2400 m", when it is cut off.
  var reach: String?

  /// The short form of the name, if short forms still distinguish it from the others.
  var short: String?

  /// The name, and how far the series goes when it is cut off.
  var text: String { reach.map { "\(short ?? name) (\($0))" } ?? short ?? name }

  enum Sample {
    case stroke(Stroke)
    case marker(MarkerStyle)
    case swatch(Color)
  }
}

/// The bar that explains the colours of cells.
struct ColorBar {
  var axis: FigureAxis
  var range: AxisRange
  var colors: [Color]
}
