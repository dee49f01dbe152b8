/// One setting of a scheme, as labels say it.
public struct SchemeParameter: Hashable, Sendable {
  /// What labels call it: "threshold".
  public let name: String
  /// As a reader would write it: "0.35".
  public let value: String
  /// The value's unit; empty where there is none.
  public let unit: String
  /// Whether every label says it; otherwise only that of a scheme whose label would be the same as another's.
  public let isInLabel: Bool

  /// A setting; see the properties.
  public init(_ name: String, _ value: some CustomStringConvertible, unit: String = "", isInLabel: Bool = false) {
    (self.name, self.value, self.unit, self.isInLabel) = (name, "\(value)", unit, isInLabel)
  }

  package var text: String { unit.isEmpty ? value : "\(value) \(unit)" }
}

extension Scheme {
  public var label: String {
    let shown = parameters.filter(\.isInLabel)
    let words = shown.map { shown.count == 1 ? $0.text : "\($0.name) \($0.text)" }.joined(separator: ", ")
    let own = words.isEmpty ? name : "\(name) (\(words))"
    guard let below = underlying?.label, below != Unstabilized().label else { return own }
    return "\(own) over \(below)"
  }
}
