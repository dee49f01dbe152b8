internal import Basics
import Foundation
import Rotations
import Traces

/// A description of a recording's file, whatever its defects: its contents, the defects for which a reader refuses
/// it, and how it can be read nevertheless.
///
/// Whatever can be described is described. Each defect that stops a reader is listed, and reading goes on with the
/// option that gets past it.
public struct TraceInspection: Sendable {
  /// What the file turned out to be.
  public enum Content: Sendable {
    /// A recording that can be integrated.
    case recording(TraceSummary)
    /// Sensors from which no motion can be computed; why is among the findings.
    case sensors(TraceSummary)
    /// Tables of which no recording can be made; why is among the findings.
    case tables([TableSummary])
    /// Positions over time.
    case track(TrackSummary)
    /// A table in no known format, with the proposed reading, or `nil` without one.
    case unknown(MappingProposal, read: TraceSummary?)
    /// Tables of one recording in no known format, a sensor in each, with what they would be read as.
    case unknownTables([MappingProposal], read: TraceSummary?)
  }

  /// What the file holds.
  public let content: Content
  /// What reading with these options refuses, in the order in which it is met.
  public let findings: [any InertialError]
  /// The mapping file that reads it as it looks: for a table in no known format, and for a recording whose doubts it dispels.
  /// nil where nothing is to be mapped or corrected.
  public private(set) var draft: MappingDraft?
  /// All mapping files: one for each table where a recording in no known format has several.
  public private(set) var drafts: [MappingDraft] = []
  private let path: String

  /// Looks at a file, an archive or a folder.
  ///
  /// - Parameters:
  ///   - options: As for reading; what they refuse is described.
  ///   - limit: The accelerometer's range in m/s²; nil looks for it.
  ///   - path: The recording: a file or folder.
  /// - Throws: `RecordingError` or `TraceError` for what cannot be described: a file that is missing, damaged, or no table.
  public init(
    contentsOf path: String, options: Trace.ReadingOptions = .init(), accelerationLimit limit: Double? = nil
  ) throws {
    try self.init(path, .disk, options, limit)
  }

  /// Looks at files in memory, as `Trace(contentsOf:in:)` does.
  ///
  /// - Throws: `RecordingError` or `TraceError`.
  public init(
    contentsOf path: String, in files: [String: Data], options: Trace.ReadingOptions = .init()
  ) throws {
    try self.init(path, .memory(files), options, nil)
  }

  private init(
    _ path: String, _ storage: RecordingStorage, _ options: Trace.ReadingOptions, _ limit: Double?
  ) throws {
    self.path = path
    var options = options
    var findings = [any InertialError]()
    var attempts = 0
    while true {
      attempts += 1
      do {
        let (table, name) = try TraceTable.read(path, in: storage, options)
        do {
          let trace = try table.finished(named: name, path, options)
          let summary = TraceSummary(
            of: trace, saturation: try Saturation(of: trace, limit: limit), isRemnant: table.isRemnant, quantities: nil)
          content = .recording(summary)
          draft = Self.correction(summary.doubts, path, storage, options)
          drafts = [draft].compactMap(\.self)
        } catch let error as any InertialError {
          findings.append(error)
          guard let summary = TraceSummary(sensors: table, name) else { throw error }
          content = .sensors(summary)
        }
        self.findings = findings
        return
      } catch let error as any InertialError {
        switch error {
        case RecordingError.poseTrack(let place):
          let set = try TableSet(path, in: storage, options)
          guard let text = set.tables.first(where: { $0.file.path == place.file }) else { throw error }
          content = .track(TrackSummary(try PoseTable(text, options)))
          self.findings = findings
          return
        case RecordingError.unknownFormat(let place, _) where options.format == nil && options.columns == nil,
          RecordingError.unsureProposal(let place, _):
          let set = try TableSet(path, in: storage, options)
          if case .joined(let joined) = try set.recording(options.format) {
            let proposals = joined.parts.map(\.proposal)
            do {
              content = .unknownTables(proposals, read: try TraceSummary(reading: joined, set.name, path, options))
            } catch let reason as any InertialError {
              content = .unknownTables(proposals, read: nil)
              findings.append(reason)
            }
            drafts = proposals.map { MappingDraft(recording: $0.path, yaml: $0.yaml) }
            draft = drafts.first
            if options.takesProposal { findings.append(error) }
            self.findings = findings
            return
          }
          let tables = set.tables
          let text = tables.first { $0.file.path == place.file } ?? tables[0]
          let proposal = try MappingProposal(text)
          content = .unknown(proposal, read: TraceSummary(reading: text, proposal, options))
          draft = MappingDraft(recording: proposal.path, yaml: proposal.yaml)
          drafts = [draft].compactMap(\.self)
          if options.takesProposal { findings.append(error) }
          self.findings = findings
          return
        default:
          if !findings.contains(where: { $0.description == error.description }) { findings.append(error) }
          guard attempts < 12, Self.getOver(error, &options) else {
            guard error.isAboutTables else { throw error }
            content = .tables(try TableSet(path, in: storage, options).tables.map(TableSummary.init))
            self.findings = findings
            return
          }
        }
      }
    }
  }

  /// The correction that doubts ask for, when a recording read with it gives them up.
  private static func correction(
    _ doubts: [Trace.Doubt], _ path: String, _ storage: RecordingStorage, _ options: Trace.ReadingOptions
  ) -> MappingDraft? {
    guard options.correction == .none, let draft = MappingDraft(doubts, of: path.withoutTrailingSlash),
      let file = try? MappingFile(draft.yaml, draft.path)
    else { return nil }
    var options = options
    options.correction = file.correction
    guard let (table, name) = try? TraceTable.read(path, in: storage, options),
      let corrected = try? table.finished(named: name, path, options)
    else { return nil }
    let remaining = corrected.doubts.filter { $0.remedy != nil }
    return remaining.isEmpty ? draft : nil
  }

  /// Makes the reader accept what it refused; false when there is no option for it.
  private static func getOver(_ error: any InertialError, _ options: inout Trace.ReadingOptions) -> Bool {
    switch error {
    case _ where error.isBadRow:
      guard options.badRows == .refuse else { return false }
      options.badRows = .drop
    case TraceError.repeatedTime where options.timeDefects == .refuse:
      // Batches keep all their samples so.
      options.timeDefects = .respace
    case TraceError.repeatedTime, TraceError.backwardTime, RecordingError.noEvenSpread:
      guard options.timeDefects != .drop else { return false }
      options.timeDefects = .drop
    case RecordingError.severalRuns:
      guard options.run == nil else { return false }
      options.run = 1
    case RecordingError.gap, RecordingError.gapTooLong, RecordingError.gapBeyondLimit:
      guard options.gaps != .keep else { return false }
      options.gaps = .keep
    case RecordingError.truthMismatch, RecordingError.truthElsewhere, RecordingError.noTrack:
      guard options.readsTruth || options.truth != nil else { return false }
      (options.readsTruth, options.truth) = (false, nil)
    default: return false
    }
    return true
  }

  /// Whether a mapping file can be written for it, and which.
  public var proposal: MappingProposal? {
    if case .unknown(let proposal, _) = content { proposal } else { nil }
  }

  /// A line per fact, with options as they are called where it is shown.
  public func message(naming option: OptionNaming) -> String {
    var lines = [String]()
    switch content {
    case .recording(let summary), .sensors(let summary): lines.append(summary.message(naming: option))
    case .tables(let tables):
      lines.append(
        "\(path): \(Counting.words(tables.count, "table"))\n" + tables.map(\.description).joined(separator: "\n"))
    case .track(let summary): lines.append(summary.description)
    case .unknownTables(let proposals, let summary):
      lines += proposals.map { $0.message(withRemarks: false) }
      lines.append(
        "\(option(.writeMapping, path)) writes this to "
          + proposals.map { MappingFile.path(for: $0.path) }.joined(separator: " and "))
      if let summary { lines.append("read so:\n\(summary.message(naming: option))") }
    case .unknown(let proposal, let summary):
      lines.append(proposal.description)
      lines.append("\(option(.writeMapping, proposal.path)) writes this to \(MappingFile.path(for: proposal.path))")
      if let summary { lines.append("read so:\n\(summary.message(naming: option))") }
    }
    if case .recording = content, let draft {
      let entry = draft.yaml.split(separator: "\n").last.map(String.init) ?? ""
      lines.append("\(option(.writeMapping, path)) writes to \(draft.path):\n  \(entry)")
    }
    return (lines + findings.map { "refused: \($0.message(naming: option))" }).joined(separator: "\n")
  }
}

extension TraceSummary {
  /// Describes sensors that do not suffice for a trace; nil when there is no acceleration.
  init?(sensors table: TraceTable, _ name: String) {
    var table = table
    let quantities = table.quantities
    if table.userAcceleration.isEmpty, table.specificForce.isEmpty {
      table.userAcceleration = [Vector3](repeating: .zero, count: table.timestamps.count)
    }
    let isEmpty = quantities.isEmpty
    do {
      table.attitude = [Quaternion](repeating: .identity, count: table.timestamps.count)
      if table.userAcceleration.isEmpty { table.userAcceleration = table.specificForce.map { -$0 } }
      table.fillTruth()
      let trace = table.trace(named: name)
      try trace.check(trace.attitude, trace.trueAttitude)
      guard !isEmpty else { return nil }
      self.init(of: trace, hasAttitude: false, quantities: quantities)
    } catch { return nil }
  }

  /// What tables are when they are read as proposed; nil when they cannot be.
  init(reading joined: JoinedTables, _ name: String, _ path: String, _ options: Trace.ReadingOptions) throws {
    var options = options
    (options.badRows, options.gaps) = (.drop, .keep)
    if options.timeDefects == .refuse { options.timeDefects = .respace }
    let parts = try joined.parts.map {
      StreamedRecording.Part(
        text: $0.text, mapping: try MappingFile($0.proposal.yaml, MappingFile.path(for: $0.proposal.path)))
    }
    var table = try JoinedTables.table(parts, path, options, "read as proposed")
    try table.settleGaps(options, path)
    do {
      self.init(of: try table.finished(named: name, path, options), isRemnant: table.isRemnant, quantities: nil)
    } catch let error {
      guard let summary = TraceSummary(sensors: table, name) else { throw error }
      self = summary
    }
  }

  /// What a table is when it is read as proposed; nil when it cannot be.
  init?(reading text: DelimitedText, _ proposal: MappingProposal, _ options: Trace.ReadingOptions) {
    var options = options
    (options.badRows, options.gaps) = (.drop, .keep)
    if options.timeDefects == .refuse { options.timeDefects = .respace }
    if let summary = Self.read(text, proposal, options) {
      self = summary
      return
    }
    options.timeDefects = .drop
    guard let summary = Self.read(text, proposal, options) else { return nil }
    self = summary
  }

  private static func read(
    _ text: DelimitedText, _ proposal: MappingProposal, _ options: Trace.ReadingOptions
  ) -> TraceSummary? {
    do {
      let mapping = try MappingFile(proposal.yaml, MappingFile.path(for: proposal.path))
      var table = try mapping.read(text, options)
      try table.settleGaps(options, proposal.path)
      let name = text.file.stem
      do {
        return TraceSummary(
          of: try table.finished(named: name, proposal.path, options), isRemnant: table.isRemnant, quantities: nil)
      } catch { return TraceSummary(sensors: table, name) }
    } catch { return nil }
  }
}

extension InertialError {
  /// Whether the tables may be whole and only do not make a recording.
  fileprivate var isAboutTables: Bool {
    if case TraceError.noRows? = self as? TraceError { return true }
    return switch self as? RecordingError {
    case .missingTable, .missingColumn, .differentRecordings, .undersampled, .contradictoryGravity, .implausibleGravity,
      .noAcceleration, .noAttitude, .unknownFormat, .severalRuns, .repeatedColumn:
      true
    default: false
    }
  }
}
