internal import Basics
import Calibration
import Foundation
import Traces

extension Trace {
  /// What reading a file does about defects of recordings. By default a defect is an error: nothing is repaired
  /// silently.
  public struct ReadingOptions: Hashable, Sendable {
    /// What happens with rows that cannot be used.
    public enum Rows: Hashable, Sendable {
      /// An error that names file and line.
      case refuse
      /// The rows are left out and counted in `Trace.notes`.
      case drop
    }

    /// What happens where samples are missing: a step longer than 3.5 times the median step.
    public enum Gaps: String, CaseIterable, Hashable, Sendable {
      /// Gaps of up to 0.2 s are bridged as by `interpolate` and counted in the notes, as long as they are no more than
      /// 5 % of the recording; a longer one is an error. The default: a bridge of 0.2 s costs less velocity than a
      /// phone's own errors cost in a second; docs/recordings.md has the measurement.
      case bridge
      /// An error that names file, line, and the gap's ends.
      case refuse
      /// The gap stays and is integrated as one long step; `Trace.notes` counts such gaps.
      case keep
      /// Samples at the median step are put in: attitudes by slerp, everything else linearly; counted in the notes. An
      /// error for a gap longer than `longestFilled`, and when it takes more than ten for each recorded one, and more than
      /// 10 000.
      case interpolate
      /// The longest piece without a gap; the notes say what was left out.
      case longestPiece = "longest"
    }

    /// What happens with timestamps that repeat or run backwards.
    public enum TimeDefects: String, CaseIterable, Hashable, Sendable {
      /// An error that names file and line.
      case refuse
      /// Samples that are not later than all before them are left out and counted in `Trace.notes`.
      case drop
      /// Samples keep their order and get times between their neighbours': as many timestamps as possible are kept, the
      /// others are spread evenly between these; counted in the notes. Right where batches of samples were written with
      /// one time, or where single timestamps are wrong. An error when samples that ran backwards have no room between
      /// their neighbours.
      case respace
    }

    /// How the clock of a truth from another file runs against the recording's.
    public enum TruthClock: String, CaseIterable, Hashable, Sendable {
      /// As the times say. If the two have no times in common, offset and drift are found as by ``found``. The
      /// default.
      case stated
      /// Offset and drift are found from the movement, whatever the times say, by ``ClockOffset``: for a truth with attitudes whose clock was
      /// set by hand.
      case found
    }

    /// Where the attitude comes from when the recording has none.
    public enum Attitude: Hashable, Sendable {
      /// From the other sensors, by a filter, which the notes name; an error when that is impossible.
      case estimated
      /// The device is taken never to turn: a cart, a lift. Right only where somebody knows it.
      case fixed
    }

    /// The format; nil recognises it from the header.
    public var format: TraceFormat?
    /// The table's columns, for a file in no known format; overrides `format` and a mapping file next to the recording.
    public var columns: ColumnMapping?
    /// What is done where samples are missing.
    public var gaps: Gaps
    /// Repeated or backward time.
    public var timeDefects: TimeDefects
    /// A row that is cut off, or a field that is not a finite number.
    public var badRows: Rows
    /// How a recording of the Oxford Inertial Odometry Dataset is prepared.
    public var oxiod: OxIODOptions
    /// Whether the file with the truth that lies next to a recording of OxIOD or EuRoC is read. Default true; false
    /// reads the motion alone, all of it.
    public var readsTruth: Bool
    /// Bytes to which an archive may unpack; more is an error. Default 1 GiB, more than any recording needs. A small file
    /// can unpack to any size: raise it for a file that you know, lower it where memory is scarce.
    public var largestUnpacked: Int
    /// Where the attitude comes from when the recording has none. Default: from the other sensors.
    public var attitude: Attitude
    /// Which run is read of a file that holds several, from 1; nil takes the only one, and refuses where there is a
    /// choice.
    public var run: Int?
    /// A file with the true poses, as `PoseTrack(contentsOf:)` reads it: it becomes the truth of the recording. nil
    /// takes the file of poses next to the recording, as `readsTruth` says.
    public var truth: String?
    /// How the clock of ``truth`` runs. Default: as its times say.
    public var truthClock: TruthClock
    /// Units, signs and axes that differ from what the file says or its format promises.
    public var correction: Correction
    /// A file with the calibration of the device's sensors, as `gimbal calibrate` writes it: it is applied to the readings in SI units, before
    /// anything is computed from them. nil, the default, takes the file that `calibration:` in a mapping next to the recording names, if any.
    public var calibration: String?
    /// Whether a table in no known format is read as `MappingProposal` proposes, without a mapping next to it. Default
    /// false. What the proposal only guesses is an error that says why.
    public var takesProposal: Bool
    /// Seconds of a gap that `Gaps.interpolate` fills at most; a longer one is an error. Default 2: half a second costs
    /// 0.5 m/s already (docs/recordings.md has the measurement), and in two seconds a hand has begun and ended a movement of
    /// which a line knows nothing. More invents more of the motion.
    public var longestFilled: Double
    /// How many threads read a large table; they have ended when reading returns. nil, the default, is as many as the
    /// machine has processors. More than that gain nothing; 1 leaves the other processors alone. The result is the same.
    public var threads: Int?

    /// Options; see the properties.
    public init(
      format: TraceFormat? = nil, columns: ColumnMapping? = nil, gaps: Gaps = .bridge,
      timeDefects: TimeDefects = .refuse,
      badRows: Rows = .refuse, oxiod: OxIODOptions = .usual, readsTruth: Bool = true,
      largestUnpacked: Int = 1 << 30, attitude: Attitude = .estimated, run: Int? = nil, truth: String? = nil,
      correction: Correction = .none, takesProposal: Bool = false,
      longestFilled: Double = 2, threads: Int? = nil, calibration: String? = nil,
      truthClock: TruthClock = .stated
    ) {
      self.format = format
      self.columns = columns
      self.gaps = gaps
      self.timeDefects = timeDefects
      self.badRows = badRows
      self.oxiod = oxiod
      self.readsTruth = readsTruth
      self.largestUnpacked = max(largestUnpacked, 0)
      self.attitude = attitude
      self.run = run
      self.truth = truth
      self.correction = correction
      self.calibration = calibration
      self.truthClock = truthClock
      self.takesProposal = takesProposal
      self.longestFilled = longestFilled
      self.threads = threads.map { max($0, 1) }
    }
  }

  /// Reads a recording: a file, gzipped or not, a zip archive, or a folder of tables. The format is recognised from the
  /// header.
  ///
  /// Units become SI, and `userAcceleration` keeps the device's sign.
  ///
  /// - Throws: `RecordingError` or `TraceError` with file and line for a missing file or column, a non-number, NaN, repeated or backward
  ///   time, a gap, no rows, or an unknown format. The options choose what is repaired instead.
  /// - Complexity: O(bytes).
  public init(contentsOf path: String, options: ReadingOptions = ReadingOptions()) throws {
    try self.init(path, in: .disk, options)
  }

  /// Reads a recording and corrects its readings by a calibration; see `init(contentsOf:options:)`.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - calibration: A file that `gimbal calibrate` has written.
  /// - Throws: As `init(contentsOf:options:)`, and `RecordingError.badCalibration`.
  /// - Complexity: O(bytes).
  public init(contentsOf path: String, calibration: String) throws {
    try self.init(contentsOf: path, options: .init(calibration: calibration))
  }

  /// Reads a recording from memory, as if the files lay on the disk.
  ///
  /// - Parameters:
  ///   - path: Which of the files, or a folder that holds some of them.
  ///   - files: The contents by path, “/” between folders. Files that belong to a recording are found in it too.
  ///   - options: What to do with gaps, defects and units.
  /// - Throws: As `init(contentsOf:options:)`.
  /// - Complexity: O(bytes).
  public init(
    contentsOf path: String, in files: [String: Data], options: ReadingOptions = ReadingOptions()
  ) throws {
    try self.init(path, in: .memory(files), options)
  }

  private init(_ path: String, in storage: RecordingStorage, _ options: ReadingOptions) throws {
    let (table, name) = try TraceTable.read(path, in: storage, options)
    self = try table.finished(named: name, path, options)
    // To look for doubts costs as much as reading, so only where somebody hears of them.
    if Warnings.areHeard, !table.isRemnant { for doubt in doubts { Warnings.say("\(path): doubtful: \(doubt)") } }
  }
}

extension TraceTable {
  /// The trace that this is, with an attitude found where there is none.
  ///
  /// - Throws: `RecordingError.noAcceleration`, `.noAttitude`; `.nonFinite` for numbers too large to be computed with.
  func finished(
    named name: String, _ path: String, _ options: Trace.ReadingOptions
  ) throws -> Trace {
    try requireFiniteTimes(path)
    var table = self
    if !attitude.isEmpty, !userAcceleration.isEmpty {
      table.fillTruth()
      return table.trace(named: name).aligningTruth()
    }
    try table.completeMotion(path, options.attitude)
    table.fillTruth()
    let trace = table.trace(named: name)
    try trace.check(trace.attitude, trace.trueAttitude)
    return trace.aligningTruth()
  }

  /// Reads a recording in any format, with its name.
  static func read(
    _ path: String, in storage: RecordingStorage, _ options: Trace.ReadingOptions
  ) throws -> (table: TraceTable, name: String) {
    let set = try TableSet(path, in: storage, options)
    var name = set.name
    var (table, claim) = try readTable(set, options)
    if let claimed = claim { name = claimed }
    let file = try MappingFile.beside(set, in: storage).flatMap { $0.mapping == nil ? $0 : nil }
    if let file { table.calibrationFile = file.calibration }
    if options.correction == .none, let file {
      try file.correction.apply(to: &table, path, file.name)
    } else {
      try options.correction.apply(to: &table, path)
    }
    if let file = options.calibration ?? table.calibrationFile {
      try CalibrationFile.read(file, in: storage).apply(to: &table, file.lastPart)
      try table.requireFiniteReadings(path)
    }
    try table.settleGaps(options, path)
    if let truth = options.truth { try table.addTruth(truth, in: storage, options) }
    return (table, name)
  }

  /// The table, and the name that the format gives to it.
  private static func readTable(
    _ set: TableSet, _ options: Trace.ReadingOptions
  ) throws -> (TraceTable, name: String?) {
    if let columns = options.columns {
      let fitting = set.tables.filter { text in columns.names.allSatisfy { text.column($0) != nil } }
      let text = try set.only(among: fitting.isEmpty ? set.tables : fitting) ?? set.tables[0]
      return (try TraceTable(text, columns, options), nil)
    }
    let (format, text): (TraceFormat, DelimitedText)
    switch try set.recording(options.format) {
    case .mapped(let text, let mapping): return (try mapping.read(text, options), nil)
    case .track(let track): throw RecordingError.poseTrack(place: .init(file: track.file.path))
    case .mappedTables(let parts):
      let names = parts.map(\.mapping.name).joined(separator: " and ")
      return (try JoinedTables.table(parts, set.path, options, "read as \(names) say"), nil)
    case .joined(let joined):
      guard options.takesProposal else { throw RecordingError.unknownFormat(joined.parts[0].text) }
      return (try joined.read(set.path, options), nil)
    case .unknown(let text):
      try text.requireTable()
      guard options.takesProposal else { throw RecordingError.unknownFormat(text) }
      return (try MappingProposal(text).sureMapping().read(text, options), nil)
    case .known(let known, let shown): (format, text) = (known, shown)
    }
    switch format {
    case .gimbal:
      var table = try TraceTable(text, GimbalTable.mapping(for: text), options)
      table.notes = GimbalTable.notes(in: text) + table.notes
      table.truthHeading = GimbalTable.truthHeading(in: text)
      return (table, GimbalTable.name(in: text))
    case .sensorlog: return (try SensorLog.read(text, options), nil)
    case .oxiod: return (try OxIOD.read(text, options), nil)
    case .sensorlogger: return (try SensorLogger.read(set, options), nil)
    case .phyphox: return (try Phyphox.read(set, options), nil)
    case .browser: return (try TraceTable(text, SingleTable.browser(text), options), nil)
    case .motionsense: return (try SingleTable.readMotionSense(text, options), nil)
    case .broad: return (try TraceTable(text, SingleTable.broad, options), nil)
    case .xio: return (try XIO.read(set, options), nil)
    case .euroc:
      return (try EuRoC.read(text, options), EuRoC.name(of: text.file.path))
    }
  }
}

extension Trace {
  /// The file next to a recording that holds its truth, by the names of both, whether it is there or not; nil for a recording whose name
  /// promises none. It is no recording itself.
  package static func truthFile(besideRecording path: String) -> String? { OxIOD.truthPath(for: path) }
}
