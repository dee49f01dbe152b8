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

  static let seconds = MeasurementUnit(kind: .time, scale: 1, symbol: "s")
  static let metresPerSecondSquared = MeasurementUnit(kind: .acceleration, scale: 1, symbol: "m/s2")
  static let standardGravities = MeasurementUnit(kind: .acceleration, scale: standardGravity, symbol: "g")
  static let radiansPerSecond = MeasurementUnit(kind: .rotationRate, scale: 1, symbol: "rad/s")
  static let degreesPerSecond = MeasurementUnit(kind: .rotationRate, scale: .pi / 180, symbol: "deg/s")
  static let radians = MeasurementUnit(kind: .angle, scale: 1, symbol: "rad")
  static let degrees = MeasurementUnit(kind: .angle, scale: .pi / 180, symbol: "deg")
  static let microteslas = MeasurementUnit(kind: .magneticField, scale: 1, symbol: "uT")
  static let metres = MeasurementUnit(kind: .length, scale: 1, symbol: "m")

  /// Every unit that is known.
  static let all: [MeasurementUnit] = [
    seconds, .init(kind: .time, scale: 1e-3, symbol: "ms"), .init(kind: .time, scale: 1e-6, symbol: "us"),
    .init(kind: .time, scale: 1e-9, symbol: "ns"), .init(kind: .time, scale: 60, symbol: "min"),
    metresPerSecondSquared, standardGravities,
    .init(kind: .acceleration, scale: standardGravity / 1000, symbol: "mg"), radiansPerSecond, degreesPerSecond,
    .init(kind: .rotationRate, scale: .pi / 180_000, symbol: "mdeg/s"), radians, degrees, microteslas,
    .init(kind: .magneticField, scale: 1e6, symbol: "T"), .init(kind: .magneticField, scale: 1e3, symbol: "mT"),
    .init(kind: .magneticField, scale: 1e-3, symbol: "nT"), .init(kind: .magneticField, scale: 100, symbol: "gauss"),
    .init(kind: .magneticField, scale: 0.1, symbol: "mgauss"), metres,
    .init(kind: .length, scale: 1e-2, symbol: "cm"), .init(kind: .length, scale: 1e-3, symbol: "mm"),
  ]

  private init(kind: Kind, scale: Double, symbol: String) {
    (self.kind, self.scale, self.symbol) = (kind, scale, symbol)
  }

  /// The unit that a text names, in any of the ways in which people write it; nil for none.
  ///
  /// - Parameter kind: What is measured, which tells g from gauss, and milligauss from milli-g; nil for anything.
  init?(_ text: String, of kind: Kind? = nil) {
    let plain = Self.plain(text)
    guard
      let symbols = Self.spellings[plain] ?? Self.spellings[plain.lowercased()],
      let unit = Self.all.first(where: { symbols.contains($0.symbol) && (kind == nil || $0.kind == kind) })
    else { return nil }
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
      case " ", "^", "*", "·", "_", "'", ".": break
      default: plain.append(character)
      }
    }
    return plain
  }

  private static let spellings: [String: [String]] = {
    var spellings = [String: [String]]()
    func add(_ symbol: String, _ names: [String]) {
      for name in names { spellings[name, default: []].append(symbol) }
    }
    add("s", ["s", "sec", "secs", "second", "seconds"])
    add("ms", ["ms", "msec", "millis", "milliseconds", "millisecond"])
    add("us", ["us", "usec", "micros", "microseconds", "microsecond"])
    add("ns", ["ns", "nsec", "nanos", "nanoseconds", "nanosecond"])
    add("min", ["min", "minutes"])
    add("m/s2", ["m/s2", "m/s/s", "ms-2", "ms2", "m/sec2", "mps2", "meters/s2", "metres/s2", "m/s-2", "meter/second2"])
    add("g", ["g", "G", "gs", "gforce", "g-force", "gravities"])
    add("mg", ["mg", "milli-g", "millig"])
    add("rad/s", ["rad/s", "rads-1", "rads", "rad/sec", "radians/s", "radians/second", "radians/sec", "rad/second"])
    add(
      "deg/s",
      ["deg/s", "degs-1", "degs", "deg/sec", "dps", "degrees/s", "degrees/second", "degrees/sec", "deg/second"])
    add("mdeg/s", ["mdps", "mdeg/s"])
    add("rad", ["rad", "radians", "radian"])
    add("deg", ["deg", "degrees", "degree"])
    add("uT", ["uT", "ut", "microT", "microt", "microtesla", "utesla"])
    add("T", ["T", "tesla"])
    add("mT", ["mT", "mtesla"])
    add("nT", ["nT", "nt"])
    add("gauss", ["gauss", "G", "Gs", "gs"])
    add("mgauss", ["mG", "mgauss", "milligauss"])
    add("m", ["m", "meters", "metres", "meter", "metre"])
    add("cm", ["cm"])
    add("mm", ["mm"])
    return spellings
  }()
}
