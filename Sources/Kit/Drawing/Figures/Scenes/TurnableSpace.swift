import Foundation

/// A space as the script of a page needs it to draw it from any side: everything in points (1/72 inch) on the page, relative
/// to the middle of what is shown, along the space's own axes.
///
/// The script draws what ``SpaceBuilder`` draws, from the same numbers: ticks, labels, colours and the scale are decided
/// here, so that the picture does not change when a reader begins to turn it.
struct TurnableSpace: Encodable {
  /// A colour in a page whose text colour is not known.
  struct Paint: Encodable {
    var color: String
    var opacity: Double?
  }

  struct Line: Encodable {
    var paint: Paint
    var width: Double
    var dash: [Double]?
  }

  struct Axis: Encodable {
    struct Tick: Encodable {
      var at: Double
      var text: String
    }
    var label: String
    /// Half the label's width.
    var half: Double
    var ticks: [Tick]
    /// The width of the widest number.
    var widest: Double
  }

  struct Path: Encodable {
    var name: String
    var line: Line
    var shadow: Paint?
    /// x, y, z, x, y, z, … of each part between gaps.
    var parts: [[Double]]
    /// How it looks on the far half of a sphere; none where there is no sphere.
    var far: Line?
    /// Markers along it: x, y, z, x, y, z, …
    var marks: [Double]?
    /// The shape of these.
    var mark: String?
    /// Whether a ring marks the start.
    var start: Bool
    /// The marker of the end; none where the path does not end inside.
    var end: String?
  }

  struct Arrow: Encodable {
    var name: String
    var from: [Double]
    var to: [Double]
    /// The length of its head.
    var head: Double
    var line: Line
    var text: Paint
  }

  /// Something of the legend, which stays where it is.
  struct Item: Encodable {
    var text: String?
    var paint: Paint
    var size: Double?
    var anchor: String?
    /// The shape of a marker.
    var marker: String?
    /// x and y, or those of both ends of a line.
    var at: [Double]
    var line: Line?
  }

  /// What the panel takes up on the page: left, top, width, height, from the upper left corner.
  var room: [Double]
  /// Where the space itself is drawn.
  var frame: [Double]
  /// Where the middle of the space lies.
  var middle: [Double]
  /// Azimuth and elevation in degrees.
  var view: [Double]
  /// Half the box' extents; none where no box is shown.
  var box: [Double]?
  /// The middle and the radius of a sphere that is seen through; none where there is no sphere.
  var sphere: [Double]?
  var axes: [Axis]
  var paths: [Path]
  var arrows: [Arrow]
  var items: [Item]
  /// The size of labels and of numbers.
  var sizes: [Double]
  var ink: Paint
  var muted: Paint
  var faint: Paint
}

extension Figure {
  /// The spaces of this figure as JSON, for a page in which a reader turns them; `nil` where the figure has none.
  ///
  /// - Parameter size: the size at which the figure is drawn; overrides ``naturalSize``.
  /// - Throws: ``FigureError`` for what cannot be drawn.
  /// - Complexity: O(points), apart from the simplification of paths (see ``simplifiedPath(x:y:tolerance:)``).
  public func turnableSpaces(size: Size? = nil) throws(FigureError) -> String? {
    guard panels.contains(where: { if case .space = $0 { true } else { false } }) else { return nil }
    let size = size ?? naturalSize
    let palette = Palette.light
    let charts = try page(size: size, palette: palette)
    let looks = looks
    let height = size.height * pointsPerCentimetre
    var spaces: [TurnableSpace] = []
    for (index, panel) in panels.enumerated() {
      guard case .space(let space) = panel, let chart = charts.first(where: { $0.panel == index }) else { continue }
      let builder = TurnableSpaceBuilder(
        space: space, chart: chart, box: try space.box(), looks: looks, palette: palette, sizes: TextSizes(text),
        height: height)
      spaces.append(builder.build())
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(spaces)).map { String(decoding: $0, as: UTF8.self) }
  }
}
