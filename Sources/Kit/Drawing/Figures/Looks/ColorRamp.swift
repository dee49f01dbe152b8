import Foundation

/// Colours for numbers: from nearly white through green-blue to dark blue. Perceived lightness falls evenly, so the
/// ramp reads in grey and for every kind of colour vision.
///
/// Interpolated in Oklab (Björn Ottosson, "A perceptual color space for image processing", 2020).
enum ColorRamp {
  private static let stops: [(lightness: Double, a: Double, b: Double)] = [
    oklab(Color(0xf6f9f4)), oklab(Color(0x9fd3c7)), oklab(Color(0x3f93b5)), oklab(Color(0x15305c)),
  ]

  /// The colour of a share from 0 to 1; lightness is linear in the share.
  static func color(at share: Double) -> Color {
    let bounded = min(max(share, 0), 1)
    let (first, last) = (stops[0].lightness, stops[stops.count - 1].lightness)
    let lightness = first + bounded * (last - first)
    var segment = 0
    while segment < stops.count - 2, lightness < stops[segment + 1].lightness { segment += 1 }
    let (from, to) = (stops[segment], stops[segment + 1])
    let t = (lightness - from.lightness) / (to.lightness - from.lightness)
    return sRGB(lightness, from.a + t * (to.a - from.a), from.b + t * (to.b - from.b))
  }

  private static func oklab(_ color: Color) -> (lightness: Double, a: Double, b: Double) {
    let (r, g, b) = color.linear
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  private static func sRGB(_ lightness: Double, _ a: Double, _ b: Double) -> Color {
    let l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
    let m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
    let s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
    func byte(_ light: Double) -> UInt8 {
      let bounded = min(max(light, 0), 1)
      let value = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * pow(bounded, 1 / 2.4) - 0.055
      return UInt8((255 * value).rounded())
    }
    return Color(
      red: byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      green: byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      blue: byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s))
  }
}
