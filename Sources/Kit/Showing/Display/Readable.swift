import Foundation

/// A value that says how it is in a sentence: `Vector3` as “(0.12, −9.81, 0.03)”, a share with its confidence interval.
///
/// An expression in the prose shows it so, and a cell whose last value it is, too.
public protocol Readable {
  /// The value as a reader would write it, with its unit and as many digits as mean something.
  var readable: String { get }
}

/// A length that is in a sentence in the unit that suits it: “0.4 mm”, “12 cm”, “6.58 m”, “1.2 km”.
public struct Length: Hashable, Comparable, Codable, Sendable, Readable, TableValue, CustomStringConvertible {
  /// m.
  public var metres: Double
  /// Significant digits.
  public var digits: Int

  /// A length in metres, with this many significant digits.
  public init(_ metres: Double, digits: Int = 2) { (self.metres, self.digits) = (metres, digits) }

  public var readable: String {
    // From which length on, in which unit.
    let units = [
      (1e3, 1e3, "km"), (1, 1, "m"), (1e-2, 1e-2, "cm"), (1e-4, 1e-3, "mm"), (1e-7, 1e-6, "µm"), (0, 1e-9, "nm"),
    ]
    let size = abs(metres)
    guard size.isFinite, size > 0 else { return "\(NumberFormat.significant(metres)) m" }
    // As it will be rounded: 0.9996 m are 1 m, not 100 cm.
    let rounded = NumberFormat.rounded(size, digits)
    let (_, factor, unit) = units.first { rounded >= $0.0 } ?? units[units.count - 1]
    return "\(NumberFormat.significant(metres / factor, digits: digits)) \(unit)"
  }

  /// Whether one length is shorter than the other.
  public static func < (left: Length, right: Length) -> Bool {
    (left.metres, left.digits) < (right.metres, right.digits)
  }
  public var description: String { readable }
}

/// An angle that is in a sentence in degrees: “12.3°”.
public struct Angle: Hashable, Comparable, Codable, Sendable, Readable, TableValue, CustomStringConvertible {
  /// rad.
  public var radians: Double
  /// Significant digits.
  public var digits: Int

  /// An angle in radians, with this many significant digits.
  public init(_ radians: Double, digits: Int = 3) { (self.radians, self.digits) = (radians, digits) }

  /// An angle in degrees, with this many significant digits.
  public init(degrees: Double, digits: Int = 3) { self.init(degrees * .pi / 180, digits: digits) }

  public var readable: String { "\(NumberFormat.significant(radians * 180 / .pi, digits: digits, scale: 360))°" }

  /// Whether one angle is smaller than the other, with its sign.
  public static func < (left: Angle, right: Angle) -> Bool {
    (left.radians, left.digits) < (right.radians, right.digits)
  }
  public var description: String { readable }
}

extension Measurement: Readable, TableValue {
  /// The number with three significant digits, and the unit's symbol; a length in the unit that suits it.
  public var readable: String {
    if let length = self as? Measurement<UnitLength>, length.unit.symbol == UnitLength.meters.symbol {
      return Length(length.value, digits: 3).readable
    }
    let space = unit.symbol.hasPrefix("°") && unit.symbol.count == 1 ? "" : " "
    let turn = (unit as? UnitAngle).map { Measurement<UnitAngle>(value: 360, unit: .degrees).converted(to: $0).value }
    return NumberFormat.significant(value, scale: turn ?? 0) + space + unit.symbol
  }
}

extension NumberFormat {
  /// Numbers that belong together, as “(0.120, −9.81, 0.030)”: all to the same decimal place, which the largest decides.
  public static func tuple(_ values: [Double], digits: Int = 3) -> String {
    "(" + aligned(values, digits: digits).joined(separator: ", ") + ")"
  }

  /// A matrix, a text for each row: columns are below each other, all numbers to the same decimal place, which the
  /// largest decides.
  public static func matrix(_ rows: [[Double]], digits: Int = 3) -> [String] {
    var texts = aligned(rows.flatMap { $0 }, digits: digits)[...]
    let split = rows.map { row in
      defer { texts = texts.dropFirst(row.count) }
      return Array(texts.prefix(row.count))
    }
    let columns = split.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      split.filter { column < $0.count }.map { $0[column].count }.max() ?? 0
    }
    return split.map { row in
      let cells = zip(row, widths).map { text, width in String(repeating: " ", count: width - text.count) + text }
      return "[\(cells.joined(separator: "  "))]"
    }
  }

  private static func aligned(_ values: [Double], digits: Int) -> [String] {
    let largest = values.filter(\.isFinite).map(abs).max() ?? 0
    let isPlain = largest == 0 || (1e-4..<1e6).contains(largest)
    let place = largest == 0 ? 0 : Int(floor(log10(largest)))
    let decimals = largest == 0 ? 0 : max(0, digits - 1 - place)
    return values.map { value -> String in
      guard isPlain, value.isFinite else { return significant(value, digits: digits, scale: largest) }
      let text = String(format: "%.*f", decimals, value)
      // What rounds to zero has no sign.
      let isZero = !text.contains { ("1"..."9").contains($0) }
      return isZero ? text.replacing("-", with: "") : text.replacing("-", with: "−")
    }
  }
}
