import Display
import Gestures
import Rotations

// How the values of the science stand in a sentence.

extension SIMD2: Readable, TableValue where Scalar == Double {
  /// “(0.12, −9.81)”.
  public var readable: String { NumberFormat.tuple([x, y]) }
}

extension SIMD3: Readable, TableValue where Scalar == Double {
  /// “(0.12, −9.81, 0.03)”.
  public var readable: String { NumberFormat.tuple([x, y, z]) }
}

extension Quaternion: Readable {
  /// “0.707 + 0.000 i − 0.707 j + 0.000 k”.
  public var readable: String {
    let parts = NumberFormat.tuple([w, x, y, z]).dropFirst().dropLast().split(separator: ", ")
    return zip(parts, ["", " i", " j", " k"]).enumerated().map { index, part in
      let isNegative = part.0.hasPrefix("−")
      let number = index > 0 && isNegative ? part.0.dropFirst() : part.0
      return (index == 0 ? "" : isNegative ? " − " : " + ") + number + part.1
    }.joined()
  }
}

extension Proportion: Readable, TableValue {
  /// “93.2 % (95 % confidence: 88.7 to 96.0 %)”.
  public var readable: String {
    func percent(_ share: Double) -> String { NumberFormat.significant(100 * share) }
    return
      "\(percent(value)) % (95 % confidence: \(percent(interval.lowerBound)) to \(percent(interval.upperBound)) %)"
  }
}

extension Matrix3: Readable, TableValue, Displayable, CustomStringConvertible {
  /// “[[0.866, −0.500, 0.000], [0.500, 0.866, 0.000], [0.000, 0.000, 1.000]]”: row by row.
  public var readable: String { MatrixText.inSentence(self) }
  /// The rows below each other, in columns.
  public var description: String { MatrixText.inRows(self) }
  public var mimeBundle: MIMEBundle { MIMEBundle(text: description) }
}

extension RotationMatrix: Readable, TableValue, Displayable, CustomStringConvertible {
  /// “[[0.866, −0.500, 0.000], [0.500, 0.866, 0.000], [0.000, 0.000, 1.000]]”: row by row.
  public var readable: String { MatrixText.inSentence(Matrix3(columns: columns.x, columns.y, columns.z)) }
  /// The rows below each other, in columns.
  public var description: String { MatrixText.inRows(Matrix3(columns: columns.x, columns.y, columns.z)) }
  public var mimeBundle: MIMEBundle { MIMEBundle(text: description) }
}

private enum MatrixText {
  static func inRows(_ matrix: Matrix3) -> String { rows(of: matrix).joined(separator: "\n") }

  static func inSentence(_ matrix: Matrix3) -> String {
    let lines = rows(of: matrix).map { row in
      "[" + row.dropFirst().dropLast().split(separator: " ").joined(separator: ", ") + "]"
    }
    return "[" + lines.joined(separator: ", ") + "]"
  }

  private static func rows(of matrix: Matrix3) -> [String] {
    // A rotation's entries, 1 at most, have three places then.
    NumberFormat.matrix((0..<3).map { row in (0..<3).map { matrix[row, $0] } }, digits: 4)
  }
}
