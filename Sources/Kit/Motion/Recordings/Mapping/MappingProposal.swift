internal import Basics
import Foundation
import Rotations
import Traces

/// Which column of a table in no known format is probably what, by the names and the numbers: with the reasons, and how
/// sure each is. A person looks at it; nothing is read by it unless somebody asks.
public struct MappingProposal: Hashable, Sendable {
  /// How sure a finding is.
  public enum Confidence: String, Hashable, Sendable {
    /// Name, unit and numbers agree.
    case sure
    /// Name or numbers suggest it, and nothing contradicts it.
    case likely
    /// It has to be something; look at it.
    case guess = "a guess"
  }

  /// One quantity and its columns.
  public struct Finding: Hashable, Sendable {
    /// As the mapping file calls it: `time`, `specific-force` …
    public var key: String
    /// Names, or numbers where there are none.
    public var columns: [String]
    /// A unit of the mapping file; nil where there is none.
    public var unit: String?
    /// More entries of the mapping file, as YAML.
    public var details: [String] = []
    /// How sure this is.
    public var confidence: Confidence
    /// Why, in words.
    public var reasons: [String]
  }

  /// The table's file.
  public let path: String
  /// What was recognised, in the order of the mapping file.
  public private(set) var findings: [Finding]
  /// Columns of vectors that are not used, and why; what is missing.
  public let remarks: [String]
  /// What the table looks like: rows, columns, where it begins.
  public let shape: String
  /// Sensors without a number, in words.
  private let silentSensors: [String]
  /// Vectors that are left out, because another of their kind was found before, in words.
  let doubles: [String]
  /// The readings that show where gravity points and how the device turns.
  private let tracks: [String: Track]

  private struct Track: Hashable {
    let times: [Double]
    let vectors: [Vector3]
  }

  /// The mapping file that says this.
  public var yaml: String { yaml(of: findings) }

  private func yaml(of findings: [Finding]) -> String {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\""))\""
    }
    var lines = [MappingDraft.heading(path, "proposed from its names and numbers")]
    for finding in findings {
      var entries: [String]
      if finding.key == "time" {
        entries = finding.columns.isEmpty ? finding.details : ["column: \(quoted(finding.columns[0]))"]
      } else {
        entries = ["columns: [\(finding.columns.map(quoted).joined(separator: ", "))]"] + finding.details
      }
      if let unit = finding.unit { entries.append("unit: \(unit)") }
      lines.append(
        "\(finding.key): {\(entries.joined(separator: ", "))}  # \(finding.confidence.rawValue): \(finding.reasons.joined(separator: "; "))"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether an acceleration was recognised, without which there is nothing to integrate.
  var hasAcceleration: Bool { Self.accelerations.contains { finding($0) != nil } }

  private static let accelerations = ["specific-force", "user-acceleration"]

  private func finding(_ key: String) -> Finding? { findings.first { $0.key == key } }

  /// Which quantities of a sensor were recognised.
  var sensors: Set<String> {
    Set(findings.map(\.key)).intersection(
      Self.accelerations + ["gravity", "rotation-rate", "magnetic-field", "quaternion", "angles"])
  }

  /// Whether a time was recognised.
  var hasClock: Bool { finding("time").map { !$0.columns.isEmpty } ?? false }

  /// Whether a motion can be computed of these quantities: an acceleration, and a rotation rate or an attitude.
  static func isWhole(_ keys: Set<String>) -> Bool {
    !keys.isDisjoint(with: accelerations) && !keys.isDisjoint(with: ["rotation-rate", "quaternion", "angles"])
  }

  /// Whether the table is a recording by itself.
  var isWhole: Bool { Self.isWhole(sensors) }

  /// The first of some quantities that was recognised: its times in s, and its vectors in the unit of the file.
  func track(of keys: [String]) -> (times: [Double], vectors: [Vector3])? {
    keys.lazy.compactMap { tracks[$0] }.first.map { ($0.times, $0.vectors) }
  }

  /// The same proposal with other findings.
  func replacing(_ findings: [Finding]) -> MappingProposal {
    var proposal = self
    proposal.findings = findings
    return proposal
  }

  /// What is more than a guess.
  private var sure: [Finding] { findings.filter { $0.confidence != .guess } }

  /// The quantities that are more than a guess.
  var sureKeys: Set<String> { Set(sure.map(\.key)) }

  /// What they are, in words.
  var sureWords: [String] {
    sure.map { finding in
      // A rate stands in no column.
      guard !finding.columns.isEmpty else { return "\(finding.key) by \(finding.details.joined(separator: ", ")) Hz" }
      return
        "\(finding.key) from “\(finding.columns.joined(separator: "”, “"))”\(finding.unit.map { " in \($0)" } ?? "")"
    }
  }

  /// The mapping of what is more than a guess.
  func mappingOfSure() throws -> MappingFile { try MappingFile(yaml(of: sure), MappingFile.path(for: path)) }

  /// The mapping that is used before anybody has checked the proposal: without mere guesses.
  ///
  /// - Throws: `RecordingError.unsureProposal` where that leaves out what a trace needs: a time, an acceleration, and a rotation
  ///   rate or an attitude.
  func sureMapping() throws -> SureMapping {
    var reasons = [String]()
    for (what, keys) in [
      ("time", ["time"]), ("an acceleration", Self.accelerations),
      ("a rotation rate or an attitude", ["rotation-rate", "quaternion", "angles"]),
    ] where sureKeys.isDisjoint(with: keys) {
      let guesses = keys.compactMap(finding)
      if guesses.isEmpty { reasons.append("there is no column of \(what)") }
      for guess in guesses { reasons.append("\(guess.key) is a guess (\(guess.reasons.joined(separator: ", ")))") }
    }
    guard reasons.isEmpty else {
      throw RecordingError.unsureProposal(.init(file: path), reasons: reasons + silentSensors)
    }
    let left = findings.filter { $0.confidence == .guess }.map(\.key)
    return SureMapping(
      mapping: try mappingOfSure(),
      note: "read as proposed: \(sureWords.joined(separator: ", "))"
        + (left.isEmpty ? "" : "; left out what is only guessed: \(left.joined(separator: ", "))")
        + doubles.map { "; \($0)" }.joined())
  }

  /// A mapping that nobody has looked at, and what to say of it.
  struct SureMapping {
    let mapping: MappingFile
    let note: String

    func read(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws -> TraceTable {
      try mapping.read(text, options, as: note)
    }
  }

  /// Looks at a table.
  ///
  /// - Throws: `RecordingError` or `TraceError` when the file cannot be read or holds no table.
  /// - Complexity: O(rows looked at), at most 5000.
  public init(contentsOf path: String) throws {
    try self.init(DelimitedText(RecordingStorage.disk.open(path)))
  }

  /// Looks at a table in memory, as `Trace(contentsOf:in:)` does.
  ///
  /// - Throws: `RecordingError` or `TraceError`.
  public init(contentsOf path: String, in files: [String: Data]) throws {
    try self.init(DelimitedText(RecordingStorage.memory(files).open(path)))
  }

  init(_ text: DelimitedText) throws {
    path = text.file.path
    let sample = try ColumnSample(text)
    let delimiter = [UInt8(ascii: ";"): "semicolons", 9: "tabs", 32: "blanks"][text.delimiter] ?? "commas"
    shape =
      "\(sample.count)\(sample.count >= 5000 ? " or more" : "") rows, \(text.header.count) columns separated by \(delimiter), "
      + (text.hasHeader ? "names in line \(text.headerLine)" : "no names")
    var search = ColumnSearch(sample)
    search.findTime()
    search.findVectors()
    search.findEventAngles()
    search.findAttitude()
    search.judgeTogether()
    (findings, remarks) = (search.findings, search.remarks)
    (silentSensors, doubles) = (search.silent, search.doubles)
    var tracks = [String: Track]()
    for key in ["gravity", "specific-force", "rotation-rate"] {
      tracks[key] = search.track(of: key).map { Track(times: $0.times.values, vectors: $0.vectors) }
    }
    self.tracks = tracks
  }

  /// Writes the mapping file next to the recording, as ``MappingDraft/write()`` does.
  @discardableResult
  public func write() throws -> String { try MappingDraft(recording: path, yaml: yaml).write() }
}

extension MappingProposal: CustomStringConvertible {
  /// A line per finding and remark.
  public var description: String { message(withRemarks: true) }

  /// A line per finding, and per remark where these are wanted: what one of several tables lacks the others have.
  func message(withRemarks: Bool) -> String {
    var lines = ["\(path): no known format; \(shape)"]
    for finding in findings {
      let what = finding.columns.isEmpty ? "not in the file" : "“\(finding.columns.joined(separator: "”, “"))”"
      let details = ([finding.unit].compactMap { $0 } + finding.details).joined(separator: ", ")
      lines.append(
        "\(finding.key): \(what)\(details.isEmpty ? "" : ", \(details)") — \(finding.confidence.rawValue): "
          + finding.reasons.joined(separator: "; "))
    }
    return (lines + (withRemarks ? remarks.map { "remark: \($0)" } : [])).joined(separator: "\n")
  }
}
