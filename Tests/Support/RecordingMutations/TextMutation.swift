import Foundation
import Recordings
import Simulation
import Traces

/// Changes that break readers, made to a text by its structure or by its bytes.
public enum TextMutation: CaseIterable {
  case swapColumns, dropColumn, doubleColumn, dropHeader, doubleHeader, renameColumn
  case doubleLine, dropLine, swapLines, reverseLines, blankLine, comment, cutLine, manyLines
  case splice, append
  case delimiter, decimalComma, quotes, nestedQuotes, blanks
  case byteOrderMark, utf16, carriageReturns, zeros
  case number, time, giantField, manyFields
  case changeByte, insertBytes, removeBytes, doubleBytes, truncate

  /// Fields that look like numbers, nearly.
  private static let spices = [
    "nan", "NaN", "-inf", "Infinity", "1e999", "-1e-999", "1e308", "-1.7e308", "5e-324", "", " ", "-", "+", ".", "-.",
    "1e", "1e+", "0x10", "--1", "1.2.3", "1,5", "1 000", "٣", "é", "null", "true", "9223372036854775808", "-0",
    "99999999999999999999999", "0.30000000000000004", "9007199254740993", "4611686018427387905", "-4611686018427387905",
    "2.2250738585072011e-308", "1e22", "123456789012345678901234567890.5", "1E5", "\"1\"", "\"\"", "'1'", "1;2", "#",
    "100000000000000000000000000000000000000000000000001", "0e99999999999", "1e-99999999999",
  ]

  public func apply(to bytes: [UInt8], other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    switch self {
    case .changeByte, .insertBytes, .removeBytes, .doubleBytes, .truncate:
      return Self.mutatedBytes(bytes, self, &random)
    case .byteOrderMark: return [0xef, 0xbb, 0xbf] + bytes
    case .utf16: return Self.utf16(bytes, &random)
    case .carriageReturns: return bytes.flatMap { $0 == 10 ? (random.uniform() < 0.5 ? [13] : [13, 10]) : [$0] }
    case .decimalComma: return bytes.map { $0 == 44 ? 59 : $0 == 46 ? 44 : $0 }
    case .delimiter:
      let delimiter = Array(";\t |:,".utf8)[random.below(6)]
      return bytes.map { $0 == 44 ? delimiter : $0 }
    case .zeros: return bytes.map { random.uniform() < 0.02 ? 0 : $0 }
    case .append: return bytes + other
    default:
      var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
      changeLines(&lines, other.split(separator: 10).map(Array.init), &random)
      return Array(lines.joined(separator: [10]))
    }
  }

  private func changeLines(_ lines: inout [[UInt8]], _ other: [[UInt8]], _ random: inout SeededRandom) {
    let line = random.below(lines.count)
    switch self {
    case .dropHeader: lines.removeFirst()
    case .doubleHeader: lines.insert(lines[0], at: line)
    case .doubleLine: lines.insert(lines[line], at: line)
    case .dropLine: lines.remove(at: line)
    case .swapLines: lines.swapAt(line, random.below(lines.count))
    case .reverseLines: lines = [lines[0]] + lines.dropFirst().reversed()
    case .blankLine: lines.insert(Array([" ", "", "\t", "\r", " \r"][random.below(5)].utf8), at: line)
    case .comment: lines.insert(Array("# gimbal trace 1".utf8), at: line)
    case .cutLine: lines[line] = Array(lines[line].prefix(random.below(lines[line].count + 1)))
    case .manyLines:
      lines.insert(
        contentsOf: repeatElement(lines[line], count: 1 + random.below(min(2000, 2_000_000 / (lines[line].count + 1)))),
        at: line)
    case .splice: lines = lines.prefix(line) + other.suffix(random.below(other.count + 1))
    case .nestedQuotes: lines[line] = lines[line].map { random.uniform() < 0.1 ? 34 : $0 }
    case .blanks: lines[line] = lines[line].flatMap { $0 == 44 ? [32, 44, 32] : [$0] }
    default:
      var fields = lines.map { $0.split(separator: 44, omittingEmptySubsequences: false).map(Array.init) }
      changeFields(&fields, line, &random)
      lines = fields.map { Array($0.joined(separator: [44])) }
    }
  }

  private func changeFields(_ lines: inout [[[UInt8]]], _ line: Int, _ random: inout SeededRandom) {
    let column = random.below(max(lines[0].count, 1))
    let another = random.below(max(lines[0].count, 1))
    let here = random.below(max(lines[line].count, 1))
    switch self {
    case .swapColumns:
      for index in lines.indices where max(column, another) < lines[index].count {
        lines[index].swapAt(column, another)
      }
    case .dropColumn:
      for index in lines.indices where column < lines[index].count { lines[index].remove(at: column) }
    case .doubleColumn:
      for index in lines.indices where column < lines[index].count {
        lines[index].insert(lines[index][column], at: column)
      }
    case .renameColumn:
      if column < lines[0].count {
        lines[0][column] = random.uniform() < 0.5 ? Array("other".utf8) : lines[0][column].map { $0 ^ 0x20 }
      }
    case .quotes:
      for index in lines.indices where random.uniform() < 0.5 { lines[index] = lines[index].map { [34] + $0 + [34] } }
    case .time:
      for index in lines.indices.dropFirst() where !lines[index].isEmpty && random.uniform() < 0.3 {
        lines[index][0] = Array("\((random.normal() * 5).rounded() / 100)".utf8)
      }
    case .giantField:
      let byte: UInt8 = [49, 48, 120, 32, 46, 45][random.below(6)]
      let count = random.uniform() < 0.02 ? 1_000_000 : 1 + random.below(5000)
      if here < lines[line].count { lines[line][here] += [UInt8](repeating: byte, count: count) }
    case .manyFields: lines[line] += [[UInt8]](repeating: [48], count: 1 + random.below(6000))
    default:
      let spice = Array(Self.spices[random.below(Self.spices.count)].utf8)
      if here < lines[line].count { lines[line][here] = spice }
    }
  }

  private static func utf16(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let isBig = random.uniform() < 0.5
    var wide: [UInt8] = isBig ? [0xfe, 0xff] : [0xff, 0xfe]
    for byte in bytes { wide += isBig ? [0, byte] : [byte, 0] }
    if random.uniform() < 0.3 { wide.removeLast() }
    if random.uniform() < 0.2 { wide.insert(contentsOf: [0xd8, 0xd8], at: wide.count / 2) }
    return wide
  }

  /// Changes that do not know lines.
  static func mutatedBytes(
    _ original: [UInt8], _ mutation: TextMutation, _ random: inout SeededRandom
  ) -> [UInt8] {
    var bytes = original
    guard !bytes.isEmpty else { return bytes }
    let place = random.below(bytes.count)
    switch mutation {
    case .changeByte: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case .insertBytes: bytes.insert(contentsOf: Array(spices[random.below(spices.count)].utf8), at: place)
    case .removeBytes: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(40)))
    case .doubleBytes: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
    default: bytes.removeLast(min(bytes.count, random.uniform() < 0.8 ? random.below(40) : random.below(bytes.count)))
    }
    return bytes
  }
}

extension SeededRandom {
  /// 0 ..< `bound`; 0 for a bound of 0.
  public mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }
}
