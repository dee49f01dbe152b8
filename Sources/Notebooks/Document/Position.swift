/// A place in a text file, both counted from 1. Columns count UTF-8 bytes, as the compiler does.
public struct Position: Hashable, Codable, Sendable, Comparable {
  public var line: Int
  public var column: Int

  /// The place at this line and column.
  public init(line: Int, column: Int = 1) { (self.line, self.column) = (line, column) }

  public static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
