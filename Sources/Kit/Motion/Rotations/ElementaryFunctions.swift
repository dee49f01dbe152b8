// The C library's functions under their usual names, imported in one place: this module needs no Foundation.
internal import CElementary

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

enum Elementary {
  static func sine(_ x: Double) -> Double { sin(x) }
  static func cosine(_ x: Double) -> Double { cos(x) }
  /// Both of one angle, for less than one after the other.
  static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    let both = elementary_sine_cosine(x)
    return (both.sine, both.cosine)
  }
  static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}
