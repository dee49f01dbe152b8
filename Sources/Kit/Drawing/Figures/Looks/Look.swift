/// How a series is drawn: colour, dash and marker together, so that it is distinguished in grey and by everyone.
public struct Look: Codable, Hashable, Sendable {
  /// One of the palette's colours.
  public var color: Hue
  /// The pattern of its line.
  public var dash: Dash
  /// The marker of its points, and of the end of a trajectory.
  public var marker: Marker
  /// The width of its line in points (1/72 inch).
  public var width: Double
  /// By how many steps it is lighter than its colour, below zero darker: which distinguishes the same scheme with
  /// other parameters.
  public var shade = 0
  /// Whether some of its markers are along its line: lightness alone does not distinguish the same scheme with other
  /// parameters.
  public var isMarked = false

  /// The palette: Okabe and Ito, "Color Universal Design" (2008), without its yellow, which has a contrast of 1.3 on
  /// white; black is the page's own foreground.
  public enum Hue: String, Codable, Hashable, Sendable, CaseIterable {
    case foreground, muted, blue, vermilion, green, purple, orange, sky
    /// The colour that the series would have without its own look.
    case automatic
  }

  /// Line patterns.
  public enum Dash: String, Codable, Hashable, Sendable, CaseIterable {
    case solid, long, dashDot, dotted, dashDotDot, short
  }

  /// Markers.
  public enum Marker: String, Codable, Hashable, Sendable, CaseIterable {
    case circle, triangle, square, diamond, downTriangle, pentagon, cross
  }

  /// Your own look. Without a colour it has the one that its series would have anyway. `width` in points; below 1 it is
  /// hard to see in a column of 8.5 cm.
  public init(
    color: Hue = .automatic, dash: Dash = .solid, marker: Marker = .circle, width: Double = Look.standardWidth
  ) {
    (self.color, self.dash, self.marker, self.width) = (color, dash, marker, width)
  }

  /// Whether it is a line that helps to see, as those of a net: thin, in no colour. It takes no look from a series.
  var isGuide: Bool { (color == .muted || color == .foreground) && width < 1 }

  /// The width of a series' line in points.
  public static let standardWidth = 1.6

  /// What every scheme has to beat, in grey.
  static let baselines = ["standing still": Look(color: .muted, dash: .dotted, marker: .cross)]

  /// The looks that names have by convention: the truth and the schemes, which differ from each other in the dash or in grey, and the
  /// components of vectors and attitudes, which differ among themselves.
  static let fixed: [String: Look] = [
    "truth": Look(color: .foreground, marker: .circle),
    "none": Look(color: .vermilion, dash: .solid, marker: .circle),
    "exponential": Look(color: .blue, dash: .long, marker: .triangle),
    "nonlinear step": Look(color: .green, dash: .dashDot, marker: .square),
    "rest recognition": Look(color: .purple, dash: .short, marker: .diamond),
    "reset on release": Look(color: .orange, dash: .dashDotDot, marker: .downTriangle),
    "zero-velocity smoother": Look(color: .sky, dash: .solid, marker: .pentagon),
    "error-state smoother": Look(color: .blue, dash: .dashDotDot, marker: .pentagon),
    "error-state filter": Look(color: .blue, dash: .dotted, marker: .pentagon),
    "trapezoid": Look(color: .vermilion, dash: .dashDot, marker: .square),
    "zero end velocity": Look(color: .green, dash: .dashDotDot, marker: .cross),
    "high-pass": Look(color: .orange, dash: .long, marker: .pentagon),
    "Euler": Look(color: .vermilion, dash: .dotted, marker: .cross),
    "x": Look(color: .vermilion, dash: .solid, marker: .circle),
    "y": Look(color: .green, dash: .long, marker: .triangle),
    "z": Look(color: .blue, dash: .short, marker: .square),
    "w": Look(color: .foreground, dash: .dashDot, marker: .diamond),
    "roll": Look(color: .vermilion, dash: .solid, marker: .circle),
    "pitch": Look(color: .green, dash: .long, marker: .triangle),
    "yaw": Look(color: .blue, dash: .short, marker: .square),
  ]
}
