/// A panel that shows paths and directions in three dimensions, seen from a point far away.
///
/// A unit has the same length along all three axes. The third axis points up in the picture.
public struct Space: Codable, Hashable, Sendable {
  /// The first horizontal axis.
  public var x: FigureAxis
  /// The second horizontal axis.
  public var y: FigureAxis
  /// The upright axis.
  public var z: FigureAxis
  /// Paths, back to front.
  public var paths: [Path]
  /// Direction arrows, for example rotated coordinate axes.
  public var arrows: [Arrow]
  /// From where it is seen.
  public var view: View
  /// Whether a box with ticks surrounds it; without, only what is drawn is seen.
  public var showsBox: Bool
  /// Whether each path throws a thin shadow on the floor, which tells height from depth.
  public var showsShadows: Bool
  /// The radius of a sphere about the origin that is seen through: lines on its far half are lighter or dotted. Nil: there is none.
  public var sphere: Double?

  /// A line through space.
  public struct Path: Codable, Hashable, Sendable {
    /// What the legend calls it; empty for none.
    public var name: String
    /// First coordinates, in the unit of the x axis.
    public var x: Column
    /// Second coordinates; as many as first ones.
    public var y: Column
    /// Heights; as many as first coordinates.
    public var z: Column
    /// How it looks; `nil`: as its name says.
    public var look: Look?
    /// Whether a ring marks its start and a filled marker its end.
    public var marksEnds: Bool

    /// A path through the points (`x[i]`, `y[i]`, `z[i]`), in the unit of the axes; NaN makes a gap.
    public init(
      _ name: String = "", x: [Double], y: [Double], z: [Double], look: Look? = nil, marksEnds: Bool = true
    ) {
      (self.name, self.look, self.marksEnds) = (name, look, marksEnds)
      (self.x, self.y, self.z) = (Column(x), Column(y), Column(z))
    }
  }

  /// An arrow from one point to another.
  public struct Arrow: Codable, Hashable, Sendable {
    /// Written at its head.
    public var name: String
    /// The tail's place, in the units of the axes.
    public var from: SIMD3<Double>
    /// Where its head is.
    public var to: SIMD3<Double>
    /// Its colour, and the dash and width of its shaft.
    public var look: Look

    /// An arrow with `name` at its head; points in the unit of the axes.
    public init(_ name: String = "", from: SIMD3<Double>, to: SIMD3<Double>, look: Look) {
      (self.name, self.from, self.to, self.look) = (name, from, to, look)
    }
  }

  /// The direction from which the space is seen, in degrees.
  public struct View: Codable, Hashable, Sendable {
    /// Around the vertical, from the x axis towards the y axis.
    public var azimuth: Double
    /// Above the horizon: 90 looks straight down.
    public var elevation: Double

    /// A direction in degrees.
    public init(azimuth: Double, elevation: Double) { (self.azimuth, self.elevation) = (azimuth, elevation) }

    /// From the front right, a little above.
    public static let standard = View(azimuth: -60, elevation: 25)
    /// Straight down, x to the right and y up.
    public static let plan = View(azimuth: -90, elevation: 90)
  }

  /// A space with these paths and arrows. Axes that are not given are called x, y and z; they are in metres, unless all paths run
  /// on the unit sphere and all arrows are directions, which have no unit.
  public init(
    x: FigureAxis? = nil, y: FigureAxis? = nil, z: FigureAxis? = nil,
    paths: [Path] = [], arrows: [Arrow] = [], view: View = .standard, showsBox: Bool = true,
    showsShadows: Bool = true
  ) {
    let unit = Space.showsDirections(paths, arrows) ? nil : "m"
    (self.x, self.y) = (x ?? FigureAxis("x", unit: unit), y ?? FigureAxis("y", unit: unit))
    self.z = z ?? FigureAxis("z", unit: unit)
    (self.paths, self.arrows, self.view) = (paths, arrows, view)
    (self.showsBox, self.showsShadows) = (showsBox, showsShadows)
  }
}

extension Space {
  /// Whether there is nothing but unit vectors: the ends of arrows are such or zero, and so are the points of paths. O(points).
  private static func showsDirections(_ paths: [Path], _ arrows: [Arrow]) -> Bool {
    func length(_ point: SIMD3<Double>) -> Double { (point * point).sum().squareRoot() }
    func isDirection(_ point: SIMD3<Double>) -> Bool { (length(point) - 1).magnitude < 1e-6 }
    var points = 0
    for path in paths {
      for index in 0..<min(path.x.count, path.y.count, path.z.count) {
        let point = path.point(index)
        guard !point.x.isNaN else { continue }
        // Spokes begin in the middle.
        guard isDirection(point) || length(point) < 1e-12 else { return false }
        points += isDirection(point) ? 1 : 0
      }
    }
    for arrow in arrows {
      for end in [arrow.from, arrow.to] { guard isDirection(end) || length(end) < 1e-12 else { return false } }
      points += isDirection(arrow.to) ? 1 : 0
    }
    return points > 0
  }
}

extension Space.Arrow {
  /// The three axes of a rotated frame as arrows of a common length from `origin`.
  ///
  /// - Parameters:
  ///   - axes: the rotated x, y and z axes as unit vectors.
  ///   - names: written at the heads; empty strings for none.
  ///   - dash: solid for one frame, another pattern for a second frame in the same picture.
  public static func triad(
    _ axes: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), at origin: SIMD3<Double> = .zero, length: Double = 1,
    names: (String, String, String) = ("x", "y", "z"), dash: Look.Dash = .solid
  ) -> [Space.Arrow] {
    zip([axes.0, axes.1, axes.2], zip([names.0, names.1, names.2], ["x", "y", "z"])).map { axis, naming in
      var look = Look(named: naming.1)
      look.dash = dash
      return Space.Arrow(naming.0, from: origin, to: origin + length * axis, look: look)
    }
  }
}
