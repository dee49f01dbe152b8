internal import Basics
import Foundation

/// What a value takes at most where it is shown without having been asked for in full: as the value of a cell's last
/// expression, by ``display(_:)``, and in a sentence.
///
/// What is printed, and a table that a notebook makes, have the bounds of a cell's output.
enum Excerpt {
  /// Rows of a table, lines of a text, values that show themselves.
  static let rows = 20
  /// Up to this many rows are shown whole: an alphabet, or a table whose cut would save little more than the line
  /// about it.
  static let wholeRows = 26
  /// Characters of a text.
  static let characters = 2_000
  /// Characters of an entry in a table.
  static let entryCharacters = 200

  /// How many of these rows are shown.
  static func rows(of count: Int) -> Int { count > wholeRows ? rows : count }

  /// The line below an excerpt that says how to see the rest; nil if everything is shown.
  ///
  /// - Parameters:
  ///   - things: What they are, in the plural.
  ///   - all: The code that shows all of them; nil if only a slice can be shown.
  static func rest(of count: Int, shown: Int, _ things: String, all: String? = "print(…)") -> String? {
    guard shown < count else { return nil }
    let slice = "a slice such as [\(shown)..<\(min(2 * shown, count))] shows others"
    return "… and \(NumberFormat.grouped(count - shown)) more of \(NumberFormat.grouped(count)) \(things); \(slice)"
      + (all.map { ", \($0) all" } ?? "")
  }

  /// A table with short entries: what is longer is cut.
  static func shortened(_ table: Table) -> Table {
    var table = table
    for (row, column) in table.rows.indices.lazy.flatMap({ row in table.columns.indices.map { (row, $0) } }) {
      if case .text(let text) = table.rows[row][column], text.utf8.count > entryCharacters {
        table.rows[row][column] = .text(clipped(text, to: entryCharacters))
      }
    }
    return table
  }

  /// A value as text, and a line that says what the text leaves out; nil where that is nothing. O(characters), except for what
  /// a value says of itself.
  ///
  /// - Parameter inSentence: as for ``text(of:inSentence:)``.
  static func text(of value: Any, inSentence: Bool = false) -> (text: String, rest: String?) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let child = mirror.children.first {
      return text(of: child.value, inSentence: inSentence)
    }
    let isSmall = isSmall(value)
    if isSmall {
      let whole = Display.text(of: value, inSentence: inSentence)
      if whole.utf8.count <= characters, whole.utf8.count(where: { $0 == 10 }) < wholeRows { return (whole, nil) }
    }
    switch mirror.displayStyle {
    case .collection?, .set?, .dictionary?: return elements(of: mirror, inSentence: inSentence)
    default:
      let says = isSmall || value is any Readable || value is any CustomStringConvertible
      guard !says else { return beginning(of: Display.text(of: value, inSentence: inSentence)) }
      return (clipped(summary(of: value), to: characters), "… shortened; print(…) shows all")
    }
  }

  /// The first elements of a collection, as many as there is room for.
  private static func elements(of mirror: Mirror, inSentence: Bool) -> (text: String, rest: String?) {
    let count = mirror.children.count
    let isPair = mirror.displayStyle == .dictionary
    func text(_ value: Any) -> String {
      guard isSmall(value) else { return summary(of: value) }
      let isWritten = value is any Readable || inSentence && value is any Numeric
      return isWritten ? Display.text(of: value, inSentence: inSentence) : String(reflecting: value)
    }
    var (parts, length, isCut): ([String], Int, Bool) = ([], 0, false)
    for child in mirror.children {
      let whole =
        isPair
        ? Mirror(reflecting: child.value).children.map { text($0.value) }.joined(separator: ": ") : text(child.value)
      let part = clipped(whole, to: entryCharacters)
      // With brackets and the sign for more.
      guard length + part.count + 2 <= characters - 4 else { break }
      isCut = isCut || part != whole || !isSmall(child.value)
      length += part.count + 2
      parts.append(part)
    }
    let all = "[\(parts.joined(separator: ", "))\(parts.count < count ? ", …" : "")]"
    if mirror.displayStyle == .collection {
      return (all, rest(of: count, shown: parts.count, "elements") ?? (isCut ? "… shortened; print(…) shows all" : nil))
    }
    let more = NumberFormat.grouped(count - parts.count)
    let what = parts.count < count ? "and \(more) more of \(NumberFormat.grouped(count)) elements" : "shortened"
    return (all, parts.count < count || isCut ? "… \(what); print(…) shows all" : nil)
  }

  /// The first lines of a text.
  private static func beginning(of text: String) -> (text: String, rest: String?) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let shown = lines.prefix(rows(of: lines.count)).joined(separator: "\n")
    guard shown.count <= characters else {
      let more = NumberFormat.grouped(text.count - characters)
      return ("\(shown.prefix(characters))…", "… and \(more) more characters; print(…) shows all")
    }
    let more = lines.count - rows(of: lines.count)
    return (shown, more > 0 ? "… and \(NumberFormat.grouped(more)) more lines; print(…) shows all" : nil)
  }

  static func clipped(_ text: String, to count: Int) -> String {
    text.utf8.count > count && text.count > count ? "\(text.prefix(count))…" : text
  }

  /// Whether a value has no more parts than there is room for characters, whatever its size. O(characters).
  static func isSmall(_ value: Any) -> Bool {
    var room = characters
    return fits(value, &room)
  }

  private static func fits(_ value: Any, _ room: inout Int) -> Bool {
    if value is any Readable { return true }
    room -= ((value as? String)?.utf8.count ?? (value as? Substring)?.utf8.count ?? 0) + 1
    guard room > 0 else { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // An object is printed as the name of its class.
    case nil, .class?, .foreignReference?: return true
    case .collection?, .set?, .dictionary?: break
    default: if value is any CustomStringConvertible { return true }
    }
    return mirror.children.allSatisfy { fits($0.value, &room) }
  }

  // MARK: In one line

  /// Parts of a value and levels of parts that a summary shows.
  private static let (mostParts, deepest) = (10, 3)

  /// The beginning of a value in one line: “4 000 elements: 0.0, 0.01, …”.
  static func summary(of value: Any, depth: Int = 0) -> String {
    if let value = value as? any Readable { return value.readable }
    // To show it may cost what drawing costs.
    if value is any Displayable { return "…" }
    let mirror = Mirror(reflecting: value)
    let count = mirror.children.count
    let isPlain = value is any CustomStringConvertible && mirror.displayStyle != .collection
    if count == 0 || isPlain && ![.set, .dictionary].contains(mirror.displayStyle) { return Display.text(of: value) }
    guard depth < deepest else { return "…" }
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { summary(of: $0.value, depth: depth) } ?? "nil"
    }
    let parts = mirror.children.prefix(mostParts).map { child in
      if mirror.displayStyle == .dictionary {
        let pair = Mirror(reflecting: child.value).children.map { summary(of: $0.value, depth: depth + 1) }
        return pair.joined(separator: ": ")
      }
      let text = summary(of: child.value, depth: depth + 1)
      return child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): \(text)" } ?? text
    }
    let list = parts.joined(separator: ", ") + (count > mostParts ? ", …" : "")
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      return count > mostParts ? "\(NumberFormat.grouped(count)) elements: \(list)" : "[\(list)]"
    case .tuple: return "(\(list))"
    default: return "\(name(of: Swift.type(of: value)))(\(list))"
    }
  }

  /// A type's name as Swift code writes it: `[Double]`, where the runtime says `Array<Double>`.
  static func name(of type: Any.Type) -> String {
    var name = "\(type)"
    while let match = name.firstMatch(of: compiled(/(Array|Optional|Dictionary)<([^<>]*)>/)) {
      let inner = match.output.2
      let short = match.output.1 == "Array" ? "[\(inner)]" : match.output.1 == "Optional" ? "\(inner)?" : nil
      name.replaceSubrange(match.range, with: short ?? "[\(inner.replacing(", ", with: ": ", maxReplacements: 1))]")
    }
    return name
  }
}

/// A value that is made of samples, and shows itself as a table with a row for each: the first ones, where they are many.
package protocol ShownInRows {
  /// How many samples there are.
  var count: Int { get }
  /// The table of the samples in a range, which lies within `0..<count`.
  func table(of range: Range<Int>) -> Table
}
