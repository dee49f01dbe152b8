/// A panel with two axes and marks between them.
public struct Plane: Codable, Hashable, Sendable {
  /// The abscissa, drawn at the bottom.
  public var x: FigureAxis
  /// The ordinate, drawn at the left.
  public var y: FigureAxis
  /// What is drawn, back to front; bands and laws go behind everything else.
  public var marks: [Mark]
  /// Whether a unit has the same length on both axes.
  public var aspect: Aspect
  /// Where the names of the series are.
  public var legend: Legend
  /// Whether axes and grid are drawn: false where the place in the panel means nothing, as for a letter on a sheet.
  public var showsAxes: Bool

  /// The relation between the lengths of a unit on the two axes.
  public enum Aspect: String, Codable, Hashable, Sendable {
    /// Each axis fills its side.
    case free
    /// A metre is as long across as it is up. The axis with room to spare shows more.
    case equal
  }

  /// Where the names of the series are.
  public enum Legend: String, Codable, Hashable, Sendable {
    /// At the lines' ends where all end at the right and the names fit; else in a corner that holds no data; else above.
    case automatic
    /// In a corner that holds no data; above where there is none.
    case inside
    /// Above the frame.
    case above
    /// Nowhere.
    case hidden
  }

  /// A panel with these axes and marks.
  public init(
    x: FigureAxis, y: FigureAxis, aspect: Aspect = .free, legend: Legend = .automatic, showsAxes: Bool = true,
    _ marks: [Mark]
  ) {
    (self.x, self.y, self.marks, self.aspect, self.legend) = (x, y, marks, aspect, legend)
    self.showsAxes = showsAxes
  }
}
