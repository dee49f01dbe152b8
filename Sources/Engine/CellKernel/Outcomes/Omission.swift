import Display

/// How much of what a unit sends is kept. A unit may send without end: the rest is counted, reported as an
/// ``Omission`` and discarded, so that the runner's memory stays bounded.
package struct OutputLimits: Sendable {
  /// Bytes of printed text that are kept from the beginning, and from the end. More shows more of a flood; pages grow with it.
  package var head = 64 << 10
  package var tail = 8 << 10
  /// Things that are shown, such as figures and tables; the value of the last expression is kept next to them. Each
  /// figure of them is drawn.
  package var displays = 500
  /// Results that are recorded.
  package var records = 20_000
  /// Bytes of all that is shown and recorded, and of one such thing.
  package var bytes = 256 << 20

  package init() {}
}

/// What was sent and not kept, or not shown. All who say it use the same words.
package struct Omission: Hashable, Codable, Sendable {
  /// Bytes of printed text.
  package var text = 0
  /// Things to show.
  package var displays = 0
  /// Figures and texts that other ones took the place of before anybody could have seen them.
  package var frames = 0
  /// Results to record.
  package var records = 0

  package init(text: Int = 0, displays: Int = 0, records: Int = 0) {
    (self.text, self.displays, self.records) = (text, displays, records)
  }

  package static func += (sum: inout Omission, more: Omission) {
    sum.text += more.text
    sum.displays += more.displays
    sum.frames += more.frames
    sum.records += more.records
  }

  package var isEmpty: Bool { self == Omission() }

  /// “… 3.00 MB of output and 7 displays are left out …”
  package var words: String {
    func counted(_ count: Int, _ noun: String) -> String? {
      count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let parts = [
      text == 0 ? nil : "\(ByteText.count(text)) of output", counted(displays, "display"), counted(frames, "frame"),
      counted(records, "recorded result"),
    ].compactMap { $0 }
    let list = parts.dropLast().joined(separator: ", ") + (parts.count > 1 ? " and " : "") + (parts.last ?? "nothing")
    return "… \(list) \(text + displays + frames + records == 1 ? "is" : "are") left out …"
  }
}

/// A number of bytes for people.
package enum ByteText {
  package static func count(_ bytes: Int) -> String {
    guard bytes != 1 else { return "1 byte" }
    let units = ["bytes", "kB", "MB", "GB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return "\(NumberFormat.significant(value)) \(units[unit])"
  }
}
