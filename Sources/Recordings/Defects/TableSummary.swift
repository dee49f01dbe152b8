import Traces

/// What one table of a recording holds.
public struct TableSummary: Hashable, Sendable {
  /// Its path.
  public let file: String
  /// Rows of numbers.
  public let rows: Int
  /// The columns' names.
  public let columns: [String]
  /// The first and the last time, as they stand in the file; nil without a column of times.
  public let times: ClosedRange<Double>?

  init(_ text: DelimitedText) {
    file = text.file.path
    columns = text.header
    let clock = text.header.firstIndex { name in
      let name = ColumnName(name)
      return name.has("seconds", "elapsed") || name.hasWord(beginning: "time")
    }
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
    let span = times.map { range in
      range.upperBound > 1e17
        ? ", \(dateAndTime(range.lowerBound * 1e-9)) to \(dateAndTime(range.upperBound * 1e-9))"
        : ", from \(shortTime(range.lowerBound)) to \(shortTime(range.upperBound))"
    }
    let names = columns.prefix(12).joined(separator: ", ") + (columns.count > 12 ? ", …" : "")
    let name = file.split(separator: "/").last ?? ""
    return "  \(name): \(rows) rows\(span ?? ""), with \(names)"
  }
}
