/// The place of a bundle, and its effect on the bundle that is already there. It travels as a part of the bundle.
@_documentation(visibility: internal)
public enum Placing: Hashable, Sendable {
  /// Behind what the cell has shown so far.
  case here
  /// The same, as the value of the cell's last expression.
  case result
  /// The same, under a name by which it can be shown again.
  case named(String)
  /// It replaces the display that has this name.
  case replacing(String)
  /// Nothing is shown: what the cell has shown so far goes, at once or when it shows something else.
  case clearing(waits: Bool)

  /// The placing that a text says, as it travels; nil when it says none.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (words[0], words.count) {
    case ("result", 1): self = .result
    case ("named", 2): self = .named(words[1])
    case ("replacing", 2): self = .replacing(words[1])
    case ("clearing", 1): self = .clearing(waits: false)
    case ("clearing", 2) where words[1] == "later": self = .clearing(waits: true)
    default: return nil
    }
  }

  /// The placing as it travels; nil for the ordinary place.
  public var text: String? {
    switch self {
    case .here: nil
    case .result: "result"
    case .named(let name): "named \(name)"
    case .replacing(let name): "replacing \(name)"
    case .clearing(let waits): waits ? "clearing later" : "clearing"
    }
  }
}

extension MIMEBundle {
  /// The bundle with the word where it goes.
  func placed(_ placing: Placing) -> MIMEBundle {
    var bundle = self
    bundle.contents[MediaType.placing] = placing.text
    return bundle
  }

  /// Takes out of the bundle where it goes.
  @_documentation(visibility: internal)
  public mutating func takePlacing() -> Placing {
    contents.removeValue(forKey: MediaType.placing).flatMap(Placing.init) ?? .here
  }
}
