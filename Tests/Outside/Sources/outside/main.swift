import Inertial
import Rotations

// A phone is moved around a square; where does each scheme have it in the end?
let square = try SimulatedTrace.square.trace()
for row in try Comparison(of: square, schemes: [.none, .exponential(rate: 2), .restRecognition()]).rows {
  print(row.label, row.values[0] ?? .nan)
}
print(try Quaternion.average(of: square.attitude).rollPitchYaw.pitch)
