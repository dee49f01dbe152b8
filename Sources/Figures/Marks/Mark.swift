/// One thing drawn in a plane: a line, points, bars, a band, a law, a note.
///
/// A mark with a name appears in the legend or has its name at its end; the same name always gets the same look
/// (see ``Look/init(named:)``). A NaN ordinate is a gap. An infinite number, or a NaN abscissa, is an error when the
/// figure is drawn. On a logarithmic axis numbers that are not positive are gaps.
public enum Mark: Codable, Hashable, Sendable {
  /// Ordinates over abscissas, joined by a line.
  case curve(Curve)
  /// A path through the plane with its start and end marked.
  case trajectory(Curve)
  /// A growth law or another reference: a thin neutral line.
  case reference(Curve)
  /// Separate points.
  case scatter(Curve)
  /// Bars from zero.
  case columns(Curve)
  /// The area between two ordinates.
  case area(Area)
  /// Intervals of the abscissa, shaded over the whole height.
  case intervals(Intervals)
  /// Words at a place.
  case note(Note)

  /// A series of points.
  public struct Curve: Codable, Hashable, Sendable {
    /// What the legend calls it; empty: not in the legend.
    public var name: String
    /// Abscissas, in the unit of the x axis.
    public var x: Column
    /// Ordinates, in the unit of the y axis; as many as abscissas.
    public var y: Column
    /// How it looks; `nil`: as its name says.
    public var look: Look?
  }

  /// The area between `low` and `high` over `x`.
  public struct Area: Codable, Hashable, Sendable {
    /// What the legend calls it; empty: not in the legend.
    public var name: String
    /// Abscissas, in the unit of the x axis.
    public var x: Column
    /// Lower ordinates, as many as abscissas.
    public var low: Column
    /// Upper ordinates, as many as abscissas.
    public var high: Column
    /// How it looks; `nil`: as its name says. The area has a tint of the look's colour.
    public var look: Look?
  }

  /// Shaded intervals [`starts[i]`, `ends[i]`] of the abscissa.
  public struct Intervals: Codable, Hashable, Sendable {
    /// What the legend calls them; empty: not in the legend.
    public var name: String
    /// Where each begins, in the unit of the x axis.
    public var starts: Column
    /// Where each ends; as many as `starts`.
    public var ends: Column
  }

  /// Words beside a point.
  public struct Note: Codable, Hashable, Sendable {
    /// One line of words.
    public var text: String
    /// The abscissa of the point that the words stand beside.
    public var x: Double
    /// Its ordinate.
    public var y: Double
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
    .curve(Curve(name: name, x: Column(x), y: Column(y), look: look))
  }

  /// A path through the plane; a ring marks its start, a filled marker its end.
  public static func path(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    .trajectory(Curve(name: name, x: Column(x), y: Column(y), look: look))
  }

  /// A law laid under the data, for example ½bt²: thin, neutral, behind the series.
  public static func law(_ name: String, x: [Double], y: [Double]) -> Mark {
    .reference(Curve(name: name, x: Column(x), y: Column(y), look: nil))
  }

  /// Separate points, drawn with the marker that belongs to the name.
  public static func points(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    .scatter(Curve(name: name, x: Column(x), y: Column(y), look: look))
  }

  /// Bars from zero to `y[i]`, centred on `x[i]`; several series share the room at each abscissa.
  public static func bars(_ name: String = "", x: [Double], y: [Double], look: Look? = nil) -> Mark {
    .columns(Curve(name: name, x: Column(x), y: Column(y), look: look))
  }

  /// The area between `low[i]` and `high[i]`, for example a confidence interval, in a tint of the name's colour.
  public static func ribbon(
    _ name: String = "", x: [Double], low: [Double], high: [Double], look: Look? = nil
  ) -> Mark {
    .area(Area(name: name, x: Column(x), low: Column(low), high: Column(high), look: look))
  }

  /// Intervals of the abscissa as grey bands behind the data, for example the times at rest.
  public static func bands(_ name: String = "", _ intervals: [ClosedRange<Double>]) -> Mark {
    .intervals(
      Intervals(
        name: name, starts: Column(intervals.map(\.lowerBound)), ends: Column(intervals.map(\.upperBound))))
  }

  /// Words whose left edge is beside (`x`, `y`), in the units of the axes.
  public static func text(_ text: String, x: Double, y: Double) -> Mark {
    .note(Note(text: text, x: x, y: y))
  }
}

extension Mark {
  /// What the legend calls it; empty where there is nothing to call.
  public var name: String {
    switch self {
    case .curve(let curve), .trajectory(let curve), .reference(let curve), .scatter(let curve), .columns(let curve):
      curve.name
    case .area(let area): area.name
    case .intervals(let intervals): intervals.name
    case .note: ""
    }
  }

  /// Whether it is drawn in the same neutral colour whatever its name.
  var isNeutral: Bool {
    switch self {
    case .reference, .intervals, .note: true
    case .curve, .trajectory, .scatter, .columns, .area: false
    }
  }

  /// The look that its author chose for it; nil where its name decides.
  var ownLook: Look? {
    switch self {
    case .curve(let curve), .trajectory(let curve), .reference(let curve), .scatter(let curve), .columns(let curve):
      curve.look
    case .area(let area): area.look
    case .intervals, .note: nil
    }
  }
}
