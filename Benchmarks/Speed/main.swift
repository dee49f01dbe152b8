import BenchmarkHarness

/// The areas that can be timed: a name for the command line and what measures it.
let areas: [(name: String, measure: () throws -> [Measurement])] = [
  ("rotations", rotationsSpeed),
  ("inertial", inertialSpeed),
  ("filter", filterSpeed),
  ("plain", plainSpeed),
  ("figures", figuresSpeed),
  ("trajectories", trajectoriesSpeed),
  ("reading", readingSpeed),
  ("fusion", fusionSpeed),
  ("gestures", gesturesSpeed),
  ("networks", networksSpeed),
  ("notebooks", notebooksSpeed),
  ("processor", processorSpeed),
  ("observing", observingSpeed),
]

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--reading-memory" {
  // Its own process, for a figure that another process would disturb.
  try ReadingTable.reportMemory(of: CommandLine.arguments[2])
} else {
  let wanted = Set(CommandLine.arguments.dropFirst())
  for name in wanted.subtracting(areas.map(\.name)) {
    print("there is no area “\(name)”; there is: \(areas.map(\.name).joined(separator: ", "))")
  }
  for area in areas where wanted.isEmpty || wanted.contains(area.name) {
    print("\n\(area.name)")
    try report("speed-\(area.name)", area.measure())
  }
}
