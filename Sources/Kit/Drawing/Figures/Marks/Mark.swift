/// One thing drawn in a plane: a line, points, bars, a band, a law, a note.
///
/// A mark with a name appears in the legend or has its name at its end; the same name always gets the same look
/// (see ``Look/init(named:)``). A NaN ordinate is a gap. An infinite number, or a NaN abscissa, is an error when the
/// figure is drawn. On a logarithmic axis numbers that are not positive are gaps.
public struct Mark: Codable, Hashable, Sendable {
  /// What is drawn of the points.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// Ordinates over abscissas, joined by a line.
    case line
    /// A path through the plane with its start and end marked.
    case path
    /// A growth law or another reference: a thin neutral line.
    case law
    /// Separate points.
    case points
    /// Bars from zero.
    case bars
    /// The area between two ordinates.
    case ribbon
    /// Intervals of the abscissa, shaded over the whole height.
    case bands
    /// Words at a place.
    case text
  }

  /// What is drawn.
  public var kind: Kind
  /// The name in the legend; empty: not in the legend. For a text, its words in one line, which never appear in the
  /// legend.
  public var name: String
  /// Abscissas, in the unit of the x axis; of bands, where each begins; of a text, the one next to which it is.
  public var x: Column
  /// The names over which it is, instead of abscissas: those of the axis' categories, which the marks give where the
  /// axis has none.
  public var places: [String]?
  /// Ordinates, in the unit of the y axis, as many as abscissas; of a ribbon, the lower ones; of bands, where each ends, in
  /// the unit of the x axis.
  public var y: Column
  /// The upper ordinates of a ribbon, as many as abscissas; else nil.
  public var high: Column?
  /// How it looks; `nil`: as its name says. A ribbon has a tint of the look's colour.
  public var look: Look?

  private init(_ kind: Kind, _ name: String, x: [Double], y: [Double], high: [Double]? = nil, look: Look? = nil) {
    (self.kind, self.name, self.look) = (kind, name, look)
    (self.x, self.y, self.high) = (Column(x), Column(y), high.map { Column($0) })
  }
}

extension Mark {
  /// A line through the points (`x[i]`, `y[i]`).
  ///
  /// - Parameters:
  ///   - name: what the legend calls it; empty for none. It also decides the look.
  ///   - x: abscissas in the axis' unit. When they only grow, long series keep the extremes of each pixel column.
  ///   - y: ordinates in the axis' unit, as many as `x`; NaN makes a gap.
  ///   - look: overrides the look that belongs to the name.
  public static func line(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    Mark(.line, name, x: x, y: y, look: look)
  }

  /// A path through the plane; a ring marks its start, a filled marker its end.
  public static func path(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    Mark(.path, name, x: x, y: y, look: look)
  }

  /// A law, for example ½bt²: a thin neutral line on top of the data, dashed; several laws of a plot have different
  /// dashes. A law without a name is a solid line behind the data.
  public static func law(_ name: String, x: [Double], y: [Double]) -> Mark {
    Mark(.law, name, x: x, y: y)
  }

  /// Separate points, drawn with the marker that belongs to the name.
  public static func points(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    Mark(.points, name, x: x, y: y, look: look)
  }

  /// Bars from zero to `y[i]`, centred on `x[i]`; several series share the room at each abscissa.
  public static func bars(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    Mark(.bars, name, x: x, y: y, look: look)
  }

  /// Bars from zero to `y[i]` over names: "square", "figure of eight". Several series share the room over each name; the names
  /// stand in the order in which the marks have them, or the axis' categories, where it has some.
  ///
  /// ```swift
  /// Figure(
  ///   x: FigureAxis("movement"), y: FigureAxis("final error", unit: "m"),
  ///   [
  ///     .bars("none", over: ["square", "eight"], [0.8, 1.4]),
  ///     .bars("exponential", over: ["square", "eight"], [0.2, 0.3]),
  ///   ])
  /// ```
  public static func bars(_ name: String = "", over places: [String], _ y: [Double], look: Look? = nil) -> Mark {
    var mark = Mark(.bars, name, x: [], y: y, look: look)
    mark.places = places
    return mark
  }

  /// The area between `low[i]` and `high[i]`, for example a confidence interval, in a tint of the name's colour.
  public static func ribbon(
    _ name: String = "", x: [Double], low: [Double], high: [Double], look: Look? = nil
  ) -> Mark {
    Mark(.ribbon, name, x: x, y: low, high: high, look: look)
  }

  /// Intervals of the abscissa as grey bands behind the data, for example the times at rest.
  public static func bands(_ name: String = "", _ intervals: [ClosedRange<Double>]) -> Mark {
    Mark(.bands, name, x: intervals.map(\.lowerBound), y: intervals.map(\.upperBound))
  }

  /// Words whose left edge is next to (`x`, `y`), in the units of the axes.
  public static func text(_ text: String, x: Double, y: Double) -> Mark {
    Mark(.text, text, x: [x], y: [y])
  }
}

extension Mark {
  /// Whether it is drawn in the same neutral colour whatever its name.
  var isNeutral: Bool { [.law, .bands, .text].contains(kind) }
}
