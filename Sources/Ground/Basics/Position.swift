/// A place in a text file, both counted from 1. Columns count UTF-8 bytes, as the compiler does.
package struct Position: Hashable, Codable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  /// The place at this line and column.
  package init(line: Int, column: Int = 1) { (self.line, self.column) = (line, column) }

  /// The place of a byte of a text.
  package init(ofByte offset: Int, in text: String) {
    let before = text.utf8.prefix(offset)
    self.init(line: before.count { $0 == 10 } + 1, column: before.reversed().prefix { $0 != 10 }.count + 1)
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
