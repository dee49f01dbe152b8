import Foundation
import Recordings
import Simulation
import Traces

/// Decimal numbers that are hard to round, read by the importer and by `strtod`, which rounds exactly.
public struct NumberTrial {
  private var random: SeededRandom

  public init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The numbers, of `count`, for which the importer gives other bits than `strtod`; at most 10 of them.
  public mutating func differences(count: Int) throws -> [String] {
    var numbers = [String]()
    while numbers.count < count {
      let number = number()
      // Beyond the largest double is an error, which has its own test.
      if strtod(number, nil).isFinite { numbers.append(number) }
    }
    while numbers.count % 3 > 0 { numbers.append("0") }
    // Between a column that nobody wants, and with what is around a field now and then.
    let rows = stride(from: 0, to: numbers.count, by: 3).map { first in
      let fields = numbers[first..<(first + 3)].map { dressed($0) }
      return "\(fields[0]),\(fields[1]),\(random.below(2) > 0 ? "" : "-12.5 m"),\(fields[2])"
        + (random.below(30) > 0 ? "" : "\r")
    }
    let read = try RawRecording(
      contentsOf: "numbers.csv", in: ["numbers.csv": Data((rows.joined(separator: "\n") + "\n").utf8)],
      options: .init(columns: ColumnMapping(time: .rate(1), specificForce: .init(["1", "2", "4"]))))
    var differences = [String]()
    for (index, number) in numbers.enumerated() {
      let (ours, theirs) = (read.specificForce[index / 3][index % 3], strtod(number, nil))
      if ours.bitPattern != theirs.bitPattern { differences.append("\(number): \(ours) instead of \(theirs)") }
    }
    return Array(differences.prefix(10))
  }

  private mutating func dressed(_ number: String) -> String {
    switch random.below(40) {
    case 0: " \(number)"
    case 1: "\(number)  "
    case 2: "\"\(number)\""
    default: number
    }
  }

  private mutating func number() -> String {
    let sign = random.uniform() < 0.4 ? "-" : random.uniform() < 0.05 ? "+" : ""
    return sign + magnitude()
  }

  private mutating func magnitude() -> String {
    func integer() -> UInt64 { random.next() >> UInt64(random.below(64)) }
    switch random.below(10) {
    case 0: return printed(Double(bitPattern: random.next() & ~(1 << 63)), digits: 16 + random.below(10))
    case 1: return "\(integer()).\(integer())"
    case 2: return "\(integer())e\(random.below(700) - 350)"
    case 3: return "0." + String(repeating: "0", count: random.below(30)) + "\(integer())\(integer())"
    case 4: return printed(Double(bitPattern: integer() >> 12), digits: 1 + random.below(25))  // Below the normal ones.
    case 5: return printed(random.normal() * 10, digits: 17).replacing("-", with: "")
    case 6: return String(abs((random.normal() * 1e6).rounded() / 1e6))
    case 7: return nearHalfway()
    default: return plain()
    }
  }

  /// How many digits there are before the point and how many behind it, as recorders write most numbers.
  private mutating func plain() -> String {
    func digits(_ count: Int) -> String { String((0..<count).map { _ in Character("\(random.below(10))") }) }
    let (before, after) = (random.below(10), random.below(20))
    if before + after == 0 { return "0" }
    return digits(before) + (after > 0 || random.below(8) == 0 ? "." : "") + digits(after)
  }

  private func printed(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "1" }
    return String(format: "%.\(digits)g", value)
  }

  /// The number halfway between two neighbouring doubles, or as little above or below as one more digit can say.
  private mutating func nearHalfway() -> String {
    // An odd number of 54 bits times a power of two; exactly, as m·2^e = m·5^−e·10^e for e < 0.
    var exponent = random.below(100) - 60
    var odd = random.next() >> 11 | 1 << 52
    if random.uniform() < 0.02 {
      // Between two doubles below the normal ones.
      exponent = -1075
      odd >>= UInt64(random.below(53))
    }
    var digits = Digits(2 * odd + 1)
    if exponent == -1075 { digits = Digits(odd | 1) }
    for _ in 0..<abs(exponent) { digits.multiply(by: exponent < 0 ? 5 : 2) }
    var text = digits.description
    var power = min(exponent, 0)
    let change = random.below(3)
    if change > 0 {
      let zeros = String(repeating: "0", count: random.below(5))
      power -= zeros.count + 1
      // Up: …01. Down: one less in the last place, then a nine.
      if change == 1 {
        text += zeros + "1"
      } else {
        text = digits.minusOne.description + zeros.replacing("0", with: "9") + "9"
      }
    }
    return power == 0 ? text : "\(text)e\(power)"
  }

  /// A natural number by its decimal digits, the lowest first.
  private struct Digits: CustomStringConvertible {
    /// Nine digits each.
    private var parts: [UInt64]

    init(_ value: UInt64) {
      parts = [value % 1_000_000_000, value / 1_000_000_000 % 1_000_000_000, value / 1_000_000_000_000_000_000]
    }

    mutating func multiply(by factor: UInt64) {
      var carry: UInt64 = 0
      for index in parts.indices {
        carry += parts[index] * factor
        parts[index] = carry % 1_000_000_000
        carry /= 1_000_000_000
      }
      if carry > 0 { parts.append(carry) }
    }

    var minusOne: Digits {
      var less = self
      for index in less.parts.indices {
        if less.parts[index] > 0 {
          less.parts[index] -= 1
          break
        }
        less.parts[index] = 999_999_999
      }
      return less
    }

    var description: String {
      let text = parts.reversed().map { part in
        let digits = String(part)
        return String(repeating: "0", count: 9 - digits.count) + digits
      }.joined()
      return String(text.drop { $0 == "0" })
    }
  }
}
