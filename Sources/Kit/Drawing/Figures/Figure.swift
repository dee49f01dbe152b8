/// A figure as a value: panels of axes and marks, without a place on a page.
///
/// A figure says what is shown; ``FigureRenderer`` turns it into files, and ``script(for:size:appearance:)`` into the
/// gnuplot script and data behind them. It has no title: the caption belongs to the document. As JSON it is compact
/// (series are Base64 of little-endian doubles) and survives the round trip bit by bit.
public struct Figure: Codable, Hashable, Sendable {
  /// The panels, row by row.
  public var panels: [Panel]
  /// How many panels are side by side.
  public var columns: Int
  /// Whether panels above each other share one abscissa, whose numbers are below the lowest.
  public var sharesAbscissa: Bool
  /// The size on paper; `nil`: 12 cm wide, as high as its kind asks for.
  public var size: Size?
  /// The size of all words and numbers in points on paper, from 4 to 48; `nil`: 10 for the axes' labels, 9.5 for names of series, 9
  /// for numbers.
  public var text: Double?
  /// The name of the words' font; `nil`: a sans serif.
  public var font: String?

  /// Whether the panels are a list in reading order, of which any number may be side by side.
  package var isList = false
  /// Whether rows and columns of panels mean something.
  package var isGrid: Bool { columns > 1 && panels.count > columns && !isList }

  /// One panel of a figure.
  public enum Panel: Codable, Hashable, Sendable {
    case plane(Plane)
    case space(Space)
    case cells(Cells)
  }

  /// Width and height on paper.
  public struct Size: Codable, Hashable, Sendable {
    /// In centimetres.
    public var width: Double
    /// In centimetres.
    public var height: Double

    /// A size in centimetres. Text does not grow with it (see ``Figure/text``): a figure for an 8.5 cm column asks for 8.5.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// A size in inches.
    public static func inches(width: Double, height: Double) -> Size {
      Size(width: 2.54 * width, height: 2.54 * height)
    }
  }

  /// A figure of several panels, row by row.
  public init(panels: [Panel], columns: Int = 1, sharesAbscissa: Bool = false, size: Size? = nil) {
    (self.panels, self.columns, self.sharesAbscissa, self.size) = (panels, columns, sharesAbscissa, size)
  }

  /// A figure of one plane.
  public init(_ plane: Plane, size: Size? = nil) { self.init(panels: [.plane(plane)], size: size) }

  /// A figure of one space.
  public init(_ space: Space, size: Size? = nil) { self.init(panels: [.space(space)], size: size) }

  /// A figure of one panel of cells.
  public init(_ cells: Cells, size: Size? = nil) { self.init(panels: [.cells(cells)], size: size) }

  /// A figure of one plane with these axes and marks.
  public init(
    x: FigureAxis, y: FigureAxis, aspect: Plane.Aspect = .free, legend: Plane.Legend = .automatic, size: Size? = nil,
    _ marks: [Mark]
  ) {
    self.init(Plane(x: x, y: y, aspect: aspect, legend: legend, marks), size: size)
  }

  /// Planes above each other that share one abscissa, for example the three components of a velocity.
  public init(stacked planes: [Plane], size: Size? = nil) {
    self.init(panels: planes.map { .plane($0) }, sharesAbscissa: true, size: size)
  }
}
