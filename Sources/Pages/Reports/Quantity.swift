/// What holds a number and its unit together at a line's end, in all formats: a reader takes “0.4” there for a number without
/// one, and “0.” for another number.
package enum Quantity {
  /// The units that are known behind a number and a space, longer ones first.
  package static let units = [
    "m/s²", "cm/s²", "mm/s²", "m/s^2", "m/s³", "rad/s²", "rad/s", "deg/s", "°/s", "°/h", "km/h", "cm/s", "mm/s", "m/s",
    "mrad", "rad", "deg", "min", "MHz", "kHz", "Hz", "km", "cm", "mm", "µm", "ms", "µs", "kg", "mg", "µT", "px", "pt",
    "kB",
    "MB", "GB", "°C", "m", "s", "h", "g", "T", "N", "J", "W", "V", "B", "°", "%", "‰",
  ]

  /// As long as a number gets in a sentence.
  static let longest = 16

  /// Whether this is one number as a reader writes it: “−0.4”, “1.2e-3”, “10⁻³”, “3–4”. O(1).
  static func isNumber(_ text: Substring) -> Bool {
    guard (1...longest).contains(text.count), text.contains(where: \.isWholeNumber) else { return false }
    return text.allSatisfy { $0.isNumber || others.contains($0) }
  }

  /// What is in a number next to digits.
  private static let others = "+-−–±.,·×eE⁻"
  /// What may be before one.
  static let openings = "([“≈~<>≤≥"

  /// A regular expression, in the notation that Rust's library reads, for what Typst must not part: a number with its unit, and
  /// one with an error, a power of ten or an end of a range.
  package static var pattern: String {
    let digits = #"\d(?:[\d.,]*\d)?"#
    let number = "[+−-]?\\b(?:\(digits)(?:[×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[eE][+−-]?\\d+)?|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    let space = #"[ \x{a0}\x{202f}]"#
    let error = "(?:\(space)?±\(space)?\(number))"
    let range = "(?:[–-]\(number))"
    let words = units.map { $0.replacing("^", with: #"\^"#) + ($0.last!.isLetter ? #"\b"# : "") }
    let unit = "\(space)(?:\(words.joined(separator: "|")))"
    return "\(number)\(range)?\(error)?\(unit)|\(number)\(range)?\(error)|\(number)\(range)|"
      + "[+−-]?\\b\(digits)[×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\\b\\p{L}{1,3}/\\p{L}{1,3}[²³]?"
  }

  /// A filter for pandoc that puts a space without a break where a line must not end.
  ///
  /// - Parameter joins: Whether a range, a power and an error are kept together by their own sign: word processors
  ///   break a line behind a dash.
  package static func filter(joins: Bool) -> String {
    func list(_ words: [String]) -> String { words.map { "[\"\($0)\"] = true" }.joined(separator: ", ") }
    return """
      local units = { \(list(units)) }
      local inNumbers = { \(list((others + "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹").map { "\($0)" })) }
      local openings = { \(list((openings).map { "\($0)" })) }
      local fixed = utf8.char(0xA0)

      local function signs(text)
        local found = {}
        for _, code in utf8.codes(text) do table.insert(found, utf8.char(code)) end
        return found
      end
      local function isNumber(text)
        local found = signs(text)
        local first = 1
        while openings[found[first]] do first = first + 1 end
        if #found - first + 1 > \(longest) then return false end
        for index = first, #found do if not inNumbers[found[index]] then return false end end
        return text:match("%d") ~= nil
      end
      -- What follows a unit in a sentence: a stop, a bracket, a quotation mark.
      local function startsWithUnit(text)
        local word = ""
        for _, sign in ipairs(signs(text)) do
          if sign:match("^[%.,;:!%?%)%]]$") or sign == "”" or sign == "’" or sign == "—" then break end
          word = word .. sign
        end
        return units[word] == true
      end
      local function kept(text)
        if not \(joins) or not isNumber(text) then return text end
        return (text:gsub("–", "–" .. utf8.char(0x2060)):gsub("×", "×" .. utf8.char(0x2060)))
      end

      function Inlines(inlines)
        for index = 2, #inlines - 1 do
          local before, after = inlines[index - 1], inlines[index + 1]
          if (inlines[index].t == "Space" or inlines[index].t == "SoftBreak") and before.t == "Str" and after.t == "Str" then
            local isError = after.text == "±" and isNumber(before.text) or before.text == "±" and isNumber(after.text)
            if isError or isNumber(before.text) and startsWithUnit(after.text) then
              inlines[index] = pandoc.Str(fixed)
            end
          end
        end
        for _, inline in ipairs(inlines) do if inline.t == "Str" then inline.text = kept(inline.text) end end
        return inlines
      end

      """
  }
}
