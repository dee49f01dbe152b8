internal import Basics

extension Path {
  /// The names that `Path(named:)` knows, letters as "letter-A".
  public static var names: [String] {
    SimulatedTrace.allCases.map(\.rawValue) + ["line", "triangle", "ellipse", "walk-foot", "walk-pocket"]
      + letters.map { "letter-\($0)" }
  }

  /// The path of this name, as a command line gives it, with the default measures of each; case does not matter.
  ///
  /// - Throws: `TraceError.unknownSimulation` with a suggestion.
  public init(named name: String) throws(TraceError) {
    let lowered = name.lowercased()
    switch lowered {
    case "line": self = .line()
    case "triangle": self = .polygon(sides: 3)
    case "ellipse": self = .ellipse()
    case "walk-foot": self = .walk(carrying: .foot)
    case "walk-pocket": self = .walk(carrying: .pocket)
    default:
      if lowered.hasPrefix("letter-"), lowered.count == 8, let letter = lowered.last?.uppercased().first,
        Self.letters.contains(letter)
      {
        self = try .letter(letter)
      } else if let trace = SimulatedTrace(rawValue: lowered) {
        self = trace.path
      } else {
        throw .unknownSimulation(name, suggestion: Spelling.nearest(to: lowered, among: Self.names))
      }
    }
  }
}
