/// What the kit holds: its modules, and the types that they make public, from a list that a test compares with the sources.
extension LibraryLocation {
  /// The module by which a cell imports all of the kit.
  package static let umbrella = "Gimbal"

  /// Each line a module and its public types.
  private static let lines = String(decoding: PackageResources.KitTypes_txt, as: UTF8.self).split(separator: "\n")
    .map { $0.split(separator: " ").map(String.init) }

  /// The Swift modules that the kit holds, which is what cells can import.
  package static let kitModules = lines.map { $0[0] }

  /// The module of each public type.
  package static let kitTypes = Dictionary(
    uniqueKeysWithValues: lines.flatMap { line in line.dropFirst().map { ($0, line[0]) } })

  /// The public members of each public type, as a call writes them: `duration`, `act(on:)`, and with a point before them those of the type
  /// itself, `.identity`. In the order of their declarations.
  package static let kitMembers = Dictionary(
    uniqueKeysWithValues: String(decoding: PackageResources.KitMembers_txt, as: UTF8.self).split(separator: "\n").map {
      let words = $0.split(separator: " ").map(String.init)
      return (words[0], Array(words.dropFirst()))
    })

  /// The modules that `Inertial` hands on.
  package static let inertial = [
    "Calibration", "Evaluation", "Fusion", "Recordings", "Simulation", "Stabilization", "Statistics", "Traces",
  ]

  /// Whether who imports this module sees the types of that one of the kit.
  package static func isKit(_ imported: String, bringing module: String) -> Bool {
    imported == umbrella || imported == module || imported == "Inertial" && inertial.contains(module)
  }
}
