internal import Basics
import Traces

/// A simulation that nobody knows; `description` says which there are.
public enum SimulationError: InertialError, Hashable {
  /// A simulated recording that nobody knows, with the nearest that exists.
  case unknownSimulation(String, suggestion: String?)
  /// A class of phone that nobody knows, with the nearest that exists.
  case unknownPhone(String, suggestion: String?)

  /// Which there are, and which was meant.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .unknownSimulation(let name, let suggestion):
      "There is no simulated trace “\(name)”\(meant(suggestion)). Known: "
        + "\(Path.names.filter { !$0.hasPrefix("letter-") }.joined(separator: ", ")), letter-A to letter-Z."
    case .unknownPhone(let name, let suggestion):
      "There is no class of phone “\(name)”\(meant(suggestion)). Known: "
        + "\(SensorModel.presets.map(\.name).joined(separator: ", "))."
    }
  }
}
