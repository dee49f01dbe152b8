internal import Basics
import Traces

/// A mapping file that could be written next to a recording.
public struct MappingDraft: Hashable, Sendable {
  /// The recording: a file, an archive or a folder.
  public let recording: String
  /// What the file would hold.
  public let yaml: String

  /// Where it would lie.
  public var path: String { MappingFile.path(for: recording) }

  /// The first line of a mapping file.
  static func heading(_ recording: String, _ how: String) -> String {
    "# How “\(recording.lastPart.onOneLine)” is read: \(how). Correct it where it is wrong."
  }

  /// Writes the mapping file next to the recording, where every reader finds it; complete or not at all.
  ///
  /// - Returns: Its path.
  /// - Throws: `RecordingError.unwritableFile`; when there is a mapping already.
  @discardableResult
  public func write() throws -> String {
    guard RecordingStorage.disk.kind(of: path) == nil else {
      throw RecordingError.unwritableFile(
        path, reason: "there is already a mapping, which somebody may have corrected; delete it first")
    }
    try writeText(yaml, to: path, replacing: false)
    return path
  }
}

extension MappingDraft {
  /// What a recording's doubts say of its units, signs and axes; nil when there is no finding that can be corrected so.
  init?(_ doubts: [Trace.Doubt], of recording: String) {
    var entries = [(key: String, value: String, reason: String)]()
    for doubt in doubts {
      let key: String
      switch doubt.remedy {
      case .scaleTime: key = "time"
      case .scaleAcceleration: key = "acceleration"
      case .scaleRotation: key = "rotation-rate"
      case .axes: key = "axes"
      default: continue
      }
      guard key == "axes" || Double(doubt.value) != nil, !entries.contains(where: { $0.key == key }) else { continue }
      entries.append((key, key == "axes" ? "\"\(doubt.value)\"" : doubt.value, doubt.finding.onOneLine))
    }
    guard !entries.isEmpty else { return nil }
    self.recording = recording
    yaml =
      Self.heading(recording, "proposed from what its sensors say of each other") + "\n"
      + "correction: {\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}  # "
      + entries.map(\.reason).joined(separator: "; ") + "\n"
  }
}
