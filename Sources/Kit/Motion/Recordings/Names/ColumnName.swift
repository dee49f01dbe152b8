/// What the name of a column says: its words, its axis and its unit, however they are written.
///
/// `motionUserAccelerationX(G)`, `ACCELEROMETER X (m/s²)`, `gyr_x_rad_s`, `x-axis (deg/s)` and `ax` are all read.
struct ColumnName: Sendable {
  /// As it is in the file.
  let text: String
  /// The words without axis and unit, in lower case.
  let words: [String]
  /// `x`, `y`, `z` or `w`; nil for a column that stands alone.
  let axis: Character?
  /// What is where units are, in brackets or behind “in”.
  let unitText: String?
  /// Letters and digits without the unit, in lower case: two names with the same key are the same name.
  let key: String

  init(_ text: String) {
    self.text = text
    var (rest, unit) = Self.withoutUnit(text)
    let axes = rest.filter { $0.isLetter || $0.isNumber }
    key = axes.lowercased()
    var words = Self.words(of: rest)
    if unit == nil, let found = Self.unitSuffix(&words) { unit = found }
    var axis: Character?
    (words, axis) = Self.withoutAxis(words)
    // `(pitch °)`: a word and a unit in brackets.
    if let inside = unit, MeasurementUnit(inside) == nil {
      let parts = Self.words(of: inside)
      if parts.count > 0, let last = inside.split(separator: " ").last, MeasurementUnit(String(last)) != nil {
        words += Self.words(of: String(inside.dropLast(last.count)))
        unit = String(last)
      } else if axis == nil, parts.count == 1, let only = parts.first, let found = Self.axis(only) {
        (axis, unit) = (found, nil)
      }
    }
    (self.words, self.axis, unitText) = (words, axis, unit)
  }

  /// The unit, when it is one of what is measured here.
  func unit(of kind: MeasurementUnit.Kind) -> MeasurementUnit? { unitText.flatMap { MeasurementUnit($0, of: kind) } }

  /// Whether one of the words is one of these.
  func has(_ some: String...) -> Bool { words.contains { some.contains($0) } }

  /// Whether a word begins like one of these.
  func hasWord(beginning prefixes: String...) -> Bool {
    words.contains { word in prefixes.contains { word.hasPrefix($0) } }
  }

  /// Whether a column of this name holds times.
  var isOfTime: Bool {
    hasWord(beginning: "time", "stamp", "epoch", "elapsed", "millis", "micros", "nanos", "clock", "uptime", "zeit")
      || has("t", "ts", "ms", "sec", "secs", "seconds") && axis == nil
      || has("temps", "tiempo", "tempo", "tijd", "czas", "tid", "время", "时间", "時間")
  }

  private static func withoutUnit(_ text: String) -> (rest: String, unit: String?) {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] as [(Character, Character)] {
      guard let start = text.lastIndex(of: open), let end = text[start...].firstIndex(of: close) else { continue }
      let inside = text[text.index(after: start)..<end].trimmingBlanks
      let rest = String(text[..<start]) + String(text[text.index(after: end)...])
      return (rest, inside.isEmpty ? nil : inside)
    }
    if let range = text.range(of: " in ", options: .backwards) {
      let unit = text[range.upperBound...].trimmingBlanks
      if MeasurementUnit(unit) != nil { return (String(text[..<range.lowerBound]), unit) }
    }
    if let comma = text.lastIndex(of: ","), comma > text.startIndex {
      let unit = text[text.index(after: comma)...].trimmingBlanks
      if MeasurementUnit(unit) != nil { return (String(text[..<comma]), unit) }
    }
    return (text, nil)
  }

  /// Takes the unit off names like `acc_x_m_s2` and `time_ms`.
  private static func unitSuffix(_ words: inout [String]) -> String? {
    guard words.count > 1 else { return nil }
    let endings: [(words: [String], unit: String)] = [
      (["m", "s", "2"], "m/s2"), (["m", "s2"], "m/s2"), (["ms2"], "m/s2"), (["ms", "2"], "m/s2"), (["mps2"], "m/s2"),
      (["mps", "2"], "m/s2"), (["rad", "s"], "rad/s"),
      (["rads"], "rad/s"), (["rad", "per", "s"], "rad/s"), (["deg", "s"], "deg/s"), (["degs"], "deg/s"),
      (["dps"], "deg/s"), (["deg", "per", "s"], "deg/s"), (["ut"], "uT"), (["u", "t"], "uT"), (["gauss"], "gauss"),
      (["rad"], "rad"), (["deg"], "deg"), (["g"], "g"), (["mg"], "mg"), (["ms"], "ms"), (["us"], "us"), (["ns"], "ns"),
      (["sec"], "s"), (["seconds"], "s"), (["s"], "s"), (["m"], "m"),
    ]
    for ending in endings
    where words.count > ending.words.count && words.suffix(ending.words.count) == ending.words[...] {
      words.removeLast(ending.words.count)
      return ending.unit
    }
    // `mag_x_microteslas`: a unit's whole name; “gravity” is a quantity, too, and “meter” a part of “AcceleroMeter”.
    guard let last = words.last, last.count > 4, !last.hasPrefix("g"), let unit = MeasurementUnit(last),
      unit.kind != .length
    else { return nil }
    return words.removeLast()
  }

  /// Words at blanks, punctuation, digits and changes of case; `x-axis` is the axis `x`.
  static func words(of text: String) -> [String] {
    var words = [String]()
    var word = ""
    var last: Character = " "
    func flush() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for character in text.prefix(DelimitedText.longestName) {
      if !character.isLetter, !character.isNumber {
        flush()
      } else {
        if character.isUppercase, last.isLowercase || last.isNumber { flush() }
        if character.isNumber != last.isNumber, last.isLetter || last.isNumber, words.isEmpty ? word.count > 2 : true {
          flush()
        }
        word.append(character)
      }
      last = character
    }
    flush()
    return words.filter { $0 != "axis" }
  }

  private static func axis(_ word: String) -> Character? {
    ["x", "y", "z", "w"].contains(word) ? word.first : nil
  }

  /// Prefixes to which an axis is glued: `ax`, `gyrx`, `qw`.
  private static let stems: Set<String> = [
    "a", "acc", "accel", "g", "gyr", "gyro", "w", "omega", "m", "mag", "b", "lin", "la", "grav", "f", "gf", "q", "quat",
    "p", "pos", "t", "u", "v", "vel", "rot", "ua", "acceleration", "gravity", "rotation", "r", "linacc", "wa", "af",
    "d",
    "accelerometer", "gyroscope", "magnetometer", "quaternion", "attitude", "orientation", "euler",
  ]

  private static func withoutAxis(_ words: [String]) -> ([String], Character?) {
    // The last word that is an axis; `g`, `fx` of gFx are one name.
    if let index = words.lastIndex(where: { axis($0) != nil }) {
      var rest = words
      rest.remove(at: index)
      return (rest, words[index].first)
    }
    if words.count >= 2, words[words.count - 2] == "g", let last = words.last, last.count == 2, last.first == "f",
      let axis = axis(String(last.dropFirst()))
    {
      return (Array(words.dropLast(2)) + ["gforce"], axis)
    }
    for (index, word) in words.enumerated().reversed() where word.count > 1 {
      if let axis = axis(String(word.suffix(1))), stems.contains(String(word.dropLast())) {
        var rest = words
        rest[index] = String(word.dropLast())
        return (rest, axis)
      }
    }
    return (words, nil)
  }
}

extension StringProtocol {
  /// Without blanks at its ends.
  var trimmingBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
