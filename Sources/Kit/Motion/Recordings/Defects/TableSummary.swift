import Traces

/// What one table of a recording holds.
public struct TableSummary: Hashable, Sendable {
  /// Its path.
  public let file: String
  /// Rows of numbers.
  public let rows: Int
  /// The columns' names.
  public let columns: [String]
  /// The first and the last time, as they are in the file; nil without a column of times.
  public let times: ClosedRange<Double>?

  init(_ text: DelimitedText) {
    file = text.file.path
    columns = text.header
    let clock = text.header.firstIndex { ColumnName($0).isOfTime }
    let options = Trace.ReadingOptions(gaps: .keep, timeDefects: .drop, badRows: .drop)
    let stream = clock.flatMap { try? SensorStream(text, columns: [$0], options) }
    rows = stream?.times.count ?? ((try? text.blocks(threads: 1))?.reduce(0) { $0 + $1.lines } ?? 0)
    times = stream.flatMap { stream in
      guard let first = stream.times.first, let last = stream.times.last, first <= last else { return nil }
      return first...last
    }
  }
}

extension TableSummary: CustomStringConvertible {
  public var description: String {
    let span = times.map { range -> String in
      guard let unit = ClockUnit.since1970(range.upperBound)?.seconds else {
        return ", from \(shortTime(range.lowerBound)) to \(shortTime(range.upperBound))"
      }
      return ", \(dateAndTime(range.lowerBound * unit)) to \(dateAndTime(range.upperBound * unit))"
    }
    let names = columns.prefix(12).joined(separator: ", ") + (columns.count > 12 ? ", …" : "")
    return "  \(file.lastPart): \(rows) rows\(span ?? ""), with \(names)"
  }
}
