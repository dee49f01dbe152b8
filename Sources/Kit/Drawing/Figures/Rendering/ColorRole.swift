/// A colour that means something, and so differs between a light and a dark page.
struct ColorRole: Sendable {
  /// Its part of a class name, "ink".
  var name: String
  /// Its colour on a page.
  var color: @Sendable (Palette) -> Color
  /// What it is when the figure is part of a page whose colours are not known: the page's own text colour shines
  /// through wherever the figure has ink.
  var inline: Inline

  enum Inline: Sendable {
    /// The text colour at this opacity.
    case ink(opacity: String)
    /// A series' colour mixed with the text colour.
    case mixed(Color)
    /// A series' colour, a quarter opaque.
    case tinted(Color)
  }

  static let all: [ColorRole] =
    [
      ColorRole(name: "ink", color: { $0.ink }, inline: .ink(opacity: "1")),
      ColorRole(name: "muted", color: { $0.muted }, inline: .ink(opacity: ".7")),
      ColorRole(name: "faint", color: { $0.faint }, inline: .ink(opacity: ".14")),
      ColorRole(name: "ink-tint", color: { $0.tint(.foreground) }, inline: .ink(opacity: ".25")),
      ColorRole(name: "muted-tint", color: { $0.tint(.muted) }, inline: .ink(opacity: ".18")),
    ]
    + Look.Hue.allCases.filter { ![.foreground, .muted, .automatic].contains($0) }.flatMap { hue in
      [
        ColorRole(name: "\(hue.rawValue)-text", color: { $0.text(hue) }, inline: .mixed(Palette.light.line(hue))),
        ColorRole(name: "\(hue.rawValue)-tint", color: { $0.tint(hue) }, inline: .tinted(Palette.light.line(hue))),
      ]
    }

  /// The roles by their colours on a page.
  static func byColor(_ palette: Palette) -> [Color: ColorRole] {
    Dictionary(all.map { ($0.color(palette), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A series' colour mixed with the text colour, in CSS.
  static func mixed(_ color: Color) -> String {
    "color-mix(in srgb,\(color.hex) \(Int((100 * (1 - Palette.inkInText)).rounded()))%,currentColor)"
  }
}

extension Color {
  /// A colour as gnuplot's SVG writes it: "rgb( 18,  52,  86)", "#0072b2" or one of the two names it uses.
  init?(css text: String) {
    let hex = text.hasPrefix("#") && text.utf8.count == 7 ? UInt32(text.dropFirst(), radix: 16) : nil
    if let number = ["black": 0, "white": 0xffffff][text] ?? hex {
      self.init(number)
      return
    }
    guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return nil }
    let numbers = text.dropFirst(4).dropLast().split(separator: ",").compactMap { part in
      UInt8(part.filter { !$0.isWhitespace })
    }
    guard numbers.count == 3 else { return nil }
    self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
  }
}
