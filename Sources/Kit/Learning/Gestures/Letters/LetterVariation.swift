/// How much generated letters differ from their templates. All are standard deviations unless they say otherwise; 0
/// turns a variation off, more makes letters harder to tell apart. The defaults are a guess at what hands do, fitted to no recording.
public struct LetterVariation: Hashable, Codable, Sendable {
  /// The shear of uprights, x per y, dimensionless; 0.12 by default.
  public var slant = 0.12
  /// The slope of horizontals, y per x, dimensionless; 0.06 by default.
  public var slope = 0.06
  /// The width, relative to the template's; 0.15 by default.
  public var width = 0.15
  /// The height in points: uniform between these; 120…400 by default.
  public var size = 120.0...400.0
  /// The mean speed in heights per second: uniform between these; 1.5…5 by default.
  public var speed = 1.5...5.0
  /// How unevenly the pen runs: the speed between one part of the letter and another, relative; 0.25 by default.
  public var unevenness = 0.25
  /// How far the points that make the shape are moved, in heights; 0.035 by default.
  public var misplacement = 0.035
  /// The tremor of the line, in heights; 0.008 by default.
  public var wobble = 0.008
  /// The radius by which corners are rounded, in heights: uniform from 0 to this; 0.08 by default.
  public var rounding = 0.08
  /// Samples per second; 60 by default, a screen's rate.
  public var rate = 60.0

  /// The default variation; set what should differ.
  public init() {}

  /// The templates themselves, drawn at an even speed.
  public static var none: LetterVariation {
    var variation = LetterVariation()
    (variation.slant, variation.slope, variation.width, variation.unevenness) = (0, 0, 0, 0)
    (variation.misplacement, variation.wobble, variation.rounding) = (0, 0, 0)
    (variation.size, variation.speed) = (200...200, 2...2)
    return variation
  }

  /// Whether a letter can be drawn with these.
  func check() throws(GestureError) {
    let deviations = [
      ("slant", slant), ("slope", slope), ("width", width), ("unevenness", unevenness),
      ("misplacement", misplacement), ("wobble", wobble), ("rounding", rounding),
    ]
    for (name, value) in deviations { try require(name, value, in: 0...10, "0 to 10") }
    for (name, range) in [("size", size), ("speed", speed)]
    where !(range.lowerBound >= 0.01 && range.upperBound < 1e6) {
      throw .outOfRange(quantity: name, value: range.lowerBound, expected: "0.01 to below a million")
    }
    try require("rate", rate, in: 1...10_000, "1 to 10000 samples per second")
  }
}
