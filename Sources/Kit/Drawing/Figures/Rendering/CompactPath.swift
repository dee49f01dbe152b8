/// An SVG path or list of points without the characters that SVG does not need: spaces between commands, the command
/// of a line that follows a line, zeros at the end of a number. Long paths get one decimal instead of two: a tenth of
/// a point is less than a screen shows.
///
/// It works on bytes, because a report has some hundred thousand of these numbers.
///
/// - Parameter path: pairs of decimal numbers with single letters as commands, as gnuplot writes them.
/// - Complexity: O(length).
func compactPath(_ path: String) -> String {
  var writer = CompactPathWriter(decimals: path.utf8.count > 2000 ? 1 : 2)
  writer.write(Array(path.utf8))
  return String(decoding: writer.bytes, as: UTF8.self)
}

private struct CompactPathWriter {
  let decimals: Int
  var bytes: [UInt8] = []
  /// The command that a pair without one would have.
  private var command = UInt8(ascii: " ")
  private var needsSpace = false

  init(decimals: Int) { self.decimals = decimals }

  mutating func write(_ text: [UInt8]) {
    bytes.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
        at = writeNumber(text, from: at)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        write(command: byte)
        at += 1
      case UInt8(ascii: ","):
        bytes.append(byte)
        needsSpace = false
        at += 1
      default:
        at += 1
      }
    }
  }

  private mutating func write(command new: UInt8) {
    if new == UInt8(ascii: "L"), command == new { return }
    bytes.append(new)
    command = new
    needsSpace = false
  }

  /// Writes the number that starts at `start` and returns where it ends.
  private mutating func writeNumber(_ text: [UInt8], from start: Int) -> Int {
    var at = start
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    // Hundredths: gnuplot writes two decimals.
    var hundredths = 0
    var places = -1
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "."), places < 0 {
        places = 0
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        if places < 2, hundredths < 1 << 50 {
          hundredths = hundredths * 10 + Int(byte - UInt8(ascii: "0"))
          if places >= 0 { places += 1 }
        }
      } else {
        break
      }
      at += 1
    }
    for _ in max(places, 0)..<2 { hundredths *= 10 }
    if decimals == 1 { hundredths = (hundredths + 5) / 10 * 10 }
    if needsSpace { bytes.append(UInt8(ascii: " ")) }
    if isNegative, hundredths > 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: String(hundredths / 100).utf8)
    let fraction = hundredths % 100
    if fraction > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / 10))
      if fraction % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
    }
    needsSpace = true
    return at
  }
}
