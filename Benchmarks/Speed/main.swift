import BenchmarkHarness

/// The areas that can be timed: a name for the command line and what measures it.
let areas: [(name: String, measure: () throws -> [Measurement])] = [
  ("rotations", rotationsSpeed),
  ("inertial", inertialSpeed),
  ("figures", figuresSpeed),
  ("trajectories", trajectoriesSpeed),
  ("reading", readingSpeed),
  ("fusion", fusionSpeed),
  ("gestures", gesturesSpeed),
  ("networks", networksSpeed),
  ("notebooks", notebooksSpeed),
]

let wanted = Set(CommandLine.arguments.dropFirst())
for area in areas where wanted.isEmpty || wanted.contains(area.name) {
  print("\n\(area.name)")
  try report("speed-\(area.name)", area.measure())
}
