internal import Basics
import Rotations
import Traces

/// One sensor's readings on their own timestamps.
struct SensorStream {
  /// Seconds, strictly increasing.
  private(set) var times: [Double]
  let text: DelimitedText
  /// Per sample `width` numbers.
  private var values: [Double]
  private let width: Int
  private(set) var lines: LineNumbers
  /// What reading did to the rows, in words.
  private(set) var notes: [String] = []
  /// Rows that a repair left out.
  private(set) var leftOut = 0
  /// The first column's place in a row, by column of the file.
  private let columns: [Int]

  /// Reads a time column and some columns of a table.
  ///
  /// - Parameters:
  ///   - origin: Taken off the time as it is in the file, exactly where both are whole numbers.
  ///   - timeScale: Seconds per unit of the time column.
  ///   - isShared: Whether other sensors write rows into the table too: rows with none of this one are passed over, and
  ///     rows that repeat its last sample at the same time are left out.
  ///   - isHeld: Whether the rows of other sensors repeat this one's last reading: they are left out, whatever their time.
  /// - Throws: `RecordingError` or `TraceError` for a missing column, a bad row, repeated or backward time, a gap, unless the options say
  ///   otherwise.
  init(
    _ text: DelimitedText, time: String, origin: Int64 = 0, timeScale: Double = 1, _ names: [String],
    _ options: Trace.ReadingOptions, isShared: Bool = false, isHeld: Bool = false
  ) throws {
    var indices = [try text.required(time)]
    for name in names {
      let index = try text.required(name)
      guard !indices.contains(index) else {
        throw RecordingError.repeatedColumn(name, place: text.place(text.headerLine))
      }
      indices.append(index)
    }
    try self.init(
      text, columns: indices, origin: origin, timeScale: timeScale, options, isShared: isShared, isHeld: isHeld)
  }

  /// The same by the columns' places, the time first.
  init(
    _ text: DelimitedText, columns indices: [Int], origin: Int64 = 0, timeScale: Double = 1,
    _ options: Trace.ReadingOptions, isShared: Bool = false, isHeld: Bool = false, passesOverUnfilled: Bool = false,
    isMissingAllowed: Bool = false
  ) throws {
    let time = text.header[indices[0]]
    var reader = RowReader(
      text, indices, dropsBadRows: options.badRows == .drop,
      mayBeMissing: isMissingAllowed ? Set(indices.dropFirst()) : [])
    reader.passesOverUnfilled = isShared || passesOverUnfilled
    if origin != 0 { reader.subtract(origin, at: 0) }
    columns = Array(indices.dropFirst())
    var sink = StreamRows(width: columns.count, timeScale: timeScale)
    var failure: (any Error)?
    var dropped = 0
    for block in try text.blocks(threads: 1) where failure == nil {
      let result = reader.read(block, into: &sink)
      failure = result.failure
      dropped += result.dropped
    }
    self.text = text
    width = columns.count
    (times, values, lines) = (sink.times, sink.values, sink.lines)
    let line = { [lines] (row: Int) in lines.line(of: row) }
    // Numbers of the file may be finite and their seconds not.
    if let row = times.firstIndex(where: { !$0.isFinite }) {
      throw RecordingError.nonFinite("\(times[row])", column: time, place: .init(file: text.file.path, line: line(row)))
    }
    // An error in an earlier line is reported first.
    if let failure {
      if options.timeDefects == .refuse { _ = try TimeOrder.settle(times, .refuse, text.file.path, line) }
      throw failure
    }
    guard !times.isEmpty else { throw TraceError.noRows(place: .init(file: text.file.path)) }
    if isMissingAllowed { dropMissing() }
    guard !times.isEmpty else { throw TraceError.noRows(place: .init(file: text.file.path)) }
    if dropped > 0 { notes.append("\(text.file.stem): \(TraceTable.note(ofDropped: dropped))") }
    leftOut += dropped
    if isHeld { dropHeld() } else if isShared { dropRepeats() }
    if let run = try options.chosenRun(of: times, text.file.path, line) {
      notes.append("\(text.file.stem): \(run.note)")
      keep(Array(run.rows))
    }
    if let settled = try TimeOrder.settle(times, options.timeDefects, text.file.path, line) {
      notes.append("\(text.file.stem): \(settled.note)")
      if let kept = settled.kept {
        leftOut += times.count - kept.count
        keep(kept)
      }
      times = settled.times
    }
  }

  /// Refuses gaps that are not to be bridged or filled, and says which were: the interpolation between the streams bridges
  /// them.
  ///
  /// The gaps of the stream on whose clock the others are put are settled with the finished table.
  ///
  /// - Throws: `RecordingError.gap`, `.gapBeyondLimit`.
  mutating func settleGaps(_ options: Trace.ReadingOptions) throws {
    guard let gaps = GapList(times) else { return }
    try gaps.requireFillable(options, times, place)
    notes.append("\(text.file.stem): bridged \(gaps.description)")
  }

  /// Leaves out rows without a reading: a motion capture that has lost sight of the device writes NaN.
  private mutating func dropMissing() {
    let kept = times.indices.filter { row in (0..<width).allSatisfy { !values[row * width + $0].isNaN } }
    guard kept.count < times.count else { return }
    notes.append("\(text.file.stem): left out \(Counting.words(times.count - kept.count, "row")) without numbers (NaN)")
    keep(kept)
  }

  /// Leaves out rows that repeat the sample before them.
  private mutating func dropRepeats() {
    guard times.count > 1 else { return }
    let kept = times.indices.filter { row in
      row == 0 || times[row] != times[row - 1]
        || (0..<width).contains { values[row * width + $0] != values[(row - 1) * width + $0] }
    }
    guard kept.count < times.count else { return }
    notes.append("\(text.file.stem): \(TraceTable.note(ofRepeated: times.count - kept.count))")
    keep(kept)
  }

  /// A reading that stays for so long, in s, was read again.
  private static let longestHeld = 0.1

  /// Leaves out rows in which the reading is the one before.
  private mutating func dropHeld() {
    var last = 0
    keep(
      times.indices.filter { row in
        let isNew =
          row == 0 || times[row] - times[last] >= Self.longestHeld
          || (0..<width).contains { values[row * width + $0] != values[(row - 1) * width + $0] }
        if isNew { last = row }
        return isNew
      })
  }

  private mutating func keep(_ rows: [Int]) {
    times = rows.map { times[$0] }
    lines = lines.keeping(rows)
    values = rows.flatMap { values[($0 * width)..<(($0 + 1) * width)] }
  }

  /// Moves the clock.
  mutating func delay(by seconds: Double) {
    for row in times.indices { times[row] += seconds }
  }

  /// The median length of the vectors in three columns.
  func medianLength(first: Int = 0) -> Double {
    median(of: stride(from: 0, to: times.count, by: max(1, times.count / 10_000)).map { vector($0, first).length })
  }

  /// How far the vectors in three columns are from the middle between those before and after them, in the median: as
  /// much is unknown between two samples. 0 with fewer than three samples.
  func medianSurprise(first: Int = 0) -> Double {
    guard times.count > 2 else { return 0 }
    let step = max(1, times.count / 10_000)
    return median(
      of: stride(from: 1, to: times.count - 1, by: step).map { index in
        (vector(index, first) - (vector(index - 1, first) + vector(index + 1, first)) / 2).length
      })
  }

  /// The mean of the vectors in three columns.
  func mean(first: Int = 0) -> Vector3 {
    times.indices.reduce(.zero) { $0 + vector($1, first) } / Double(max(times.count, 1))
  }

  private func place(of row: Int) -> TraceError.Place { .init(file: text.file.path, line: lines.line(of: row)) }

  /// Three columns, from `first` on, at the given times: linear between the samples, constant outside.
  func vectors(at queries: [Double], first: Int = 0) -> [Vector3] {
    Resampling(at: queries, of: times).vectors { vector($0, first) }
  }

  /// Four columns, from `first` on, as quaternions w, x, y, z at the given times, by slerp between the samples.
  ///
  /// - Throws: `TraceError.notUnit`.
  func attitudes(at queries: [Double], first: Int = 0) throws -> [Quaternion] {
    let attitudes = try times.indices.map { (row) throws in
      try quaternion(row, first).settled(as: "attitude", row: row, place(of: row))
    }
    return Resampling(at: queries, of: times).attitudes(attitudes)
  }

  private func vector(_ index: Int, _ first: Int) -> Vector3 {
    let start = index * width + first
    return Vector3(values[start], values[start + 1], values[start + 2])
  }

  private func quaternion(_ index: Int, _ first: Int) -> Quaternion {
    let start = index * width + first
    return Quaternion(w: values[start], x: values[start + 1], y: values[start + 2], z: values[start + 3])
  }
}

/// Collects the rows of one sensor: the time first, then its numbers.
private struct StreamRows: RowSink {
  let width: Int
  let timeScale: Double
  var times: [Double] = []
  var values: [Double] = []
  var lines = LineNumbers()

  mutating func take(_ row: UnsafePointer<Double>, line: Int) throws {
    lines.append(row: times.count, line: line)
    times.append(row[0] * timeScale)
    values.append(contentsOf: UnsafeBufferPointer(start: row + 1, count: width))
  }
}
