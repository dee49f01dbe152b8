/// How a series is drawn: colour, dash and marker together, so that it is told apart in grey and by everyone.
public struct Look: Codable, Hashable, Sendable {
  /// One of the palette's colours.
  public var color: Hue
  /// The pattern of its line.
  public var dash: Dash
  /// The marker of its points, and of the end of a trajectory.
  public var marker: Marker
  /// The width of its line in points (1/72 inch).
  public var width: Double

  /// The palette: Okabe and Ito, "Color Universal Design" (2008), without its yellow, which has a contrast of 1.3 on
  /// white; black is the page's own foreground.
  public enum Hue: String, Codable, Hashable, Sendable, CaseIterable {
    case foreground, muted, blue, vermilion, green, purple, orange, sky
  }

  /// Line patterns.
  public enum Dash: String, Codable, Hashable, Sendable, CaseIterable {
    case solid, long, dashDot, dotted, dashDotDot, short
  }

  /// Markers.
  public enum Marker: String, Codable, Hashable, Sendable, CaseIterable {
    case circle, triangle, square, diamond, downTriangle, pentagon, cross
  }

  /// A look of one's own. `width` in points; below 1 it is hard to see in a column of 8.5 cm.
  public init(color: Hue, dash: Dash = .solid, marker: Marker = .circle, width: Double = Look.standardWidth) {
    (self.color, self.dash, self.marker, self.width) = (color, dash, marker, width)
  }

  /// The width of a series' line in points.
  public static let standardWidth = 1.6

  /// The look that belongs to a name in every figure of every notebook.
  ///
  /// The stabilisation schemes, the truth and the three components of a vector have looks of their own. Any other name
  /// gets one of the remaining looks, chosen by the name's letters, so that it is the same in every figure; within one
  /// figure ``assignment(for:)`` moves a name whose look is taken to the next free one.
  public init(named name: String) { self = Look.fixed[name] ?? Look.free[Look.preference(of: name)] }

  /// A look for each name: fixed ones first, then the others in the order given, each moved on where its look is taken.
  ///
  /// As long as there are colours, no name gets one that another name of the figure has; after that, as long as there are
  /// not more names than looks (see ``free``), no two names share colour and dash. `others` are looks that the figure has
  /// beside those of names. O(n · looks).
  public static func assignment(for names: [String], beside others: [Look] = []) -> [String: Look] {
    var result: [String: Look] = [:]
    // A free look that looks like a fixed one in the same figure is passed over.
    let conventional = names.compactMap { fixed[$0] } + others
    var colors = Set(conventional.map(\.color))
    var taken = Set(
      free.indices.filter { index in
        conventional.contains { $0.color == free[index].color && $0.dash == free[index].dash }
      })
    for name in names where result[name] == nil {
      if let look = fixed[name] {
        result[name] = look
        continue
      }
      let preferred = preference(of: name)
      let order = (0..<free.count).map { (preferred + $0) % free.count }.filter { !taken.contains($0) }
      let index = order.first { !colors.contains(free[$0].color) } ?? order.first ?? preferred
      taken.insert(index)
      colors.insert(free[index].color)
      result[name] = free[index]
    }
    return result
  }

  /// The looks that names have by convention.
  static let fixed: [String: Look] = [
    "truth": Look(color: .foreground, marker: .circle),
    "none": Look(color: .vermilion, dash: .solid, marker: .circle),
    "exponential": Look(color: .blue, dash: .long, marker: .triangle),
    "nonlinear step": Look(color: .green, dash: .dashDot, marker: .square),
    "rest recognition": Look(color: .purple, dash: .short, marker: .diamond),
    "reset on release": Look(color: .orange, dash: .dashDotDot, marker: .downTriangle),
    "zero-velocity smoother": Look(color: .sky, dash: .solid, marker: .pentagon),
    "zero end velocity": Look(color: .green, dash: .solid, marker: .cross),
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

  /// The looks for all other names: every colour in every dash that no scheme has, neighbours differing in both.
  static let free: [Look] = {
    let colors: [Hue] = [.sky, .orange, .blue, .green, .purple, .vermilion]
    let dashes: [Dash] = [.solid, .long, .dashDot, .dotted, .short, .dashDotDot]
    let schemes = ["none", "exponential", "nonlinear step", "rest recognition", "reset on release"]
    let taken = Set(schemes.compactMap { fixed[$0] }.map { [$0.color.rawValue, $0.dash.rawValue] })
    var looks: [Look] = []
    for turn in dashes.indices {
      for (index, color) in colors.enumerated() {
        let dash = dashes[(index + turn) % dashes.count]
        guard !taken.contains([color.rawValue, dash.rawValue]) else { continue }
        let marker = Marker.allCases[looks.count % Marker.allCases.count]
        looks.append(Look(color: color, dash: dash, marker: marker))
      }
    }
    return looks
  }()

  /// Where a name starts to look for a free look: its FNV-1a hash, which is the same in every process.
  private static func preference(of name: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(free.count))
  }
}
