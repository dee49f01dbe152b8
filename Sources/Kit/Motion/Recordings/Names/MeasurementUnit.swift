import Traces

/// A unit as files write it, with its size in the unit of a trace.
struct MeasurementUnit: Hashable, Sendable {
  /// What is measured in it.
  enum Kind: Hashable, Sendable {
    case time, acceleration, rotationRate, angle, magneticField, length
  }

  let kind: Kind
  /// How many s, m/s², rad/s, rad, µT or m one of it is.
  let scale: Double
  /// As messages and mapping files write it.
  let symbol: String

  /// The ways in which people write it, see `plain`.
  private let spellings: [String]

  static let seconds = Self(.time, 1, "s", ["s", "sec", "secs", "second", "seconds"])
  static let metresPerSecondSquared = Self(
    .acceleration, 1, "m/s2",
    ["m/s2", "m/s/s", "ms-2", "ms2", "m/sec2", "mps2", "meters/s2", "metres/s2", "m/s-2", "meter/second2"])
  static let standardGravities = Self(
    .acceleration, standardGravity, "g",
    ["g", "G", "gs", "gforce", "g-force", "gravities", "gravity", "standardgravity"])
  static let radiansPerSecond = Self(
    .rotationRate, 1, "rad/s",
    ["rad/s", "rads-1", "rads", "rad/sec", "radians/s", "radians/second", "radians/sec", "rad/second"])
  static let degreesPerSecond = Self(
    .rotationRate, .pi / 180, "deg/s",
    ["deg/s", "degs-1", "degs", "deg/sec", "dps", "degrees/s", "degrees/second", "degrees/sec", "deg/second"])
  static let radians = Self(.angle, 1, "rad", ["rad", "radians", "radian"])
  static let degrees = Self(.angle, .pi / 180, "deg", ["deg", "degrees", "degree"])
  static let microteslas = Self(
    .magneticField, 1, "uT", ["uT", "ut", "microT", "microt", "microtesla", "microteslas", "utesla", "uteslas"])
  static let metres = Self(.length, 1, "m", ["m", "meters", "metres", "meter", "metre"])

  /// Every unit that is known.
  static let all: [MeasurementUnit] = [
    seconds, Self(.time, 1e-3, "ms", ["ms", "msec", "millis", "milliseconds", "millisecond"]),
    Self(.time, 1e-6, "us", ["us", "usec", "micros", "microseconds", "microsecond"]),
    Self(.time, 1e-9, "ns", ["ns", "nsec", "nanos", "nanoseconds", "nanosecond"]),
    Self(.time, 1e-4, "100us", ["100us", "0.1ms"]), Self(.time, 60, "min", ["min", "minutes"]), metresPerSecondSquared,
    standardGravities,
    Self(.acceleration, standardGravity / 1000, "mg", ["mg", "mgs", "milli-g", "millig", "milli-gs", "milligs"]),
    Self(
      .acceleration, 0.01, "cm/s2", ["cm/s2", "cm/s/s", "cms-2", "cms2", "cm/sec2", "gal", "gals"]),
    Self(.acceleration, 0.3048, "ft/s2", ["ft/s2", "ft/s/s", "fts-2", "ft/sec2", "feet/s2"]),
    radiansPerSecond, degreesPerSecond,
    Self(.rotationRate, 1e-3, "mrad/s", ["mrad/s", "mrads-1", "mrad/sec", "milliradians/s", "milliradians/second"]),
    Self(.rotationRate, .pi / 30, "rpm", ["rpm", "rev/min", "revolutions/minute"]),
    Self(.rotationRate, .pi / 180_000, "mdeg/s", ["mdps", "mdeg/s", "millidegrees/s", "millidegrees/second"]), radians,
    degrees, microteslas,
    Self(.magneticField, 1e6, "T", ["T", "tesla", "teslas"]),
    Self(.magneticField, 1e3, "mT", ["mT", "mtesla", "millitesla", "milliteslas"]),
    Self(.magneticField, 1e-3, "nT", ["nT", "nt", "nanotesla", "nanoteslas"]),
    Self(.magneticField, 100, "gauss", ["gauss", "G", "Gs", "gs", "gausses"]),
    Self(.magneticField, 0.1, "mgauss", ["mG", "mgauss", "milligauss"]), metres, Self(.length, 1e-2, "cm", ["cm"]),
    Self(.length, 1e-3, "mm", ["mm"]),
  ]

  private init(_ kind: Kind, _ scale: Double, _ symbol: String, _ spellings: [String]) {
    (self.kind, self.scale, self.symbol, self.spellings) = (kind, scale, symbol, spellings)
  }

  /// The unit that a text names, in any of the ways in which people write it; nil for none.
  ///
  /// - Parameter kind: What is measured, which tells g from gauss, and milligauss from milli-g; nil for anything.
  init?(_ text: String, of kind: Kind? = nil) {
    var plain = Self.plain(text)
    // “in G's”; nobody writes gauss with an apostrophe.
    if plain.hasPrefix("in"), text.hasPrefix("in ") { plain.removeFirst(2) }
    let isGenitive = text.contains { $0 == "'" || $0 == "’" } && plain.lowercased() == "gs"
    if isGenitive { plain = "gforce" }
    let exact = Self.all.filter { $0.spellings.contains(plain) }
    let meant = exact.isEmpty ? Self.all.filter { $0.spellings.contains(plain.lowercased()) } : exact
    guard let unit = meant.first(where: { kind == nil || $0.kind == kind }) else { return nil }
    self = unit
  }

  /// Without blanks and typography: `m/s²`, `m/s^2`, `m s^-2` and `m·s⁻²` are all `m/s2` or `ms-2`.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for character in text {
      switch character {
      case "²": plain += "2"
      case "⁻", "−": plain += "-"
      case "¹": plain += "1"
      case "µ", "μ": plain += "u"
      case "º", "°": plain += "deg"
      case " ", "^", "*", "·", "_", "'", "’", ".", "(", ")": break
      default: plain.append(character)
      }
    }
    return plain
  }
}
