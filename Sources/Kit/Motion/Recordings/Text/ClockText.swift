internal import Basics
import Foundation
import Traces

/// Dates and times of day as loggers write them, with fractions of a second.
enum ClockText {
  /// Seconds since 1970 for a date with time, since midnight for a time of day; nil for anything else.
  ///
  /// `2017-12-04 17:17:01.277 -0800`, `2026-03-24T17:00:00.5Z`, `24/03/2026 17:00:00:123`, `05-Nov-2026 17:00:00.123`,
  /// `17:00:00.123`, `05:00:00.123 PM`; with one colon and a fraction, `75:03.2`, minutes and seconds. A zone is not looked at: only
  /// differences count.
  static func seconds(_ text: String) -> Double? {
    var text = text.trimmingBlanks
    guard text.utf8.count <= 40 else { return nil }
    var half: Int?
    if let match = text.firstMatch(of: compiled(/\h*([AaPp])\.?[Mm]\.?$/)) {
      half = match.output.1.lowercased() == "p" ? 12 : 0
      text.removeSubrange(match.range)
    }
    text = withMonthAsNumber(text)
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    guard text.contains(":"), text.first?.isNumber == true, numbers.count >= 3, numbers.count <= 9 else { return nil }
    func clock(_ parts: ArraySlice<String>) -> Double? {
      let parts = Array(parts)
      guard parts.count >= 3, var hours = Int(parts[0]), let minutes = Int(parts[1]), let seconds = Int(parts[2]),
        hours < 48, minutes < 60, seconds < 62
      else { return nil }
      if let half {
        guard hours <= 12 else { return nil }
        hours = hours % 12 + half
      }
      let fraction = parts.count > 3 && parts[3].count <= 9 ? Double("0.\(parts[3])") ?? 0 : 0
      return Double(hours * 3600 + minutes * 60 + seconds) + fraction
    }
    let colon = text.firstIndex(of: ":")!
    let before = text[..<colon].split { !$0.isASCII || !$0.isNumber }
    guard before.count == 4 else {
      guard before.count == 1 else { return nil }
      if half == nil, text.count(where: { $0 == ":" }) == 1, numbers.count == 3, let minutes = Int(numbers[0]) {
        return Double("\(numbers[1]).\(numbers[2])").flatMap {
          minutes < 10_000 && $0 < 60 ? Double(minutes * 60) + $0 : nil
        }
      }
      return clock(withoutZone(text, numbers)[...])
    }
    guard let a = Int(before[0]), let b = Int(before[1]), let c = Int(before[2]) else { return nil }
    let (year, month, day) = a > 31 ? (a, b, c) : b > 12 ? (c, a, b) : (c, b, a)
    guard (1900...2200).contains(year), (1...12).contains(month), (1...31).contains(day),
      let time = clock(withoutZone(text, numbers)[3...])
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    return Double(timegm(&date)) + time
  }

  /// English names of months, in full or their first three letters, as numbers.
  private static func withMonthAsNumber(_ text: String) -> String {
    guard let name = text.firstMatch(of: compiled(/[A-Za-z]{3,9}/))?.output.lowercased(),
      let month = months.firstIndex(where: { $0 == name || $0.prefix(3) == name })
    else { return text }
    return text.replacing(compiled(/[A-Za-z]{3,9}/), with: "\(month + 1)", maxReplacements: 1)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The numbers without those of a time zone, which follows a sign after the last colon of the time.
  private static func withoutZone(_ text: String, _ numbers: [String]) -> [String] {
    let isZoned = text.range(of: #"[+-]\d\d:?\d\d$"#, options: .regularExpression)
    guard let isZoned else { return numbers }
    return String(text[..<isZoned.lowerBound]).split { !$0.isASCII || !$0.isNumber }.map(String.init)
  }
}

/// Dates and times of day of rows that follow each other, as seconds since the first one's midnight. Times of day without a date go on
/// after midnight.
struct RunningClock {
  private var midnight: Double?
  private var previous = 0.0
  private var daysPassed = 0.0

  /// nil for what is neither.
  mutating func seconds(_ text: String) -> Double? {
    guard let seconds = ClockText.seconds(text) else { return nil }
    let origin = midnight ?? (seconds / 86400).rounded(.down) * 86400
    midnight = origin
    if origin == 0, previous - seconds > 43200 { daysPassed += 1 }
    previous = seconds
    return seconds + daysPassed * 86400 - origin
  }
}

/// A time since 1970 as people write it, in UTC.
func dateAndTime(_ secondsSince1970: Double) -> String {
  guard secondsSince1970.isFinite, abs(secondsSince1970) < 1e11 else { return shortSeconds(secondsSince1970) }
  return ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: secondsSince1970))
}

extension DelimitedText {
  /// The same table with seconds instead of dates and times of day in one column, since the first row's midnight. Times of
  /// day without a date go on after midnight.
  ///
  /// Fields that are neither are left as they are, and reported when they are read.
  ///
  /// - Complexity: O(bytes); the table is in memory then.
  func withSeconds(in column: Int) throws -> DelimitedText {
    let bytes = [UInt8](try file.data)
    var text = Array(bytes[..<min(rows.lowerBound, bytes.count)])
    text.reserveCapacity(bytes.count)
    var clock = RunningClock()
    for line in bytes[min(rows.lowerBound, bytes.count)...].split(separator: 10, omittingEmptySubsequences: false) {
      for (place, field) in Self.bareFields(line, delimiter).enumerated() {
        if place > 0 { text.append(delimiter) }
        guard place == column,
          let seconds = clock.seconds(Self.trimmed(field).replacing(bytes: "\"", with: ""))
        else {
          text += field
          continue
        }
        let number = String(format: "%.6f", seconds)
        text += Array((point == UInt8(ascii: ",") ? number.replacing(".", with: ",") : number).utf8)
      }
      text.append(10)
    }
    return try DelimitedText(TextFile(path: file.path, data: Data(text), storage: file.storage))
  }
}
