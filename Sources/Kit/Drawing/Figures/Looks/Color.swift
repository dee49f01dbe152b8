import Foundation

/// A colour as red, green and blue from 0 to 255 in sRGB.
struct Color: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// As gnuplot and CSS write it, "#0072b2".
  var hex: String {
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// As one number, 0xRRGGBB: what gnuplot's `rgb variable` reads.
  var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Linear light of each channel, 0 to 1 (IEC 61966-2-1).
  var linear: (red: Double, green: Double, blue: Double) {
    func channel(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return (channel(red), channel(green), channel(blue))
  }

  /// Relative luminance, 0 for black to 1 for white (WCAG 2.2, "relative luminance").
  var luminance: Double {
    let light = linear
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// Contrast ratio, 1 to 21 (WCAG 2.2, "contrast ratio"). Text needs 4.5, a line 3.
  func contrast(with other: Color) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// How far two colours lie apart for a reader whose eyes lack the red or the green cones, whichever is less, 0 to 1.7 (Viénot, Brettel
  /// and Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats", 1999).
  func dichromaticDistance(to other: Color) -> Double {
    // Red and green are seen as one mixture of both.
    let mixtures: [(red: Double, green: Double, toBlue: Double)] = [
      (0.11238, 0.88762, 0.00401), (0.29275, 0.70725, -0.02234),
    ]
    func seen(_ color: Color, _ mixture: (red: Double, green: Double, toBlue: Double)) -> (Double, Double) {
      let (red, green, blue) = color.linear
      let both = mixture.red * red + mixture.green * green
      return (pow(max(both, 0), 1 / 2.2), pow(max(blue + mixture.toBlue * (red - green), 0), 1 / 2.2))
    }
    return mixtures.map { mixture in
      let (own, theirs) = (seen(self, mixture), seen(other, mixture))
      return (2 * pow(own.0 - theirs.0, 2) + pow(own.1 - theirs.1, 2)).squareRoot()
    }.min() ?? 0
  }

  /// The colour whose contrast with black is `factor` times as large: its light taken away in equal parts, or white light added.
  func scaled(by factor: Double) -> Color {
    let wanted = min(max((luminance + 0.05) * factor - 0.05, 0), 1)
    let own = luminance
    func byte(_ light: Double) -> UInt8 {
      let mixed = wanted <= own ? light * wanted / own : light + (1 - light) * (wanted - own) / (1 - own)
      let value = mixed <= 0.0031308 ? 12.92 * mixed : 1.055 * pow(mixed, 1 / 2.4) - 0.055
      return UInt8((255 * min(max(value, 0), 1)).rounded())
    }
    let light = linear
    return Color(red: byte(light.red), green: byte(light.green), blue: byte(light.blue))
  }

  /// `share` of `other` mixed in, channel by channel in sRGB, as CSS' `color-mix(in srgb, …)` does.
  func mixed(with other: Color, share: Double) -> Color {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) * (1 - share) + Double(b) * share).rounded())
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
  }
}
