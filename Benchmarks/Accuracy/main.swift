import BenchmarkHarness

import struct Foundation.Date
import func Foundation.exit

/// The areas that can be scored: a name for the command line and what measures it.
let areas: [(name: String, measure: () throws -> [Measurement])] = [
  ("defaults", defaultsAccuracy),
  ("hand", handAccuracy),
  ("rests", restDefaults),
  ("filter", filterAccuracy),
  ("inertial", inertialAccuracy),
  ("damping", dampingAccuracy),
  ("walking", walkingAccuracy),
  ("learned", learnedAccuracy),
  ("fusion", fusionAccuracy),
  ("sensorlog", sensorLogAccuracy),
  ("networks", networksAccuracy),
  ("posture", postureAccuracy),
  ("generated", generatedLetters),
  ("gestures", gesturesAccuracy),
  ("air", airLetters),
  ("laws", lawsAccuracy),
]

var database = MeasurementDatabase("accuracy", title: "Accuracy on recordings")
let wanted = Set(CommandLine.arguments.dropFirst())
var status: Int32 = 0
for name in wanted.subtracting(areas.map(\.name)).sorted() {
  print("there is no area “\(name)”; there is: \(areas.map(\.name).joined(separator: ", "))")
  status = 2
}
for area in areas where wanted.isEmpty || wanted.contains(area.name) {
  print("\n\(area.name)")
  let started = Date()
  var rows = [Measurement]()
  do {
    rows = try area.measure()
  } catch {
    // The other areas have their own recordings.
    print("\(area.name) ended: \(error)")
    status = 1
  }
  // What no recording was left for has no figure.
  rows.removeAll { !$0.ours.median.isFinite }
  let omitted = LeftOut.taken()
  rows.append(Measurement("recordings left out", unit: "1", ours: Timing(samples: [Double(omitted.count)])))
  try report("accuracy-\(area.name)", rows)
  for omission in omitted { print("left out: \(omission)") }
  try database.add(area.name, rows, started: started)
}
exit(status)
