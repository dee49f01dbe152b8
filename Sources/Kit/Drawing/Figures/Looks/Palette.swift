import Foundation

/// For which page a figure is coloured.
public enum Appearance: String, Codable, Hashable, Sendable {
  /// Light; an SVG also carries the dark colours and takes them when the reader's system asks for them.
  case automatic
  /// Dark ink on white, always.
  case light
  /// Light ink on a dark ground, always.
  case dark
}

/// The colours of a figure on a light or a dark page.
struct Palette: Hashable, Sendable {
  /// Axes' text and the truth.
  var ink: Color
  /// FigureAxis lines, laws, notes.
  var muted: Color
  /// The grid and light bands.
  var faint: Color
  /// The ground.
  var paper: Color

  static let light = Palette(
    ink: Color(0x1b1f24), muted: Color(0x5b636d), faint: Color(0xdfe3e8), paper: Color(0xffffff))
  static let dark = Palette(
    ink: Color(0xe6e9ed), muted: Color(0xa0a8b2), faint: Color(0x353b43), paper: Color(0x14171b))

  /// Ink on colours that do not follow the page: no page's own ink, so that nothing turns it light.
  static let onLightCells = Color(0x1c2025)

  init(ink: Color, muted: Color, faint: Color, paper: Color) {
    (self.ink, self.muted, self.faint, self.paper) = (ink, muted, faint, paper)
  }

  init(for appearance: Appearance) { self = appearance == .dark ? .dark : .light }

  /// The colour of a series' line. Okabe and Ito's colours serve both pages.
  func line(_ hue: Look.Hue) -> Color {
    switch hue {
    case .foreground, .automatic: ink
    case .muted: muted
    case .blue: Color(0x0072b2)
    case .vermilion: Color(0xd55e00)
    case .green: Color(0x009e73)
    case .purple: Color(0xcc79a7)
    case .orange: Color(0xe69f00)
    case .sky: Color(0x56b4e9)
    }
  }

  /// The colour of a line with this look, in its shade.
  func line(_ look: Look) -> Color {
    let color = line(look.color)
    return look.shade == 0 ? color : color.scaled(by: pow(Palette.shadeStep, Double(look.shade)))
  }

  /// By how much each shade is lighter than the one before.
  private static let shadeStep = 1.5

  /// The shades that a colour has next to itself on light and on dark pages, the nearest first.
  static func shades(of hue: Look.Hue) -> [Int] {
    guard hue != .foreground, hue != .muted, hue != .automatic else { return [0] }
    let own = Palette.light.line(hue).luminance + 0.05
    // A line needs a contrast of 2 with either page.
    let (least, most) = (2 * (Palette.dark.paper.luminance + 0.05), (Palette.light.paper.luminance + 0.05) / 2)
    return [0, 1, -1, 2, -2, 3, -3].filter { shade in
      let light = own * pow(shadeStep, Double(shade))
      return shade == 0 || light >= least && light <= most
    }
  }

  /// How much of the ink is mixed into a series' colour for its name: letters are thinner than lines and need more
  /// contrast with the ground.
  static let inkInText = 0.45

  /// The colour of a series' name.
  func text(_ hue: Look.Hue) -> Color {
    switch hue {
    case .foreground, .automatic: ink
    case .muted: muted
    default: line(hue).mixed(with: ink, share: Palette.inkInText)
    }
  }

  /// A tint of a series' colour for areas behind lines.
  func tint(_ hue: Look.Hue) -> Color { line(hue).mixed(with: paper, share: 0.75) }
}
