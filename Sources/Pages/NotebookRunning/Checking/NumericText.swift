import Basics
import Foundation

/// Texts whose numbers may differ a little.
package enum NumericText {
  /// Whether two texts are the same except for numbers, and each pair of numbers agrees within `relative` of the larger or
  /// within `absolute`. O(length).
  package static func agree(_ first: String, _ second: String, relative: Double, absolute: Double = 0) -> Bool {
    if first == second { return true }
    let a = pieces(first)
    let b = pieces(second)
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { left, right in
      if left == right { return true }
      guard let x = number(left), let y = number(right) else { return false }
      return close(x, y, relative: relative, absolute: absolute)
    }
  }

  package static func close(_ x: Double, _ y: Double, relative: Double, absolute: Double = 0) -> Bool {
    if x == y || (x.isNaN && y.isNaN) { return true }
    return abs(x - y) <= max(absolute, relative * max(abs(x), abs(y)))
  }

  private static func number(_ text: Substring) -> Double? {
    Double(text.replacing("−", with: "-").replacing("\u{202F}", with: ""))
  }

  /// The text cut into numbers and the pieces between them.
  private static func pieces(_ text: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text.startIndex
    for match in text.matches(of: compiled(/[-−+]?(?:\d[\d\x{202F}]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/)) {
      if rest < match.range.lowerBound { pieces.append(text[rest..<match.range.lowerBound]) }
      pieces.append(text[match.range])
      rest = match.range.upperBound
    }
    if rest < text.endIndex { pieces.append(text[rest...]) }
    return pieces
  }
}
