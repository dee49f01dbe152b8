/// Places in code as Jupyter counts them, in Unicode code points, and as SourceKit does, in bytes of UTF-8.
package struct CodePoints {
  package let code: String

  package init(code: String) { self.code = code }

  /// The byte before which the cursor is; one outside of the code counts as its end.
  func byte(at cursor: Int) -> Int {
    code.unicodeScalars.prefix(max(cursor, 0)).reduce(0) { $0 + UTF8.width($1) }
  }

  /// The code points before a byte.
  func count(before byte: Int) -> Int {
    var bytes = 0
    var points = 0
    for scalar in code.unicodeScalars {
      if bytes >= byte { break }
      bytes += UTF8.width(scalar)
      points += 1
    }
    return points
  }

  /// The bytes of the name that holds or ends at a byte; empty where there is none.
  package func name(around byte: Int) -> Range<Int> {
    let scalars = Array(code.unicodeScalars)
    var index = count(before: byte)
    var end = index
    while end < scalars.count, Self.isOfName(scalars[end]) { end += 1 }
    while index > 0, Self.isOfName(scalars[index - 1]) { index -= 1 }
    // A number is not a name.
    if index < end, scalars[index].properties.numericType != nil { index = end }
    let first = scalars[..<index].reduce(0) { $0 + UTF8.width($1) }
    return first..<first + scalars[index..<end].reduce(0) { $0 + UTF8.width($1) }
  }

  static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDContinue || scalar.properties.isEmojiPresentation
  }

  /// The bytes of the name of the function whose arguments are being written at a byte; nil outside of brackets.
  package func callee(around byte: Int) -> Range<Int>? {
    let bytes = Array(code.utf8)
    var depth = 0
    var index = min(byte, bytes.count) - 1
    while index > 0 {
      switch bytes[index] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 0 {
          let found = name(around: index)
          return bytes[index] == UInt8(ascii: "(") && !found.isEmpty && found.upperBound == index ? found : nil
        }
        depth -= 1
      default: break
      }
      index -= 1
    }
    return nil
  }
}
