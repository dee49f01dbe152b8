import Traces

/// Why a result cannot be compared with a truth; `description` says it in words, with what to do.
public enum EvaluationError: InertialError, Hashable {
  /// The points leave the rotation between them open.
  case openAlignment(kind: String)

  /// What is wrong, and what to do.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .openAlignment(let kind):
      "The points leave the rotation of a \(kind) alignment open: they lie on one line, coincide, or mirror each other. Align "
        + "by the origin, or take a longer piece."
    }
  }
}
