import Basics

/// Keeps a number and its unit on one line of a page.
enum UnbrokenUnits {
  /// The pieces of a text with its own piece for each number and its unit; nil where there is none. O(length).
  static func kept(_ pieces: [ProseMarks<ProseMark>.Piece]) -> [ProseMarks<ProseMark>.Piece]? {
    var result: [ProseMarks<ProseMark>.Piece] = []
    var isChanged = false
    for piece in pieces {
      guard case .text(let text) = piece else {
        result.append(piece)
        continue
      }
      var rest = text[...]
      if case .mark(let value)? = result.last, Quantity.isNumber(value.text[...]), let unit = unit(at: rest) {
        let last = "\(value.text) \(unit)"
        result[result.count - 1] = .mark(
          ProseMark(html: whole("\(value.html) \(MarkupText.escape(String(unit)))"), text: last))
        rest = rest.dropFirst(1 + unit.count)
        isChanged = true
      }
      while let (number, unit) = firstQuantity(in: rest) {
        let words = String(rest[number.startIndex..<unit.endIndex])
        if number.startIndex > rest.startIndex { result.append(.text(String(rest[..<number.startIndex]))) }
        result.append(.mark(ProseMark(html: whole(MarkupText.escape(words)), text: words)))
        rest = rest[unit.endIndex...]
        isChanged = true
      }
      if !rest.isEmpty { result.append(.text(String(rest))) }
    }
    return isChanged ? result : nil
  }

  /// A value's text as HTML, kept together where it is a number and its unit. O(length).
  static func html(_ text: String) -> String {
    let escaped = MarkupText.escape(text)
    guard let space = text.lastIndex(of: " "), Quantity.isNumber(text[..<space]),
      unit(at: text[space...])?.endIndex == text.endIndex
    else { return escaped }
    return whole(escaped)
  }

  private static func whole(_ html: String) -> String { "<span class=\"whole\">\(html)</span>" }

  /// The unit that follows one space, and ends with the word.
  private static func unit(at text: Substring) -> Substring? {
    guard text.first == " " else { return nil }
    let word = text.dropFirst().prefix { $0.isLetter || "°%‰/^²³2".contains($0) }
    guard Quantity.known.contains(word) else { return nil }
    return word
  }

  private static func firstQuantity(in text: Substring) -> (number: Substring, unit: Substring)? {
    guard text.utf8.contains(32), text.utf8.contains(where: { (48...57).contains($0) }) else { return nil }
    var start = text.startIndex
    while let space = text[start...].firstIndex(of: " ") {
      if let unit = unit(at: text[space...]) {
        let word = text[..<space].suffix(Quantity.longest + 1)
        let number = word.lastIndex(of: " ").map { word[word.index(after: $0)...] } ?? word
        let bare = number.drop { Quantity.openings.contains($0) }
        if Quantity.isNumber(bare) { return (bare, unit) }
      }
      start = text.index(after: space)
    }
    return nil
  }
}
