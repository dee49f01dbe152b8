internal import Basics

extension Path {
  /// The paths that have names, except for the letters.
  private static let named: [(name: String, path: Path)] =
    SimulatedTrace.allCases.map { ($0.rawValue, $0.path) } + [
      ("line", .line()), ("triangle", .polygon(sides: 3)), ("ellipse", .ellipse()),
      ("walk-foot", .walk(carrying: .foot)), ("walk-pocket", .walk(carrying: .pocket)),
    ]

  /// The names that `Path(named:)` knows, letters as "letter-A".
  public static var names: [String] { named.map(\.name) + letters.map { "letter-\($0)" } }

  /// The path of this name, as a command line gives it, with the default measures of each; case does not matter.
  ///
  /// - Throws: `SimulationError.unknownSimulation` with a suggestion.
  public init(named name: String) throws {
    let lowered = name.lowercased()
    if let path = Self.named.first(where: { $0.name == lowered })?.path {
      self = path
    } else if let letter = Self.letters.first(where: { "letter-\($0)".lowercased() == lowered }) {
      self = try .letter(letter)
    } else {
      throw SimulationError.unknownSimulation(name, suggestion: Spelling.nearest(to: lowered, among: Self.names))
    }
  }
}
