import Rotations

/// One sensor's readings on their own timestamps.
struct SensorStream {
  /// Seconds, strictly increasing.
  private(set) var times: [Double]
  private let text: DelimitedText
  /// Per sample `width` numbers.
  private var values: [Double]
  private let width: Int
  private var lines: LineNumbers
  /// What reading did to the rows, in words.
  private(set) var notes: [String] = []

  /// Reads a time column and some columns of a table.
  ///
  /// - Parameters:
  ///   - origin: Taken off the time as it stands in the file, exactly where both are whole numbers.
  ///   - timeScale: Seconds per unit of the time column.
  /// - Throws: `TraceError` for a missing column, a bad row, repeated or backward time, a gap, unless the options say
  ///   otherwise.
  init(
    _ text: DelimitedText, time: String, origin: Int64 = 0, timeScale: Double = 1, _ names: [String],
    _ options: Trace.ReadingOptions
  ) throws(TraceError) {
    var indices = [try text.required(time)]
    for name in names {
      let index = try text.required(name)
      guard !indices.contains(index) else { throw .repeatedColumn(name, place: text.place(text.headerLine)) }
      indices.append(index)
    }
    var reader = RowReader(text, indices, dropsBadRows: options.badRows == .drop)
    if origin != 0 { reader.subtract(origin, at: 0) }
    var sink = StreamRows(width: names.count, timeScale: timeScale)
    var failure: TraceError?
    var dropped = 0
    for block in try text.blocks(threads: 1) where failure == nil {
      let result = reader.read(block, into: &sink)
      failure = result.failure
      dropped += result.dropped
    }
    self.text = text
    width = names.count
    (times, values, lines) = (sink.times, sink.values, sink.lines)
    let line = { [lines] (row: Int) in lines.line(of: row) }
    // Numbers of the file may be finite and their seconds not.
    if let row = times.firstIndex(where: { !$0.isFinite }) {
      throw .nonFinite("\(times[row])", column: time, place: .init(file: text.file.path, line: line(row)))
    }
    // What is wrong with an earlier line is said first.
    if let failure {
      if options.timeDefects == .refuse { _ = try TimeOrder.settle(times, .refuse, text.file.path, line) }
      throw failure
    }
    guard !times.isEmpty else { throw .noRows(place: .init(file: text.file.path)) }
    if dropped > 0 { notes.append("\(text.file.stem): \(TraceTable.note(ofDropped: dropped))") }
    if let settled = try TimeOrder.settle(times, options.timeDefects, text.file.path, line) {
      notes.append("\(text.file.stem): \(settled.note)")
      times = settled.times
      if let kept = settled.kept {
        lines = lines.keeping(kept)
        values = kept.flatMap { values[($0 * width)..<(($0 + 1) * width)] }
      }
    }
    // The base stream's gaps are settled with the finished table; one of another stream would be bridged by the
    // interpolation between the streams, so it is settled here.
    guard options.gaps == .refuse, TimeSteps.mayHaveGaps(times) else { return }
    let steps = TimeSteps(times)
    if let gap = steps.gaps(in: times).first {
      throw .gap(from: times[gap - 1], to: times[gap], usual: steps.median, place: place(of: gap))
    }
  }

  private func place(of row: Int) -> TraceError.Place { .init(file: text.file.path, line: lines.line(of: row)) }

  /// Three columns, from `first` on, at the given times: linear between the samples, constant outside.
  func vectors(at queries: [Double], first: Int = 0) -> [Vector3] {
    resampled(at: queries) { index, next, fraction in
      let (a, b) = (vector(index, first), vector(next, first))
      return a + (b - a) * fraction
    }
  }

  /// Four columns, from `first` on, as quaternions w, x, y, z at the given times, by slerp between the samples.
  ///
  /// - Throws: `TraceError.notUnit`.
  func attitudes(at queries: [Double], first: Int = 0) throws(TraceError) -> [Quaternion] {
    for index in times.indices {
      let q = quaternion(index, first)
      guard abs(q.normSquared - 1) <= 0.02 else {
        throw .notUnit(column: "attitude", norm: q.normSquared.squareRoot(), row: index, place: place(of: index))
      }
    }
    return resampled(at: queries) { index, next, fraction in
      quaternion(index, first).settledLength.slerp(to: quaternion(next, first).settledLength, fraction)
    }
  }

  private func vector(_ index: Int, _ first: Int) -> Vector3 {
    let start = index * width + first
    return Vector3(values[start], values[start + 1], values[start + 2])
  }

  private func quaternion(_ index: Int, _ first: Int) -> Quaternion {
    let start = index * width + first
    return Quaternion(w: values[start], x: values[start + 1], y: values[start + 2], z: values[start + 3])
  }

  private func resampled<T>(at queries: [Double], _ value: (_ index: Int, _ next: Int, _ fraction: Double) -> T) -> [T]
  {
    var index = 0
    return queries.map { time in
      while index + 1 < times.count, times[index + 1] <= time { index += 1 }
      let next = min(index + 1, times.count - 1)
      let span = times[next] - times[index]
      return value(index, next, span > 0 ? max(0, min(1, (time - times[index]) / span)) : 0)
    }
  }
}

/// Collects the rows of one sensor: the time first, then its numbers.
private struct StreamRows: RowSink {
  let width: Int
  let timeScale: Double
  var times: [Double] = []
  var values: [Double] = []
  var lines = LineNumbers()

  init(width: Int, timeScale: Double) {
    self.width = width
    self.timeScale = timeScale
  }

  mutating func take(_ row: UnsafePointer<Double>, line: Int) throws(TraceError) {
    lines.append(row: times.count, line: line)
    times.append(row[0] * timeScale)
    values.append(contentsOf: UnsafeBufferPointer(start: row + 1, count: width))
  }
}

extension TraceTable {
  /// Puts streams of different rates on the clock of the first, over the time that all of them cover.
  ///
  /// - Returns: The indices of the samples of `base` that lie within all other streams.
  static func commonTimes(_ base: SensorStream, _ others: [SensorStream?]) -> Range<Int> {
    let streams = others.compactMap { $0 }
    let first = streams.reduce(-Double.infinity) { max($0, $1.times[0]) }
    let last = streams.reduce(Double.infinity) { min($0, $1.times[$1.times.count - 1]) }
    let lower = base.times.firstIndex { $0 >= first } ?? base.times.count
    let upper = base.times.lastIndex { $0 <= last }.map { $0 + 1 } ?? 0
    return lower..<max(lower, upper)
  }
}
