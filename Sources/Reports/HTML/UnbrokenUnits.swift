/// Keeps a number and its unit on one line: a reader takes “0.4” at a line's end for a number without one.
enum UnbrokenUnits {
  private static let units: Set<Substring> = [
    "m", "km", "cm", "mm", "µm", "s", "ms", "µs", "min", "h", "Hz", "kHz", "MHz", "kg", "g", "mg", "rad", "mrad", "deg",
    "°",
    "%", "‰", "m/s", "cm/s", "mm/s", "km/h", "m/s²", "cm/s²", "mm/s²", "m/s^2", "m/s³", "rad/s", "rad/s²", "°/s", "°/h",
    "deg/s",
    "µT", "T", "N", "J", "W", "V", "px", "pt", "B", "kB", "MB", "GB", "°C",
  ]
  /// As long as a number gets in a sentence.
  private static let longest = 16

  /// The pieces of a text with a piece of its own for each number and its unit; nil where there is none. O(length).
  static func kept(_ pieces: [ProseMarks.Piece]) -> [ProseMarks.Piece]? {
    var result: [ProseMarks.Piece] = []
    var isChanged = false
    for piece in pieces {
      guard case .text(let text) = piece else {
        result.append(piece)
        continue
      }
      var rest = text[...]
      if case .mark(let value)? = result.last, isNumber(value.text[...]), let unit = unit(at: rest) {
        let last = "\(value.text) \(unit)"
        result[result.count - 1] = .mark(
          ProseMark(html: whole("\(value.html) \(HTMLText.escape(String(unit)))"), text: last, source: last))
        rest = rest.dropFirst(1 + unit.count)
        isChanged = true
      }
      while let (number, unit) = firstQuantity(in: rest) {
        let words = String(rest[number.startIndex..<unit.endIndex])
        if number.startIndex > rest.startIndex { result.append(.text(String(rest[..<number.startIndex]))) }
        result.append(.mark(ProseMark(html: whole(HTMLText.escape(words)), text: words, source: words)))
        rest = rest[unit.endIndex...]
        isChanged = true
      }
      if !rest.isEmpty { result.append(.text(String(rest))) }
    }
    return isChanged ? result : nil
  }

  /// A value's text as HTML, kept together where it is a number and its unit. O(length).
  static func html(_ text: String) -> String {
    let escaped = HTMLText.escape(text)
    guard let space = text.lastIndex(of: " "), isNumber(text[..<space]),
      unit(at: text[space...])?.endIndex == text.endIndex
    else { return escaped }
    return whole(escaped)
  }

  private static func whole(_ html: String) -> String { "<span class=\"whole\">\(html)</span>" }

  /// The unit that follows one space, and ends with the word.
  private static func unit(at text: Substring) -> Substring? {
    guard text.first == " " else { return nil }
    let word = text.dropFirst().prefix { $0.isLetter || "°%‰/^²³2".contains($0) }
    guard units.contains(word) else { return nil }
    return word
  }

  private static func firstQuantity(in text: Substring) -> (number: Substring, unit: Substring)? {
    guard text.utf8.contains(32), text.utf8.contains(where: { (48...57).contains($0) }) else { return nil }
    var start = text.startIndex
    while let space = text[start...].firstIndex(of: " ") {
      if let unit = unit(at: text[space...]) {
        let word = text[..<space].suffix(longest + 1)
        let number = word.lastIndex(of: " ").map { word[word.index(after: $0)...] } ?? word
        let bare = number.drop { "([“≈~<>≤≥".contains($0) }
        if isNumber(bare) { return (bare, unit) }
      }
      start = text.index(after: space)
    }
    return nil
  }

  /// Whether this is one number as a reader writes it: “−0.4”, “1.2e-3”, “10⁻³”, “3–4”.
  private static func isNumber(_ text: Substring) -> Bool {
    guard (1...longest).contains(text.count), text.contains(where: \.isWholeNumber) else { return false }
    return text.allSatisfy { $0.isNumber || "+-−–±.,·×eE⁻".contains($0) }
  }
}
