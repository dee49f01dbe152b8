import Traces

/// Why a study cannot be made; `description` says it in words, with what to do.
public enum StudyError: InertialError, Hashable {
  /// Nothing is known about where the device went.
  case unknowable(recordings: Int)
  /// No recording can be used; `reasons` say why, each with its recordings and without a full stop.
  case noRecording(reasons: [String])
  /// Nothing takes part.
  case noContender
  /// Two contenders have this name.
  case repeatedName(String)
  /// A group is missing for this recording; `known` are the recordings that have one.
  case noGroup(recording: String, known: [String])
  /// A line of a table of groups has no two entries.
  case badGroups(path: String, line: Int)
  /// A table of groups is no text.
  case unreadableGroups(path: String)
  /// A table of groups has two groups for one recording, the second in this line.
  case twoGroups(path: String, line: Int, recording: String)
  /// This cannot be ranked where no more is known of where the device was.
  case unfitMeasure(String, known: Study.Truth)
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
        + (reasons.count > 5 ? "; and \(reasons.count - 5) more" : "") + "."
    case .noContender: "There is no scheme to compare. Name at least one."
    case .repeatedName(let name): "Two schemes are called “\(name)”. Give one of them another name."
    case .noGroup(let recording, let known):
      "“\(recording)” has no group. Groups are given for: "
        + (known.isEmpty ? "no recording" : known.prefix(8).joined(separator: ", ")) + (known.count > 8 ? ", …" : "")
        + "."
    case .badGroups(let path, let line):
      "\(path):\(line): a recording and its group are expected, such as “walk-1.csv,Ada”."
    case .unreadableGroups(let path): "\(path) is not text in UTF-8. Save the table of groups as CSV, in UTF-8."
    case .twoGroups(let path, let line, let recording):
      "\(path):\(line): “\(recording)” has another group above. Leave one of the lines out, or, if two recordings have the same name, "
        + "write their folders too: “ada/walk-1.csv,Ada”."
    case .unfitMeasure(let measure, let known):
      "The \(measure) cannot be ranked, as \(known.words). Leave the measure out\(known.measures), or give recordings with true positions."
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

extension Study.Truth {
  /// What is known, in words that go on after “as”.
  fileprivate var words: String {
    switch self {
    case .recorded: "the recordings have true positions"
    case .motionless: "only that the device did not move is known"
    case .loop: "only that each recording ends where it began is known"
    case .restAtEnd: "only that the device lay still at the end is known"
    }
  }

  /// What can be ranked instead, in words that go on after “leave the measure out”.
  fileprivate var measures: String {
    switch self {
    case .recorded: " or choose a drift"
    case .motionless: " or choose the RMS drift or the final drift"
    case .loop: ", which ranks by the closing error"
    case .restAtEnd: ", which ranks by the speed when the rest begins"
    }
  }
}
