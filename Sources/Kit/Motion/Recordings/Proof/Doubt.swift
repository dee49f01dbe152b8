import Rotations
import Traces

extension Trace {
  /// Something in a recording that does not look like the units, signs and axes of a trace: what it looks like, and how to
  /// read the file so.
  public struct Doubt: Hashable, Sendable {
    /// What it may be.
    public enum Kind: Hashable, Sendable {
      case timeUnit, gravityUnit, gravityAtRest, gravityIncluded, accelerationUnit, accelerationSign, attitude,
        rotationUnit
      case rotationSign, axes, range, rate, truthClock, sensorClock
    }

    /// What it may be.
    public let kind: Kind
    /// What was found, and what it looks like.
    public let finding: String
    /// The option that reads the file as it looks, with its value; nil where there is none.
    let remedy: OptionNaming.Choice?
    let value: String

    init(_ kind: Kind, _ finding: String, _ remedy: OptionNaming.Choice? = nil, _ value: String = "") {
      (self.kind, self.finding, self.remedy, self.value) = (kind, finding, remedy, value)
    }

    /// The finding and what to do, with options as they are called where it is shown.
    public func message(naming option: OptionNaming) -> String {
      remedy.map { "\(finding). Read it so with \(option($0, value))" } ?? finding
    }
  }
}

extension Trace.Doubt: CustomStringConvertible {
  /// With options as a cell writes them.
  public var description: String { message(naming: .swift) }
}
