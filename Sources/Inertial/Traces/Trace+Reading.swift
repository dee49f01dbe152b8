import Foundation

extension Trace {
  /// What reading a file does with what recordings suffer from. The defaults refuse: nothing is repaired silently.
  public struct ReadingOptions: Hashable, Sendable {
    /// What happens with rows that cannot be used.
    public enum Rows: Hashable, Sendable {
      /// An error that names file and line.
      case refuse
      /// The rows are left out and counted in `Trace.notes`.
      case drop
    }

    /// What happens where samples are missing: a step longer than 3.5 times the median step.
    public enum Gaps: Hashable, Sendable {
      /// An error that names file, line, and the gap's ends.
      case refuse
      /// The gap stays and is integrated as one long step; `Trace.notes` counts such gaps.
      case keep
      /// Samples at the median step are put in: attitudes by slerp, everything else linearly; counted in the notes. An
      /// error when it takes more than ten for each recorded one, and more than 10 000.
      case interpolate
      /// The longest piece without a gap; the notes say what was left out.
      case longestPiece
    }

    /// What happens with timestamps that repeat or run backwards.
    public enum TimeDefects: Hashable, Sendable {
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

    /// The format; nil recognises it from the header.
    public var format: TraceFormat?
    /// The table's columns, for a file in no known format; overrides `format`.
    public var columns: ColumnMapping?
    /// What is done where samples are missing.
    public var gaps: Gaps
    /// Repeated or backward time.
    public var timeDefects: TimeDefects
    /// A row that is cut off, or a field that is no finite number.
    public var badRows: Rows
    /// How a recording of the Oxford Inertial Odometry Dataset is prepared.
    public var oxiod: OxIODOptions
    /// Whether the file with the truth that lies beside a recording of OxIOD or EuRoC is read. Default true; false reads
    /// the motion alone, all of it.
    public var readsTruth: Bool
    /// Bytes to which an archive may unpack; more is an error. Default 1 GiB, more than any recording needs. A small file
    /// can unpack to any size: raise it for a file that you know, lower it where memory is scarce.
    public var largestUnpacked: Int
    /// How many threads read a large table; they have ended when reading returns. nil, the default, is as many as the
    /// machine has processors. More than that gain nothing; 1 leaves the other processors alone. The result is the same.
    public var threads: Int?

    /// Options; see the properties.
    public init(
      format: TraceFormat? = nil, columns: ColumnMapping? = nil, gaps: Gaps = .refuse,
      timeDefects: TimeDefects = .refuse,
      badRows: Rows = .refuse, oxiod: OxIODOptions = .usual, readsTruth: Bool = true,
      largestUnpacked: Int = 1 << 30, threads: Int? = nil
    ) {
      self.format = format
      self.columns = columns
      self.gaps = gaps
      self.timeDefects = timeDefects
      self.badRows = badRows
      self.oxiod = oxiod
      self.readsTruth = readsTruth
      self.largestUnpacked = max(largestUnpacked, 0)
      self.threads = threads.map { max($0, 1) }
    }
  }

  /// Reads a recording: a file, gzipped or not, a zip archive, or a folder of tables. The format is recognised from the
  /// header.
  ///
  /// Units become SI, and `userAcceleration` keeps the device's sign. The files are reported to `FileObservation`.
  ///
  /// - Throws: `TraceError` with file and line for a missing file or column, a non-number, NaN, repeated or backward
  ///   time, a gap, no rows, or an unknown format. The options choose what is repaired instead.
  /// - Complexity: O(bytes).
  public init(contentsOf path: String, options: ReadingOptions = ReadingOptions()) throws(TraceError) {
    try self.init(path, in: .disk, options)
  }

  /// Reads a recording from memory, as if the files lay on the disk.
  ///
  /// - Parameters:
  ///   - path: Which of the files, or a folder that holds some of them.
  ///   - files: The contents by path, “/” between folders. Files that belong to a recording are found in it too.
  /// - Throws: As `init(contentsOf:options:)`.
  /// - Complexity: O(bytes).
  public init(
    contentsOf path: String, in files: [String: Data], options: ReadingOptions = ReadingOptions()
  ) throws(TraceError) {
    try self.init(path, in: .memory(files), options)
  }

  private init(_ path: String, in storage: RecordingStorage, _ options: ReadingOptions) throws(TraceError) {
    let (table, name) = try TraceTable.read(path, in: storage, options)
    if !table.attitude.isEmpty, !table.userAcceleration.isEmpty {
      try table.requireFiniteTimes(path)
      self = table.trace(named: name)
    } else {
      self = try table.raw(named: name, path).trace()
    }
  }
}

extension TraceTable {
  /// Reads a recording in any format, with its name.
  static func read(
    _ path: String, in storage: RecordingStorage, _ options: Trace.ReadingOptions
  ) throws(TraceError) -> (table: TraceTable, name: String) {
    let set = try TableSet(path, in: storage, options)
    var name = set.name
    var text = set.tables[0]
    var table: TraceTable
    if let columns = options.columns {
      table = try TraceTable(text, columns, options)
    } else {
      let format: TraceFormat
      if let chosen = options.format {
        format = chosen
      } else {
        // Of several tables one that is recognised is enough; the defects of the others have names of their own.
        let recognized = set.tables.lazy.compactMap { table in
          (try? TraceFormat(recognizing: table)).map { (format: $0, table: table) }
        }.first
        if let recognized { (format, text) = recognized } else { format = try TraceFormat(recognizing: text) }
      }
      switch format {
      case .gimbal:
        table = try TraceTable(text, GimbalTable.mapping(for: text), options)
        name = GimbalTable.name(in: text) ?? name
        table.notes = GimbalTable.notes(in: text) + table.notes
      case .sensorlog: table = try TraceTable(text, SensorLog.mapping(for: text), options)
      case .oxiod: table = try OxIOD.read(text, options)
      case .sensorlogger: table = try SensorLogger.read(set.isSingle ? TableSet(folderOf: text.file) : set, options)
      case .phyphox: table = try Phyphox.read(set, options)
      case .browser: table = try TraceTable(text, SingleTable.browser, options)
      case .motionsense: table = try TraceTable(text, SingleTable.motionSense, options)
      case .broad: table = try TraceTable(text, SingleTable.broad, options)
      case .xio: table = try TraceTable(text, SingleTable.xio(text), options)
      case .euroc:
        table = try EuRoC.read(text, options)
        name = EuRoC.name(of: text.file.path) ?? name
      }
    }
    try table.settleGaps(options.gaps, path)
    return (table, name)
  }
}
