internal import Basics
import Foundation
import Rotations

/// Which column of a table in no known format is probably what, by the names and the numbers: with the reasons, and how
/// sure each is. A person looks at it; nothing is read by it unless somebody asks.
public struct MappingProposal: Hashable, Sendable {
  /// How sure a finding is.
  public enum Confidence: String, Hashable, Sendable {
    /// Name, unit and numbers agree.
    case sure
    /// One of them says so, and none speaks against it.
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
  public let findings: [Finding]
  /// Columns of vectors that are not used, and why; what is missing.
  public let remarks: [String]
  /// What the table looks like: rows, columns, where it begins.
  public let shape: String

  /// The mapping file that says this.
  public var yaml: String {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    var lines = [
      "# How “\((path.split(separator: "/").last.map(String.init) ?? "").onOneLine)” is read: proposed from its names and numbers. Correct it where it is wrong."
    ]
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

  /// Looks at a table.
  ///
  /// - Throws: `TraceError` when the file cannot be read or holds no table.
  /// - Complexity: O(rows looked at), at most 5000.
  public init(contentsOf path: String) throws(TraceError) {
    try self.init(DelimitedText(RecordingStorage.disk.open(path)))
  }

  /// Looks at a table in memory, as `Trace(contentsOf:in:)` does.
  ///
  /// - Throws: `TraceError`.
  public init(contentsOf path: String, in files: [String: Data]) throws(TraceError) {
    try self.init(DelimitedText(RecordingStorage.memory(files).open(path)))
  }

  init(_ text: DelimitedText) throws(TraceError) {
    path = text.file.path
    let sample = try ColumnSample(text)
    let delimiter = [UInt8(ascii: ";"): "semicolons", 9: "tabs", 32: "blanks"][text.delimiter] ?? "commas"
    shape =
      "\(sample.count)\(sample.count >= 5000 ? " or more" : "") rows, \(text.header.count) columns separated by \(delimiter), "
      + (text.hasHeader ? "names in line \(text.headerLine)" : "no names")
    var search = ColumnSearch(sample)
    search.findTime()
    search.findVectors()
    search.findAttitude()
    search.judgeTogether()
    (findings, remarks) = (search.findings, search.remarks)
  }

  /// Writes the mapping file beside the recording, where every reader finds it; complete or not at all.
  ///
  /// - Returns: Its path.
  /// - Throws: `TraceError.unwritableFile`; when there is a mapping already.
  @discardableResult
  public func write() throws(TraceError) -> String {
    let file = MappingFile.path(for: path)
    guard RecordingStorage.disk.kind(of: file) == nil else {
      throw .unwritableFile(
        file, reason: "there is a mapping already, which somebody may have corrected; delete it first")
    }
    try writeText(yaml, to: file, replacing: false)
    return file
  }
}

extension MappingProposal: CustomStringConvertible {
  /// A line per finding and remark.
  public var description: String {
    var lines = ["\(path): no known format; \(shape)"]
    for finding in findings {
      let what = finding.columns.isEmpty ? "not in the file" : "“\(finding.columns.joined(separator: "”, “"))”"
      let details = ([finding.unit].compactMap { $0 } + finding.details).joined(separator: ", ")
      lines.append(
        "\(finding.key): \(what)\(details.isEmpty ? "" : ", \(details)") — \(finding.confidence.rawValue): "
          + finding.reasons.joined(separator: "; "))
    }
    return (lines + remarks.map { "remark: \($0)" }).joined(separator: "\n")
  }
}
