import Traces

/// Why a study cannot be made; `description` says it in words, with what to do.
public enum StudyError: InertialError, Hashable {
  /// Nothing is known about where the device went.
  case unknowable(recordings: Int)
  /// No recording can be used; `reasons` say why, each with its recording.
  case noRecording(reasons: [String])
  /// Nothing takes part.
  case noContender
  /// Two contenders have this name.
  case repeatedName(String)
  /// A group is missing for this recording; `known` are the recordings that have one.
  case noGroup(recording: String, known: [String])
  /// A line of a table of groups has no two entries.
  case badGroups(path: String, line: Int)
  /// A pattern names no file.
  case noFile(pattern: String)
  /// A folder holds no file with one of the endings of recordings.
  case emptyFolder(String, endings: [String])
  /// No contender has this name; `known` are those that take part.
  case noSuchContender(String, known: [String], suggestion: String?)

  /// What is wrong, and what to do.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .unknowable(let count):
      "\(count == 1 ? "The recording does not say" : "None of the \(count) recordings says") where the device really was, so schemes "
        + "cannot be ranked by it. Say what you know: that it did not move (`motionless`), that each recording ends where it began "
        + "(`loop`), or that it lay still for the last seconds (`rest:2`); or give recordings with true positions."
    case .noRecording(let reasons):
      "No recording can be used. " + reasons.prefix(5).joined(separator: "; ")
        + (reasons.count > 5 ? "; and \(reasons.count - 5) more" : "")
    case .noContender: "There is no scheme to compare. Name at least one."
    case .repeatedName(let name): "Two schemes are called “\(name)”. Give one of them another name."
    case .noGroup(let recording, let known):
      "“\(recording)” has no group. Groups are given for: "
        + (known.isEmpty ? "no recording" : known.prefix(8).joined(separator: ", ")) + (known.count > 8 ? ", …" : "")
        + "."
    case .badGroups(let path, let line):
      "\(path):\(line): a recording and its group are expected, such as “walk-1.csv,Ada”."
    case .noFile(let pattern): "“\(pattern)” names no file or folder. Check the path, or put a pattern in quotes."
    case .emptyFolder(let folder, let endings):
      "The folder “\(folder)” holds no recording: no folder, and no file that ends with "
        + endings.map { ".\($0)" }.joined(separator: ", ")
        + "."
    case .noSuchContender(let name, let known, let suggestion):
      "The study has no scheme “\(name)”\(suggestion.map { " (did you mean “\($0)”?)" } ?? ""). It has: "
        + known.map { "“\($0)”" }.joined(separator: ", ") + "."
    }
  }
}
