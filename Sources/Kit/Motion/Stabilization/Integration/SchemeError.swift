import Traces

/// What is wrong with a scheme; `description` says it in words, with what to do.
public enum SchemeError: InertialError, Hashable {
  /// A chain of schemes that makes no sense.
  case impossibleChain(outer: String, inner: String, remedy: String)

  /// What is wrong, and what to do.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .impossibleChain(let outer, let inner, let remedy): "“\(outer)” cannot wrap “\(inner)”: \(remedy)."
    }
  }
}
