/// What can be wrong with a recording or with what is asked of it: what everything here throws that reads, integrates, fuses,
/// simulates or evaluates recordings. Each of these has its own error type, whose cases hold what went wrong.
public protocol InertialError: Error, CustomStringConvertible {
  /// What is wrong, where, what was expected and what to do, with options as they are called where the message is shown.
  func message(naming option: OptionNaming) -> String
}

extension InertialError {
  /// The message with options as a cell writes them.
  public var description: String { message(naming: .swift) }

  /// In brackets what a misspelt name was meant to be, where something is near.
  package func meant(_ suggestion: String?) -> String { suggestion.map { " (did you mean “\($0)”?)" } ?? "" }
}
