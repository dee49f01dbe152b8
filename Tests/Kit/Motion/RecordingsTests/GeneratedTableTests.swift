import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Tables with random units, separators, decimal marks, clocks and missing sensors")
struct GeneratedTableTests {
  /// How one table is written.
  private struct Style {
    var force: (unit: String, scale: Double)
    var rate: (unit: String, scale: Double)
    var separator: String
    var isComma: Bool
    var isQuoted: Bool
    var clock: Int
    var hasRate: Bool
    var hasTime: Bool
    var trailing: Int
    /// Whether the units are in a line below the names.
    var hasUnitLine: Bool

    init(_ random: inout SeededRandom) {
      let forces: [(String, Double)] = [
        ("m/s^2", 1), ("m/s²", 1), ("g", 1 / standardGravity), ("G's", 1 / standardGravity),
        ("mg", 1000 / standardGravity), ("cm/s²", 100),
        ("", 1), ("", 1 / standardGravity),
      ]
      let rates: [(String, Double)] = [
        ("rad/s", 1), ("deg/s", 180 / .pi), ("°/s", 180 / .pi), ("dps", 180 / .pi), ("mdps", 180_000 / .pi), ("", 1),
        ("mrad/s", 1000), ("rpm", 30 / .pi),
        ("", 180 / .pi),
      ]
      force = forces.randomElement(using: &random)!
      rate = rates.randomElement(using: &random)!
      separator = [",", ";", "\t", "|"].randomElement(using: &random)!
      isComma = Bool.random(using: &random)
      isQuoted = Bool.random(using: &random)
      clock = Int.random(in: 0..<7, using: &random)
      hasRate = Int.random(in: 0..<6, using: &random) > 0
      hasTime = Int.random(in: 0..<6, using: &random) > 0
      trailing = Int.random(in: 0..<3, using: &random)
      hasUnitLine = Bool.random(using: &random) && !(force.unit + (hasRate ? rate.unit : "")).isEmpty
    }

    var isAmbiguous: Bool { isComma && !isQuoted && separator == "," }

    func time(_ index: Int) -> (name: String, text: String) {
      switch clock {
      case 0: ("time (s)", cell(0.01 * Double(index)))
      case 1: ("Time_ms", "\(index * 10)")
      case 2: ("timestamp", "\(1_700_000_000_000_000_000 + index * 10_000_000)")
      case 3: ("epoch", "\(1_700_000_000_000 + index * 10)")
      case 4:
        ("Date", String(format: "2024-07-17 10:%02d:%02d.%03d", index / 6000, index / 100 % 60, index % 100 * 10))
      case 5:
        // Over one o'clock, at which the hour falls.
        (
          "Time of day",
          String(
            format: "%02d:%02d:%02d.%03d PM", index < 200 ? 12 : 1, index < 200 ? 59 : 0, (58 + index / 100) % 60,
            index % 100 * 10)
        )
      default:
        (
          "elapsed",
          String(format: "%02d:%02d.%03d", (59 * 60 + 58 + index / 100) / 60, (58 + index / 100) % 60, index % 100 * 10)
        )
      }
    }

    func table(_ hand: HandMotion) -> String {
      func name(_ text: String, _ unit: String) -> String { unit.isEmpty || hasUnitLine ? text : "\(text) (\(unit))" }
      var header = hasTime ? [time(0).name] : []
      header += ["X", "Y", "Z"].map { name("acc\($0)", force.unit) }
      if hasRate { header += ["X", "Y", "Z"].map { name("gyro\($0)", rate.unit) } }
      let rows = hand.times.indices.map { index -> String in
        var fields = hasTime ? [time(index).text] : []
        fields += cells(hand.forces[index], scale: force.scale, digits: 7)
        if hasRate { fields += cells(hand.rates[index], scale: rate.scale, digits: 7) }
        if isComma {
          let first = hasTime && clock >= 4 ? 1 : 0
          for place in fields.indices where place >= first { fields[place] = fields[place].replacing(".", with: ",") }
        }
        if isQuoted { fields = fields.map { "\"\($0)\"" } }
        return fields.joined(separator: separator) + String(repeating: separator, count: trailing)
      }
      let units =
        (hasTime ? [""] : []) + Array(repeating: force.unit, count: 3)
        + (hasRate ? Array(repeating: rate.unit, count: 3) : [])
      let unitLine = units.joined(separator: separator) + String(repeating: separator, count: trailing)
      return ([header.joined(separator: separator)] + (hasUnitLine ? [unitLine] : []) + rows).joined(separator: "\n")
        + "\n"
    }
  }

  @Test("What is read is what was written, or the refusal names the reason", arguments: 0..<120)
  func generated(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &* 7919 &+ 11)
    let style = Style(&random)
    let hand = HandMotion(count: 400, seed: UInt64(seed) &+ 1)
    let files = memory(style.table(hand))
    if style.isAmbiguous {
      #expect(refusal(files).contains("commas separate both fields and decimals"))
    } else if !style.hasRate || !style.hasTime {
      let message = refusal(files)
      #expect(style.hasRate || message.contains("no column of a rotation rate"), "\(style): \(message)")
      #expect(style.hasTime || message.contains("time is a guess"), "\(style): \(message)")
    } else {
      let trace = try proposed(files)
      #expect(trace.count == 400 && abs(trace.medianStep - 0.01) < 1e-6, "\(style)")
      for index in stride(from: 0, to: 400, by: 37) {
        #expect(distance(trace.rotationRate![index], hand.rates[index]) < 1e-5, "\(style)")
        let force = -(trace.userAcceleration[index] + trace.gravity![index])
        #expect(distance(force, hand.forces[index]) < 1e-4, "\(style)")
      }
      #expect(trace.doubts.isEmpty, "\(style): \(trace.doubts)")
    }
  }
}
