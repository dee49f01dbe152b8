/// On which line of a file each row is: runs of rows on consecutive lines, of which a file has few, as few lines are
/// skipped.
struct LineNumbers: Sendable {
  /// The first row of each run and its line.
  private var runs: [(row: Int, line: Int)] = []

  /// Says where the row after the last one is.
  @inline(__always)
  mutating func append(row: Int, line: Int) {
    if let last = runs.last, last.line - last.row == line - row { return }
    runs.append((row, line))
  }

  /// The line of a row; nil when nothing is known of it.
  func line(of row: Int) -> Int? {
    guard let known = runs.last(where: { $0.row <= row }) else { return nil }
    return known.line + row - known.row
  }

  /// Adds the rows of `other`, of which row i becomes row i + `shift`.
  mutating func append(_ other: LineNumbers, shiftedBy shift: Int) {
    for run in other.runs { append(row: run.row + shift, line: run.line) }
  }

  /// Row i becomes row i + `shift`.
  mutating func shift(by shift: Int) {
    for index in runs.indices { runs[index].row += shift }
  }

  /// The rest when only these rows are, in rising order.
  func keeping(_ rows: [Int]) -> LineNumbers {
    var kept = LineNumbers()
    var run = runs.startIndex
    for (row, old) in rows.enumerated() {
      while run + 1 < runs.count, runs[run + 1].row <= old { run += 1 }
      guard run < runs.count else { break }
      kept.append(row: row, line: runs[run].line + old - runs[run].row)
    }
    return kept
  }
}
