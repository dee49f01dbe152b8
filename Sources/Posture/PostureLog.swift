import Rotations

/// A log of attitudes with labels as a CSV file: roll, yaw, pitch (rad), qw, qx, qy, qz, orientation (1 = vertical).
public enum PostureLog {
  /// The header line.
  public static let header = "roll,yaw,pitch,qw,qx,qy,qz,orientation"

  /// The log as text, one line an example, numbers exactly as they are stored. O(n).
  public static func text(_ examples: [PostureExample]) -> String {
    header + "\n"
      + examples.map { example in
        example.features.map { "\($0)" }.joined(separator: ",") + ",\(example.isVertical ? 1 : 0)\n"
      }.joined()
  }

  /// The examples of a log. The angles are not read: the quaternion says the same, without their locks. O(n).
  ///
  /// - Throws: ``PostureError`` with the line, for a header that lacks a column, a row that is too short, something that is not a
  ///   number, a quaternion that is not of length 1 (to 1 %), and a label that is neither 0 nor 1.
  public static func examples(from text: String) throws(PostureError) -> [PostureExample] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().makeIterator()
    guard let names = lines.next()?.element.split(separator: ",").map(String.init) else { throw .empty }
    let wanted = ["qw", "qx", "qy", "qz", "orientation"]
    var columns = [Int]()
    for name in wanted {
      guard let column = names.firstIndex(of: name) else { throw .column(name, found: names) }
      columns.append(column)
    }
    var result = [PostureExample]()
    while let (index, line) = lines.next() {
      if line.allSatisfy(\.isWhitespace) { continue }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      var values = [Double]()
      for (name, column) in zip(wanted, columns) {
        guard column < cells.count else { throw .short(line: index + 1, expected: names.count, found: cells.count) }
        guard let value = Double(String(cells[column]).trimmedOfSpaces), value.isFinite else {
          throw .number(line: index + 1, column: name, text: String(cells[column]))
        }
        values.append(value)
      }
      let length = (values[0] * values[0] + values[1] * values[1] + values[2] * values[2] + values[3] * values[3])
        .squareRoot()
      guard abs(length - 1) < 0.01 else { throw .length(line: index + 1, length) }
      guard values[4] == 0 || values[4] == 1 else { throw .label(line: index + 1, values[4]) }
      result.append(
        PostureExample(
          attitude: Quaternion(
            w: values[0] / length, x: values[1] / length, y: values[2] / length, z: values[3] / length),
          isVertical: values[4] == 1))
    }
    return result
  }
}

/// What can be wrong with a posture log, or with what is asked of postures. ``description`` puts it into words.
public enum PostureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not even a header.
  case empty
  /// The header lacks this column.
  case column(String, found: [String])
  /// A row with fewer cells than the header.
  case short(line: Int, expected: Int, found: Int)
  /// A cell that is not a finite number.
  case number(line: Int, column: String, text: String)
  /// A quaternion whose length is not 1.
  case length(line: Int, Double)
  /// A label that is neither 0 nor 1.
  case label(line: Int, Double)
  /// There is none of these.
  case missing(String)
  /// A parameter outside its range.
  case parameter(String, value: Double, expected: String)

  /// What is wrong, where, and what was expected.
  public var description: String {
    switch self {
    case .empty: "The log is empty; expected the header \(PostureLog.header)."
    case .column(let name, let found):
      "Line 1: no column \(name) among \(found.joined(separator: ", ")); expected \(PostureLog.header)."
    case .short(let line, let expected, let found):
      "Line \(line): expected \(expected) cells, found \(found)."
    case .number(let line, let column, let text):
      "Line \(line): \(column) is “\(text)”, not a finite number."
    case .length(let line, let length):
      "Line \(line): the quaternion has the length \(length); expected 1."
    case .label(let line, let value):
      "Line \(line): orientation is \(value); expected 1 for vertical or 0 for not."
    case .missing(let what): "There is no \(what)."
    case .parameter(let name, let value, let expected): "\(name) is \(value); expected \(expected)."
    }
  }
}

extension String {
  fileprivate var trimmedOfSpaces: Substring {
    let start = drop { $0.isWhitespace }
    return start.last?.isWhitespace == true ? start.prefix { !$0.isWhitespace } : start
  }
}
