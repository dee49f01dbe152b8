import BenchmarkHarness

import struct Foundation.Date

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

var database = MeasurementDatabase("accuracy", title: "Accuracy on recordings")
let wanted = Set(CommandLine.arguments.dropFirst())
for area in areas where wanted.isEmpty || wanted.contains(area.name) {
  print("\n\(area.name)")
  let started = Date()
  let rows = try area.measure()
  try report("accuracy-\(area.name)", rows)
  try database.add(area.name, rows, started: started)
}
