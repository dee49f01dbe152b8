internal import Basics
import Calibration
import Rotations
import Stabilization
import Traces

/// A table of positions over time, with or without attitudes, as written by motion capture, visual odometry and
/// benchmarks.
///
/// Recognised are TUM's rows (`time x y z qx qy qz qw`), EuRoC's truth (nanoseconds, `p_RS_R_x` …, `q_RS_w` …, with
/// velocities and biases or without), and tables whose header names a time, a position and a quaternion.
struct PoseTable {
  /// Seconds; from the file's origin, or from the first pose where they are whole numbers too large for seconds.
  let times: [Double]
  /// Seconds of the file's clock at time 0.
  let timeOffset: Double
  let positions: [Vector3]
  /// Empty without attitudes.
  let attitudes: [Quaternion]
  let notes: [String]
  let place: TraceError.Place

  /// Where in a table a track is.
  private struct Layout {
    var time: Int
    var position: [Int]
    /// w x y z.
    var attitude: [Int]?
    /// Metres per unit of the positions.
    var length = 1.0
    /// Seconds per unit of the time, if the column's name has the unit.
    var seconds: Double?

    /// nil for a table that is not a track.
    init?(_ text: DelimitedText) {
      if text.comments.contains(where: { $0.contains("p_RS_") || $0.contains("q_RS_") }), text.header.count >= 4 {
        // EuRoC: the names are a comment.
        (time, position, attitude) = (0, [1, 2, 3], text.header.count >= 8 ? [4, 5, 6, 7] : nil)
        seconds = nil
        return
      }
      guard let names = text.hasHeader ? text.header : text.commentNames else {
        guard text.header.count == 8, Self.hasUnitQuaternions(text, [4, 5, 6, 7]) else { return nil }
        (time, position, attitude) = (0, [1, 2, 3], [7, 4, 5, 6])
        return
      }
      let groups = ColumnGroup.all(in: names)
      guard let turns = groups.first(where: \.isQuaternion),
        let track = groups.first(where: { group in
          !group.isQuaternion && (group.words.isEmpty || group.quantity(inFile: "") == .position)
            && (group.unitText.map { MeasurementUnit($0, of: .length) != nil } ?? true)
        }),
        !groups.contains(where: {
          [.specificForce, .userAcceleration, .rotationRate, .gravity].contains($0.quantity(inFile: ""))
        })
      else { return nil }
      let taken = Set(turns.columns + track.columns)
      guard let clock = names.indices.first(where: { !taken.contains($0) && ColumnName(names[$0]).isOfTime }) else {
        return nil
      }
      (time, position, attitude) = (clock, track.columns, turns.columns)
      length = track.unitText.flatMap { MeasurementUnit($0, of: .length)?.scale } ?? 1
      seconds = ColumnName(names[clock]).unit(of: .time)?.scale
    }

    private static func hasUnitQuaternions(_ text: DelimitedText, _ columns: [Int]) -> Bool {
      // Rows of NaN are poses that the motion capture did not see.
      guard
        let rows = try? text.textRows(1000).filter({ row in !row.dropFirst().allSatisfy(ColumnSample.isEmpty) }).prefix(
          5),
        !rows.isEmpty
      else { return false }
      return rows.allSatisfy { row in
        guard row.count == 8 else { return false }
        let square = columns.reduce(0.0) { sum, column in
          sum + (Double(row[column]).map { $0 * $0 } ?? .infinity)
        }
        return abs(square - 1) < 0.02
      }
    }
  }

  static func isTrack(_ text: DelimitedText) -> Bool { Layout(text) != nil || OxIOD.isTruth(text) }

  /// Twelve numbers in a row: the matrices of KITTI, which have no times.
  static func isTimeless(_ text: DelimitedText) -> Bool { !text.hasHeader && text.header.count == 12 }

  /// - Throws: `RecordingError` or `TraceError` for a table that is not a track, and for what is wrong in a row.
  init(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws {
    if Layout(text) == nil, OxIOD.isTruth(text) {
      (positions, attitudes) = try OxIOD.poses(in: text)
      times = positions.indices.map { Double($0) / 100 }
      (timeOffset, notes, place) = (0, ["took the rows for 100 a second, as OxIOD says"], .init(file: text.file.path))
      return
    }
    guard let layout = Layout(text) else {
      throw RecordingError.noTrack(text.place(text.headerLine), hasNoTimes: Self.isTimeless(text))
    }
    let whole = try text.firstInteger(in: layout.time)
    let named = layout.seconds.map { (name: "", seconds: $0) }
    let unit = if let named { named } else { try Self.unit(of: text, in: layout.time) }
    let seconds = unit.seconds
    let origin = seconds < 1 ? whole ?? 0 : 0
    let stream = try SensorStream(
      text, columns: [layout.time] + layout.position + (layout.attitude ?? []), origin: origin, timeScale: seconds,
      options, isMissingAllowed: true)
    times = stream.times
    timeOffset = Double(origin) * seconds
    positions = stream.vectors(at: stream.times).map { layout.length == 1 ? $0 : $0 * layout.length }
    attitudes = layout.attitude == nil ? [] : try stream.attitudes(at: stream.times, first: 3)
    let isGuess = named == nil && seconds != 1
    notes = stream.notes + (isGuess ? ["took the times for \(unit.name), by their size and steps"] : [])
    place = .init(file: text.file.path)
    if let row = positions.firstIndex(where: { !$0.sum().isFinite }) {
      throw TraceError.notFinite(column: "position", value: positions[row].sum(), row: row)
    }
  }

  /// The unit of times that have no name: a clock since 1970 shows it by its size, whole numbers by their steps;
  /// other numbers are seconds, as in TUM's rows.
  private static func unit(
    of text: DelimitedText, in column: Int
  ) throws -> (name: String, seconds: Double) {
    let fields = try text.textRows(100).compactMap { column < $0.count ? $0[column] : nil }
    let times = fields.compactMap(Double.init)
    if let first = times.first, let unit = ClockUnit.since1970(first) { return unit }
    let isWhole = fields.allSatisfy { Int64($0) != nil }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
    return isWhole ? ClockUnit.plausible(step: median(of: steps)) ?? ClockUnit.all[0] : ClockUnit.all[0]
  }
}

extension PoseTrack {
  /// Reads a track of poses: TUM's format, EuRoC's truth, or a table whose header names time, position and quaternion.
  ///
  /// Nanoseconds become seconds since the first pose.
  ///
  /// - Throws: `RecordingError` or `TraceError` with file and line; `.noTrack` for a table that is not a track, or has no attitudes.
  public init(contentsOf path: String) throws {
    let table = try PoseTable(DelimitedText(RecordingStorage.disk.open(path)), .init())
    guard !table.attitudes.isEmpty else { throw RecordingError.noTrack(.init(file: path), hasNoTimes: false) }
    self.init(unchecked: table.times, table.positions, table.attitudes)
  }
}

extension TraceTable {
  /// Makes the poses in a file the truth of the recording, on its clock: positions linearly, attitudes by slerp between
  /// the poses. Samples before and after the poses are left out, and noted.
  ///
  /// The clocks are the same where the times overlap as they are in the files, or where the poses' count from the
  /// recording's start.
  ///
  /// Otherwise, or where the options ask for it, offset and drift are found from how both turn, where both tell (`ClockOffset`), and noted.
  ///
  /// - Throws: `RecordingError.truthElsewhere` where they do not overlap at all and the movement does not show the
  ///   offset either; `CalibrationError` if the offset should come from the movement alone.
  mutating func addTruth(
    _ path: String, in storage: RecordingStorage, _ options: Trace.ReadingOptions
  ) throws {
    let poses = try PoseTable(DelimitedText(storage.open(path)), options)
    let end = timestamps[timestamps.count - 1]
    func overlap(_ shift: Double) -> Double {
      min(end, poses.times[poses.times.count - 1] + shift) - max(timestamps[0], poses.times[0] + shift)
    }
    let absolute = poses.timeOffset - timeOffset
    let stated = [absolute, poses.timeOffset].first {
      overlap($0) > 0 || poses.times.count == 1 && overlap($0) == 0
    }
    if options.truthClock == .found || stated == nil {
      do {
        try addTruth(poses, on: clock(of: poses), path)
        return
      } catch { if options.truthClock == .found { throw error } }
    }
    guard let shift = stated else {
      throw RecordingError.truthElsewhere(
        file: path, from: poses.times[0] + absolute, to: poses.times[poses.times.count - 1] + absolute,
        start: timestamps[0], end: end)
    }
    try addTruth(
      Truth(
        times: shift == 0 ? poses.times : poses.times.map { $0 + shift }, positions: poses.positions,
        attitudes: poses.attitudes),
      path)
    notes += poses.notes.map { "truth: \($0)" }
  }

  /// How the recording's clock runs against that of poses.
  ///
  /// - Throws: `CalibrationError`.
  private func clock(of poses: PoseTable) throws(CalibrationError) -> ClockOffset {
    let own =
      rotationRate.isEmpty
      ? AngularRates(attitudes: attitude, at: timestamps) : AngularRates(rates: rotationRate, at: timestamps)
    return try ClockOffset(of: own, to: AngularRates(attitudes: poses.attitudes, at: poses.times))
  }

  /// Poses whose times are converted.
  private mutating func addTruth(_ poses: PoseTable, on clock: ClockOffset, _ path: String) throws {
    try addTruth(
      Truth(times: poses.times.map(clock.converted), positions: poses.positions, attitudes: poses.attitudes), path)
    notes += poses.notes.map { "truth: \($0)" }
    notes.append("truth: \(clock.words)")
  }

  /// Positions, and attitudes or none, on the clock of a recording.
  struct Truth {
    var times: [Double]
    var positions: [Vector3]
    var attitudes: [Quaternion]
  }

  /// The samples in gaps between the truth's times that are too long for a line: longer than bridged gaps of the motion, and than the
  /// truth's usual step.
  private func unmeasured(by truth: [Double]) -> [Int] {
    let longest = max(GapList.longestBridged, 1.5 * TimeSteps(truth).median)
    var next = 0
    return timestamps.indices.filter { index in
      while next < truth.count, truth[next] < timestamps[index] { next += 1 }
      guard next > 0, next < truth.count, truth[next] > timestamps[index] else { return false }
      return truth[next].earliest(within: longest) > truth[next - 1]
    }
  }

  /// - Throws: `RecordingError.truthElsewhere`.
  mutating func addTruth(_ truth: Truth, _ path: String) throws {
    let (first, last) = (truth.times[0], truth.times[truth.times.count - 1])
    let covered = timestamps.indices.filter { first <= timestamps[$0] && timestamps[$0] <= last }
    guard let start = covered.first, let end = covered.last else {
      throw RecordingError.truthElsewhere(
        file: path, from: first, to: last, start: timestamps[0], end: timestamps[timestamps.count - 1])
    }
    let missing = timestamps.count - covered.count
    if missing > 0 {
      keep(start..<(end + 1))
      notes.append(
        "left out \(missing) samples before and after the time of the truth, which can be read without it")
    }
    let new = Resampling(at: timestamps, of: truth.times)
    truthHeading = .unaligned
    truePosition = new.vectors(truth.positions)
    trueAttitude = truth.attitudes.isEmpty ? [] : new.attitudes(truth.attitudes)
    for index in unmeasured(by: truth.times) {
      truePosition[index] = Vector3(repeating: .nan)
      if !trueAttitude.isEmpty { trueAttitude[index] = Quaternion(w: .nan, x: .nan, y: .nan, z: .nan) }
    }
    notes.append("put the truth on the motion's clock, between its \(truth.times.count) samples")
  }
}
