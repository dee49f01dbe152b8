internal import Basics
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

  /// The examples of a log, and what is wrong with each line that was left out. The angles are not read: the quaternion says the
  /// same, without their locks. O(n).
  ///
  /// - Throws: ``PostureError`` for a text without a header, for a header that lacks a column, and the first line's error where none
  ///   can be read.
  public static func examples(
    from text: String
  ) throws(PostureError) -> (examples: [PostureExample], omitted: [PostureError]) {
    let lines = CommaSeparated.lines(text)
    guard let names = lines.first?.fields else { throw .empty }
    var columns = [(name: String, index: Int)]()
    for name in ["qw", "qx", "qy", "qz", "orientation"] {
      guard let index = names.firstIndex(of: name) else { throw .column(name, found: names) }
      columns.append((name, index))
    }
    var (examples, omitted) = ([PostureExample](), [PostureError]())
    for line in lines.dropFirst() {
      do throws(PostureError) {
        examples.append(try example(line, columns, cells: names.count))
      } catch {
        omitted.append(error)
      }
    }
    if examples.isEmpty, let first = omitted.first { throw first }
    return (examples, omitted)
  }

  private static func example(
    _ line: CommaSeparated.Line, _ columns: [(name: String, index: Int)], cells expected: Int
  ) throws(PostureError) -> PostureExample {
    let (number, cells) = (line.number, line.fields)
    var values = [Double]()
    for (name, column) in columns {
      guard column < cells.count else { throw .short(line: number, expected: expected, found: cells.count) }
      guard let value = Double(cells[column]), value.isFinite else {
        throw .number(line: number, column: name, text: cells[column])
      }
      values.append(value)
    }
    let q = Quaternion(w: values[0], x: values[1], y: values[2], z: values[3])
    let length = q.dot(q).squareRoot()
    guard abs(length - 1) < 0.01 else { throw .length(line: number, length) }
    guard values[4] == 0 || values[4] == 1 else { throw .label(line: number, values[4]) }
    return PostureExample(
      attitude: Quaternion(w: q.w / length, x: q.x / length, y: q.y / length, z: q.z / length),
      isVertical: values[4] == 1)
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
