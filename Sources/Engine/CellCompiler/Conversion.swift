import Basics

/// A value of one type where the compiler wants another, and how the one becomes the other.
struct Conversion {
  let from: Substring
  let to: Substring
  /// Whether a closure gives it: the compiler took the type of what follows for that of all.
  private let isOfClosure: Bool

  /// What the compiler's message says; nil for a message of something else.
  init?(_ message: String) {
    guard
      let match = message.firstMatch(
        of: compiled(
          /cannot (?:convert|assign) value of type '([^']+)' (?:\(aka '[^']+'\) )?to (?:[a-z]+ )*type '([^']+)'/))
    else { return nil }
    (from, to) = (match.output.1, match.output.2)
    isOfClosure = message.contains("closure result type")
  }

  private static let wholeNumbers: Set<Substring> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  private static let numbers = wholeNumbers.union(["Double", "Float", "Float32", "Float64", "CGFloat"])

  /// What to write; nil where nothing that is sure to help is known.
  var words: String? {
    let isNumber = Self.numbers.contains(from)
    switch to {
    case "Double" where from == "Angle":
      return "an “Angle” is for sentences; its number in radians is “.radians”"
    case "Double" where from == "Length":
      return "a “Length” is for sentences; its number in metres is “.metres”"
    case "String" where isNumber || from == "Bool":
      return "make it a text: “String(…)”, or “\\(…)” in a text"
    case _ where isOfClosure && Self.wholeNumbers.contains(to) && from == "Double":
      return "a whole number meets numbers with decimals here: convert the whole one, “Double(…)”"
    case _ where Self.numbers.contains(to) && isNumber:
      let cuts = Self.wholeNumbers.contains(to) && !Self.wholeNumbers.contains(from)
      return "convert it by its name: “\(to)(…)”\(cuts ? " cuts off what is behind the point" : "")"
    case _ where Self.numbers.contains(to) && from == "String":
      return
        "write a number without quotes and without its unit; a text becomes a number by “\(to)(…)”, which is nil where the "
        + "text is not a number: “\(to)(text) ?? 0”"
    case _ where to.hasPrefix("[") && to.hasSuffix("]") && !to.contains(":") && !from.hasPrefix("["):
      let element = to.dropFirst().dropLast()
      return element == from
        ? "a list belongs here: put the value in brackets, “[…]”" : "a list of “\(element)” belongs here"
    default: return nil
    }
  }
}
