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

  /// `share` of `other` mixed in, channel by channel in sRGB, as CSS' `color-mix(in srgb, …)` does.
  func mixed(with other: Color, share: Double) -> Color {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) * (1 - share) + Double(b) * share).rounded())
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
  }
}
