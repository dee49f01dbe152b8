import Traces

/// Why results cannot be compared, or not with a truth; `description` says it in words, with what to do.
public enum EvaluationError: InertialError, Hashable {
  /// The points leave the rotation between them open.
  case openAlignment(kind: String)
  /// No scheme of the comparison has this name or label; `labels` are those that it has.
  case noRun(String, labels: [String], suggestion: String?)
  /// Several schemes of the comparison have this name; `labels` tell them apart.
  case severalRuns(String, labels: [String])

  /// What is wrong, and what to do.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .openAlignment(let kind):
      "The points leave the rotation of a \(kind) alignment open: they lie on one line, coincide, or mirror each other. Align "
        + "by the origin, or take a longer piece."
    case .noRun(let name, let labels, let suggestion):
      "The comparison has no scheme “\(name)”\(suggestion.map { " (did you mean “\($0)”?)" } ?? ""). It has: "
        + labels.map { "“\($0)”" }.joined(separator: ", ") + "."
    case .severalRuns(let name, let labels):
      "The comparison has \(labels.count) schemes “\(name)”. Name one by its label: "
        + labels.map { "“\($0)”" }.joined(separator: ", ") + "."
    }
  }
}
