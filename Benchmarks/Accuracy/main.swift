import BenchmarkHarness

/// The areas that can be scored: a name for the command line and what measures it.
let areas: [(name: String, measure: () throws -> [Measurement])] = [
  ("defaults", defaultsAccuracy),
  ("inertial", inertialAccuracy),
  ("walking", walkingAccuracy),
  ("fusion", fusionAccuracy),
  ("sensorlog", sensorLogAccuracy),
  ("networks", networksAccuracy),
  ("posture", postureAccuracy),
  ("gestures", gesturesAccuracy),
]

let wanted = Set(CommandLine.arguments.dropFirst())
for area in areas where wanted.isEmpty || wanted.contains(area.name) {
  print("\n\(area.name)")
  try report("accuracy-\(area.name)", area.measure())
}
