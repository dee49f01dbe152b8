internal import Basics
import Rotations
import Traces

/// The arrays of a trace while its rows are read: checks time and attitude row by row, while the line is known.
struct TraceTable {
  init() {}

  var timestamps: [Double] = []
  var attitude: [Quaternion] = []
  var userAcceleration: [Vector3] = []
  var rotationRate: [Vector3] = []
  var gravity: [Vector3] = []
  var magneticField: [Vector3] = []
  var truePosition: [Vector3] = []
  var trueAttitude: [Quaternion] = []
  /// Set by ``fillTruth()`` when everything else is done.
  var isTruthKnown: [Bool]?
  var isTouching: [Bool] = []
  var specificForce: [Vector3] = []
  var isMoving: [Bool] = []
  /// How the truth's horizontal axes lie to the attitude's: unknown until somebody says it.
  var truthHeading = Trace.TruthHeading.unaligned
  /// What was done while reading.
  var notes: [String] = []
  private var lines = LineNumbers()
  /// What was taken off the time as it is in the file, in its unit: 0 unless times count from the first row.
  private(set) var timeOrigin: Int64 = 0
  /// When time 0 was, in seconds since 1970 or since whatever the file counts from; 0 where times are as in the file.
  var timeOffset: Double = 0
  /// The file in which the times are, where it is not the recording's path.
  var timeFile: String?
  /// Whether the attitude was found by a filter of this project.
  var isAttitudeEstimated = false
  /// Whether the rotation rate is that of a phone's bare gyroscope, with its bias.
  var hasRawGyroscope = false
  /// The calibration that a mapping next to the recording names, as a path.
  var calibrationFile: String?
  /// Rows that a repair left out.
  var leftOut = 0

  /// Whether a repair has left too little for a judgement of units and axes: of a motion in batches of ten samples, the first of
  /// each remains.
  var isRemnant: Bool { leftOut * 10 > timestamps.count + leftOut }

  /// The arrays of vectors.
  static let vectors: [WritableKeyPath<TraceTable, [Vector3]> & Sendable] = [
    \.userAcceleration, \.specificForce, \.rotationRate, \.gravity, \.magneticField, \.truePosition,
  ]

  /// The line from which sample `row` came.
  func line(of row: Int) -> Int? { lines.line(of: row) }

  /// A table that has times and where they are, and nothing else yet.
  init(times: [Double], _ lines: LineNumbers, file: String) {
    (timestamps, self.lines, timeFile) = (times, lines, file)
  }

  /// Keeps the rows in `range`.
  mutating func keep(_ range: Range<Int>) {
    lines.shift(by: -range.lowerBound)
    cutEach(to: range)
  }

  /// Keeps these rows, in rising order.
  mutating func keep(_ rows: [Int]) {
    lines = lines.keeping(rows)
    cutEach(to: rows)
  }

  private mutating func cutEach(to rows: some Collection<Int>) {
    func cut<T>(_ values: inout [T]) {
      if !values.isEmpty { values = rows.map { values[$0] } }
    }
    cut(&timestamps)
    cut(&attitude)
    cut(&trueAttitude)
    cut(&isTouching)
    cut(&isMoving)
    for array in Self.vectors { cut(&self[keyPath: array]) }
  }
}

extension TraceTable {
  /// Reads the mapped columns of `text`, on as many threads as the options say.
  ///
  /// - Throws: `RecordingError` or `TraceError` for a missing column, a bad row, repeated or backward time (unless the options say
  ///   otherwise), an attitude that is not unit, no rows.
  /// - Complexity: O(bytes). The arrays are filled in place; next to them a block of the file per thread is in memory.
  /// - Parameter isShared: Whether other sensors write rows into the table too: rows in which none of what is wanted
  ///   is are passed over, and rows that repeat the sample before them are left out.
  init(
    _ text: DelimitedText, _ mapping: ColumnMapping, _ options: Trace.ReadingOptions, isShared: Bool = false
  ) throws {
    let layout = try TraceLayout(text, mapping)
    var reader = RowReader(
      text, layout.columns, dropsBadRows: options.badRows == .drop, mayBeMissing: layout.mayBeMissing)
    reader.passesOverUnfilled = isShared
    // Time since the first row: nanoseconds since 1970 do not fit a double, their differences do.
    let isRelative = layout.time >= 0 && layout.timeScale != 1
    var wholeOrigin: Int64 = 0
    if isRelative, let first = try text.firstInteger(in: layout.columns[layout.time]) {
      reader.subtract(first, at: layout.time)
      wholeOrigin = first
    }
    let threads = options.threads ?? Parallel.processors
    let blocks = try text.blocks(threads: threads)
    // No row is shorter than its delimiters, so that a file of nothing but line ends asks for no memory.
    let bounds = blocks.map { min($0.lines, $0.bytes.count / text.header.count + 1) }
    var ends = [0]
    for bound in bounds { ends.append(ends[ends.count - 1] + bound) }
    var failure: (any Error)?
    var (dropped, passed) = (0, 0)
    var lines = LineNumbers()
    self = TraceStorage.fill(layout, capacity: ends[ends.count - 1]) { [ends, reader] storage in
      let results = Parallel.map(blocks.count, threads: threads) { index in
        var rows = TraceRows(layout, storage, text, rows: ends[index]..<ends[index + 1])
        let (dropped, failure) = reader.read(blocks[index], into: &rows)
        return (rows: rows, dropped: dropped, failure: failure)
      }
      // Up to the first row that is refused; blocks that had fewer rows than lines are moved together.
      var (count, ordinal) = (0, 0)
      for (index, result) in results.enumerated() {
        storage.move(result.rows.count, from: ends[index], to: count)
        lines.append(result.rows.lines, shiftedBy: count - ends[index])
        if layout.time < 0 {
          storage.delay(count..<(count + result.rows.count), by: Double(ordinal))
        }
        count += result.rows.count
        ordinal += result.rows.ordinal
        dropped += result.dropped
        passed += result.rows.passed
        failure = result.failure
        if failure != nil { break }
      }
      return count
    }
    self.lines = lines
    let origin = isRelative ? timestamps.first ?? 0 : 0
    timeOrigin = wholeOrigin &+ (Int64(exactly: origin.rounded()) ?? 0)
    timeOffset = Double(timeOrigin) * layout.timeScale
    if layout.timeScale != 1 {
      for row in timestamps.indices { timestamps[row] = (timestamps[row] - origin) * layout.timeScale }
    }
    // Numbers of the file may be finite and the seconds between them not.
    if let row = timestamps.firstIndex(where: { !$0.isFinite }) {
      throw RecordingError.nonFinite(
        "\(timestamps[row])", column: layout.time < 0 ? "time" : layout.name(of: layout.time),
        place: .init(file: text.file.path, line: line(of: row)))
    }
    // An error in an earlier line is reported first.
    if let failure {
      if options.timeDefects == .refuse {
        var refusing = options
        refusing.run = nil
        try settleTimes(refusing, text.file.path)
      }
      throw failure
    }
    if dropped > 0 { notes.append(Self.note(ofDropped: dropped)) }
    leftOut += dropped
    if mapping.userAcceleration?.isInReferenceFrame == true { try turnIntoDevice(text.place(text.headerLine)) }
    if passed > 0 { notes.append("passed over \(passed) rows of other sensors") }
    if isShared { dropRepeats() }
    try settleTimes(options, text.file.path)
    guard !timestamps.isEmpty else { throw TraceError.noRows(place: .init(file: text.file.path)) }
  }

  /// Turns a user acceleration that is given in the reference frame into the device's.
  ///
  /// - Throws: `RecordingError.noAttitude` without an attitude.
  private mutating func turnIntoDevice(_ place: TraceError.Place) throws {
    guard !attitude.isEmpty else {
      throw RecordingError.noAttitude(
        place: place,
        reason: "its acceleration is given in the reference frame, and no quaternion tells how that lies to the device")
    }
    userAcceleration = zip(userAcceleration, attitude).map { $1.inverse.act(on: $0) }
    notes.append("turned the acceleration from the reference frame into the device's")
  }

  /// Leaves out rows that repeat the sample before them, time included: another sensor was faster, and a new row had
  /// nothing new of this one. To give such rows their own times would invent samples.
  private mutating func dropRepeats() {
    func repeats(_ row: Int) -> Bool {
      func same<T: Equatable>(_ values: [T]) -> Bool { values.isEmpty || values[row] == values[row - 1] }
      return same(timestamps) && same(userAcceleration) && same(specificForce) && same(rotationRate) && same(gravity)
        && same(attitude) && same(magneticField)
    }
    guard timestamps.count > 1 else { return }
    let kept = timestamps.indices.filter { $0 == 0 || !repeats($0) }
    guard kept.count < timestamps.count else { return }
    let count = timestamps.count - kept.count
    keep(kept)
    notes.append(Self.note(ofRepeated: count))
  }

  static func note(ofRepeated count: Int) -> String {
    "left out \(Counting.words(count, "row that repeats", plural: "rows that repeat")) the motion sample before: another sensor wrote more often"
  }

  static func note(ofDropped count: Int) -> String {
    "left out \(Counting.words(count, "row")), cut off or with something that is not a number"
  }
}
